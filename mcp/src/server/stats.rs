//! `toon_stats`: what TOON saves compared with compact JSON.

use super::fault::Fault;
use super::{Limits, arguments, encode, schema};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, JsonObject, Tool};
use serde::Serialize;
use serde_json::json;
use toon::{DecodeOptions, EncodeOptions};
use toon_convert::marker::Format;
use toon_convert::tokens;
use toon_rmcp::__internal::block;

/// The result of the tool.
#[derive(Serialize)]
struct Stats {
    /// The data as compact JSON.
    json: TextSize,
    /// The data as TOON.
    toon: TextSize,
    /// What TOON saves, in percent of the JSON; negative where TOON is larger.
    savings: Savings,
}

#[derive(Serialize)]
struct TextSize {
    bytes: usize,
    /// Tokens of the encoding `o200k_base`, counted by its tokenizer.
    tokens: usize,
    /// An estimate without a tokenizer: words and single signs.
    tokens_approx: usize,
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names)] // the names are part of the format
struct Savings {
    bytes_percent: f64,
    tokens_percent: f64,
    tokens_approx_percent: f64,
}

impl TextSize {
    fn of(text: &str) -> Self {
        TextSize { bytes: text.len(), tokens: tokens::count(text), tokens_approx: tokens::estimate(text) }
    }
}

/// How much smaller `toon` is than `json`, in percent, rounded to two decimals.
#[allow(clippy::cast_precision_loss)] // sizes of texts that fit in memory
fn saved(json: usize, toon: usize) -> f64 {
    if json == 0 {
        return 0.0;
    }
    let (json, toon) = (json as f64, toon as f64);
    ((json - toon) / json * 100.0 * 100.0).round() / 100.0
}

const NESTED: &[&str] = &["encode_options", "options"];

pub(super) fn tool() -> Tool {
    let mut options = JsonObject::new();
    // The schema of `toon_encode` describes these options.
    options.insert(
        "encode_options".to_owned(),
        json!({ "type": "object", "description": "Options of toon_encode." }),
    );
    Tool::new(
        "toon_stats",
        "Compare the bytes and tokens (o200k_base) of data as compact JSON and as TOON.",
        schema::input("json", encode::json_schema(), options),
    )
    .with_title("Compare JSON and TOON")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, Fault> {
    let json = encode::json_text(arguments::required(&mut arguments, "json")?);
    let settings: encode::EncodeSettings = arguments::options(arguments, NESTED)?;
    let toon = encode::encode(&json, &settings, limits)?;
    // Compare with compact JSON, so that whitespace and escapes do not count in favour of TOON.
    let plain = toon::json::to_toon(&json, &EncodeOptions::new()).map_err(Fault::Json)?;
    let compact = toon::json::from_toon(&plain, &DecodeOptions::new()).map_err(Fault::Toon)?;
    let (json, toon) = (TextSize::of(&compact), TextSize::of(&toon));
    let savings = Savings {
        bytes_percent: saved(json.bytes, toon.bytes),
        tokens_percent: saved(json.tokens, toon.tokens),
        tokens_approx_percent: saved(json.tokens_approx, toon.tokens_approx),
    };
    let stats = serde_json::to_value(Stats { json, toon, savings })
        .map_err(|error| Fault::Protocol(ErrorData::internal_error(error.to_string(), None)))?;
    let block = block(stats.to_string(), Format::Json);
    let mut result = CallToolResult::success(vec![block]);
    result.structured_content = Some(stats);
    Ok(result)
}
