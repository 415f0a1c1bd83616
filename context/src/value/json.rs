//! Trees of JSON text.

use super::digits::Digits;
use super::node::{Entries, Node, duplicate_key};
use super::quota::Quota;
use serde_json::value::RawValue;

/// The tree of `text`, with at most `depth` levels. `None` if it is not JSON, contains a duplicate key, is
/// too deep, or exceeds the quota.
pub(super) fn read(text: &str, depth: usize, quota: &mut Quota) -> Option<Node> {
    let json: &RawValue = serde_json::from_str(text).ok()?;
    let mut reader = Reader { rest: json.get(), quota };
    let first = reader.token()?;
    reader.value(first, depth)
}

/// Reads text that is known to be JSON. `serde_json` keeps the digits of numbers only in a [`RawValue`], and
/// would read text again for each level that it is in.
struct Reader<'t, 'q> {
    rest: &'t str,
    quota: &'q mut Quota,
}

impl<'t> Reader<'t, '_> {
    /// A string with its quotes, a number, a name, or a punctuation mark.
    fn token(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_ascii_start();
        let len = match text.as_bytes().first()? {
            b'"' => string_len(text),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            _ => text.find([',', ']', '}', ' ', '\t', '\n', '\r']).unwrap_or(text.len()),
        };
        let (token, rest) = text.split_at_checked(len)?;
        self.rest = rest;
        Some(token)
    }

    /// The value that begins with `token`.
    fn value(&mut self, token: &str, depth: usize) -> Option<Node> {
        self.quota.take_value()?;
        Some(match token.as_bytes().first()? {
            b'{' => self.object(depth.checked_sub(1)?)?,
            b'[' => self.list(depth.checked_sub(1)?)?,
            b'"' => Node::Text(serde_json::from_str(token).ok()?),
            b't' => Node::Bool(true),
            b'f' => Node::Bool(false),
            b'n' => Node::Null,
            _ => number(token)?,
        })
    }

    fn object(&mut self, depth: usize) -> Option<Node> {
        let mut entries = Entries::new();
        loop {
            match self.token()? {
                "}" => break,
                "," => {}
                key => {
                    let key: String = serde_json::from_str(key).ok()?;
                    let _colon = self.token()?;
                    let first = self.token()?;
                    entries.push((key.into(), self.value(first, depth)?));
                }
            }
        }
        entries.shrink_to_fit();
        duplicate_key(&entries).is_none().then_some(Node::Object(entries))
    }

    fn list(&mut self, depth: usize) -> Option<Node> {
        let mut elements = Vec::new();
        loop {
            match self.token()? {
                "]" => break,
                "," => {}
                first => elements.push(self.value(first, depth)?),
            }
        }
        elements.shrink_to_fit();
        Some(Node::List(elements))
    }
}

/// The length of the string that `text` begins with.
fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    let is_end = |byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    };
    text.bytes().skip(1).position(is_end).map_or(text.len(), |len| len + 2)
}

/// The number that is spelled as `text`.
fn number(text: &str) -> Option<Node> {
    Node::integer(text).or_else(|| float(text)).or_else(|| Digits::new(text).map(Node::Digits))
}

/// The number, if it is an `f64` that is spelled in the same way.
fn float(text: &str) -> Option<Node> {
    let value: f64 = text.parse().ok()?;
    let spelling = serde_json::to_string(&value).ok()?;
    (spelling == text).then_some(Node::Float(value))
}
