//! The blocks of messages.

use super::error::{Mistake, Result};
use super::part::{Call, CallResult, Part, parts};
use crate::block::{Block, Conversation, ToolResult};
use crate::words::{Role, Status};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The blocks of a chat.
#[derive(Default)]
pub(super) struct Chat {
    blocks: Vec<Block>,
    /// The names of the tools that were called, by the identifier of the call.
    tools: HashMap<String, String>,
}

/// A message of any of the APIs.
#[derive(Deserialize)]
struct Message<'j> {
    r#type: Option<String>,
    role: Option<String>,
    /// Of a message with the role `function`.
    name: Option<String>,
    #[serde(borrow)]
    content: Option<&'j RawValue>,
    refusal: Option<String>,
    tool_calls: Option<Vec<ToolCall>>,
    function_call: Option<Function>,
    tool_call_id: Option<String>,
}

#[derive(Deserialize)]
struct ToolCall {
    id: Option<String>,
    #[serde(alias = "custom")]
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    #[serde(alias = "input")]
    arguments: String,
}

/// A call as an element of its own.
#[derive(Deserialize)]
struct CallItem {
    call_id: String,
    #[serde(flatten)]
    function: Function,
}

/// A result as an element of its own.
#[derive(Deserialize)]
struct OutputItem<'j> {
    call_id: String,
    #[serde(borrow)]
    output: &'j RawValue,
}

impl Function {
    fn called_as(self, id: Option<String>) -> Call {
        Call { id, name: self.name, arguments: self.arguments }
    }
}

impl Chat {
    pub(super) fn into_blocks(self) -> Vec<Block> {
        self.blocks
    }

    /// Adds the blocks of a message.
    pub(super) fn message(&mut self, json: &RawValue) -> Result<()> {
        let message: Message<'_> = serde_json::from_str(json.get())?;
        let Some(role) = message.role.as_deref() else {
            return self.item(json, message.r#type.as_deref());
        };
        let role = match role {
            "tool" | "function" => {
                let id = message.tool_call_id.unwrap_or_default();
                return self.result(&id, message.name, message.content, false);
            }
            "developer" => Role::System,
            _ => Role::from_word(role).ok_or_else(|| unknown_role(role))?,
        };
        if let Some(content) = message.content {
            self.content(role, content)?;
        }
        self.turn(role, message.refusal.as_deref().unwrap_or_default());
        for call in message.tool_calls.into_iter().flatten() {
            self.call(call.function.called_as(call.id));
        }
        if let Some(function) = message.function_call {
            self.call(function.called_as(None));
        }
        Ok(())
    }

    /// Adds an element that is not a message.
    fn item(&mut self, json: &RawValue, kind: Option<&str>) -> Result<()> {
        match kind {
            Some("function_call" | "custom_tool_call") => {
                let call: CallItem = serde_json::from_str(json.get())?;
                self.call(call.function.called_as(Some(call.call_id)));
                Ok(())
            }
            Some("function_call_output" | "custom_tool_call_output") => {
                let result: OutputItem<'_> = serde_json::from_str(json.get())?;
                self.result(&result.call_id, None, Some(result.output), false)
            }
            Some("reasoning") => Ok(()),
            _ => Err(Mistake("missing field `role`".to_owned())),
        }
    }

    /// Adds what `role` says. Consecutive parts that are text are one turn.
    pub(super) fn content(&mut self, role: Role, content: &RawValue) -> Result<()> {
        let mut text = Vec::new();
        for part in parts(content)? {
            if let Part::Text(part) = part {
                text.push(part);
                continue;
            }
            self.turn(role, &std::mem::take(&mut text).join("\n"));
            match part {
                Part::Block(block) => self.blocks.push(block),
                Part::Call(call) => self.call(call),
                Part::Result(CallResult { id, content, is_error }) => {
                    self.result(&id, None, content, is_error)?;
                }
                Part::Text(_) | Part::Thought => {}
            }
        }
        self.turn(role, &text.join("\n"));
        Ok(())
    }

    fn turn(&mut self, role: Role, text: &str) {
        if !text.is_empty() {
            self.blocks.push(Conversation::new(role, text).into());
        }
    }

    fn call(&mut self, Call { id, name, arguments }: Call) {
        let mut turn = Conversation::assistant(format!("{name}({arguments})"));
        if let Some(id) = id {
            turn = turn.tool_call_id(&id);
            self.tools.insert(id, name);
        }
        self.blocks.push(turn.into());
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
                Part::Text(part) => text.push(part),
                Part::Block(block) => blocks.push(block),
                Part::Call(_) | Part::Result(_) | Part::Thought => {}
            }
        }
        let name = name.or_else(|| self.tools.get(id).cloned()).unwrap_or_else(|| id.to_owned());
        let status = if is_error { Status::Error } else { Status::Ok };
        let (result, text) = (ToolResult::new(name, status), text.join("\n"));
        // Text such as `1.0` is not meant as JSON.
        let is_json = text.trim_start().starts_with(['{', '[']);
        let result = if is_json { result.json(text) } else { result.text(text) };
        self.blocks.push(result.into());
        self.blocks.append(&mut blocks);
        Ok(())
    }
}

fn unknown_role(role: &str) -> Mistake {
    let known = "`system`, `developer`, `user`, `assistant`, `tool` or `function`";
    Mistake(format!("unknown role {role:?}, expected {known}"))
}
