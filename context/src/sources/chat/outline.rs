//! What messages are, apart from their contents.

use super::error::{ChatError, Mistake, Place, Result};
use super::fields::{Fields, field};
use crate::words::Role;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A message as it came.
#[derive(Debug)]
pub(super) struct Message<'j> {
    pub(super) place: Place,
    /// The element or line.
    pub(super) source: &'j str,
    /// The message in it.
    pub(super) json: &'j RawValue,
    pub(super) outline: Outline,
}

impl<'j> Message<'j> {
    pub(super) fn read(
        place: Place,
        source: &'j RawValue,
        json: &'j RawValue,
    ) -> std::result::Result<Self, ChatError> {
        let outline = Outline::read(json).map_err(|mistake| ChatError::at(place, &mistake))?;
        Ok(Message { place, source: source.get(), json, outline })
    }
}

/// What a message is, apart from its content, which may be anything.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) role: Role,
    /// Messages of the model with the same one are parts of one.
    pub(super) id: Option<String>,
    /// The identifiers of the calls in it.
    pub(super) calls: Vec<String>,
    /// The identifiers of the calls whose results are in it.
    pub(super) results: Vec<String>,
    /// Whether the user says something.
    pub(super) has_words: bool,
    /// Whether it belongs to the message after it.
    pub(super) is_prefix: bool,
}

impl Outline {
    pub(super) fn read(json: &RawValue) -> Result<Self> {
        let fields = Fields::read(json)?;
        let Some(role) = fields.role()? else { return Outline::of_item(&fields) };
        let mut outline = Outline::new(role);
        outline.is_prefix = role == Role::System;
        if role == Role::Assistant {
            outline.id = text(fields.id).filter(|id| !id.is_empty());
        }
        let calls: Vec<&RawValue> = lenient(fields.tool_calls);
        let calls = calls.into_iter().filter_map(|call| text(lenient::<Part<'_>>(Some(call)).id));
        outline.calls.extend(calls);
        // It has no identifier.
        outline.calls.extend(text(lenient::<Part<'_>>(fields.function_call).name));
        if role == Role::Tool {
            let id = text(fields.tool_call_id).or_else(|| text(fields.name));
            outline.results.push(id.unwrap_or_default());
        }
        let has_words = match fields.content.map(RawValue::get) {
            Some(text) if text.starts_with('"') => text != "\"\"",
            Some(_) => outline.add_parts(fields.content),
            None => false,
        };
        outline.has_words = has_words && role == Role::User;
        Ok(outline)
    }

    fn new(role: Role) -> Self {
        let (calls, results) = (Vec::new(), Vec::new());
        Outline { role, id: None, calls, results, has_words: false, is_prefix: false }
    }

    /// An element that is not a message.
    fn of_item(fields: &Fields<'_>) -> Result<Self> {
        let Some(kind) = field::<String>("type", fields.r#type)? else { return Err(missing_role()) };
        let is_result = kind.ends_with("_output") || kind == "mcp_approval_response";
        let mut outline = Outline::new(if is_result { Role::Tool } else { Role::Assistant });
        match kind.as_str() {
            // It belongs to what the model did after it.
            "reasoning" => outline.is_prefix = true,
            "mcp_approval_request" => outline.calls.extend(text(fields.id)),
            "mcp_approval_response" => outline.results.extend(text(fields.approval_request_id)),
            _ if is_result => outline.results.push(text(fields.call_id).unwrap_or_default()),
            _ if kind.ends_with("_call") => outline.calls.extend(text(fields.call_id)),
            // What has content is a message.
            _ if kind == "message" || fields.content.is_some() => return Err(missing_role()),
            _ => {}
        }
        Ok(outline)
    }

    /// Adds the calls and results in a content, and returns whether there is something else.
    fn add_parts(&mut self, content: Option<&RawValue>) -> bool {
        let mut has_words = false;
        for part in lenient::<Vec<&RawValue>>(content) {
            let Part { kind, id, tool_use_id, text: words, .. } = lenient(Some(part));
            if let Some(id) = text(tool_use_id) {
                self.results.push(id);
            } else if text(kind).is_some_and(|kind| kind.ends_with("tool_use")) {
                self.calls.extend(text(id));
            } else {
                has_words |= words.is_none_or(|words| words.get() != "\"\"");
            }
        }
        has_words
    }

    /// Whether it is not for others to see.
    pub(super) fn is_thought(&self) -> bool {
        self.role == Role::Assistant && self.is_prefix
    }

    /// Whether the user speaks, and no result is part of it.
    pub(super) fn is_plain_user(&self) -> bool {
        self.role == Role::User && self.results.is_empty()
    }
}

fn missing_role() -> Mistake {
    Mistake::new("missing field `role`")
}

/// A part of a content, or a call.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Part<'j> {
    #[serde(borrow, rename = "type")]
    kind: Option<&'j RawValue>,
    #[serde(borrow)]
    id: Option<&'j RawValue>,
    #[serde(borrow)]
    name: Option<&'j RawValue>,
    #[serde(borrow)]
    tool_use_id: Option<&'j RawValue>,
    #[serde(borrow)]
    text: Option<&'j RawValue>,
}

/// A value, or nothing if it has another type.
fn lenient<'j, T: Default + Deserialize<'j>>(json: Option<&'j RawValue>) -> T {
    json.and_then(|json| serde_json::from_str(json.get()).ok()).unwrap_or_default()
}

fn text(json: Option<&RawValue>) -> Option<String> {
    lenient(json)
}
