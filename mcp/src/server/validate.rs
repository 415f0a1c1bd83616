//! `toon_validate`: checks whether a text is valid TOON, and lists all mistakes.

use super::fault::{self, Fault};
use super::{Limits, arguments, decode, schema};
use rmcp::model::{CallToolResult, JsonObject, Tool};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use toon::__internal::{fence, json as beginning};
use toon::{DecodeOptions, Error};
use toon_convert::marker::Format;
use toon_rmcp::__internal::block;

/// The maximum number of mistakes to list. The rest are only counted.
const MAX_LISTED: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ValidateSettings {
    /// Report wrong lengths, duplicate keys and bad indentation. If false, also stop at the first
    /// mistake.
    strict: bool,
    /// Take the indent size from the first indented line. If false, it is 2.
    detect_indent: bool,
}

impl Default for ValidateSettings {
    fn default() -> Self {
        ValidateSettings { strict: true, detect_indent: false }
    }
}

pub(super) fn tool() -> Tool {
    Tool::new(
        "toon_validate",
        "Check whether a text is valid TOON, and whether a normal form (`_form`) is intact. Lists mistakes with line, column and suggestion.",
        schema::input("toon", decode::toon_schema(), schema::options::<ValidateSettings>()),
    )
    .with_title("Validate TOON")
    .with_annotations(schema::annotations())
}

pub(super) fn call(mut arguments: JsonObject, limits: &Limits) -> Result<CallToolResult, Fault> {
    let text = arguments::text(&mut arguments, "toon")?;
    let settings: ValidateSettings = arguments::options(arguments, &["options"])?;
    limits.check_input(&text)?;
    let options = DecodeOptions::new().strict(settings.strict).detect_indent(settings.detect_indent);
    let mistakes = Mistakes::of(&text, &options, limits);
    let outcome = match mistakes.listed.first() {
        None => json!({ "valid": true }),
        Some(first) => {
            let mut outcome = json!({ "valid": false, "error": first, "errors": mistakes.listed });
            if let Some(more) = mistakes.found.checked_sub(MAX_LISTED).filter(|more| *more > 0) {
                outcome["more"] = json!(more);
            }
            outcome
        }
    };
    let block = block(outcome.to_string(), Format::Json);
    let mut result = CallToolResult::success(vec![block]);
    result.structured_content = Some(outcome);
    Ok(result)
}

/// The mistakes in a text, in order.
struct Mistakes {
    listed: Vec<Value>,
    found: usize,
}

impl Mistakes {
    fn of(text: &str, options: &DecodeOptions, limits: &Limits) -> Self {
        let whole = Self::below(0, text, options, limits);
        if whole.found == 0 {
            return whole;
        }
        let Some((above, body)) = fence::inside(text) else { return whole };
        let fence = newlines(above);
        let mut mistakes = Self::below(fence, body, options, limits);
        let suggestion = if mistakes.found == 0 {
            "remove the fence lines; the text between them is valid TOON"
        } else {
            "remove the fence lines"
        };
        mistakes.found += 1;
        mistakes.listed.insert(0, mistake(fence, "the text is wrapped in a Markdown code fence", suggestion));
        mistakes.listed.truncate(MAX_LISTED);
        mistakes
    }

    /// The mistakes in `text`, which starts after line `line`.
    fn below(line: usize, text: &str, options: &DecodeOptions, limits: &Limits) -> Self {
        if is_json_only(text) {
            let start = text.len() - text.trim_start().len();
            let line = line + 1 + newlines(text.get(..start).unwrap_or_default());
            let mistake = mistake(line, "this is JSON, not TOON", "use toon_encode to convert it to TOON");
            return Mistakes { listed: vec![mistake], found: 1 };
        }
        // Comments in place of the lines above keep line numbers right.
        let padded = "#\n".repeat(line) + text;
        let errors: Vec<Error> = options.check(&padded);
        if errors.is_empty() && toon_normal::is_marked(text) {
            let broken = broken_form(line, text, options, limits);
            return Mistakes { found: usize::from(broken.is_some()), listed: broken.into_iter().collect() };
        }
        Mistakes { listed: errors.iter().take(MAX_LISTED).map(fault::report).collect(), found: errors.len() }
    }
}

/// The mistake in a normal form that starts after line `line`. `None` if it can be expanded.
fn broken_form(line: usize, text: &str, options: &DecodeOptions, limits: &Limits) -> Option<Value> {
    match decode::expand(text, options.clone(), limits).err()? {
        Fault::Toon(error) => {
            let mut report = fault::report(&error);
            if error.line() != 0 {
                report["line"] = json!(line + error.line());
            }
            Some(report)
        }
        fault => Some(json!({ "message": fault.message(), "line": line + 1, "column": 1 })),
    }
}

fn mistake(line: usize, message: &str, suggestion: &str) -> Value {
    json!({ "message": message, "line": line, "column": 1, "suggestion": suggestion })
}

/// Whether `text` is a JSON object or array that means something else in TOON, or the beginning of
/// one.
///
/// `{"a":1}` is also valid TOON: a field with the odd key `{"a"`. But this is never intended.
/// Scalars and `[]` mean the same in both.
fn is_json_only(text: &str) -> bool {
    let text = text.trim();
    let is_whole = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    beginning::begins(text) || text.starts_with('[') && text != "[]" && is_whole()
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|&byte| byte == b'\n').count()
}
