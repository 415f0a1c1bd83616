//! `toon_encode`: JSON to TOON.

use super::fault::Fault;
use super::{Limits, arguments, bounds, schema};
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding};
use toon_convert::marker::Format;
use toon_rmcp::__internal::block;

/// The options of an encoding, as callers write them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EncodeSettings {
    /// Separates the values of arrays and rows. Tab often takes the fewest tokens.
    delimiter: DelimiterName,
    /// Spaces per level. 0 counts as 1, more than 8 as 8.
    indent: u64,
    /// Write chains of objects with a single key as one dotted key, `a.b.c: 1`. To reverse, decode
    /// with `expand_paths`.
    fold_keys: bool,
    /// Maximum segments in a folded key. Needs `fold_keys`.
    flatten_depth: Option<u64>,
}

impl Default for EncodeSettings {
    fn default() -> Self {
        EncodeSettings { delimiter: DelimiterName::Comma, indent: 2, fold_keys: false, flatten_depth: None }
    }
}

// The variants have no comments, since these would turn the list of names into a list of schemas.
#[derive(Clone, Copy, Debug, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum DelimiterName {
    Comma,
    Tab,
    Pipe,
}

impl EncodeSettings {
    pub(super) fn options(&self) -> EncodeOptions {
        let delimiter = match self.delimiter {
            DelimiterName::Comma => Delimiter::Comma,
            DelimiterName::Tab => Delimiter::Tab,
            DelimiterName::Pipe => Delimiter::Pipe,
        };
        let mut options = EncodeOptions::new().delimiter(delimiter).indent(self.spaces());
        if self.fold_keys {
            options = options.key_folding(KeyFolding::Safe);
        }
        if let Some(depth) = self.flatten_depth {
            options = options.flatten_depth(usize::try_from(depth).unwrap_or(usize::MAX));
        }
        options
    }

    /// The indentation. §12 requires at least one space, and more than eight would only waste
    /// tokens.
    pub(super) fn spaces(&self) -> usize {
        usize::try_from(self.indent).unwrap_or(usize::MAX).clamp(1, 8)
    }
}

/// The schema of the argument `json`, for this tool and `toon_stats`.
pub(super) fn json_schema() -> Value {
    json!({
        // Any type, spelled out for hosts that reject a schema without a type.
        "anyOf": [
            { "type": "object" },
            { "type": "array", "items": {} },
            { "type": "string" },
            { "type": "number" },
            { "type": "boolean" },
            { "type": "null" },
        ],
        "description": "The data, or a string of JSON text. A string is always parsed as JSON: pass hello as \"\\\"hello\\\"\".",
    })
}

/// The JSON text of the argument `json`.
pub(super) fn json_text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_encode",
        "Convert JSON to TOON, a compact notation for the same data.",
        schema::input("json", json_schema(), schema::options::<EncodeSettings>()),
    )
    .with_title("Encode JSON as TOON")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, Fault> {
    let json = json_text(arguments::required(&mut arguments, "json")?);
    let settings: EncodeSettings = arguments::options(arguments, &["options"])?;
    let toon = encode(&json, &settings, limits)?;
    let format = if toon_normal::is_marked(&toon) { Format::Normal } else { Format::Toon };
    let block = block(toon, format);
    Ok(CallToolResult::success(vec![block]))
}

pub(super) fn encode(json: &str, settings: &EncodeSettings, limits: &Limits) -> Result<String, Fault> {
    limits.check_input(json)?;
    limits.check_output(bounds::toon_size(json, settings.spaces()))?;
    let toon = toon::json::to_toon(json, &settings.options()).map_err(Fault::Json)?;
    if !toon_normal::is_marked(&toon) {
        return Ok(toon);
    }
    // Data that looks like a normal form would be read as one, unless it is written in normal form.
    match toon_normal::Options::new().encode(settings.options()).from_json(json) {
        Ok(form) => Ok(form.text),
        Err(error) if matches!(error.kind(), ErrorKind::UnsupportedOption { .. }) => {
            Err(Fault::arguments(error.kind().to_string()))
        }
        Err(error) => Err(Fault::Json(error)),
    }
}
