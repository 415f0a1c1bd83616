//! TOML. Dates and times become strings, since JSON has no type for them.

use super::fault::{Fault, NON_FINITE_HELP, non_finite};
use crate::error::Error;
use crate::lossy::{Lossy, NonFinite, name_of};
use serde_json::{Number, Value};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

/// Reads TOML. Dates become strings.
///
/// # Errors
/// Fails if the text is not TOML, or has a number that JSON does not have and `lossy` does not allow.
pub fn read(name: &str, text: &str, lossy: Lossy) -> Result<Value, Error> {
    let reader = Reader { text, non_finite: lossy.non_finite };
    reader.document().map_err(|fault| fault.failure(name, text))
}

struct Reader<'t> {
    text: &'t str,
    non_finite: NonFinite,
}

impl Reader<'_> {
    fn document(&self) -> Result<Value, Fault> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or_default();
            let rest = self.text.get(span.start..).unwrap_or_default();
            let before = self.text.get(..span.start).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let is_header = line.trim_start().starts_with('[') && !line.contains('=');
            let message = match error.message() {
                "duplicate key" if is_header => format!("`{}` is already defined", self.written(&span)),
                "duplicate key" => format!("duplicate key `{}`", self.written(&span)),
                message if lacks_value(message, rest) => "missing value".to_owned(),
                message => message.strip_suffix(", expected nothing").unwrap_or(message).to_owned(),
            };
            self.fault(&span, message, advice(error.message(), rest))
        })?;
        self.table(table.into_inner())
    }

    /// Does not recurse too deeply, since the parser limits nesting.
    fn value(&self, value: Spanned<DeValue<'_>>) -> Result<Value, Fault> {
        let span = value.span();
        Ok(match value.into_inner() {
            DeValue::String(text) => text.into_owned().into(),
            DeValue::Integer(number) => self.integer(&number, &span)?.into(),
            DeValue::Float(number) => self.float(&number, &span)?,
            DeValue::Boolean(is) => is.into(),
            DeValue::Datetime(time) => time.to_string().into(),
            DeValue::Array(elements) => Value::Array(
                elements.into_iter().map(|element| self.value(element)).collect::<Result<_, _>>()?,
            ),
            DeValue::Table(entries) => self.table(entries)?,
        })
    }

    fn table(&self, table: DeTable<'_>) -> Result<Value, Fault> {
        let entry = |(key, value): (Spanned<_>, _)| Ok((String::from(key.into_inner()), self.value(value)?));
        Ok(Value::Object(table.into_iter().map(entry).collect::<Result<_, _>>()?))
    }

    fn integer(&self, number: &DeInteger<'_>, span: &Range<usize>) -> Result<Number, Fault> {
        let (digits, radix) = (number.as_str(), number.radix());
        let signed = i64::from_str_radix(digits, radix).map(Number::from);
        let read = signed.or_else(|_| u64::from_str_radix(digits, radix).map(Number::from));
        read.map_err(|_| {
            let message = format!("the integer {} does not fit into 64 bits", self.written(span));
            self.fault(span, message, "quote it, to keep its digits as a string")
        })
    }

    fn float(&self, number: &DeFloat<'_>, span: &Range<usize>) -> Result<Value, Fault> {
        // `FromStr` also reads `inf` and `nan`.
        let read = number.as_str().parse().ok();
        match (read.and_then(Number::from_f64), self.non_finite) {
            (Some(number), _) => Ok(Value::Number(number)),
            (None, NonFinite::Null) => Ok(Value::Null),
            (None, NonFinite::String) => Ok(name_of(read.unwrap_or(f64::NAN)).into()),
            (None, NonFinite::Error) => {
                Err(self.fault(span, non_finite(&self.written(span)), NON_FINITE_HELP))
            }
        }
    }

    /// The beginning of the text in `span`.
    fn written(&self, span: &Range<usize>) -> String {
        let mut chars = self.text.get(span.clone()).unwrap_or_default().chars();
        let mut written: String = chars.by_ref().take(40).collect();
        if chars.next().is_some() {
            written.push('…');
        }
        written
    }

    fn fault(&self, span: &Range<usize>, message: String, help: &'static str) -> Fault {
        Fault::new(crate::error::place(self.text.get(..span.start).unwrap_or_default()), message, help)
    }
}

/// Whether there is nothing after `=`, where the parser expects a string.
fn lacks_value(message: &str, rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t']);
    message.contains("must be quoted") && (rest.is_empty() || rest.starts_with(['\r', '\n', '#']))
}

/// How to fix the mistake that the parser describes with `message`, in front of `rest`.
fn advice(message: &str, rest: &str) -> &'static str {
    let is_about = |words: &[&str]| words.iter().any(|word| message.contains(word));
    if lacks_value(message, rest) {
        return "write a value after `=`, on the same line; TOML has no null";
    }
    let advice = ADVICE.iter().find(|(words, _)| is_about(words));
    advice.map_or("write `key = value`, with unique keys and quoted strings", |(_, advice)| advice)
}

/// Words in a message of the parser, which has no kinds of errors, and how to fix what it is about.
/// The first that occurs counts.
const ADVICE: &[(&[&str], &str)] = &[
    (&["carriage return"], "end lines with LF or CR LF"),
    (&["printable", "visible"], "write control characters as \\uXXXX, between double quotes"),
    (
        &["duplicate key"],
        "remove or rename one of the two keys; a table is defined once, and the elements of a list of tables begin with [[name]]",
    ),
    (&["cannot extend"], "rename one of the two keys: the first one already has a value, which is complete"),
    (&["unquoted key", "invalid key"], "quote a key with other characters than letters, digits, `-` and `_`"),
    (
        &["escaped", "unicode", "invalid value"],
        "write a backslash as \\\\, or use single quotes, in which nothing is escaped",
    ),
    (
        &["must be quoted", "expected `nan`", "expected `inf`", "invalid boolean"],
        "write strings in quotes, as in `key = \"text\"`; true and false are in lower case, and TOML has no null",
    ),
    (
        &["string", "quote"],
        "close the string with the quote that it begins with, on the same line unless there are three of them",
    ),
    (&["date", "time"], "write dates as 2026-11-23 and times as 10:00:00 or 10:00:00Z, or quote the value"),
    (
        &["unclosed table", "array table", "invalid table"],
        "write the name of a table in brackets, as in `[name]` or `[[name]]`, and nothing else on its line",
    ),
    (
        &["unclosed", "comma", "array", "inline table", "extra assignment"],
        "close lists with ] and inline tables with }, and separate their elements with commas",
    ),
    (&["no value", "key-value"], "write `key = value`, with `=` instead of a colon"),
    (&["key or value"], "write each `key = value` on a line of its own, and quote strings as a whole"),
    (
        &["number", "integer", "float", "zero", "digit", "sign", "radix", "fraction", "exponent", "mantissa"],
        "write numbers as 1, -0.5, 1e6 or 0xff, without leading zeros, or quote the value",
    ),
    (&["recursion", "nest", "depth"], "reduce the nesting"),
];
