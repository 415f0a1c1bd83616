//! The parts of a result, and what is kept of it.

use serde::de::{Deserializer, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use toon::Value;
use toon_convert::__internal::{Object, raw};

/// A result whose texts may be replaced.
pub(super) struct ResultParts<'r> {
    object: Object<'r>,
    blocks: Vec<&'r RawValue>,
    /// The texts of text blocks. Other blocks have none.
    texts: Vec<Option<String>>,
    structured: Option<&'r RawValue>,
}

impl<'r> ResultParts<'r> {
    pub(super) fn read(result: &'r str) -> Option<Self> {
        let object: Object<'r> = serde_json::from_str(result).ok()?;
        let present = |key| object.borrowed(key).filter(|value| value.get() != "null");
        let blocks: Vec<&'r RawValue> = match present("content") {
            Some(content) => serde_json::from_str(content.get()).ok()?,
            None => Vec::new(),
        };
        let text = |block: &&RawValue| {
            let block: Object<'_> = serde_json::from_str(block.get()).ok()?;
            let is_text = block.string("type").is_some_and(|kind| kind == "text");
            is_text.then(|| text_of(block.get("text")?)).flatten()
        };
        let texts = blocks.iter().map(text).collect();
        let structured = present("structuredContent");
        Some(ResultParts { object, blocks, texts, structured })
    }

    pub(super) fn is_error(&self) -> bool {
        self.object.get("isError").is_some_and(|value| value.get() == "true")
    }

    pub(super) fn has_structured(&self) -> bool {
        self.structured.is_some()
    }

    /// All texts that a host may show.
    pub(super) fn shown(&self) -> String {
        let structured = self.structured.map(RawValue::get);
        self.texts().chain(structured).collect::<Vec<_>>().join("\n")
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().flatten().map(String::as_str)
    }

    /// The data of the result, once. `None` if it has none.
    pub(super) fn whole(&self) -> Option<String> {
        let text = self.texts().collect::<Vec<_>>().join("\n");
        let Some(structured) = self.structured else { return Some(text).filter(|text| !text.is_empty()) };
        if text.is_empty() || self.is_repeated(structured, &text) {
            let value = inner(structured).get();
            return Some(if value.starts_with('"') { text } else { value.to_owned() });
        }
        serde_json::to_string(&Both { content: &text, structured_content: structured }).ok()
    }

    /// Whether the texts have the same data as `structuredContent`.
    fn is_repeated(&self, structured: &RawValue, text: &str) -> bool {
        let value_of = |json: &str| serde_json::from_str::<Value>(json).ok();
        let (Some(all), Some(inner)) = (value_of(structured.get()), value_of(inner(structured).get())) else {
            return false;
        };
        let texts = || self.texts().map(|text| value_of(text).unwrap_or_else(|| Value::from(text)));
        value_of(text).is_some_and(|value| value == all || value == inner)
            || inner == text
            || inner == Value::Array(texts().collect())
    }

    /// Replaces all texts by one, and adds a link after it.
    pub(super) fn replace(&mut self, text: &str, link: Option<Box<RawValue>>) -> Option<Box<RawValue>> {
        #[derive(serde::Serialize)]
        struct TextBlock<'t> {
            r#type: &'t str,
            text: &'t str,
        }
        let new = [raw(&TextBlock { r#type: "text", text }), link].into_iter().flatten();
        let first = self.texts.iter().position(Option::is_some).unwrap_or_default();
        let kept = |range: std::ops::Range<usize>| {
            let blocks = self.blocks[range.clone()].iter().zip(&self.texts[range]);
            blocks.filter(|(_, text)| text.is_none()).map(|(block, _)| Cow::Borrowed(*block))
        };
        let (before, after) = (kept(0..first), kept(first..self.blocks.len()));
        let content: Vec<Cow<'_, RawValue>> = before.chain(new.map(Cow::Owned)).chain(after).collect();
        let content = raw(&content)?;
        self.object.set("content", content);
        self.object.remove("structuredContent");
        raw(&self.object)
    }
}

/// A JSON string. Half of a surrogate pair, which some libraries write, is replaced.
fn text_of(json: &RawValue) -> Option<String> {
    struct TextVisitor;

    impl Visitor<'_> for TextVisitor {
        type Value = String;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_bytes<E>(self, text: &[u8]) -> Result<String, E> {
            Ok(String::from_utf8_lossy(text).into_owned())
        }
    }

    let exact = serde_json::from_str(json.get()).ok();
    exact.or_else(|| serde_json::Deserializer::from_str(json.get()).deserialize_bytes(TextVisitor).ok())
}

/// A text and data that differ.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Both<'b> {
    content: &'b str,
    structured_content: &'b RawValue,
}

/// The value that frameworks wrap as `{"result": …}`, or all of it.
fn inner(structured: &RawValue) -> &RawValue {
    let object: Option<Object<'_>> = serde_json::from_str(structured.get()).ok();
    let is_wrapped = object.as_ref().is_some_and(|object| object.get("result").is_some());
    object.filter(|_| is_wrapped).and_then(Object::into_only_value).unwrap_or(structured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn whole(result: &serde_json::Value) -> Option<String> {
        ResultParts::read(&result.to_string()).unwrap().whole()
    }

    #[test]
    fn what_is_kept() {
        let text = |text: &str| json!({"type": "text", "text": text});
        for (result, expected) in [
            (json!({"content": [text("[1, 2]")]}), "[1, 2]"),
            (json!({"content": [text("a"), {"type": "image"}, text("b")]}), "a\nb"),
            (json!({"content": [], "structuredContent": {"a": 1}}), "{\"a\":1}"),
            (json!({"content": [text("{\"a\": 1}")], "structuredContent": {"a": 1}}), "{\"a\":1}"),
            (json!({"content": [text("[1, 2]")], "structuredContent": {"result": [1, 2]}}), "[1,2]"),
            (json!({"content": [text("x\ny")], "structuredContent": {"result": "x\ny"}}), "x\ny"),
            (
                json!({"content": [text("1"), text("x")], "structuredContent": {"result": [1, "x"]}}),
                "[1,\"x\"]",
            ),
            (
                json!({"content": [text("two rows")], "structuredContent": {"rows": [1, 2]}}),
                "{\"content\":\"two rows\",\"structuredContent\":{\"rows\":[1,2]}}",
            ),
        ] {
            assert_eq!(whole(&result).as_deref(), Some(expected), "{result}");
        }
        assert_eq!(whole(&json!({"content": [{"type": "image"}]})), None);
        let half = r#"{"content": [{"type": "text", "text": "a\ud800b"}]}"#;
        assert!(ResultParts::read(half).unwrap().whole().unwrap().starts_with("a\u{fffd}"));
    }

    #[test]
    fn other_blocks_stay() {
        let result = json!({"content": [{"type": "image", "data": 1}, {"type": "text", "text": "a"}, {"type": "audio"},
            {"type": "text", "text": "b"}], "structuredContent": {}, "_meta": {"x": 1}})
        .to_string();
        let mut parts = ResultParts::read(&result).unwrap();
        let replaced = parts.replace("new", raw(&json!({"type": "resource_link"}))).unwrap();
        let expected = json!({"content": [{"type": "image", "data": 1}, {"type": "text", "text": "new"},
            {"type": "resource_link"}, {"type": "audio"}], "_meta": {"x": 1}});
        assert_eq!(serde_json::from_str::<serde_json::Value>(replaced.get()).unwrap(), expected);
    }
}
