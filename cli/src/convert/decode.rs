//! Decoding.

use super::csv::{CsvWriting, Table};
use super::destination::{self, Written};
use super::foreign;
use super::select::list_in;
use super::several::Inputs;
use crate::answer::{self, AnswerDocument, Extract};
use crate::args::{Decode, Selecting, To};
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{self, Output};
use crate::pointer::{self, Pointer};
use crate::report;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::io::{BufRead, Seek, Write};
use std::path::Path;
use std::process::ExitCode;
use toon::{DecodeOptions, ErrorKind, Rows};
use toon_formats::Input;
use toon_formats::csv::{Lists, Record};
use toon_formats::detect::Root;
use toon_formats::json::walk::elements;
use toon_formats::json::{self, Style};
use toon_formats::yaml;

/// `toon decode`.
pub(crate) fn run(args: &Decode) -> Result<ExitCode, Failure> {
    let inputs = Inputs { common: &args.common, encoding: args.encoded.encoding };
    inputs.convert(|_| Ok(args.to.extension()), |input, output| convert(args, input, output))
}

fn convert(args: &Decode, input: Input, output: Option<&Path>) -> Result<Outcome, Failure> {
    let indent = usize::from(args.common.indent);
    let options = DecodeOptions::new()
        .indent(indent)
        .strict(!args.no_strict)
        .expand_paths(args.expand_paths)
        .detect_indent(args.detect_indent);
    let extract = match (args.answer.from_answer, args.no_strict) {
        (true, _) => Extract::Chosen(args.choosing),
        (false, true) => Extract::Fenced,
        (false, false) => Extract::Never,
    };
    if args.to != To::Csv {
        let lists = if args.lists == Lists::Error { None } else { Some("--lists") };
        let given: Vec<&str> =
            lists.into_iter().chain((args.key_column != "key").then_some("--key-column")).collect();
        report::ignored(&given, &format!("{} is not converted to CSV", input.name));
    }
    let decoding = Decoding {
        to: args.to,
        options,
        selecting: &args.selecting,
        csv: CsvWriting { key_column: &args.key_column, lists: args.lists },
        indent,
        lossy: args.no_strict,
        extract,
        as_is: args.as_is,
    };
    decoding.run(input, output)
}

/// What to decode to, and how.
pub(crate) struct Decoding<'a> {
    pub(crate) to: To,
    pub(crate) options: DecodeOptions,
    pub(crate) selecting: &'a Selecting,
    pub(crate) csv: CsvWriting<'a>,
    /// The number of spaces per level in indented JSON.
    pub(crate) indent: usize,
    /// Replace invalid UTF-8 with U+FFFD.
    pub(crate) lossy: bool,
    /// Read a document in the text.
    pub(crate) extract: Extract,
    /// Do not expand a normal form.
    pub(crate) as_is: bool,
}

impl Decoding<'_> {
    pub(crate) fn run(&self, mut input: Input, output: Option<&Path>) -> Result<Outcome, Failure> {
        destination::check(&input, None, output, Written::Decoded(self.to))?;
        let name = input.name.clone();
        let is_answer = matches!(self.extract, Extract::Chosen(_));
        if !is_answer && input.is_blank()? {
            report::note(&format!("{name} is empty, which is an empty object in TOON"));
        }
        let root = Root::of(input.head()?);
        // Short input is held in memory, so that nothing is written if it contains a mistake, and
        // the line of the mistake can be shown.
        let is_searched = !matches!(self.extract, Extract::Never);
        let outcome = if self.lossy || is_searched || root == Root::Other || input.all()?.is_some() {
            self.whole(&name, input.bytes()?, output)?
        } else {
            self.long(&name, input, root, output)?;
            Outcome::Complete
        };
        output::done("Decoded", &name, output);
        Ok(outcome)
    }

    /// Decodes input that is held in memory, or the document in it.
    fn whole(&self, name: &str, bytes: Vec<u8>, output: Option<&Path>) -> Result<Outcome, Failure> {
        let text = if self.lossy {
            String::from_utf8_lossy(&bytes).into_owned()
        } else {
            toon_formats::text::utf8(name, bytes)?
        };
        let AnswerDocument { text, outcome } = answer::document(name, &text, self.extract, &self.options)?;
        if !self.as_is && toon_normal::is_marked(&text) {
            let json = self.expand(name, &text)?;
            self.value(name, &self.selecting.of_json(name, &json)?, output)?;
            report::note(&format!(
                "expanded {name} from its normal form; use `toon decode --as-is` to keep it"
            ));
            return Ok(outcome);
        }
        let refuse = |error: toon::Error| foreign::refuse(name, &error, &text);
        let json = toon::json::from_toon(&text, &self.options).map_err(refuse)?;
        if self.to == To::Csv && Root::of(text.as_bytes()) != Root::Other && self.selecting.is_all() {
            // Report the place of an element that is not an object.
            for element in rows::<_, Record>(&self.options, text.as_bytes()) {
                element.map_err(refuse)?;
            }
        }
        self.value(name, &self.selecting.of_json(name, &json)?, output)?;
        if let Some(note) = foreign::note(name, &text, true) {
            report::note(&note);
        }
        Ok(outcome)
    }

    /// Expands a normal form to JSON.
    fn expand(&self, name: &str, text: &str) -> Result<String, Failure> {
        let options = toon_normal::Options::new().decode(self.options.clone());
        options.to_json(text).map_err(|error| match error.kind() {
            ErrorKind::UnsupportedOption { option, .. } => Failure::Usage(format!(
                "{name} is in normal form, which does not support {option}; use `toon decode --as-is` to read it as plain TOON"
            )),
            _ => Failure::toon(name, &error, text),
        })
    }

    /// Writes a value, which is given as compact JSON.
    fn value(&self, name: &str, json: &str, output: Option<&Path>) -> Result<(), Failure> {
        match self.to {
            To::Json | To::JsonPretty => self.json(json, output),
            To::Yaml => {
                let value = yaml::exact(name, json)?;
                if json.starts_with('[') {
                    return yaml_items(name, elements(json).map(Ok), output);
                }
                output::put(output, &[yaml::text(name, &value)?.as_bytes()])
            }
            To::Ndjson if json.starts_with('[') => self.list(elements(json).map(Ok), output),
            To::Ndjson => Err(self.no_array(name, json)),
            To::Csv => {
                let table = self.table(name, Some(json));
                let records = || table.records().ok_or_else(|| self.no_array(name, json));
                let columns = table.columns(records()?)?;
                output::put(output, &[&table.write(Some(columns), records()?, Vec::new())?])
            }
        }
    }

    fn json(&self, compact: &str, output: Option<&Path>) -> Result<(), Failure> {
        let mut out = Output::open(output)?;
        let written = match self.to {
            To::Json => out.write_all(compact.as_bytes()),
            _ => json::write(compact, self.style(0), &mut out),
        };
        written.and_then(|()| out.write_all(b"\n")).map_err(|error| out.failure(&error))?;
        out.finish()
    }

    fn no_array(&self, name: &str, json: &str) -> Failure {
        let lines = if self.to == To::Csv { "CSV" } else { "NDJSON" };
        let root = Pointer::default();
        let Pointer(segments) = self.selecting.at.as_ref().unwrap_or(&root);
        let place = if segments.is_empty() {
            name.to_owned()
        } else {
            format!("{name}: {}", pointer::write(segments))
        };
        let help = list_in(segments, json);
        Failure::Input(format!("{place} is not an array, which {lines} requires{help}"))
    }

    /// How a value is written as CSV.
    fn table<'t>(&'t self, name: &'t str, json: Option<&'t str>) -> Table<'t> {
        let at = self.selecting.at.as_ref().map_or(&[][..], |Pointer(segments)| segments);
        Table { name, writing: self.csv, at, json }
    }

    fn style(&self, outer: usize) -> Style {
        Style::Pretty { indent: self.indent, outer }
    }

    /// Decodes a long root array, element by element.
    fn long(&self, name: &str, input: Input, root: Root, output: Option<&Path>) -> Result<(), Failure> {
        let again = input.again();
        let refuse = |error: toon::Error| {
            // Only files can be read again, standard input cannot.
            let source = again().map(|input| toon_formats::line_of(&mut input.reader(1), error.line()));
            Failure::toon(name, &error, &source.unwrap_or_default())
        };
        if !self.selecting.at_root() {
            let elements = rows::<_, Box<RawValue>>(&self.options, input.reader(1));
            let elements = elements.map(|element| element.map(Box::<str>::from).map_err(refuse));
            return self.value(name, &self.selecting.of_elements(name, elements)?, output);
        }
        let head = self.selecting.head.unwrap_or(usize::MAX);
        match self.to {
            // All rows of a table have the same columns.
            To::Csv if root == Root::Table => {
                let records = rows(&self.options, input.reader(1)).take(head);
                let mut out = Output::open(output)?;
                self.table(name, None).write(None, records.map(|record| record.map_err(refuse)), &mut out)?;
                out.finish()
            }
            To::Csv => {
                let mut input = input.twice()?;
                let records = rows(&self.options, &mut input).take(head);
                let table = self.table(name, None);
                let columns = table.columns(records.map(|record| record.map_err(refuse)))?;
                input.rewind().map_err(|error| Failure::file("read", name, &error))?;
                let records = rows(&self.options, &mut input).take(head);
                let mut out = Output::open(output)?;
                table.write(Some(columns), records.map(|record| record.map_err(refuse)), &mut out)?;
                out.finish()
            }
            _ => {
                let elements = rows::<_, Box<RawValue>>(&self.options, input.reader(1)).take(head);
                let elements = elements.map(|element| element.map(Box::<str>::from).map_err(refuse));
                if self.to == To::Yaml {
                    yaml_items(name, elements, output)
                } else {
                    self.list(elements, output)
                }
            }
        }
    }

    /// Writes elements as a JSON array or as NDJSON.
    fn list<E: AsRef<str>>(
        &self,
        elements: impl Iterator<Item = Result<E, Failure>>,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let mut out = Output::open(output)?;
        // The text before, between and after the elements, and the text for no elements.
        let indentation = " ".repeat(self.indent);
        let (open, between, close, none) = match self.to {
            To::Ndjson => (String::new(), "\n".to_owned(), "\n".to_owned(), ""),
            To::JsonPretty => {
                (format!("[\n{indentation}"), format!(",\n{indentation}"), "\n]\n".to_owned(), "[]\n")
            }
            _ => ("[".to_owned(), ",".to_owned(), "]\n".to_owned(), "[]\n"),
        };
        let (mut separator, mut end) = (&*open, none);
        for element in elements {
            let element = element?;
            let write = |out: &mut Output| {
                out.write_all(separator.as_bytes())?;
                match self.to {
                    To::JsonPretty => json::write(element.as_ref(), self.style(1), out),
                    _ => out.write_all(element.as_ref().as_bytes()),
                }
            };
            write(&mut out).map_err(|error| out.failure(&error))?;
            (separator, end) = (&between, &close);
        }
        out.write_all(end.as_bytes()).map_err(|error| out.failure(&error))?;
        out.finish()
    }
}

/// Writes elements as the items of a YAML list. The result is the same as for the whole list.
fn yaml_items<E: AsRef<str>>(
    name: &str,
    elements: impl Iterator<Item = Result<E, Failure>>,
    output: Option<&Path>,
) -> Result<(), Failure> {
    let mut out = Output::open(output)?;
    let mut is_empty = true;
    for element in elements {
        let item = yaml::item(name, &yaml::exact(name, element?.as_ref())?)?;
        out.write_all(item.as_bytes()).map_err(|error| out.failure(&error))?;
        is_empty = false;
    }
    if is_empty {
        out.write_all(b"[]\n").map_err(|error| out.failure(&error))?;
    }
    out.finish()
}

fn rows<R: BufRead, T: DeserializeOwned>(options: &DecodeOptions, reader: R) -> Rows<R, T> {
    options.rows(reader)
}
