//! Tabs where YAML allows only spaces.

use serde_saphyr::granit_parser::ErrorKind as Kind;

/// The place of the tab that a mistake at `place` is about, between `line`, the beginning of its
/// line, and `rest`. `None` if the mistake is something else.
pub(super) fn place(kind: &Kind, place: (u64, u64), line: &str, rest: &str) -> Option<(u64, u64)> {
    match kind {
        // The place is the beginning of the text that the tab continues.
        Kind::TabInPlainScalar | Kind::TabAtBlockScalarStart => {
            Some(below(place, line, rest).unwrap_or(place))
        }
        Kind::TabInBlockIndentation => Some(in_front(place, line).unwrap_or(place)),
        Kind::TabInIndentation | Kind::TabNotAllowed => Some(place),
        Kind::ExpectedBlockMappingKey
        | Kind::UnexpectedEofBlockMapping
        | Kind::ExpectedBlockSequenceEntry
        | Kind::UnexpectedEofBlockSequence
        | Kind::BlockSequenceEntryNotAllowed
        | Kind::InvalidBlockEntryWhitespace
        | Kind::MappingValueNotAllowed
        | Kind::SimpleKeyExpected => in_front(place, line),
        _ => None,
    }
}

/// The first tab in the indentation in front of `place`, to which the indicators of lists and keys
/// belong.
fn in_front(place: (u64, u64), line: &str) -> Option<(u64, u64)> {
    let is_indentation = line.chars().all(|char| matches!(char, ' ' | '\t' | '-' | '?'));
    if is_indentation { line.find('\t').map(|spaces| (place.0, spaces as u64 + 1)) } else { None }
}

/// The first tab in the indentation of the lines below, up to the column of what begins in `line`.
fn below(place: (u64, u64), line: &str, rest: &str) -> Option<(u64, u64)> {
    let indentation = line.len() - line.trim_start_matches([' ', '-', '?']).len();
    (place.0 + 1..).zip(rest.lines().skip(1)).find_map(|(number, line)| {
        let spaces = line.find(|char| char != ' ')?;
        let is_tab = line.get(spaces..)?.starts_with('\t') && !line.trim().is_empty();
        (is_tab && spaces <= indentation).then_some((number, spaces as u64 + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use crate::{Error, Lossy};

    /// At the tab itself.
    #[test]
    fn places() {
        for (text, place) in [
            ("a:\n\tb: 1", (2, 1)),
            ("a:\n  b: 1\n\tc: 2", (3, 1)),
            ("a:\n  b: 1\n  \tc: 2", (3, 3)),
            ("a:\n  b: 'x'\n\tc: 1", (3, 1)),
            ("a:\n  b: x\n    \ty\n\n \t\n\tc: 1", (6, 1)),
            ("a: 1\n\tb: 2", (2, 1)),
            ("a: [1]\n\tb: 2", (2, 1)),
            ("- a: 1\n \tb: 2", (2, 2)),
            ("a:\n\t- b", (2, 1)),
            ("- \"a\"\n\t- b", (2, 1)),
            ("-\t- a\n\t- b", (1, 2)),
            ("? a\n\t: b", (2, 1)),
            ("a: |\n\tb", (2, 1)),
            ("a: |\n  b\n\tc", (3, 1)),
            ("é: >\r\n  b\r\n \tc", (3, 2)),
        ] {
            let Err(Error::Mistake(mistake)) = read("", text, Lossy::default()) else { panic!("{text}") };
            assert_eq!((mistake.message.contains("a tab"), mistake.place), (true, place), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in ["{\n\t\"a\": 1\n\t\"b\": 2\n}", "a: \"x\n\ty", "a: *x\n\tb: 1", "a:\tb\nc: [1"] {
            let Err(Error::Mistake(mistake)) = read("", text, Lossy::default()) else { panic!("{text}") };
            assert!(!mistake.message.contains("a tab"), "{text}");
        }
        for text in ["a:\tb", "-\ta: 1", "{\n\t\"a\": 1\n}", "a: 'x\n\ty'", "a: 1\n\t# c\n\t\nb: 2"] {
            assert!(read("", text, Lossy::default()).is_ok(), "{text}");
        }
    }
}
