//! How large texts may be, and how large a text will become.
//!
//! Both directions can make much out of little: a table says each of its keys once, JSON in every row; and TOON indents
//! each line. What would become too large is found before it is written.

use super::fault;
use rmcp::ErrorData;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use toon::{DecodeOptions, Error};

/// How large the texts of a call may be, in bytes.
///
/// ```
/// let limits = toon_mcp::server::Limits::new().input(1 << 20).output(1 << 22);
/// assert_ne!(limits, toon_mcp::server::Limits::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    input: usize,
    output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

impl Limits {
    /// 4 MiB for what comes in, 32 MiB for what goes out.
    ///
    /// ```
    /// assert_eq!(toon_mcp::server::Limits::new(), toon_mcp::server::Limits::default());
    /// ```
    pub const fn new() -> Self {
        Limits { input: 4 << 20, output: 32 << 20 }
    }

    /// The greatest text of an argument.
    ///
    /// ```
    /// let limits = toon_mcp::server::Limits::new().input(1 << 20);
    /// assert_ne!(limits, toon_mcp::server::Limits::new());
    /// ```
    #[must_use]
    pub const fn input(mut self, bytes: usize) -> Self {
        self.input = bytes;
        self
    }

    /// The greatest text of a result. It is held against an estimate that is never too small, and may be several times
    /// too large for a table that is deeply nested.
    ///
    /// ```
    /// let limits = toon_mcp::server::Limits::new().output(1 << 20);
    /// assert_ne!(limits, toon_mcp::server::Limits::new());
    /// ```
    #[must_use]
    pub const fn output(mut self, bytes: usize) -> Self {
        self.output = bytes;
        self
    }

    pub(super) fn check_input(&self, text: &str) -> Result<(), ErrorData> {
        if text.len() <= self.input {
            return Ok(());
        }
        let message = format!("the text has {} bytes, more than the {} allowed", text.len(), self.input);
        Err(fault::invalid(message))
    }

    pub(super) fn check_output(&self, size: usize) -> Result<(), ErrorData> {
        if size <= self.output {
            return Ok(());
        }
        Err(fault::invalid(format!("the result would be larger than the {} bytes allowed", self.output)))
    }
}

/// No smaller than the TOON text that `json` becomes: each value may stand on a line of its own.
pub(super) fn toon_size(json: &str, spaces: usize) -> usize {
    // A key may gain quotes, a colon and a space; a header has the length of its array.
    const EXTRA: usize = 8;
    let (mut size, mut depth) = (json.len(), 0_usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in json.bytes() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => {
                depth += 1;
                size = size.saturating_add(depth.saturating_mul(spaces) + 2 * EXTRA);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => size = size.saturating_add(depth.saturating_mul(spaces)),
            b':' => size = size.saturating_add(EXTRA),
            _ => {}
        }
    }
    size
}

/// About the size of the JSON that `text` becomes, never too small but for escapes; counting ends where the limit is
/// passed.
pub(super) fn json_size(
    text: &str,
    options: &DecodeOptions,
    pretty: bool,
    limits: &Limits,
) -> Result<usize, Error> {
    let mut count = Count { size: 0, limit: limits.output, pretty, depth: 0 };
    let mut deserializer = options.deserializer(text);
    let outcome = count.deserialize(&mut deserializer);
    let size = count.size;
    // The error is our own where the count has gone beyond the limit.
    if size <= limits.output { outcome.map(|()| size) } else { Ok(size) }
}

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
        self.add(25)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        self.add(text.len() + 3)
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

    #[test]
    fn the_estimates_are_not_too_small() {
        for json in [
            "1",
            r#"{"a":[1,2,{"b":[[],[],[1]]}],"c d":"e: f"}"#,
            r#"[{"a":1,"b":{"c":"x,y"}},{"a":2,"b":{"c":"z"}}]"#,
            "[[1],[2],[],[[[3]]]]",
            r#"{"":{"":{"":[{"x":1},2]}}}"#,
        ] {
            let toon = toon::json::to_toon(json, &toon::EncodeOptions::new().indent(8)).unwrap();
            assert!(toon_size(json, 8) >= toon.len(), "{json}");
            let options = DecodeOptions::new().indent(8);
            let back = toon::json::from_toon(&toon, &options).unwrap();
            assert!(json_size(&toon, &options, false, &Limits::new()).unwrap() >= back.len(), "{json}");
            let back = super::super::layout::pretty(&back);
            assert!(json_size(&toon, &options, true, &Limits::new()).unwrap() >= back.len(), "{json}");
        }
    }
}
