//! Conflicts that a merge has left in a text, with the lines of both sides.

use crate::error::Error;
use std::io::{BufRead, Read, Seek};

/// The first marker of a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Its line, counted from 1.
    pub line: u64,
    /// The text of the line, or the beginning of it.
    pub marker: String,
}

impl Conflict {
    /// What is wrong.
    pub const MESSAGE: &str = "unresolved merge conflict";

    /// How to fix it.
    pub const HELP: &str =
        "keep the lines of one side, or of both, and remove those with `<<<<<<<`, `=======` and `>>>>>>>`";

    /// Finds a conflict in a text that was refused because of a mistake in `line`: three markers one
    /// after another, or one in that line. If strings can have several lines, the markers may belong to
    /// one, unless the first of them is in that line.
    ///
    /// ```
    /// use toon_formats::conflict::Conflict;
    ///
    /// let text = "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> topic\n";
    /// let conflict = Conflict::find(text.as_bytes(), 2, true).unwrap();
    /// assert_eq!((conflict.line, conflict.marker.as_str()), (2, "<<<<<<< HEAD"));
    /// assert_eq!(Conflict::find(text.as_bytes(), 1, true), None);
    /// assert_eq!(Conflict::find(text.as_bytes(), 1, false), Some(conflict));
    /// assert_eq!(Conflict::find("a: <<<<<<< HEAD\n".as_bytes(), 1, true), None);
    /// ```
    pub fn find(mut text: impl BufRead, line: u64, has_long_strings: bool) -> Option<Self> {
        /// The length, in bytes, of the beginning of a line that is read.
        const READ: u64 = 256;
        let (mut first, mut is_divided) = (None, false);
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            text.by_ref().take(READ).read_until(b'\n', &mut bytes).ok().filter(|length| *length > 0)?;
            if !bytes.ends_with(b"\n") {
                text.skip_until(b'\n').ok()?;
            }
            let read = bytes
                .strip_prefix(b"\xef\xbb\xbf")
                .filter(|_| number == 1)
                .unwrap_or(&bytes)
                .trim_ascii_end();
            let (is_start, is_end) = (is_marker(read, b"<<<<<<<"), is_marker(read, b">>>>>>>"));
            let this = || Conflict { line: number, marker: String::from_utf8_lossy(read).into_owned() };
            if is_start && first.is_none() {
                first = Some(this());
            }
            is_divided |= first.is_some() && read == b"=======";
            let is_refused = number == line && (is_start || is_end);
            // The first line is in no string.
            let is_certain = |first: &Conflict| !has_long_strings || [1, line].contains(&first.line);
            if is_refused {
                return first.or_else(|| Some(this()));
            }
            if is_divided && is_end && first.as_ref().is_some_and(is_certain) {
                return first;
            }
        }
        None
    }

    /// The conflict as an error, if there is one in a text that was refused in `line`.
    pub(crate) fn error(name: &str, text: impl BufRead, line: u64) -> Option<Error> {
        let Conflict { line, marker } = Conflict::find(text, line, true)?;
        Some(Error::in_line(name, (line, 1), Self::MESSAGE, Self::HELP, Some(&marker)))
    }

    /// The same error, or a conflict in the text.
    pub(crate) fn or(error: Error, name: &str, text: &mut (impl BufRead + Seek)) -> Error {
        let conflict = match &error {
            Error::Mistake(mistake) if text.rewind().is_ok() => Conflict::error(name, text, mistake.place.0),
            _ => None,
        };
        conflict.unwrap_or(error)
    }
}

/// Whether a line consists of a marker, with or without the name of a side.
fn is_marker(line: &[u8], marker: &[u8]) -> bool {
    line.strip_prefix(marker).is_some_and(|name| matches!(name, [] | [b' ', ..]))
}

#[cfg(test)]
mod tests {
    use super::Conflict;

    fn line(text: &str, line: u64, has_long_strings: bool) -> Option<u64> {
        Conflict::find(text.as_bytes(), line, has_long_strings).map(|conflict| conflict.line)
    }

    #[test]
    fn conflicts() {
        let long = "x".repeat(1000);
        for (text, refused, expected) in [
            ("<<<<<<< HEAD\n1\n=======\n2\n>>>>>>> topic", 1, 1),
            ("\u{feff}<<<<<<<\r\n=======\r\n>>>>>>>\r\n", 1, 1),
            ("a\n<<<<<<< a\n1\n||||||| b\n2\n=======\n3\n>>>>>>> c\n<<<<<<< a\n", 2, 2),
            // One that was resolved in part.
            ("a\n2\n>>>>>>> topic\n", 3, 3),
            ("a\n<<<<<<< HEAD\n2\n", 2, 2),
            (&format!("{long}\n{long}<<<<<<< a\n<<<<<<< {long}\n=======\n>>>>>>> {long}\n"), 3, 3),
        ] {
            assert_eq!(line(text, refused, true), Some(expected), "{text}");
        }
    }

    #[test]
    fn others() {
        for text in [
            "",
            "a\n=======\nb",
            "<<<<<<<a\n=======\n>>>>>>>b",
            "<<<<<<< a\n>>>>>>> b\n",
            "======= \n>>>>>>>> b\n",
            " <<<<<<< a\n=======\n>>>>>>> b\n",
            "> >>>>>>> b",
        ] {
            assert_eq!((line(text, 9, true), line(text, 9, false)), (None, None), "{text}");
        }
        let in_string = "1\n\"\n<<<<<<< a\n=======\n>>>>>>> b\n\"\n";
        assert_eq!((line(in_string, 7, true), line(in_string, 7, false)), (None, Some(3)));
    }
}
