//! `toon_decode`: TOON to JSON.

use super::fault::Fault;
use super::{Limits, arguments, bounds, layout, schema};
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use toon::{DecodeOptions, ErrorKind};
use toon_convert::marker::Format;
use toon_rmcp::__internal::block;

// These are independent switches, each set by name.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct DecodeSettings {
    /// Reject wrong lengths, duplicate keys and bad indentation. If false, lengths are not checked
    /// and the last of duplicate keys wins.
    strict: bool,
    /// Read unquoted 42, true and null as such. If false, as strings.
    coerce_types: bool,
    /// Read `a.b: 1` as nested objects.
    expand_paths: bool,
    /// Take the indent size from the first indented line. If false, it is 2.
    detect_indent: bool,
    // Has no comment, since the names of its values are self-explanatory.
    output_format: OutputFormat,
}

impl Default for DecodeSettings {
    fn default() -> Self {
        DecodeSettings {
            strict: true,
            coerce_types: true,
            expand_paths: false,
            detect_indent: false,
            output_format: OutputFormat::Json,
        }
    }
}

// The variants have no comments, since these would turn the list of names into a list of schemas.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum OutputFormat {
    Json,
    JsonPretty,
}

/// The schema of the argument `toon`, for this tool and `toon_validate`.
pub(super) fn toon_schema() -> Value {
    json!({ "type": "string" })
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_decode",
        "Convert TOON to JSON. Keeps the order of keys and all digits of numbers. Expands normal forms (`_form`).",
        schema::input("toon", toon_schema(), schema::options::<DecodeSettings>()),
    )
    .with_title("Decode TOON to JSON")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, Fault> {
    let text = arguments::text(&mut arguments, "toon")?;
    let settings: DecodeSettings = arguments::options(arguments, &["options"])?;
    limits.check_input(&text)?;
    let options = DecodeOptions::new()
        .strict(settings.strict)
        .infer_types(settings.coerce_types)
        .expand_paths(settings.expand_paths)
        .detect_indent(settings.detect_indent);
    let pretty = settings.output_format == OutputFormat::JsonPretty;
    let compact = if toon_normal::is_marked(&text) {
        expand(&text, options, limits)?
    } else {
        let size = bounds::json_size(&text, &options, pretty, limits);
        limits.check_output(size.map_err(Fault::Toon)?)?;
        toon::json::from_toon(&text, &options).map_err(Fault::Toon)?
    };
    let max_size = limits.max_output();
    let json = if pretty {
        layout::pretty(&compact, max_size).ok_or_else(|| bounds::too_large(max_size))?
    } else {
        compact
    };
    let block = block(json, Format::Json);
    Ok(CallToolResult::success(vec![block]))
}

/// Expands a normal form to compact JSON.
pub(super) fn expand(text: &str, options: DecodeOptions, limits: &Limits) -> Result<String, Fault> {
    let options = toon_normal::Options::new().decode(options).max_output(limits.max_output());
    options.to_json(text).map_err(|error| match error.kind() {
        ErrorKind::OutputLimit { limit, .. } => bounds::too_large(*limit),
        ErrorKind::UnsupportedOption { .. } => Fault::arguments(error.kind().to_string()),
        _ => Fault::Toon(error),
    })
}
