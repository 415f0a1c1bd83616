//! The blocks of messages.

use super::error::{Mistake, Result};
use super::fields::{Fields, field};
use super::part::{Call, CallResult, MessagePart, parts};
use crate::block::{Block, Conversation, ToolResult};
use crate::words::{Role, Status};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// Makes the blocks of messages.
#[derive(Default)]
pub(super) struct Collector {
    pieces: Vec<Piece>,
    /// The names of the tools that were called, by the identifier of the call.
    tools: HashMap<String, String>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct ToolCall {
    id: Option<String>,
    #[serde(alias = "custom")]
    function: Function,
}

#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Function {
    name: String,
    #[serde(alias = "input")]
    arguments: String,
}

/// A block of a message.
pub(super) struct Piece {
    pub(super) block: Block,
    /// Whether it is of the result of a tool.
    pub(super) is_result: bool,
}

/// A call as an element of its own.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct CallItem {
    call_id: String,
    #[serde(flatten)]
    function: Function,
}

/// A result as an element of its own.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct OutputItem<'j> {
    call_id: String,
    #[serde(borrow)]
    output: &'j RawValue,
}

/// An output as older transcripts of Codex have it.
#[derive(Deserialize)]
struct OutputObject<'j> {
    #[serde(borrow)]
    content: &'j RawValue,
}

impl<'j> OutputObject<'j> {
    fn content(output: &'j RawValue) -> Option<&'j RawValue> {
        let object: Option<Self> = serde_json::from_str(output.get()).ok();
        object.filter(|_| output.get().starts_with('{')).map(|object| object.content)
    }
}

impl Function {
    fn called_as(self, id: Option<String>) -> Call {
        Call { id, name: self.name, arguments: self.arguments }
    }
}

impl Collector {
    /// The blocks of what was added since the last time.
    pub(super) fn take(&mut self) -> Vec<Piece> {
        std::mem::take(&mut self.pieces)
    }

    /// Adds the blocks of a message.
    pub(super) fn message(&mut self, json: &RawValue) -> Result<()> {
        let message = Fields::read(json)?;
        let Some(role) = message.role()? else {
            return self.item(json, &message);
        };
        if role == Role::Tool {
            let id: Option<String> = field("tool_call_id", message.tool_call_id)?;
            let name = field("name", message.name)?;
            let result = self.result(&id.unwrap_or_default(), name, message.content, false);
            return result.map_err(|mistake| mistake.in_field("content"));
        }
        if let Some(content) = message.content {
            self.content(role, content).map_err(|mistake| mistake.in_field("content"))?;
        }
        let refusal: Option<String> = field("refusal", message.refusal)?;
        self.turn(role, &refusal.unwrap_or_default());
        let calls: Option<Vec<ToolCall>> = field("tool_calls", message.tool_calls)?;
        for call in calls.into_iter().flatten() {
            self.call(call.function.called_as(call.id));
        }
        let function: Option<Function> = field("function_call", message.function_call)?;
        if let Some(function) = function {
            self.call(function.called_as(None));
        }
        Ok(())
    }

    /// Adds an element that is not a message.
    fn item(&mut self, json: &RawValue, message: &Fields<'_>) -> Result<()> {
        let kind: Option<String> = field("type", message.r#type)?;
        match kind.as_deref() {
            Some("function_call" | "custom_tool_call") => {
                let call: CallItem = serde_json::from_str(json.get())?;
                self.call(call.function.called_as(Some(call.call_id)));
            }
            Some("function_call_output" | "custom_tool_call_output") => {
                let OutputItem { call_id, output } = serde_json::from_str(json.get())?;
                let output = OutputObject::content(output).unwrap_or(output);
                let result = self.result(&call_id, None, Some(output), false);
                result.map_err(|mistake| mistake.in_field("output"))?;
            }
            Some("reasoning") => {}
            // What has content is a message.
            Some(kind) if kind != "message" && message.content.is_none() => {
                let role = if kind.ends_with("_output") { Role::Tool } else { Role::Assistant };
                self.turn(role, &format!("[{kind}]"));
            }
            _ => return Err(Mistake::new("missing field `role`")),
        }
        Ok(())
    }

    /// Adds what `role` says. Consecutive parts that are text are one turn.
    pub(super) fn content(&mut self, role: Role, content: &RawValue) -> Result<()> {
        let mut text = Vec::new();
        for (index, part) in parts(content)?.into_iter().enumerate() {
            if let MessagePart::Text(part) = part {
                text.push(part);
                continue;
            }
            self.turn(role, &std::mem::take(&mut text).join("\n"));
            match part {
                MessagePart::Block(block) => self.add(*block, false),
                MessagePart::Call(call) => self.call(call),
                MessagePart::Result(CallResult { id, content, is_error }) => {
                    let result = self.result(&id, None, content, is_error.unwrap_or(false));
                    result.map_err(|mistake| mistake.in_field("content").in_element(index))?;
                }
                MessagePart::Text(_) | MessagePart::Thought => {}
            }
        }
        self.turn(role, &text.join("\n"));
        Ok(())
    }

    fn add(&mut self, block: impl Into<Block>, is_result: bool) {
        self.pieces.push(Piece { block: block.into(), is_result });
    }

    fn turn(&mut self, role: Role, text: &str) {
        if !text.is_empty() {
            self.add(Conversation::new(role, text), false);
        }
    }

    fn call(&mut self, Call { id, name, arguments }: Call) {
        let mut turn = Conversation::assistant(format!("{name}({arguments})"));
        if let Some(id) = id {
            turn = turn.tool_call_id(&id);
            self.tools.insert(id, name);
        }
        self.add(turn, false);
    }

    /// Adds the result of the call `id`, of the tool `name` if that is known from elsewhere, and then
    /// the images in it.
    fn result(
        &mut self,
        id: &str,
        name: Option<String>,
        content: Option<&RawValue>,
        is_error: bool,
    ) -> Result<()> {
        let (mut text, mut blocks) = (Vec::new(), Vec::new());
        for part in content.map(parts).transpose()?.into_iter().flatten() {
            match part {
                MessagePart::Text(part) => text.push(part),
                MessagePart::Block(block) => blocks.push(*block),
                MessagePart::Call(_) | MessagePart::Result(_) | MessagePart::Thought => {}
            }
        }
        let name = name.or_else(|| self.tools.get(id).cloned()).unwrap_or_else(|| id.to_owned());
        let status = if is_error { Status::Error } else { Status::Ok };
        let (result, text) = (ToolResult::new(name, status), text.join("\n"));
        // Text such as `1.0` is not meant as JSON.
        let is_json = text.trim_start().starts_with(['{', '[']);
        let result = if is_json { result.json(text) } else { result.text(text) };
        self.add(result, true);
        for block in blocks {
            self.add(block, true);
        }
        Ok(())
    }
}
