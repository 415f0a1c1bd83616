//! Tables for people.

use std::fmt;

/// Writes a table with its first column on the left and all others on the right, and an empty line.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, headings: &[&str], rows: &[Vec<String>]) -> fmt::Result {
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    let lines = || std::iter::once(&headings).chain(rows);
    let width =
        |column: usize| lines().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..headings.len()).map(|column| width(column).unwrap_or_default()).collect();
    for row in lines() {
        for (place, (cell, width)) in row.iter().zip(&widths).enumerate() {
            if place == 0 {
                write!(f, "  {cell:<width$}")?;
            } else {
                write!(f, "  {cell:>width$}")?;
            }
        }
        writeln!(f)?;
    }
    writeln!(f)
}
