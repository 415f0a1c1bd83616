//! Limits on the size of texts, and bounds for the size of results.
//!
//! A small text can expand in either direction: a table states each key once, but JSON repeats it
//! in every row, and TOON indents every line. Results that would be too large are detected before
//! they are written.

use super::fault::Fault;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toon::{DecodeOptions, Error};

/// Limits on the texts of a call, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    input: usize,
    output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

impl Limits {
    /// The defaults: 4 MiB for arguments, 32 MiB for results.
    pub(crate) const fn new() -> Self {
        Limits { input: 4 << 20, output: 32 << 20 }
    }

    /// Sets the maximum size of a text argument.
    #[must_use]
    pub(crate) const fn input(mut self, bytes: usize) -> Self {
        self.input = bytes;
        self
    }

    /// Sets the maximum size of a text result. It applies to an upper bound of the size, which may
    /// be several times the actual size for a deeply nested table.
    #[must_use]
    pub(crate) const fn output(mut self, bytes: usize) -> Self {
        self.output = bytes;
        self
    }

    pub(super) fn check_input(&self, text: &str) -> Result<(), Fault> {
        if text.len() <= self.input {
            return Ok(());
        }
        let message = format!("the text has {} bytes, which exceeds the limit of {}", text.len(), self.input);
        Err(Fault::arguments(message))
    }

    pub(super) fn check_output(&self, size: usize) -> Result<(), Fault> {
        if size <= self.output { Ok(()) } else { Err(too_large(self.output)) }
    }

    pub(super) const fn max_output(&self) -> usize {
        self.output
    }
}

/// The error for a result that is larger than `limit` bytes.
pub(super) fn too_large(limit: usize) -> Fault {
    Fault::arguments(format!("the result would exceed the limit of {limit} bytes"))
}

/// An upper bound for the TOON text of `json`: every value may be on a line of its own.
pub(super) fn toon_size(json: &str, spaces: usize) -> usize {
    // The `- ` and the line break.
    const LINE: usize = 3;
    // Quotes around a key and the space after its colon, or the length of an array in brackets.
    const KEY: usize = 3;
    const HEADER: usize = 24;
    // `\b` becomes `\u0008`.
    const ESCAPE: usize = 4;
    // `1e20` is written with all of its zeros.
    const EXPONENT: usize = 24;
    let (mut size, mut depth) = (json.len(), 0_usize);
    let (mut in_string, mut escaped, mut after_digit) = (false, false, false);
    for byte in json.bytes() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            if escaped {
                size = size.saturating_add(ESCAPE);
            }
            continue;
        }
        let more = match byte {
            b'"' => {
                in_string = true;
                0
            }
            b'{' | b'[' => {
                depth += 1;
                depth.saturating_mul(spaces) + HEADER + LINE
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                0
            }
            b',' => depth.saturating_mul(spaces) + LINE,
            b':' => KEY,
            b'e' | b'E' if after_digit => EXPONENT,
            _ => 0,
        };
        size = size.saturating_add(more);
        after_digit = byte.is_ascii_digit();
    }
    size
}

/// An upper bound for the JSON text of `text`. Stops counting once it exceeds the limit.
pub(super) fn json_size(
    text: &str,
    options: &DecodeOptions,
    pretty: bool,
    limits: &Limits,
) -> Result<usize, Error> {
    let mut count = Count { size: long_digits(text), limit: limits.output, pretty, depth: 0 };
    let mut deserializer = options.deserializer(text);
    let outcome = count.deserialize(&mut deserializer);
    let size = count.size;
    // If the size exceeds the limit, the error only stopped the counting.
    if size <= limits.output { outcome.map(|()| size) } else { Ok(size) }
}

/// The number of digits in long numbers, all of which JSON text repeats.
fn long_digits(text: &str) -> usize {
    let digits = text.split(|byte: char| !byte.is_ascii_digit());
    digits.map(str::len).filter(|&len| len > FLOAT / 2).sum()
}

/// The length of a float that JSON text has, with what may follow it.
const FLOAT: usize = 25;

struct Count {
    size: usize,
    limit: usize,
    pretty: bool,
    depth: usize,
}

impl Count {
    fn add<E: serde::de::Error>(&mut self, bytes: usize) -> Result<(), E> {
        let line = if self.pretty { 2 * self.depth + 2 } else { 0 };
        self.size = self.size.saturating_add(bytes + line);
        if self.size > self.limit { Err(E::custom("too large")) } else { Ok(()) }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Count {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Count {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<(), E> {
        self.add(5)
    }

    fn visit_bool<E: serde::de::Error>(self, _: bool) -> Result<(), E> {
        self.add(6)
    }

    fn visit_u64<E: serde::de::Error>(self, _: u64) -> Result<(), E> {
        self.add(21)
    }

    fn visit_i64<E: serde::de::Error>(self, _: i64) -> Result<(), E> {
        self.add(21)
    }

    fn visit_f64<E: serde::de::Error>(self, _: f64) -> Result<(), E> {
        self.add(FLOAT)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        let escapes = text.bytes().map(|byte| match byte {
            b'"' | b'\\' => 1,
            // `\u0001`
            ..0x20 => 5,
            _ => 0,
        });
        self.add(text.len() + escapes.sum::<usize>() + 3)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        self.add(3)?;
        self.depth += 1;
        while elements.next_element_seed(&mut *self)?.is_some() {}
        self.depth -= 1;
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        self.add(3)?;
        self.depth += 1;
        while entries.next_key_seed(&mut *self)?.is_some() {
            entries.next_value_seed(&mut *self)?;
        }
        self.depth -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_few_keys_in_many_rows_do_not_explode() {
        let key = "k".repeat(100_000);
        let rows = "  1\n".repeat(100_000);
        let text = format!("[100000]{{{key}}}:\n{rows}");
        let limits = Limits::new();
        let size = json_size(&text, &DecodeOptions::new(), false, &limits).unwrap();
        assert!(limits.check_output(size).is_err());
    }

    #[test]
    fn deep_indentation_does_not_explode() {
        let fields: Vec<String> = (0..100_000).map(|n| format!("\"{n}\":1")).collect();
        let json = format!("{}{{{}}}{}", "[".repeat(100), fields.join(","), "]".repeat(100));
        assert!(Limits::new().check_output(toon_size(&json, 8)).is_err());
    }

    fn json() -> impl Strategy<Value = String> {
        let text = "[a-c\"\\\\\u{1}\u{8}é#:, -]{0,6}".prop_map(|text| serde_json::json!(text).to_string());
        let number = prop_oneof![
            any::<i64>().prop_map(|number| number.to_string()),
            any::<f64>()
                .prop_filter("finite", |number| number.is_finite())
                .prop_map(|number| format!("{number:e}")),
            (1..9_u8, -30..30_i8).prop_map(|(digit, exponent)| format!("{digit}e{exponent}")),
            "-?[1-9][0-9]{0,60}",
        ];
        let leaf = prop_oneof!["true|false|null", number, text.clone()];
        leaf.prop_recursive(6, 60, 5, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5)
                    .prop_map(|elements| format!("[{}]", elements.join(","))),
                proptest::collection::btree_map(text.clone(), inner, 0..5).prop_map(|fields| {
                    let fields: Vec<String> =
                        fields.iter().map(|(key, value)| format!("{key}:{value}")).collect();
                    format!("{{{}}}", fields.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn the_estimates_are_not_too_small(json in json(), spaces in 1..9_usize, fold in any::<bool>()) {
            let folding = if fold { toon::KeyFolding::Safe } else { toon::KeyFolding::Off };
            let options = toon::EncodeOptions::new().indent(spaces).key_folding(folding);
            let toon = toon::json::to_toon(&json, &options).unwrap();
            prop_assert!(toon_size(&json, spaces) >= toon.len(), "{json}\n{toon}");
            let options = DecodeOptions::new().indent(spaces).expand_paths(fold);
            let compact = toon::json::from_toon(&toon, &options).unwrap();
            let size = json_size(&toon, &options, false, &Limits::new()).unwrap();
            prop_assert!(size >= compact.len(), "{size} {compact}\n{toon}");
            let size = json_size(&toon, &options, true, &Limits::new()).unwrap();
            let pretty = super::super::layout::pretty(&compact, usize::MAX).unwrap();
            prop_assert!(size >= pretty.len(), "{size} {pretty}\n{toon}");
        }
    }
}
