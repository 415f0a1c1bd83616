//! `toon_decode`: TOON to JSON.

use super::{Limits, arguments, bounds, fault, layout, schema};
use crate::marker::Format;
use crate::result::block;
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toon::DecodeOptions;

// Independent switches, set by name.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Settings {
    /// Refuse wrong lengths, equal keys, odd indentation and the like. Without it they are mended: of equal keys the
    /// last one counts, declared lengths are not checked.
    strict: bool,
    /// Read words such as 42, true and null as numbers, booleans and null. Without it all words without quotes are
    /// strings.
    coerce_types: bool,
    /// Read `a.b: 1` as an object in an object.
    expand_paths: bool,
    /// Take the first indentation for one level, whatever it is. Without it a level is two spaces.
    detect_indent: bool,
    /// How the JSON is laid out: on one line, or indented by two spaces.
    output_format: OutputFormat,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            strict: true,
            coerce_types: true,
            expand_paths: false,
            detect_indent: false,
            output_format: OutputFormat::Json,
        }
    }
}

// Without comments on the variants: they would turn the plain list of names into a list of schemas.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OutputFormat {
    Json,
    JsonPretty,
}

/// The argument `toon` of this tool and of `toon_validate`, for their schemas.
pub(super) fn toon_schema() -> Value {
    json!({ "type": "string", "description": "TOON text." })
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_decode",
        "Turn TOON into JSON text. Keys keep their order, and numbers all their digits.",
        schema::input::<Settings>(("toon", toon_schema()), &["options"]),
    )
    .with_title("Decode TOON to JSON")
    .with_annotations(schema::annotations("Decode TOON to JSON"))
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, ErrorData> {
    let text = arguments::text(&mut arguments, "toon")?;
    let settings: Settings = arguments::options(arguments, &["options"])?;
    limits.check_input(&text)?;
    let options = DecodeOptions::new()
        .strict(settings.strict)
        .infer_types(settings.coerce_types)
        .expand_paths(settings.expand_paths)
        .detect_indent(settings.detect_indent);
    let pretty = settings.output_format == OutputFormat::JsonPretty;
    let size = bounds::json_size(&text, &options, pretty, limits);
    limits.check_output(size.map_err(|error| fault::toon(&error))?)?;
    let compact = toon::json::from_toon(&text, &options).map_err(|error| fault::toon(&error))?;
    let json = if pretty { layout::pretty(&compact) } else { compact };
    let block = block(json, Format::Json);
    Ok(CallToolResult::success(vec![block]))
}
