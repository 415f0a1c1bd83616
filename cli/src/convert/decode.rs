//! Decoding.

use super::done;
use super::several::Inputs;
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
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use toon::{DecodeOptions, EncodeOptions, ErrorKind, Rows, normal};

/// `toon decode`.
pub(crate) fn run(args: &Decode) -> Result<ExitCode, Failure> {
    let inputs = Inputs { common: &args.common, encoding: args.encoded.encoding, verbose: args.verbose };
    inputs.convert(|_| Ok(args.to.extension()), |input, output| convert(args, input, output))
}

fn convert(args: &Decode, input: Input, output: Option<&Path>) -> Result<(), Failure> {
    let indent = usize::from(args.common.indent);
    let options = DecodeOptions::new()
        .indent(indent)
        .strict(!args.no_strict)
        .expand_paths(args.expand_paths)
        .detect_indent(args.detect_indent);
    let decoding = Decoding { to: args.to, options, indent, lossy: args.no_strict, as_is: args.as_is };
    decoding.run(input, output)
}

/// What to decode to, and how.
pub(crate) struct Decoding {
    pub(crate) to: To,
    pub(crate) options: DecodeOptions,
    /// The number of spaces per level in indented JSON.
    pub(crate) indent: usize,
    /// Replace invalid UTF-8 with U+FFFD.
    pub(crate) lossy: bool,
    /// Do not expand a normal form.
    pub(crate) as_is: bool,
}

impl Decoding {
    pub(crate) fn run(&self, mut input: Input, output: Option<&Path>) -> Result<(), Failure> {
        let name = input.name.clone();
        if input.is_blank()? {
            report::note(&format!("{name} is empty, which is an empty object in TOON"));
        }
        let is_array = is_root_array(input.head()?);
        // Short input is held in memory, so that nothing is written if it contains a mistake, and
        // the line of the mistake can be shown.
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
                    "expanded {name} from its normal form; use toon decode --as-is to keep it"
                ));
            } else {
                self.whole(&name, &text, is_array, output)?;
            }
        } else {
            let again = input.again();
            let source = |line| {
                // Only files can be read again, standard input cannot.
                again().map(|input| report::source(&mut input.reader(1), line)).unwrap_or_default()
            };
            self.elements(&name, input.reader(1), source, output)?;
        }
        done("Decoded", &name, output);
        Ok(())
    }

    /// Decodes text that is in memory.
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
                // Check everything first, so that nothing is written if there is a mistake.
                self.options.from_str::<IgnoredAny>(text).map_err(refuse)?;
                self.elements(name, text.as_bytes(), |_| text.to_owned(), output)
            }
            To::Ndjson | To::Csv => {
                // If the text is not even valid TOON, report that instead.
                toon::json::from_toon(text, &self.options).map_err(refuse)?;
                Err(self.no_array(name))
            }
        }
    }

    /// Expands a normal form.
    fn expand(&self, name: &str, text: &str, output: Option<&Path>) -> Result<(), Failure> {
        let refuse = |error: toon::Error| match error.kind() {
            ErrorKind::UnsupportedOption { option, .. } => Failure::Usage(format!(
                "{name} is in normal form, which does not support {option}; use toon decode --as-is to read it as plain TOON"
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
                            "{name}: element {index} is not an object, as a CSV record requires"
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
        let lines = if self.to == To::Csv { "CSV" } else { "NDJSON" };
        Failure::Input(format!("{name} is not an array, as {lines} requires"))
    }

    fn style(&self, outer: usize) -> Style {
        Style::Pretty { indent: self.indent, outer }
    }

    /// Decodes a root array, element by element. `source` returns text in which the given line can
    /// be shown.
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

    /// Writes elements as a JSON array or as NDJSON.
    fn list<E: Borrow<RawValue>>(
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

/// Writes a value as YAML. `exact` is the value as JSON with all digits.
fn yaml(name: &str, value: &Value, exact: &str, output: Option<&Path>) -> Result<(), Failure> {
    // Numbers in a `Value` have 64 bits.
    let toon = |json: &str| toon::json::to_toon(json, &EncodeOptions::new()).ok();
    if toon(exact) != toon(&value.to_string()) {
        let message = "a number does not fit into 64 bits, so YAML readers would lose digits";
        return Err(Failure::Input(format!("{name}: {message}")));
    }
    crate::output::write(output, &yaml::write(name, value)?)
}

/// Writes records as CSV, and returns `out`.
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
            "{name}: field {field:?} of element {element} is a list or an object, which CSV cannot represent; use --to ndjson instead"
        )),
        Refused::Unknown { element, field } => Failure::Input(format!(
            "{name}: element {element} has a field {field:?} that is missing in the first element, which defines the fields of the CSV; use --to ndjson instead"
        )),
        Refused::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        Refused::Write(error) => Failure::Input(format!("cannot write: {error}")),
    }
}

/// Whether the first line that is neither blank nor a comment begins with an array header or an
/// empty array.
fn is_root_array(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let line = head
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !matches!(line, [] | [b'#', ..]));
    let Some([b'[', inside @ ..]) = line else { return false };
    // A keyed table is an object.
    let digits = inside.iter().take_while(|byte| byte.is_ascii_digit()).count();
    !matches!(inside.get(digits..), None | Some([b':', ..]))
}
