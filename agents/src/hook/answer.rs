//! What hosts take as an answer.

use crate::hook::payload::Output;
use crate::host::Host;
use serde_json::json;
use serde_json::value::RawValue;
use toon_convert::__internal::{Object, raw};

/// What takes the place of an output, in the shape of the output.
#[derive(Debug)]
pub(super) enum Replacement {
    Text(String),
    Blocks(Box<RawValue>),
    /// The whole object.
    Object(Box<RawValue>),
}

impl Replacement {
    /// Puts a converted result into the shape of the output. `None` if it does not fit.
    pub(super) fn of(output: &Output<'_>, result: &RawValue) -> Option<Self> {
        let result: Object<'_> = serde_json::from_str(result.get()).ok()?;
        // Hosts take only the content.
        if result.get("structuredContent").is_some() {
            return None;
        }
        let content = result.get("content")?;
        Some(match output {
            Output::Blocks(_) | Output::Result(_) => Replacement::Blocks(content.to_owned()),
            Output::Text(_) => Replacement::Text(only_text(content)?),
            Output::Wrapped { before, after, .. } => {
                Replacement::Text([before, &*only_text(content)?, after].concat())
            }
            Output::Object { entries, key, .. } => {
                let mut entries: Object<'_> = entries.clone();
                entries.set(key, raw(&only_text(content)?)?);
                Replacement::Object(raw(&entries)?)
            }
        })
    }

    /// The answer with which a host replaces the output.
    pub(super) fn answer(self, host: Host) -> Option<String> {
        let value = match &self {
            Replacement::Text(text) => raw(text)?,
            Replacement::Blocks(json) | Replacement::Object(json) => json.clone(),
        };
        let answer = match (host, self) {
            (Host::Claude, _) => {
                return Some(format!(
                    r#"{{"hookSpecificOutput":{{"hookEventName":"PostToolUse","updatedToolOutput":{value}}}}}"#
                ));
            }
            (Host::Cursor, Replacement::Blocks(_)) => {
                return Some(format!(r#"{{"updated_mcp_tool_output":{{"content":{value}}}}}"#));
            }
            (Host::Opencode, Replacement::Blocks(_)) => return Some(format!(r#"{{"content":{value}}}"#)),
            (Host::Opencode, Replacement::Text(text)) => json!({"output": text}),
            (Host::Copilot, Replacement::Text(text)) => {
                json!({"modifiedResult": {"resultType": "success", "textResultForLlm": text}})
            }
            // In code mode, the original stays.
            (Host::Codex, Replacement::Text(text)) => json!({"continue": false, "stopReason": text}),
            (Host::Gemini, Replacement::Text(text)) => json!({"decision": "deny", "reason": text}),
            _ => return None,
        };
        Some(answer.to_string())
    }
}

/// The text of the only block.
fn only_text(content: &RawValue) -> Option<String> {
    let blocks: Vec<Object<'_>> = serde_json::from_str(content.get()).ok()?;
    match blocks.as_slice() {
        [block] => Some(block.string("text")?.into_owned()),
        _ => None,
    }
}
