//! CSV, and which of its lines names the columns.

use crate::text::key::is_bare;
use crate::text::unquoted::cells;
use crate::text::words;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// The delimiters of CSV, in the order in which they are tried.
pub const DELIMITERS: [char; 4] = [',', '\t', ';', '|'];

/// The number of lines below the first one that are checked.
pub const SAMPLE: usize = 32;

/// The delimiter that splits the first of `lines` into several cells, and each of the lines below
/// it, of which there is at least one, into as many.
pub fn delimiter<'t>(lines: impl Iterator<Item = &'t str>) -> Option<char> {
    let lines: Vec<&str> = lines.take(1 + SAMPLE).collect();
    DELIMITERS.into_iter().find(|&delimiter| {
        let mut widths = lines.iter().map(|line| cells(line, delimiter).count());
        let width = widths.next().unwrap_or_default();
        width > 1 && lines.len() > 1 && widths.all(|other| other == width)
    })
}

/// The names of the columns, if the first of `lines` looks like names rather than like data.
///
/// Names are identifiers, and each is used once. In at least one column, no value looks like the
/// name: `id` above `1`, or `name` above `Ann`.
pub fn header<'t>(mut lines: impl Iterator<Item = &'t str>, delimiter: char) -> Option<Vec<&'t str>> {
    let names: Vec<&str> = cells(lines.next()?, delimiter).collect();
    if !names.iter().all(|name| is_name(name)) || names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        return None;
    }
    let mut differ: Option<Vec<bool>> = None;
    for line in lines.take(SAMPLE) {
        let differ = differ.get_or_insert_with(|| vec![true; names.len()]);
        for ((differs, name), cell) in differ.iter_mut().zip(&names).zip(cells(line, delimiter)) {
            *differs &= !is_alike(cell, name);
        }
    }
    differ?.contains(&true).then_some(names)
}

/// Whether `cell` is an identifier, and not a word for a value.
pub fn is_name(cell: &str) -> bool {
    let is_word = words::bool_of(cell.as_bytes()).is_some() || words::is_null(cell.as_bytes());
    is_bare(cell) && !is_word && !cell.eq_ignore_ascii_case("null") && !cell.eq_ignore_ascii_case("none")
}

/// Whether `cell` might be a name in the style of `name`.
fn is_alike(cell: &str, name: &str) -> bool {
    let is_lower = |text: &str| text.starts_with(|c: char| c.is_ascii_lowercase());
    // `x` and `Y` may be values of one column.
    let is_capital = name.len() > 1 && is_lower(name) && !is_lower(cell);
    is_name(cell) && !is_capital
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters() {
        let of = |text: &'static str| delimiter(text.lines());
        assert_eq!(of("id,name\n1,Ann"), Some(','));
        assert_eq!(of("id;name\n1;\"a;b\""), Some(';'));
        assert_eq!(of("id\tname\n1\tAnn, Bob"), Some('\t'));
        assert_eq!(of("id|name\n1|Ann"), Some('|'));
        for text in ["id,name", "name\nAnn", "id,name\n1", ""] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn headers() {
        let of = |text: &'static str| header(text.lines(), ',');
        for text in
            ["id,name\n1,Ann", "name,city\nAnn,Paris\nBob,Rome", "a,b\nx,a b", "name,note\nann,", "x,y\n1,2"]
        {
            assert!(of(text).is_some(), "{text}");
        }
        for text in [
            "1,Ann\n2,Bob",
            "Ann,Paris\nBob,Rome",
            "id,id\n1,2",
            "id,\n1,2",
            "id,name",
            "a b,c\n1,2",
            "ann,true\nbob,1",
            "ann,x\nbob,Y",
            "ann,red\nbob,1\ncy,blue",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
