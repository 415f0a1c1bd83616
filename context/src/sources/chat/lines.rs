//! Messages in JSON lines, also in transcripts of coding agents.

use super::error::{ChatError, Mistake, Place};
use super::fields::field;
use super::outline::Message;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A line of any of the formats.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Line<'j> {
    #[serde(borrow)]
    r#type: Option<&'j RawValue>,
    #[serde(borrow)]
    role: Option<&'j RawValue>,
    /// Of Claude Code.
    #[serde(borrow)]
    message: Option<&'j RawValue>,
    #[serde(borrow, rename = "isSidechain")]
    is_sidechain: Option<&'j RawValue>,
    #[serde(borrow, rename = "isMeta")]
    is_meta: Option<&'j RawValue>,
    #[serde(borrow)]
    parent_tool_use_id: Option<&'j RawValue>,
    /// Of Codex.
    #[serde(borrow)]
    payload: Option<&'j RawValue>,
}

/// The messages of JSON lines. Lines that state another type than that of a message are skipped, and those of
/// sub-agents unless there are no others. So is the last line if it is not finished.
pub(super) fn read(text: &str) -> Result<Vec<Message<'_>>, ChatError> {
    let mut messages = Vec::new();
    let mut agents = Vec::new();
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    while let Some((index, line)) = lines.next() {
        let number = index + 1;
        let source: &RawValue = match serde_json::from_str(line) {
            Ok(json) => json,
            Err(error) if error.is_eof() && lines.peek().is_none() && !text.ends_with('\n') => break,
            Err(error) => return Err(ChatError::of_line(number, &error)),
        };
        if let Some((message, is_of_agent)) = message_of(number, source)? {
            if is_of_agent { &mut agents } else { &mut messages }.push(message);
        }
    }
    if messages.is_empty() {
        messages = agents;
    }
    if messages.is_empty() {
        return Err(ChatError::of_request("expected messages in the lines, found none"));
    }
    Ok(messages)
}

/// The message of a line, if it has one, and whether it is one of a sub-agent.
fn message_of(number: usize, source: &RawValue) -> Result<Option<(Message<'_>, bool)>, ChatError> {
    let mistake = |mistake| ChatError::at(Place::Line { number, field: "" }, &mistake);
    let line: Line<'_> = serde_json::from_str(source.get()).map_err(|error| mistake(error.into()))?;
    let read = |field, json| Message::read(Place::Line { number, field }, source, json);
    if line.role.is_some() {
        return Ok(Some((read("", source)?, false)));
    }
    let kind: Option<String> = field("type", line.r#type).map_err(mistake)?;
    let kind = kind.ok_or_else(|| mistake(Mistake::new("missing field `role`")))?;
    let is_true = |json: Option<&RawValue>| json.is_some_and(|json| json.get() == "true");
    Ok(match (kind.as_str(), line.message, line.payload) {
        ("user" | "assistant", Some(json), _) => {
            let mut message = read("message", json)?;
            // What the host wrote is not what the user said.
            message.outline.has_words &= !is_true(line.is_meta);
            Some((message, is_true(line.is_sidechain) || line.parent_tool_use_id.is_some()))
        }
        ("response_item", _, Some(item)) if is_item(item) => Some((read("payload", item)?, false)),
        (kind, _, _) if is_item_kind(kind) => Some((read("", source)?, false)),
        _ => None,
    })
}

/// Whether an element of Codex is one that models see.
fn is_item(item: &RawValue) -> bool {
    #[derive(Deserialize)]
    struct Typed {
        r#type: String,
    }

    let typed: Result<Typed, _> = serde_json::from_str(item.get());
    typed.is_ok_and(|typed| typed.r#type == "message" || is_item_kind(&typed.r#type))
}

fn is_item_kind(kind: &str) -> bool {
    kind == "reasoning" || kind.ends_with("_call") || kind.ends_with("_output")
}
