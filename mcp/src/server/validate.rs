//! `toon_validate`: whether a text is TOON, and where it is not.

use super::{Limits, arguments, decode, fault, schema};
use crate::marker::Format;
use crate::result::block;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toon::DecodeOptions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// Whether wrong lengths, equal keys, odd indentation and the like are mistakes.
    strict: bool,
    /// Take the first indentation for one level, whatever it is. Without it a level is two spaces.
    detect_indent: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { strict: true, detect_indent: false }
    }
}

/// What the tool gives.
#[derive(Serialize, JsonSchema)]
struct Outcome {
    /// Whether the text is TOON.
    valid: bool,
    /// The first mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Mistake>,
}

#[derive(Serialize, JsonSchema)]
struct Mistake {
    /// What is wrong.
    message: String,
    /// The line, from 1.
    line: Option<u64>,
    /// The column in characters, from 1.
    column: Option<u64>,
    /// How to mend it.
    suggestion: Option<String>,
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_validate",
        "Tell whether a text is TOON; where it is not, what is wrong, in which line and column, and how to mend it.",
        schema::input::<Settings>(("toon", decode::toon_schema()), &["options"]),
    )
    .with_title("Validate TOON")
    .with_raw_output_schema(schema::output::<Outcome>())
    .with_annotations(schema::annotations("Validate TOON"))
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, ErrorData> {
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
