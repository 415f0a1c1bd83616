//! Preserves the caller's JSON text.
//!
//! `rmcp` parses the arguments of a call into maps with sorted keys and 64-bit numbers, but the
//! tools need the original text. A string passes through unchanged, and the tools parse it as JSON
//! text.

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    method: Cow<'a, str>,
    #[serde(borrow)]
    params: &'a RawValue,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: &'a RawValue,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    json: &'a RawValue,
}

/// Puts the argument `json` of `toon_encode` and `toon_stats` in a JSON-RPC message into a string,
/// so that keys keep their order and numbers keep their digits. `None` if there is nothing to do.
pub(crate) fn keep_text(message: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(message).ok()?;
    let envelope: Envelope<'_> = serde_json::from_str(text).ok()?;
    if envelope.method != "tools/call" {
        return None;
    }
    let params: Params<'_> = serde_json::from_str(envelope.params.get()).ok()?;
    if params.name != "toon_encode" && params.name != "toon_stats" {
        return None;
    }
    let arguments: Arguments<'_> = serde_json::from_str(params.arguments.get()).ok()?;
    let json = arguments.json.get();
    if json.starts_with('"') {
        return None;
    }
    // `json` borrows from `message`, so the difference between their addresses is its position.
    let start = (json.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let (before, after) = (text.get(..start)?, text.get(start + json.len()..)?);
    let quoted = serde_json::to_string(json).ok()?;
    Some([before, &quoted, after].concat().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::keep_text;

    fn kept(message: &str) -> Option<String> {
        keep_text(message.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn whatever_stands_around_stays() {
        assert_eq!(
            kept("{ \"id\": 1, \"params\": {\"arguments\" : {\"a\": 1, \"json\" : [1e400] } ,\"name\":\"toon_stats\"}, \"method\":\"tools\\/call\"}\r\n")
                .as_deref(),
            Some(
                "{ \"id\": 1, \"params\": {\"arguments\" : {\"a\": 1, \"json\" : \"[1e400]\" } ,\"name\":\"toon_stats\"}, \"method\":\"tools\\/call\"}\r\n"
            ),
        );
    }

    #[test]
    fn strings_other_tools_and_what_is_no_message_are_left_alone() {
        for message in [
            r#"{"method":"tools/call","params":{"name":"toon_encode","arguments":{"json":"{}"}}}"#,
            r#"{"method":"tools/call","params":{"name":"toon_decode","arguments":{"json":{}}}}"#,
            r#"{"method":"tools/call","params":{"name":"toon_encode","arguments":{}}}"#,
            r#"{"method":"tools/call","params":{"name":"toon_encode"}}"#,
            r#"{"method":"tools/call"}"#,
            "{",
            "",
        ] {
            assert_eq!(kept(message), None, "{message}");
        }
        assert_eq!(keep_text(b"\xff"), None);
    }
}
