//! A survey of the rows of a table that its type declares: which columns are omitted in all of them, and which have one value in
//! all of them and can stand once, in front of the table.
//!
//! Nothing is kept of the rows but this. Behind the first, only those columns are asked for that may go yet.

use super::Table;
use super::columns::{Columns, ROOT};
use super::omitted::Omission;
use crate::ser::layout::{Cells, Layout};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is looked for, and what has been found.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
pub(in crate::ser) struct Survey {
    /// Columns may be hoisted.
    may_hoist: bool,
    hoists: Vec<Hoist>,
    /// The value that comes is not what it is read as.
    is_raw: bool,
    /// It is a table: the first row is complete.
    is_table: bool,
    /// It has been stopped, and that is no error.
    pub(in crate::ser) is_over: bool,
}

/// A column that may stand once in front of the table.
pub(in crate::ser) struct Hoist {
    pub(in crate::ser) column: usize,
    /// The text of its cells.
    pub(in crate::ser) text: String,
}

/// What a survey has found.
pub(in crate::ser) struct Surveyed {
    pub(in crate::ser) columns: Columns,
    /// For each leaf what lets it be left out.
    pub(in crate::ser) omitted: Vec<Option<Omission>>,
    pub(in crate::ser) hoists: Vec<Hoist>,
}

impl Survey {
    pub(in crate::ser) fn new(may_hoist: bool) -> Self {
        Survey { may_hoist, ..Survey::default() }
    }
}

impl Table {
    pub(in crate::ser) fn survey(&mut self) -> Option<&mut Survey> {
        self.survey.as_mut()
    }

    /// What has been found, if it is a table.
    pub(in crate::ser) fn end_survey(&mut self) -> Option<Surveyed> {
        let survey = self.survey.take().filter(|survey| survey.is_table)?;
        let omitted = self.omitted.common(&self.columns);
        Some(Surveyed { columns: core::mem::take(&mut self.columns), omitted, hoists: survey.hoists })
    }

    /// Nothing more has to be seen.
    pub(in crate::ser) fn is_survey_over(&self) -> bool {
        self.survey.as_ref().is_some_and(|survey| {
            survey.is_over || (survey.is_table && survey.hoists.is_empty() && !self.omitted.may_change())
        })
    }

    /// The column whose value comes may be hoisted.
    pub(in crate::ser) fn begin_hoisted(&mut self) {
        if let Some(survey) = &mut self.survey {
            survey.is_raw = false;
        }
    }

    /// The value that comes is JSON text to its type, which cannot be read of a value.
    #[cfg(feature = "json")]
    pub(in crate::ser) fn see_raw(&mut self) {
        if let Some(survey) = &mut self.survey {
            survey.is_raw = true;
        }
    }

    /// Behind the value of a column that may be hoisted; its text begins at `at`.
    pub(in crate::ser) fn end_hoisted(&mut self, at: usize, out: &str) {
        let is_own = self.row.group == ROOT && self.row.maps.first() == Some(&false);
        if !(is_own && self.is_first_row() && at >= self.row.at && self.is_last_cell()) {
            return;
        }
        let column = self.last_column();
        let text = out.get(at + usize::from(at > self.row.at)..).unwrap_or_default();
        if let Some(survey) = self.survey.as_mut().filter(|survey| survey.may_hoist && !survey.is_raw) {
            if is_read_exactly(text) {
                survey.hoists.push(Hoist { column, text: text.to_string() });
            }
        }
    }

    /// The first row is complete: from here on, what cannot go is not asked for.
    pub(super) fn survey_on(&mut self) {
        let Some(survey) = self.survey.as_mut().filter(|survey| !survey.is_over) else { return };
        survey.is_table = true;
        survey.is_over = self.announced == Some(1);
        let omitted = self.omitted.common(&self.columns);
        let leaves: Vec<usize> = self.columns.leaves(self.columns.len()).collect();
        let omission = |column: usize| leaves.binary_search(&column).ok().and_then(|leaf| omitted[leaf]);
        survey.hoists.retain(|hoist| !survey.is_over && omission(hoist.column).is_none());
        let is_certain = |&leaf: &usize| match omission(leaf) {
            Some(Omission::Default(_)) => false,
            Some(_) => true,
            None => survey.hoists.iter().all(|hoist| hoist.column != leaf),
        };
        let certain: Vec<bool> = leaves.iter().map(is_certain).collect();
        self.skipped = self.columns.whole(&certain);
        self.is_fixed = true;
    }

    /// A row but the first is complete.
    pub(super) fn survey_row(&mut self, layout: &Layout, out: &str) {
        let Table { columns, skipped, omitted, survey, row, .. } = self;
        omitted.end_surveyed_row(columns);
        let Some(survey) = survey else { return };
        let leaves = columns.leaves(columns.len()).filter(|&leaf| !skipped[leaf]);
        for (leaf, cell) in leaves.zip(Cells::new(&out[row.at..], layout.delimiter)) {
            survey.hoists.retain(|hoist| hoist.column != leaf || hoist.text == cell);
        }
    }
}

/// Whether a cell is read as the same value when it is not known what it is to be: not so an integer beyond 64 bits, nor a
/// number that is another `f32` by way of `f64`.
fn is_read_exactly(cell: &str) -> bool {
    let bytes = cell.as_bytes();
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    if digits.iter().all(u8::is_ascii_digit) {
        return cell.parse::<i64>().is_ok() || cell.parse::<u64>().is_ok();
    }
    match (cell.parse::<f64>(), cell.parse::<f32>()) {
        #[allow(clippy::cast_possible_truncation)]
        (Ok(wide), Ok(narrow)) => (wide as f32).to_bits() == narrow.to_bits(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::is_read_exactly;

    #[test]
    fn cells_that_are_read_exactly() {
        for cell in
            ["1", "-9223372036854775808", "18446744073709551615", "0.1", "1e+21", "text", "\"1\"", "null"]
        {
            assert!(is_read_exactly(cell), "{cell}");
        }
        for cell in ["-9223372036854775809", "18446744073709551616", "7.038531e-26"] {
            assert!(!is_read_exactly(cell), "{cell}");
        }
    }
}
