//! Reads documents of several formats as JSON.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use toon_formats::{Format, Input, Lossy, csv, detect, lines, yaml};

/// Opens a document. `None` and `-` are standard input.
pub(crate) fn open(file: Option<&Path>) -> Result<(Input, Format), String> {
    let mut input = Input::open(file).map_err(of_error)?;
    if let Some(format) = input.format() {
        return Ok((input, format));
    }
    let head = input.first_lines().map_err(of_error)?;
    let format = if detect::is_ndjson(head) {
        Format::Ndjson
    } else if detect::is_json(head) {
        Format::Json
    } else {
        Format::Toon
    };
    Ok((input, format))
}

/// The whole document, as JSON text.
pub(crate) fn json(input: Input, format: Format) -> Result<String, String> {
    let name = input.name.clone();
    match format {
        Format::Csv | Format::Tsv => {
            let rows = csv::to_lines(input, format, &csv::Options::default(), usize::MAX, &mut |_| {})
                .map_err(of_error)?;
            lines::array(&name, rows).map_err(of_error)
        }
        Format::Ndjson => {
            let mut text = text(input)?;
            // A value for each line.
            text.insert(0, ' ');
            lines::array(&name, Cursor::new(text)).map_err(of_error)
        }
        Format::Json => text(input),
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
pub(crate) fn rows(input: Input, format: Format) -> Result<Box<dyn BufRead>, String> {
    Ok(match format {
        Format::Json | Format::Ndjson => Box::new(BufReader::with_capacity(1 << 16, input.reader(1))),
        Format::Csv | Format::Tsv => Box::new(
            csv::to_lines(input, format, &csv::Options::default(), usize::MAX, &mut |_| {})
                .map_err(of_error)?,
        ),
        _ => Box::new(Cursor::new(json(input, format)?)),
    })
}

fn text(input: Input) -> Result<String, String> {
    let name = input.name.clone();
    let mut text = String::new();
    let mut reader = input.reader(1);
    reader.read_to_string(&mut text).map_err(|error| format!("{name}: {error}"))?;
    let without_mark = text.strip_prefix(toon_formats::BYTE_ORDER_MARK).map(str::to_owned);
    Ok(without_mark.unwrap_or(text))
}

#[allow(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
fn of_error(error: toon_formats::Error) -> String {
    error.to_string()
}
