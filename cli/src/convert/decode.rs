//! From TOON.

use super::done;
use crate::args::{Decode, To};
use crate::failure::Failure;
use crate::formats::csv::{Record, Records, Refused};
use crate::formats::json::{self, Style};
use crate::formats::{self, yaml};
use crate::input::Input;
use crate::output::Output;
use crate::report;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Borrow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use toon::{DecodeOptions, EncodeOptions, ErrorKind, Rows, normal};

/// `toon decode`.
pub(crate) fn run(args: &Decode) -> Result<(), Failure> {
    let common = &args.common;
    let indent = usize::from(common.indent);
    let options = DecodeOptions::new()
        .indent(indent)
        .strict(!args.no_strict)
        .expand_paths(args.expand_paths)
        .detect_indent(args.detect_indent);
    let decoding = Decoding { to: args.to, options, indent, lossy: args.no_strict, as_is: args.as_is };
    decoding.run(Input::open(common.input.as_deref())?, common.output.as_deref())
}

/// How to decode.
pub(crate) struct Decoding {
    pub(crate) to: To,
    pub(crate) options: DecodeOptions,
    /// Of JSON.
    pub(crate) indent: usize,
    /// What is no UTF-8 becomes U+FFFD.
    pub(crate) lossy: bool,
    /// A normal form is not expanded.
    pub(crate) as_is: bool,
}

impl Decoding {
    pub(crate) fn run(&self, mut input: Input, output: Option<&Path>) -> Result<(), Failure> {
        let name = input.name.clone();
        let is_array = is_root_array(input.head()?);
        // What is short is held, so that a mistake in it can be shown, and nothing be written in front of it.
        if self.to == To::Yaml || self.lossy || !is_array || input.all()?.is_some() {
            let bytes = input.bytes()?;
            let text = if self.lossy {
                String::from_utf8_lossy(&bytes).into_owned()
            } else {
                formats::utf8(&name, bytes)?
            };
            if !self.as_is && normal::is_marked(&text) {
                self.expand(&name, &text, output)?;
                report::note(&format!(
                    "{name} is a normal form, which was expanded; toon decode --as-is keeps it"
                ));
            } else {
                self.whole(&name, &text, is_array, output)?;
            }
        } else {
            let path = input.path.clone();
            let source = |line| {
                // Standard input is gone.
                let file = path.as_ref().and_then(|path| File::open(path).ok());
                file.map(|file| report::source(&mut BufReader::new(file), line)).unwrap_or_default()
            };
            self.elements(&name, input.reader(1), source, output)?;
        }
        done("Decoded", &name, output);
        Ok(())
    }

    /// A text that is held.
    fn whole(&self, name: &str, text: &str, is_array: bool, output: Option<&Path>) -> Result<(), Failure> {
        let refuse = |error: toon::Error| Failure::toon(name, &error, text);
        match self.to {
            To::Json | To::JsonPretty => {
                self.json(&toon::json::from_toon(text, &self.options).map_err(refuse)?, output)
            }
            To::Yaml => {
                let value = self.options.from_str(text).map_err(refuse)?;
                let exact = toon::json::from_toon(text, &self.options).map_err(refuse)?;
                yaml(name, &value, &exact, output)
            }
            To::Csv if is_array => {
                let rows = rows(&self.options, text.as_bytes());
                let records = rows.map(|element| element.map_err(refuse));
                crate::output::put(output, &[&csv(name, records, Vec::new())?])
            }
            To::Ndjson if is_array => {
                // First all of it: nothing is written in front of a mistake.
                self.options.from_str::<IgnoredAny>(text).map_err(refuse)?;
                self.elements(name, text.as_bytes(), |_| text.to_owned(), output)
            }
            To::Ndjson | To::Csv => {
                // It may not even be TOON, which is the greater mistake.
                toon::json::from_toon(text, &self.options).map_err(refuse)?;
                Err(self.no_array(name))
            }
        }
    }

    /// The value of a normal form.
    fn expand(&self, name: &str, text: &str, output: Option<&Path>) -> Result<(), Failure> {
        let refuse = |error: toon::Error| match error.kind() {
            ErrorKind::RefusedOption { option } => Failure::Usage(format!(
                "{name} is a normal form, which does not support {option}; toon decode --as-is reads it as plain TOON"
            )),
            _ => Failure::toon(name, &error, text),
        };
        let options = normal::Options::new().decode(self.options.clone());
        let json = options.to_json(text).map_err(refuse)?;
        match self.to {
            To::Json | To::JsonPretty => self.json(&json, output),
            To::Yaml => yaml(name, &options.from_str(text).map_err(refuse)?, &json, output),
            To::Ndjson | To::Csv => {
                let elements: Vec<&RawValue> =
                    serde_json::from_str(&json).map_err(|_| self.no_array(name))?;
                if self.to == To::Ndjson {
                    return self.list(elements.into_iter().map(Ok), output);
                }
                let records = elements.into_iter().enumerate().map(|(index, element)| {
                    serde_json::from_str(element.get()).map_err(|_| {
                        Failure::Input(format!(
                            "{name}: element {index} is no object, and CSV has records of fields"
                        ))
                    })
                });
                crate::output::put(output, &[&csv(name, records, Vec::new())?])
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

    fn no_array(&self, name: &str) -> Failure {
        let lines = if self.to == To::Csv { "CSV has a record" } else { "NDJSON has a line" };
        Failure::Input(format!("{name} is not an array, and {lines} for each element of one"))
    }

    fn style(&self, outer: usize) -> Style {
        Style::Pretty { indent: self.indent, outer }
    }

    /// A root array, element by element. `source` gives a text in which a line can be shown.
    fn elements<R: BufRead>(
        &self,
        name: &str,
        reader: R,
        source: impl Fn(usize) -> String,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let refuse = |error: toon::Error| Failure::toon(name, &error, &source(error.line()));
        if self.to == To::Csv {
            let mut out = Output::open(output)?;
            csv(name, rows(&self.options, reader).map(|element| element.map_err(refuse)), &mut out)?;
            return out.finish();
        }
        let elements = rows::<_, Box<RawValue>>(&self.options, reader);
        self.list(elements.map(|element| element.map_err(refuse)), output)
    }

    /// Elements, as an array of JSON or as lines of it.
    fn list<E: Borrow<RawValue>>(
        &self,
        elements: impl Iterator<Item = Result<E, Failure>>,
        output: Option<&Path>,
    ) -> Result<(), Failure> {
        let mut out = Output::open(output)?;
        // Around and between elements; for none, the first and the last are put together.
        let indentation = " ".repeat(self.indent);
        let (open, between, close, none) = match self.to {
            To::Ndjson => (String::new(), "\n".to_owned(), "\n".to_owned(), ""),
            To::JsonPretty => {
                (format!("[\n{indentation}"), format!(",\n{indentation}"), "\n]\n".to_owned(), "[]\n")
            }
            _ => ("[".to_owned(), ",".to_owned(), "]\n".to_owned(), "[]\n"),
        };
        let (mut separator, mut end) = (&open, none);
        for element in elements {
            let element = element?;
            let json = element.borrow().get();
            let write = |out: &mut Output| {
                out.write_all(separator.as_bytes())?;
                match self.to {
                    To::JsonPretty => json::write(json, self.style(1), out),
                    _ => out.write_all(json.as_bytes()),
                }
            };
            write(&mut out).map_err(|error| out.failure(&error))?;
            (separator, end) = (&between, &close);
        }
        out.write_all(end.as_bytes()).map_err(|error| out.failure(&error))?;
        out.finish()
    }
}

/// Writes a value as YAML; `exact` is the same as JSON, with all digits.
fn yaml(name: &str, value: &Value, exact: &str, output: Option<&Path>) -> Result<(), Failure> {
    // Values have numbers of 64 bits.
    let toon = |json: &str| toon::json::to_toon(json, &EncodeOptions::new()).ok();
    if toon(exact) != toon(&value.to_string()) {
        let message = "a number has more digits than 64 bits hold, which YAML's readers would lose";
        return Err(Failure::Input(format!("{name}: {message}")));
    }
    crate::output::write(output, &yaml::write(name, value)?)
}

/// Writes records as CSV, and gives back where they were written to.
fn csv<W: Write>(
    name: &str,
    elements: impl Iterator<Item = Result<Record, Failure>>,
    out: W,
) -> Result<W, Failure> {
    let mut records = Records::new(out);
    for element in elements {
        records.write(&element?).map_err(|refused| refuse(name, refused))?;
    }
    records.finish().map_err(|refused| refuse(name, refused))
}

fn rows<R: BufRead, T: DeserializeOwned>(options: &DecodeOptions, reader: R) -> Rows<R, T> {
    options.rows(reader)
}

fn refuse(name: &str, refused: Refused) -> Failure {
    match refused {
        Refused::Compound { element, field } => Failure::Input(format!(
            "{name}: the field {field:?} of element {element} is a list or an object, for which CSV has no cell; --to ndjson takes all"
        )),
        Refused::Unknown { element, field } => Failure::Input(format!(
            "{name}: element {element} has a field {field:?}, and the first element, which names CSV's fields, has none; --to ndjson takes all"
        )),
        Refused::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        Refused::Write(error) => Failure::Input(format!("cannot write: {error}")),
    }
}

/// Whether the first line that says something begins as the header of an array does, or is an empty one.
fn is_root_array(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let line = head
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !matches!(line, [] | [b'#', ..]));
    let Some([b'[', inside @ ..]) = line else { return false };
    // Keyed tables are objects.
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
    !matches!(inside.get(digits..), None | Some([b':', ..]))
}
