//! A whole result: its blocks, and its structured content.

use super::{Conversion, Converter, Marker, Structured};
use crate::marker::{FORMAT, Format};
use crate::object::Object;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::time::Instant;
use toon::EncodeOptions;

impl Conversion {
    fn add(&mut self, before: &str, after: &str) {
        self.blocks += 1;
        self.bytes_before += before.len() as u64;
        self.bytes_after += after.len() as u64;
    }
}

impl Converter {
    pub(super) fn convert_typed(
        &self,
        result: &mut CallToolResult,
        started: Instant,
    ) -> toon::Result<Conversion> {
        let mut conversion = Conversion::default();
        if result.is_error == Some(true) && !self.rules.errors {
            return Ok(conversion);
        }
        // All of them first: an error leaves the result as it was.
        let mut texts = Vec::new();
        for (index, block) in result.content.iter().enumerate() {
            let Some(text) = block.as_text() else { continue };
            let Some(toon) = self.shorter(&text.text)? else { continue };
            conversion.add(&text.text, &toon);
            texts.push((index, toon));
        }
        let mut is_repeated = false;
        let structured = result.structured_content.as_ref().map(Value::to_string);
        for (index, toon) in texts {
            if let Some(ContentBlock::Text(block)) = result.content.get_mut(index) {
                is_repeated = is_repeated || self.repeats(&block.text, structured.as_deref());
                block.text = toon;
                if self.rules.marker != Marker::Off {
                    let meta = block.meta.get_or_insert_default();
                    meta.insert(FORMAT.to_owned(), Value::from(Format::Toon.as_str()));
                }
            }
        }
        if is_repeated {
            result.structured_content = None;
        }
        conversion.time = started.elapsed();
        Ok(conversion)
    }

    /// Whether `json` has the value of the structured content, which then can go.
    fn repeats(&self, json: &str, structured: Option<&str>) -> bool {
        let Some(structured) = structured.filter(|_| self.rules.structured == Structured::Drop) else {
            return false;
        };
        let toon = |json| toon::json::to_toon(json, &EncodeOptions::new());
        if toon(json).is_ok_and(|text| toon(structured).is_ok_and(|other| text == other)) {
            return true;
        }
        // The same in another order; values have no more digits than an `f64`.
        let value = |json: &str| serde_json::from_str::<Value>(json).ok().filter(|_| !has_long_number(json));
        value(json).is_some_and(|one| value(structured).is_some_and(|other| one == other))
    }

    /// A result that is no object, or has no blocks, is none of ours.
    pub(super) fn convert_raw(
        &self,
        result: &str,
        started: Instant,
    ) -> toon::Result<Option<(Box<RawValue>, Conversion)>> {
        let Ok(mut object) = serde_json::from_str::<Object<'_>>(result) else { return Ok(None) };
        let is_error = object.get("isError").is_some_and(|value| value.get() == "true");
        if is_error && !self.rules.errors {
            return Ok(None);
        }
        let Some(content) = object.get("content") else { return Ok(None) };
        let content = content.to_owned();
        let Ok(mut blocks) = serde_json::from_str::<Vec<&RawValue>>(content.get()) else { return Ok(None) };
        let structured = object.get("structuredContent");
        let structured = structured.map(RawValue::get);
        let mut conversion = Conversion::default();
        let mut is_repeated = false;
        let mut converted = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let Ok(mut block) = serde_json::from_str::<Object<'_>>(block.get()) else { continue };
            if block.string("type").as_deref() != Some("text") {
                continue;
            }
            let Some(text) = block.string("text").map(Cow::into_owned) else { continue };
            let Some(toon) = self.shorter(&text)? else { continue };
            conversion.add(&text, &toon);
            is_repeated = is_repeated || self.repeats(&text, structured);
            let Some(text) = raw(&toon) else { continue };
            block.set("text", text);
            self.mark(&mut block);
            if let Some(block) = raw(&block) {
                converted.push((index, block));
            }
        }
        if converted.is_empty() {
            return Ok(None);
        }
        for (index, block) in &converted {
            if let Some(place) = blocks.get_mut(*index) {
                *place = block;
            }
        }
        if let Some(content) = raw(&blocks) {
            object.set("content", content);
        }
        if is_repeated {
            object.remove("structuredContent");
        }
        conversion.time = started.elapsed();
        Ok(raw(&object).map(|result| (result, conversion)))
    }

    /// Notes that the block is TOON, beside all that stands there.
    fn mark(&self, block: &mut Object<'_>) {
        let places: &[(&'static str, &str)] = match self.rules.marker {
            Marker::Off => &[],
            Marker::Meta => &[("_meta", FORMAT)],
            Marker::Annotations => &[("_meta", FORMAT), ("annotations", "format")],
        };
        for (place, key) in places {
            let marked = match block.get(place).map(RawValue::get) {
                None | Some("null") => raw(&json!({*key: Format::Toon.as_str()})),
                Some(there) => serde_json::from_str::<Object<'_>>(there).ok().and_then(|mut there| {
                    there.set(key, raw(Format::Toon.as_str())?);
                    raw(&there)
                }),
            };
            // What is no object is left alone, and has no mark.
            if let Some(marked) = marked {
                block.set(place, marked);
            }
        }
    }
}

/// Whether there is anything in the content of a result: only then it is counted.
pub(super) fn has_content(result: &str) -> bool {
    let result: Object<'_> = serde_json::from_str(result).unwrap_or_default();
    let content =
        result.get("content").and_then(|content| serde_json::from_str::<Vec<&RawValue>>(content.get()).ok());
    content.is_some_and(|blocks| !blocks.is_empty())
}

/// Digits up to which numbers that differ are different values of an `f64`, too, and a place for the sign and the dot.
const EXACT: usize = 17;

/// Whether a number may have more digits than are compared.
fn has_long_number(json: &str) -> bool {
    let mut length = 0;
    json.bytes().any(|byte| {
        length = if matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E') { length + 1 } else { 0 };
        length > EXACT
    })
}

/// The value as JSON. It never fails for what is written here.
fn raw<T: ?Sized + Serialize>(value: &T) -> Option<Box<RawValue>> {
    to_raw_value(value).ok()
}
