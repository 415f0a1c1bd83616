//! Writes a file in each form.

use crate::args::{CsvReading, From, Lossy, Tokenizer};
use crate::failure::Failure;
use crate::formats::csv::{Record, Records};
use crate::formats::json::{Style, restyled};
use crate::formats::{self, BYTE_ORDER_MARK, array, csv, toml, yaml};
use crate::input::Input;
use crate::{report, tokens};
use serde_json::Value;
use toon::normal::Level;
use toon::{DecodeOptions, Delimiter, EncodeOptions, json, normal};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    PrettyJson,
    CompactJson,
    Yaml,
    Csv,
    Toon,
    ToonTab,
    ToonPipe,
    Legible,
    Dense,
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
            Form::Legible => "Normal form",
            Form::Dense => "Normal, dense",
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
            Form::Legible => "normal",
            Form::Dense => "normal_dense",
        }
    }

    pub(crate) fn is_toon(self) -> bool {
        !matches!(self, Form::PrettyJson | Form::CompactJson | Form::Yaml | Form::Csv)
    }
}

/// The input in each form. `None` for a normal form that is not smaller than TOON.
pub(crate) fn forms(input: Input, tokenizer: Tokenizer) -> Result<Vec<(Form, Option<String>)>, Failure> {
    let name = input.name.clone();
    let json = json(input)?;
    let refuse = |error: toon::Error| Failure::toon(&name, &error, &json);
    let toon = |delimiter| json::to_toon(&json, &EncodeOptions::new().delimiter(delimiter)).map_err(refuse);
    let comma = toon(Delimiter::Comma)?;
    // Converted from TOON, since the JSON may contain numbers that other readers cannot represent.
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
    let mut forms: Vec<_> = forms.into_iter().map(|(form, text)| (form, Some(text))).collect();
    for (form, level) in [(Form::Legible, Level::Legible), (Form::Dense, Level::Dense)] {
        let options = normal::Options::new().level(level);
        let options = options.measure(|text| tokens::count(text, tokenizer).unwrap_or(text.len()));
        let written = options.from_json(&json).map_err(refuse)?;
        forms.push((form, (written.form == normal::Form::Normal).then_some(written.text)));
    }
    Ok(forms)
}

/// The value of the input as JSON.
fn json(mut input: Input) -> Result<String, Failure> {
    let name = input.name.clone();
    let is_toon = match input.extension().as_deref() {
        Some("toon") => true,
        Some(_) if formats::by_extension(&input).is_some() => false,
        _ => !crate::convert::is_json(input.head()?),
    };
    if is_toon {
        let text = formats::text(input)?;
        let json = if normal::is_marked(&text) {
            report::note(&format!("expanded {name} from its normal form"));
            normal::to_json(&text)
        } else {
            json::from_toon(&text, &DecodeOptions::new())
        };
        return json.map_err(|error| Failure::toon(&name, &error, &text));
    }
    match formats::by_extension(&input).unwrap_or(From::Json) {
        From::Json => {
            let text = formats::text(input)?;
            Ok(text.strip_prefix(BYTE_ORDER_MARK).map(str::to_owned).unwrap_or(text))
        }
        From::Ndjson => array(&name, input.twice()?),
        from @ (From::Csv | From::Tsv) => array(&name, csv::to_lines(input, from, &CsvReading::default())?),
        From::Toml => Ok(toml::read(&name, &formats::text(input)?, Lossy::ALL)?.to_string()),
        From::Yaml => Ok(yaml::read(&name, &formats::text(input)?, Lossy::ALL)?.to_string()),
    }
}

/// CSV, if the value is an array of flat objects, or an object that contains only such an array.
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
