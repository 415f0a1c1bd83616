//! `toon_validate`: whether a text is TOON, and where it is not.

use super::fault::{self, Fault};
use super::{Limits, arguments, decode, schema};
use crate::marker::Format;
use crate::result::block;
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use toon::DecodeOptions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// Report wrong lengths, duplicate keys and bad indentation.
    strict: bool,
    /// Take the indent size from the first indented line. If false, it is 2.
    detect_indent: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { strict: true, detect_indent: false }
    }
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_validate",
        "Check whether a text is TOON. Gives line, column and suggestion for the first mistake.",
        schema::input("toon", decode::toon_schema(), schema::options::<Settings>()),
    )
    .with_title("Validate TOON")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, Fault> {
    let text = arguments::text(&mut arguments, "toon")?;
    let settings: Settings = arguments::options(arguments, &["options"])?;
    limits.check_input(&text)?;
    // Nothing is built: what is read is thrown away at once.
    let options = DecodeOptions::new().strict(settings.strict).detect_indent(settings.detect_indent);
    let outcome = match options.from_str::<IgnoredAny>(&text) {
        Ok(IgnoredAny) => json!({ "valid": true }),
        Err(error) => json!({ "valid": false, "error": fault::report(&error) }),
    };
    let block = block(outcome.to_string(), Format::Json);
    let mut result = CallToolResult::success(vec![block]);
    result.structured_content = Some(outcome);
    Ok(result)
}
