//! The input of `encode`, in the form in which it is encoded.

use super::{foreign, header};
use crate::args::Reading;
use crate::failure::Failure;
use crate::report;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::Cursor;
use toon::{DecodeOptions, EncodeOptions, json};
use toon_formats::Format;
use toon_formats::Input;
use toon_formats::json::non_finite;
use toon_formats::json::values::{self, Found};
use toon_formats::lines::Lines;
use toon_formats::{csv, detect, jsonc, toml, yaml};
use toon_normal::Text;

/// What is encoded.
pub(crate) enum Source {
    /// A value that is in memory.
    Whole(Document),
    /// One JSON value per line, which are the elements of an array.
    Lines(Lines),
}

/// How a source is read.
pub(crate) struct Opening<'a> {
    pub(crate) reading: &'a Reading,
    /// The number of records of CSV that are read at most.
    pub(crate) records: usize,
    /// Their selected fields must be in the header of CSV.
    pub(crate) options: &'a EncodeOptions,
    /// Say the types of the columns of CSV.
    pub(crate) explains: bool,
}

impl Opening<'_> {
    /// Reads the input.
    pub(crate) fn read(&self, mut input: Input) -> Result<Source, Failure> {
        let reading = self.reading;
        let name = input.name.clone();
        let from = reading.format(&mut input)?;
        foreign::expect_data(reading, from, &mut input)?;
        if !matches!(from, Format::Csv | Format::Tsv) {
            reading.csv.ignore(&name);
        }
        if input.is_blank()? {
            if from == Format::Json {
                return Err(Failure::Input(format!("{name} is empty, expected JSON")));
            }
            report::note(&format!("{name} is empty"));
        }
        self.explain(from, &mut input)?;
        let (joins, non_finite) = (reading.join_pages, reading.lossy.non_finite);
        Ok(match from {
            Format::Ndjson if !joins => Source::Lines(Lines::new(input.twice()?).non_finite(non_finite)),
            Format::Ndjson | Format::Values => {
                Source::Lines(Lines::of_values(input.twice()?, joins).non_finite(non_finite))
            }
            from @ (Format::Csv | Format::Tsv) => Source::Lines(self.csv(input, from)?),
            Format::Json => {
                let is_jsonc = reading.is_jsonc(&input);
                let text = toon_formats::text::read(input)?;
                let text = if is_jsonc { jsonc::to_json(&name, &text)? } else { text };
                if values::follow(&text, true, non_finite) {
                    several(&name, false, joins);
                    return Ok(Source::Lines(
                        Lines::of_values(Cursor::new(text), joins).non_finite(non_finite),
                    ));
                }
                // A mistake is reported in its place.
                if joins && json::to_toon(&text, &EncodeOptions::new()).is_ok() {
                    report::ignored(&["--join-pages"], &format!("{name} is a single value"));
                }
                Source::Whole(Document::Json(match non_finite::to_json(&name, &text, non_finite)? {
                    Cow::Owned(json) => json,
                    Cow::Borrowed(_) => text,
                }))
            }
            Format::Toml => Source::Whole(Document::Value(toml::read(
                &name,
                &toon_formats::text::read(input)?,
                reading.lossy.options(),
            )?)),
            Format::Yaml => Source::Whole(Document::Value(yaml::read(
                &name,
                &toon_formats::text::read(input)?,
                reading.lossy.options(),
            )?)),
            Format::Toon => {
                let is_detected = reading.from.is_none() && input.format().is_none();
                let json = decoded(&name, &toon_formats::text::read(input)?)?;
                if is_detected && json.starts_with('"') {
                    // To TOON, any line of text is a string.
                    return Err(Failure::Input(format!(
                        "{name} is text, expected JSON or TOON; to encode a string, put it in double quotes"
                    )));
                }
                Source::Whole(Document::Json(json))
            }
        })
    }
}

impl Opening<'_> {
    /// Says how JSON is read if that is not evident.
    fn explain(&self, from: Format, input: &mut Input) -> Result<(), Failure> {
        let (reading, name) = (self.reading, input.name.clone());
        match from {
            Format::Values | Format::Ndjson if reading.join_pages => {}
            Format::Values if values::is_sequence(input.head()?) => {
                report::note(&format!(
                    "{name} is a sequence of JSON values, so it is read as a list of them"
                ));
            }
            Format::Values => {
                let found = values::look(input, true, reading.lossy.non_finite)?;
                several(&name, found == Found::Several { are_arrays: true }, false);
            }
            Format::Ndjson if reading.from.is_none() && input.format() != Some(Format::Ndjson) => {
                let is_named_json = input.extension().as_deref() == Some("json");
                let has_pages = values::are_pages(input.head()?);
                if is_named_json || has_pages {
                    let help = if has_pages { JOIN } else { "" };
                    report::note(&format!(
                        "{name} contains one JSON value per line, so it is read as NDJSON{help}"
                    ));
                }
            }
            Format::Json | Format::Ndjson => {}
            _ if reading.join_pages => {
                report::ignored(&["--join-pages"], &format!("{name} is {}, not JSON", from.name()));
            }
            _ => {}
        }
        Ok(())
    }

    fn csv(&self, input: Input, from: Format) -> Result<Lines, Failure> {
        let name = input.name.clone();
        let options = self.reading.csv.options();
        let mut notes = Vec::new();
        let lines = csv::to_lines(input, from, &options, self.records, &mut |note, advice| {
            notes.push(if advice.is_empty() { note.to_owned() } else { format!("{note}; {advice}") });
        });
        if let Ok(lines) = &lines {
            let typed = options.column_types.iter().map(|(field, _)| field.as_str());
            header::check(&name, lines.fields(), self.options, typed)?;
        }
        for note in &notes {
            report::note(note);
        }
        let lines = lines?;
        if self.explains {
            for decision in lines.decisions() {
                report::note(&format!("{name}: {decision}"));
            }
        }
        Ok(Lines::new(lines))
    }
}

/// How to read arrays that follow one another as one.
const JOIN: &str = "; to join the arrays, use --join-pages";

/// Says that there are several values, unless that is known.
fn several(name: &str, are_arrays: bool, joins: bool) {
    if !joins {
        let help = if are_arrays { JOIN } else { "" };
        report::note(&format!("{name} contains several JSON values, so it is read as a list of them{help}"));
    }
}

/// The value of TOON as JSON.
fn decoded(name: &str, text: &str) -> Result<String, Failure> {
    let json = if toon_normal::is_marked(text) {
        report::note(&format!("expanded {name} from its normal form"));
        toon_normal::to_json(text)
    } else {
        json::from_toon(text, &DecodeOptions::new())
    };
    json.map_err(|error| foreign::refuse(name, &error, text))
}

impl Reading {
    /// The format of the input: as requested, by its name, or by its content.
    pub(crate) fn format(&self, input: &mut Input) -> Result<Format, Failure> {
        let named = input.format();
        if let Some(format) = self.from.or(named).filter(|format| *format != Format::Json) {
            return Ok(format);
        }
        if self.is_jsonc(input) {
            return Ok(Format::Json);
        }
        if self.from.is_none() && detect::is_ndjson(input.first_lines()?) {
            let span_lines = values::span_lines(input.head()?, self.lossy.non_finite);
            return Ok(if span_lines { Format::Values } else { Format::Ndjson });
        }
        let is_stated = self.from.or(named).is_some();
        let found = values::look(input, is_stated, self.lossy.non_finite)?;
        Ok(if matches!(found, Found::Several { .. }) {
            Format::Values
        } else if is_stated || detect::is_json(input.head()?) {
            Format::Json
        } else {
            Format::Toon
        })
    }

    /// Whether JSON may contain comments.
    fn is_jsonc(&self, input: &Input) -> bool {
        self.jsonc || input.extension().as_deref() == Some("jsonc")
    }
}

/// A value that is in memory.
pub(crate) enum Document {
    /// JSON text, which is parsed only when needed.
    Json(String),
    Value(Value),
}

impl Document {
    pub(crate) fn to_json(&self) -> Cow<'_, str> {
        match self {
            Document::Json(json) => Cow::Borrowed(json),
            Document::Value(value) => Cow::Owned(value.to_string()),
        }
    }

    pub(crate) fn json(&self) -> Option<&str> {
        match self {
            Document::Json(json) => Some(json),
            Document::Value(_) => None,
        }
    }

    pub(crate) fn to_toon(&self, options: &EncodeOptions) -> toon::Result<String> {
        match self {
            Document::Json(json) => json::to_toon(json, options),
            Document::Value(value) => options.to_string(value),
        }
    }

    pub(crate) fn to_form(&self, options: &toon_normal::Options<'_>) -> toon::Result<Text> {
        match self {
            Document::Json(json) => options.from_json(json),
            Document::Value(value) => options.to_string(value),
        }
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Document::Json(json) => {
                serde_json::from_str::<&RawValue>(json).map_err(S::Error::custom)?.serialize(serializer)
            }
            Document::Value(value) => value.serialize(serializer),
        }
    }
}
