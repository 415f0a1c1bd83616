//! Reads documents of several formats as JSON.

use crate::files;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use toon_formats::json::values::{self, Found};
use toon_formats::lines::Lines;
use toon_formats::{Format, Input, Lossy, NonFinite, Prose, csv, detect, lines, yaml};

/// What a document is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Data(Format),
    /// A text in a file of ours: a list of its lines.
    Text,
}

/// Opens a document. `None` and `-` are standard input.
pub(crate) fn open(file: Option<&Path>) -> Result<(Input, Kind), String> {
    let mut input = Input::open(file).map_err(of_error)?;
    input.expect_text().map_err(of_error)?;
    if let Some(format) = input.format() {
        let is_list = format == Format::Json && has_several(&mut input, true)?;
        return Ok((input, Kind::Data(if is_list { Format::Values } else { format })));
    }
    if file.is_some_and(files::is_stored_text) {
        return Ok((input, Kind::Text));
    }
    let is_list = has_several(&mut input, false)?;
    let name = input.name.clone();
    let head = input.first_lines().map_err(of_error)?;
    if let Some(found) = Prose::of(head) {
        return Err(format!("{name} looks like {found}, expected JSON or TOON"));
    }
    let format = if detect::is_ndjson(head) && !values::span_lines(head, NonFinite::Error) {
        Format::Ndjson
    } else if is_list {
        Format::Values
    } else if detect::is_json(head) {
        Format::Json
    } else {
        Format::Toon
    };
    Ok((input, Kind::Data(format)))
}

fn has_several(input: &mut Input, any: bool) -> Result<bool, String> {
    let found = values::look(input, any, NonFinite::Error).map_err(of_error)?;
    Ok(matches!(found, Found::Several { .. }))
}

/// The whole document, as JSON text. It has at most `max` bytes. What a reader should know about how it was read
/// is passed to `note`.
pub(crate) fn json(input: Input, kind: Kind, max: u64, note: &mut dyn FnMut(&str)) -> Result<String, String> {
    let name = input.name.clone();
    let text = |input| text(input, max);
    let Kind::Data(format) = kind else {
        let text = text(input)?;
        return serde_json::to_string(&text.lines().collect::<Vec<_>>()).map_err(|error| error.to_string());
    };
    match format {
        Format::Csv | Format::Tsv => {
            let rows =
                csv::to_lines(input, format, &csv::Options::default(), usize::MAX, &mut |text, _| note(text))
                    .map_err(of_error)?;
            lines::array(&name, &mut Lines::new(rows)).map_err(of_error)
        }
        Format::Ndjson => {
            let mut text = text(input)?;
            // A value for each line.
            text.insert(0, ' ');
            lines::array(&name, &mut Lines::new(Cursor::new(text))).map_err(of_error)
        }
        Format::Json | Format::Values => {
            let text = text(input)?;
            if matches!(format, Format::Json) && !values::follow(&text, true, NonFinite::Error) {
                return Ok(text);
            }
            lines::array(&name, &mut Lines::of_values(Cursor::new(text), false)).map_err(of_error)
        }
        Format::Yaml => Ok(yaml::read(&name, &text(input)?, Lossy::default()).map_err(of_error)?.to_string()),
        Format::Toml => Ok(toon_formats::toml::read(&name, &text(input)?, Lossy::default())
            .map_err(of_error)?
            .to_string()),
        Format::Toon => {
            let toon = text(input)?;
            toon_normal::to_json(&toon).map_err(|error| format!("{name}: {error}"))
        }
    }
}

/// The rows of a document, as JSON text that [`Rows`](crate::Rows) reads.
pub(crate) fn rows(
    input: Input,
    kind: Kind,
    max: u64,
    note: &mut dyn FnMut(&str),
) -> Result<Box<dyn BufRead>, String> {
    let Kind::Data(format) = kind else { return Ok(Box::new(Cursor::new(json(input, kind, max, note)?))) };
    Ok(match format {
        Format::Json | Format::Ndjson => Box::new(BufReader::with_capacity(1 << 16, input.reader(1))),
        Format::Values => Box::new(Lines::of_values(input.twice().map_err(of_error)?, false)),
        Format::Csv | Format::Tsv => Box::new(
            csv::to_lines(input, format, &csv::Options::default(), usize::MAX, &mut |text, _| note(text))
                .map_err(of_error)?,
        ),
        _ => Box::new(Cursor::new(json(input, kind, max, note)?)),
    })
}

fn text(input: Input, max: u64) -> Result<String, String> {
    let name = input.name.clone();
    let mut text = String::new();
    let mut reader = input.reader(1).take(max.saturating_add(1));
    reader.read_to_string(&mut text).map_err(|error| format!("{name}: {error}"))?;
    if text.len() as u64 > max {
        return Err(too_long(&name, max));
    }
    let without_mark = text.strip_prefix(toon_formats::BYTE_ORDER_MARK).map(str::to_owned);
    Ok(without_mark.unwrap_or(text))
}

fn too_long(name: &str, max: u64) -> String {
    let megabytes = max / 1_000_000;
    format!("{name} is longer than {megabytes} MB; --rows takes one row at a time, and any length")
}

#[allow(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
fn of_error(error: toon_formats::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_documents() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.json");
        std::fs::write(&file, "[1,2,3,4]").unwrap();
        let read = |max| {
            let (input, kind) = open(Some(&file)).unwrap();
            json(input, kind, max, &mut |_| {})
        };
        assert_eq!(read(9).unwrap(), "[1,2,3,4]");
        let error = read(8).unwrap_err();
        assert!(
            error.ends_with("a.json is longer than 0 MB; --rows takes one row at a time, and any length"),
            "{error}"
        );
        let (input, kind) = open(Some(&file)).unwrap();
        assert_eq!(rows(input, kind, 8, &mut |_| {}).unwrap().lines().count(), 1);
    }
}
