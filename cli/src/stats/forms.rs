//! A file in each form.

use crate::args::From;
use crate::failure::Failure;
use crate::formats::csv::{Record, Records};
use crate::formats::json::{Style, restyled};
use crate::formats::{self, csv, toml, yaml};
use crate::input::Input;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Seek};
use toon::{DecodeOptions, Delimiter, EncodeOptions, json};

const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    PrettyJson,
    CompactJson,
    Yaml,
    Csv,
    Toon,
    ToonTab,
    ToonPipe,
}

impl Form {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Form::PrettyJson => "JSON",
            Form::CompactJson => "JSON, compact",
            Form::Yaml => "YAML",
            Form::Csv => "CSV",
            Form::Toon => "TOON",
            Form::ToonTab => "TOON, tabs",
            Form::ToonPipe => "TOON, pipes",
        }
    }

    pub(crate) fn key(self) -> &'static str {
        match self {
            Form::PrettyJson => "json",
            Form::CompactJson => "json_compact",
            Form::Yaml => "yaml",
            Form::Csv => "csv",
            Form::Toon => "toon",
            Form::ToonTab => "toon_tab",
            Form::ToonPipe => "toon_pipe",
        }
    }

    pub(crate) fn is_toon(self) -> bool {
        matches!(self, Form::Toon | Form::ToonTab | Form::ToonPipe)
    }
}

/// The forms that the input has.
pub(crate) fn forms(input: Input) -> Result<Vec<(Form, String)>, Failure> {
    let name = input.name.clone();
    let json = json(input)?;
    let refuse = |error: toon::Error| Failure::toon(&name, &error, &json);
    let toon = |delimiter| json::to_toon(&json, &EncodeOptions::new().delimiter(delimiter)).map_err(refuse);
    let comma = toon(Delimiter::Comma)?;
    // Rather than the JSON, which may have numbers that no other reader has a place for.
    let value: Value = DecodeOptions::new().from_str(&comma).map_err(refuse)?;
    let mut forms = vec![
        (Form::PrettyJson, restyled(&json, Style::Pretty { indent: 2, outer: 0 })),
        (Form::CompactJson, restyled(&json, Style::Compact)),
        (Form::Yaml, yaml::write(&name, &value)?),
    ];
    forms.extend(flat(&value).map(|csv| (Form::Csv, csv)));
    forms.push((Form::Toon, comma));
    forms.push((Form::ToonTab, toon(Delimiter::Tab)?));
    forms.push((Form::ToonPipe, toon(Delimiter::Pipe)?));
    Ok(forms)
}

/// What the input says, as JSON.
fn json(mut input: Input) -> Result<String, Failure> {
    let name = input.name.clone();
    let is_toon = match input.extension().as_deref() {
        Some("toon") => true,
        Some(_) if formats::by_extension(&input).is_some() => false,
        _ => !crate::convert::is_json(input.head()?),
    };
    if is_toon {
        let text = formats::text(input)?;
        return json::from_toon(&text, &DecodeOptions::new())
            .map_err(|error| Failure::toon(&name, &error, &text));
    }
    match formats::by_extension(&input).unwrap_or(From::Json) {
        From::Json => {
            let text = formats::text(input)?;
            Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
        }
        From::Ndjson => array(&name, input.twice()?),
        From::Csv => array(&name, BufReader::new(csv::to_lines(&name, input.reader(1))?)),
        From::Toml => Ok(toml::read(&name, &formats::text(input)?)?.to_string()),
        From::Yaml => Ok(yaml::read(&name, &formats::text(input)?)?.to_string()),
    }
}

/// Lines of JSON as one array.
fn array<R: BufRead + Seek>(name: &str, mut lines: R) -> Result<String, Failure> {
    // Each of them has to be a value of its own.
    let checked = json::lines_to_toon_writer(&mut lines, &mut io::sink(), &EncodeOptions::new());
    checked.map_err(|error| Failure::lines(name, &error, &mut lines))?;
    let refuse = |error| Failure::file("read", name, &error);
    lines.rewind().map_err(refuse)?;
    let mut json = String::from("[");
    let mut separator = "";
    for line in lines.lines() {
        let line = line.map_err(refuse)?;
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        if !line.is_empty() {
            json.push_str(separator);
            json.push_str(line);
            separator = ",\n";
        }
    }
    json.push(']');
    Ok(json)
}

/// CSV of an array of flat objects, or of an object that has nothing else.
fn flat(value: &Value) -> Option<String> {
    let elements = match value {
        Value::Array(elements) => elements,
        Value::Object(entries) if entries.len() == 1 => entries.values().next()?.as_array()?,
        _ => return None,
    };
    if elements.is_empty() {
        return None;
    }
    let mut records = Records::new(Vec::new());
    for element in elements {
        let record: Record = serde_json::from_str(&element.to_string()).ok()?;
        records.write(&record).ok()?;
    }
    String::from_utf8(records.finish().ok()?).ok()
}
