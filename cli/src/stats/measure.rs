//! Measures a file in each form, without holding more than one of them in memory.

use super::forms::Form;
use super::measured::{Measured, Sizes};
use crate::args::{Reading, Stats, Tokenizer};
use crate::convert::foreign::expect_data;
use crate::convert::{Document, Opening, Source};
use crate::failure::Failure;
use crate::progress;
use crate::tokens::{self, Counter, Size};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, Read, Seek as _, Write};
use toon::{DecodeOptions, Delimiter, EncodeOptions};
use toon_formats::Format;
use toon_formats::Input;
use toon_formats::csv::{Record, Records};
use toon_formats::json::{self, Style};
use toon_formats::lines::Lines;
use toon_formats::yaml;
use toon_normal::Level;

/// The maximum size of NDJSON that is written in the normal form, in bytes: that holds it in
/// memory, and takes about twenty times as much.
const MAX_NORMAL: usize = 8 << 20;

const PRETTY: Style = Style::Pretty { indent: 2, outer: 0 };
const PRETTY_ELEMENT: Style = Style::Pretty { indent: 2, outer: 1 };

const DELIMITERS: [(Form, Delimiter); 3] =
    [(Form::Toon, Delimiter::Comma), (Form::ToonTab, Delimiter::Tab), (Form::ToonPipe, Delimiter::Pipe)];

pub(crate) fn measure(mut input: Input, args: &Stats) -> Result<Measured, Failure> {
    let mut format = args.reading.format(&mut input)?;
    expect_data(&args.reading, format, &mut input)?;
    let is_all = args.selecting.is_all();
    let again = if is_all { Some(input.read_twice()?) } else { None };
    let mut measuring = Measuring {
        name: input.name.clone(),
        is_only: args.files.len() < 2,
        tokenizer: args.tokenizer,
        sizes: Vec::new(),
        left_out: None,
    };
    let reading = Reading { from: Some(format), ..args.reading.clone() };
    let opening = Opening {
        reading: &reading,
        records: args.selecting.records(),
        options: &EncodeOptions::new(),
        explains: false,
    };
    let mut source = opening.read(input)?;
    if !is_all {
        let refuse = |error: &toon::Error, document: &Document| {
            refused(&measuring.name, error, document.json().unwrap_or_default())
        };
        source = args.selecting.of_source(&measuring.name, source, refuse)?;
        format = if matches!(source, Source::Whole(_)) { Format::Json } else { Format::Ndjson };
    }
    match source {
        Source::Whole(document) => {
            measuring.whole(&document)?;
            if !is_all {
                measuring.given(document.to_json().as_bytes())?;
            }
        }
        Source::Lines(mut lines) => {
            measuring.lines(&mut lines)?;
            if !is_all {
                lines.rewind().map_err(|error| Failure::file("read", &measuring.name, &error))?;
                measuring.given(lines)?;
            }
        }
    }
    if let Some(again) = again {
        measuring.given(again.open()?.reader(1))?;
    }
    Ok(measuring.done(format))
}

struct Measuring {
    name: String,
    /// Whether it is the only file.
    is_only: bool,
    tokenizer: Tokenizer,
    sizes: Sizes,
    left_out: Option<String>,
}

impl Measuring {
    fn counter(&self) -> Counter {
        Counter::new(self.tokenizer)
    }

    /// Shows which form is measured. Those that are left out are skipped.
    fn step(&self, form: Form) {
        let index = Form::STEPS.iter().position(|step| *step == form).unwrap_or_default();
        let what =
            if self.is_only { form.name().to_owned() } else { format!("{}: {}", self.name, form.name()) };
        progress::step(index + 1, Form::STEPS.len(), &what);
    }

    fn add(&mut self, form: Form, size: Option<Size>) {
        self.sizes.push((form, size));
    }

    /// Sorts the forms.
    fn done(self, format: Format) -> Measured {
        let size = |form: Form| self.sizes.iter().find(|(other, _)| *other == form).copied();
        let sizes: Sizes = Form::ALL.into_iter().filter_map(size).collect();
        Measured::new(self.name, format, sizes, self.left_out)
    }

    /// Measures the input as it was given.
    fn given(&mut self, mut input: impl Read) -> Result<(), Failure> {
        self.step(Form::Input);
        let mut counter = self.counter();
        let copied = io::copy(&mut input, &mut counter);
        copied.map_err(|error| Failure::file("read", &self.name, &error))?;
        self.add(Form::Input, Some(counter.finish()));
        Ok(())
    }

    /// Measures a value that is in memory.
    fn whole(&mut self, document: &Document) -> Result<(), Failure> {
        let json = &*document.to_json();
        let name = self.name.clone();
        let refuse = |error: toon::Error| refused(&name, &error, json);
        for (form, delimiter) in DELIMITERS {
            self.step(form);
            let text =
                toon::json::to_toon(json, &EncodeOptions::new().delimiter(delimiter)).map_err(refuse)?;
            let size = self.text(&text);
            self.add(form, Some(size));
        }
        for (form, style) in [(Form::PrettyJson, PRETTY), (Form::CompactJson, Style::Compact)] {
            self.step(form);
            let mut counter = self.counter();
            let written =
                json::write(json.trim_start_matches(toon_formats::BYTE_ORDER_MARK), style, &mut counter);
            written.map_err(|error| Failure::file("measure", &name, &error))?;
            self.add(form, Some(counter.finish()));
        }
        self.step(Form::Yaml);
        let json = json.trim_start_matches(toon_formats::BYTE_ORDER_MARK);
        let yaml = match elements(json) {
            Some(elements) => {
                let mut yaml = Yaml::new(self.tokenizer);
                for element in &elements {
                    yaml.write(&self.name, element.get())?;
                }
                yaml.finish()
            }
            None => self.text(&yaml::text(&name, &value(&name, json)?)?),
        };
        self.add(Form::Yaml, Some(yaml));
        self.step(Form::Csv);
        if let Some(elements) = elements(json).or_else(|| only_entry(json)) {
            let mut csv = CsvTable::new(self.tokenizer);
            for element in &elements {
                csv.write(element.get());
            }
            self.csv(csv);
        }
        self.normal(json)
    }

    /// Measures NDJSON. Only one line is in memory at a time.
    fn lines(&mut self, lines: &mut Lines) -> Result<(), Failure> {
        let name = self.name.clone();
        let failed = |error| Failure::file("read", &name, &error);
        // First, since this finds mistakes.
        for (form, delimiter) in DELIMITERS {
            self.step(form);
            let mut counter = self.counter();
            lines.rewind().map_err(failed)?;
            let options = EncodeOptions::new().delimiter(delimiter);
            let written = toon::json::lines_to_toon_writer(&mut *lines, &mut counter, &options);
            written.map_err(|error| lines.refuse(&name, error))?;
            self.add(form, Some(counter.finish()));
        }
        for (form, style) in [(Form::PrettyJson, PRETTY_ELEMENT), (Form::CompactJson, Style::Compact)] {
            self.step(form);
            let mut array = Array { counter: self.counter(), style, is_empty: true };
            each(lines, |json| array.write(json).map_err(failed))?;
            self.add(form, Some(array.finish().map_err(failed)?));
        }
        self.step(Form::Yaml);
        let mut yaml = Yaml::new(self.tokenizer);
        each(lines, |json| yaml.write(&name, json))?;
        self.add(Form::Yaml, Some(yaml.finish()));
        self.step(Form::Csv);
        let mut csv = CsvTable::new(self.tokenizer);
        each(lines, |json| {
            csv.write(json);
            Ok(())
        })?;
        self.csv(csv);
        let compact = self.sizes.iter().find(|(form, _)| *form == Form::CompactJson);
        if compact.and_then(|(_, size)| *size).is_some_and(|size| size.bytes <= MAX_NORMAL) {
            lines.rewind().map_err(failed)?;
            return self.normal(&toon_formats::lines::array(&name, lines)?);
        }
        self.add(Form::Legible, None);
        self.add(Form::Dense, None);
        self.left_out = Some(format!(
            "the normal form is left out, since more than {} MiB would be held in memory",
            MAX_NORMAL >> 20
        ));
        Ok(())
    }

    fn text(&self, text: &str) -> Size {
        let mut counter = self.counter();
        // Writing to a counter never fails.
        let _ = counter.write_all(text.as_bytes());
        counter.finish()
    }

    fn csv(&mut self, csv: CsvTable) {
        if let Some(size) = csv.finish() {
            self.add(Form::Csv, Some(size));
        }
    }

    /// Measures both levels of the normal form, if they are smaller than TOON.
    fn normal(&mut self, json: &str) -> Result<(), Failure> {
        for (form, level) in [(Form::Legible, Level::Legible), (Form::Dense, Level::Dense)] {
            self.step(form);
            let tokenizer = self.tokenizer;
            let options = toon_normal::Options::new().level(level);
            let options = options.measure(|text| tokens::count(text, tokenizer).unwrap_or(text.len()));
            let written = options.from_json(json).map_err(|error| Failure::toon(&self.name, &error, json))?;
            let is_smaller = written.form == toon_normal::Form::Normal;
            let size = is_smaller.then(|| self.text(&written.text));
            self.add(form, size);
        }
        Ok(())
    }
}

/// JSON that cannot be measured.
fn refused(name: &str, error: &toon::Error, json: &str) -> Failure {
    Failure::toon_with_help(name, error, json, json::non_finite::advice(json, error))
}

/// Calls `write` with each line, which contains a value.
fn each(lines: &mut Lines, mut write: impl FnMut(&str) -> Result<(), Failure>) -> Result<(), Failure> {
    let failed = |error| Failure::file("read", "the input again", &error);
    lines.rewind().map_err(failed)?;
    for line in toon_formats::lines::values(lines) {
        write(&line.map_err(failed)?)?;
    }
    Ok(())
}

/// The elements of a root array.
fn elements(json: &str) -> Option<Vec<&RawValue>> {
    json.trim_start().starts_with('[').then(|| serde_json::from_str(json).ok())?
}

/// The elements of an array that is all that a root object contains.
fn only_entry(json: &str) -> Option<Vec<&RawValue>> {
    let entries: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
    match entries.into_values().collect::<Vec<_>>()[..] {
        [value] => elements(value.get()),
        _ => None,
    }
}

/// The value of JSON, which may contain numbers that other readers cannot represent: so it is read
/// as TOON.
fn value(name: &str, json: &str) -> Result<Value, Failure> {
    let refuse = |error: toon::Error| Failure::toon(name, &error, json);
    let text = toon::json::to_toon(json, &EncodeOptions::new()).map_err(refuse)?;
    DecodeOptions::new().from_str(&text).map_err(refuse)
}

/// A JSON array that is written element by element.
struct Array {
    counter: Counter,
    style: Style,
    is_empty: bool,
}

impl Array {
    fn write(&mut self, json: &str) -> io::Result<()> {
        let separator: &[u8] = match (self.style, self.is_empty) {
            (Style::Compact, true) => b"[",
            (Style::Compact, false) => b",",
            (Style::Pretty { .. }, true) => b"[\n  ",
            (Style::Pretty { .. }, false) => b",\n  ",
        };
        self.is_empty = false;
        self.counter.write_all(separator)?;
        json::write(json, self.style, &mut self.counter)
    }

    fn finish(mut self) -> io::Result<Size> {
        let end: &[u8] = match (self.style, self.is_empty) {
            (_, true) => b"[]",
            (Style::Compact, false) => b"]",
            (Style::Pretty { .. }, false) => b"\n]",
        };
        self.counter.write_all(end)?;
        Ok(self.counter.finish())
    }
}

/// A YAML list that is written item by item.
struct Yaml {
    counter: Counter,
    is_empty: bool,
}

impl Yaml {
    fn new(tokenizer: Tokenizer) -> Self {
        Yaml { counter: Counter::new(tokenizer), is_empty: true }
    }

    fn write(&mut self, name: &str, json: &str) -> Result<(), Failure> {
        let item = yaml::item(name, &value(name, json)?)?;
        self.is_empty = false;
        // Writing to a counter never fails.
        let _ = self.counter.write_all(item.as_bytes());
        Ok(())
    }

    fn finish(mut self) -> Size {
        if self.is_empty {
            let _ = self.counter.write_all(b"[]");
        }
        self.counter.finish()
    }
}

/// CSV that is written record by record. Dropped if a record does not fit.
struct CsvTable {
    records: Option<Records<Counter>>,
    is_empty: bool,
}

impl CsvTable {
    fn new(tokenizer: Tokenizer) -> Self {
        CsvTable { records: Some(Records::new(Counter::new(tokenizer))), is_empty: true }
    }

    fn write(&mut self, json: &str) {
        self.is_empty = false;
        if let Some(records) = &mut self.records {
            let record = toon::json::to_toon(json, &EncodeOptions::new())
                .and_then(|text| toon::json::from_toon(&text, &DecodeOptions::new()))
                .ok()
                .and_then(|json| serde_json::from_str::<Record>(&json).ok());
            let is_written = record.is_some_and(|record| records.write(&record).is_ok());
            if !is_written {
                self.records = None;
            }
        }
    }

    fn finish(self) -> Option<Size> {
        let records = self.records.filter(|_| !self.is_empty)?;
        Some(records.finish().ok()?.finish())
    }
}
