//! Chats in JSON, as the APIs of models take them.

mod base64;
mod error;
mod image;
mod message;
mod part;

use crate::block::{Block, Conversation};
use crate::words::Role;
use message::Chat;
use serde::Deserialize;
use serde_json::value::RawValue;

pub use error::ChatError;

impl Conversation {
    /// Reads the messages of a chat as OpenAI's and Anthropic's APIs take them: an array, or an object
    /// with `messages` (and `system`), or with `input` (and `instructions`).
    ///
    /// A message is a turn. The role `developer` is [`Role::System`]. A call of a tool is a turn of the
    /// assistant such as `search({"query":"timeout"})`, and has the identifier of the call. Its result
    /// is a [`ToolResult`](crate::ToolResult) with the name of the tool, so that it can lose rows if it
    /// is JSON. Images in data URLs are [`Image`](crate::Image)s, and documents in plain text are
    /// [`Document`](crate::Document)s. What the model thought is skipped, and of other contents, the
    /// turn only states the type, such as `[input_audio]`.
    ///
    /// # Errors
    /// If the text is not JSON, a message or a part of one lacks what its type requires, a role is
    /// unknown, or an image cannot be decoded. The error names the message.
    ///
    /// ```
    /// use toon_context::{Conversation, Status, ToolResult};
    ///
    /// let json = r#"[
    ///   {"role": "user", "content": "Who knows Rust?"},
    ///   {"role": "assistant", "tool_calls": [
    ///     {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{\"q\":\"rust\"}"}}
    ///   ]},
    ///   {"role": "tool", "tool_call_id": "call_1", "content": "[{\"name\":\"Ada\"},{\"name\":\"Bob\"}]"}
    /// ]"#;
    /// assert_eq!(
    ///     Conversation::from_chat(json)?,
    ///     [
    ///         Conversation::user("Who knows Rust?").into(),
    ///         Conversation::assistant(r#"search({"q":"rust"})"#).tool_call_id("call_1").into(),
    ///         ToolResult::new("search", Status::Ok).json(r#"[{"name":"Ada"},{"name":"Bob"}]"#).into(),
    ///     ]
    /// );
    /// # Ok::<(), toon_context::sources::ChatError>(())
    /// ```
    pub fn from_chat(json: &str) -> Result<Vec<Block>, ChatError> {
        let request = Request::read(json).map_err(|error| ChatError::of_request(&error))?;
        let mut chat = Chat::default();
        if let Some(instructions) = request.system {
            chat.content(Role::System, instructions).map_err(ChatError::of_system)?;
        }
        for (index, message) in request.messages.into_iter().enumerate() {
            chat.message(message).map_err(|mistake| ChatError::of_message(index, mistake))?;
        }
        Ok(chat.into_blocks())
    }
}

/// What is sent to an API.
#[derive(Deserialize)]
struct Request<'j> {
    #[serde(borrow, alias = "instructions")]
    system: Option<&'j RawValue>,
    #[serde(borrow, alias = "input")]
    messages: Vec<&'j RawValue>,
}

impl<'j> Request<'j> {
    fn read(json: &'j str) -> serde_json::Result<Self> {
        if json.trim_start().starts_with('[') {
            return Ok(Request { system: None, messages: serde_json::from_str(json)? });
        }
        serde_json::from_str(json)
    }
}
