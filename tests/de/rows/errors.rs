//! Errors of readers.

use super::read;
use std::io::{self, BufReader, Read};
use toon::{Category, DecodeOptions, ErrorKind, Rows};

/// Returns `text`, and then fails.
struct Broken<'t>(&'t [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::new(io::ErrorKind::ConnectionReset, "gone")),
            length => Ok(length),
        }
    }
}

#[test]
fn a_reader_that_fails() {
    let mut rows = Rows::<_, u8>::new(BufReader::new(Broken(b"[3]:\n  - 1\n  - 2\n  - ")));
    // Of the second one it is not known where it ends.
    assert_eq!(rows.next().unwrap().unwrap(), 1);
    let error = rows.next().unwrap().unwrap_err();
    assert_eq!(error.classify(), Category::Io);
    assert!(rows.next().is_none());
}

/// A signal may interrupt a read, which is not an error.
#[test]
fn an_interrupted_reader() {
    struct Interrupted<'t>(&'t [u8], bool);

    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }

    let rows = Rows::<_, u8>::new(BufReader::with_capacity(3, Interrupted(b"[2]:\n  - 1\n  - 2", false)));
    assert_eq!(rows.collect::<toon::Result<Vec<_>>>().unwrap(), [1, 2]);
}

#[test]
fn bytes_that_are_no_text() {
    for capacity in 1..40 {
        let text = b"# one\n[3]{a}:\n  x\n  y\n  z\xffz\n";
        let (rows, error) =
            read::<std::collections::BTreeMap<String, String>>(text, &DecodeOptions::new(), capacity);
        let error = error.unwrap();
        assert!(matches!(error.kind(), ErrorKind::InvalidUtf8));
        assert_eq!((error.line(), error.column()), (5, 4), "{error}");
        assert!(rows.len() <= 2);
        let (rows, error) = read::<u8>(b"[1\xff]: 1", &DecodeOptions::new(), capacity);
        assert_eq!((rows.len(), error.unwrap().column()), (0, 3));
        let (rows, error) = read::<u8>(b"[1]:\n  - 1\n  - \xc3", &DecodeOptions::new(), capacity);
        let error = error.unwrap();
        assert!(rows.len() <= 1);
        assert_eq!((error.classify(), error.line(), error.column()), (Category::Eof, 3, 5), "{error}");
    }
}

#[test]
fn a_type_that_rows_are_none_of() {
    let (rows, error) = read::<u8>(b"[3]:\n  - 1\n  - two\n  - 3", &DecodeOptions::new(), 4);
    assert_eq!(rows, [1]);
    let error = error.unwrap();
    assert_eq!((error.line(), error.column(), error.path()), (3, 5, Some("[1]")));
}

/// As much of the cause as the lines in memory show.
#[test]
fn suggestions() {
    let suggestion = |text: &str, capacity| {
        let error = read::<serde_json::Value>(text.as_bytes(), &DecodeOptions::new(), capacity).1.unwrap();
        error.suggestion().unwrap_or_default().into_owned()
    };
    assert_eq!(suggestion("[2]{id}:\n1\n2", 99), "indent the rows below the header by 2 spaces");
    // The first row is no longer in memory.
    let advice = "indent the rest of the rows below the header by 2 spaces";
    assert_eq!(suggestion("[3]{id}:\n  1\n  2\n3", 1), advice);
}
