//! Rewriting lines of JSON: the result equals that of the array.

use super::fill;
use crate::rewrite::{Rewrite, Survey};
use std::io::{Cursor, Read, Seek, SeekFrom};
use toon::EncodeOptions;
use toon::json::{lines_to_toon_writer, to_toon};

fn by_lines(rewrite: &Rewrite, lines: &str, options: &EncodeOptions) -> toon::Result<(String, Survey)> {
    let mut reader = Cursor::new(lines);
    let survey = rewrite.survey_lines(&mut reader, options)?;
    let mut out = Vec::new();
    lines_to_toon_writer(rewrite.lines(reader, &survey, options)?, &mut out, options)?;
    Ok((String::from_utf8(out).unwrap(), survey))
}

#[track_caller]
pub(super) fn check_lines(rewrite: &Rewrite, lines: &[String], options: &EncodeOptions) {
    let whole = rewrite.apply(&format!("[{}]", lines.join(",")), options);
    let whole = whole.and_then(|whole| Ok((to_toon(&whole.json, options)?, whole)));
    // It is an error if no field matches, of both.
    let (expected, whole, toon, survey) = match (whole, by_lines(rewrite, &lines.join("\n"), options)) {
        (Ok((expected, whole)), Ok((toon, survey))) => (expected, whole, toon, survey),
        (whole, by_lines) => return assert!(whole.is_err() && by_lines.is_err(), "{lines:?}"),
    };
    assert_eq!(toon, expected, "{lines:?}");
    assert_eq!(survey.added(), whole.survey.added());
    assert_eq!(survey.added_fields(), whole.survey.added_fields());
    assert_eq!(survey.list_forms(), whole.survey.list_forms());
}

#[test]
fn blank_lines_and_marks() {
    let (toon, _) = by_lines(&fill(), "\u{feff}\n{\"a\":1}\r\n\n {\"b\":2} ", &EncodeOptions::new()).unwrap();
    assert_eq!(toon, "[2]{a,b}:\n  1,null\n  null,2");
    let (toon, _) = by_lines(&fill(), "", &EncodeOptions::new()).unwrap();
    assert_eq!(toon, "[]");
}

#[test]
fn lines_of_any_length() {
    let rows = |n: usize| match n % 20 {
        7 => format!("{{\"id\":{n},\"err\":\"{}\"}}", "x".repeat(n)),
        _ => format!("{{\"id\":{n}}}"),
    };
    check_lines(&fill(), &(0..20_000).map(|n| rows(n % 3_000)).collect::<Vec<_>>(), &EncodeOptions::new());
}

#[test]
fn lines_that_change() {
    let options = EncodeOptions::new();
    for other in
        ["{\"a\":1}\n{\"c\":2}", "{\"a\":1}\n{\"b\":[2]}", "{\"a\":1}\n{\"b\":{}}", "1\n[[]]", "{", "\u{0}"]
    {
        let survey = fill().survey_lines(Cursor::new("{\"a\":1}\n{\"b\":2}"), &options).unwrap();
        let lines = fill().lines(Cursor::new(other), &survey, &options).unwrap();
        let error = lines_to_toon_writer(lines, Vec::new(), &options).unwrap_err().to_string();
        assert!(error.starts_with("the input changed before it was read again: "), "{other:?}: {error}");
    }
    let survey = fill().survey_lines(Cursor::new("{\"a\":1}\n{\"b\":2}"), &options).unwrap();
    let mut lines = fill().lines(Cursor::new("{\"c\":1}"), &survey, &options).unwrap();
    let error = lines.read_to_string(&mut String::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the input changed before it was read again: the value changed after it was surveyed"
    );
    assert!(lines.seek(SeekFrom::End(0)).is_err());
}
