//! Chats in JSON, as the APIs of models take them.

mod base64;
mod error;
mod image;
mod message;
mod part;

use crate::block::{Block, Conversation};
use crate::words::Role;
use message::Chat;
use part::elements;
use serde::Deserialize;
use serde_json::value::RawValue;

pub use error::ChatError;

impl Conversation {
    /// Reads the messages of a chat as OpenAI's and Anthropic's APIs take them: an array, or an object
    /// with `messages` (and `system`), or with `input` (and `instructions`), which may also be the text of
    /// a single turn of the user.
    ///
    /// A message is a turn. The role `developer` is [`Role::System`]. A call of a tool is a turn of the
    /// assistant such as `search({"query":"timeout"})`, and has the identifier of the call. Its result
    /// is a [`ToolResult`](crate::ToolResult) with the name of the tool, so that it can lose rows if it
    /// is JSON. Images in data URLs are [`Image`](crate::Image)s, and documents in plain text are
    /// [`Document`](crate::Document)s. What the model thought is skipped, and of other contents and
    /// elements, a turn only states the type, such as `[input_audio]` or `[web_search_call]`.
    ///
    /// # Errors
    /// If the text is not JSON, a message or a part of one lacks what its type requires, a role is
    /// unknown, or an image cannot be decoded. The error names the message, and
    /// the part of it.
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
        let Request { system, messages: (field, messages) } = Request::read(json)?;
        let mut chat = Chat::default();
        if let Some((field, text)) = system {
            let result = chat.content(Role::System, text);
            result.map_err(|mistake| ChatError::of_field(field, &mistake))?;
        }
        if field == INPUT && messages.get().starts_with('"') {
            let result = chat.content(Role::User, messages);
            result.map_err(|mistake| ChatError::of_field(field, &mistake))?;
            return Ok(chat.into_blocks());
        }
        let messages = elements(messages, "an array of messages");
        let messages = messages.map_err(|mistake| ChatError::of_field(field, &mistake))?;
        for (index, message) in messages.into_iter().enumerate() {
            let result = chat.message(message);
            result.map_err(|mistake| ChatError::of_message(field, index, &mistake))?;
        }
        Ok(chat.into_blocks())
    }
}

/// The field that may also be what the user says.
const INPUT: &str = "input";

/// What is sent to an API. Errors name the fields as they are named there.
struct Request<'j> {
    system: Option<RequestField<'j>>,
    messages: RequestField<'j>,
}

/// The name and the value of a field.
type RequestField<'j> = (&'static str, &'j RawValue);

impl<'j> Request<'j> {
    fn read(json: &'j str) -> Result<Self, ChatError> {
        #[derive(Deserialize)]
        #[serde(expecting = "an array of messages, or an object that contains one")]
        struct RequestFields<'j> {
            #[serde(borrow)]
            system: Option<&'j RawValue>,
            #[serde(borrow)]
            instructions: Option<&'j RawValue>,
            #[serde(borrow)]
            messages: Option<&'j RawValue>,
            #[serde(borrow)]
            input: Option<&'j RawValue>,
        }

        if json.trim_start().starts_with('[') {
            let messages = serde_json::from_str(json).map_err(ChatError::of_request)?;
            return Ok(Request { system: None, messages: ("messages", messages) });
        }
        let fields: RequestFields<'_> = serde_json::from_str(json).map_err(ChatError::of_request)?;
        let system = one_of(("system", fields.system), ("instructions", fields.instructions))?;
        let messages = one_of(("messages", fields.messages), (INPUT, fields.input))?;
        let messages = messages.ok_or_else(|| ChatError::of_request("missing `messages` or `input`"))?;
        Ok(Request { system, messages })
    }
}

/// The one of two fields that is there.
fn one_of<'j>(
    (first, first_value): (&'static str, Option<&'j RawValue>),
    (second, second_value): (&'static str, Option<&'j RawValue>),
) -> Result<Option<RequestField<'j>>, ChatError> {
    match (first_value, second_value) {
        (Some(_), Some(_)) => {
            Err(ChatError::of_request(format!("expected `{first}` or `{second}`, found both")))
        }
        (Some(value), None) => Ok(Some((first, value))),
        (None, Some(value)) => Ok(Some((second, value))),
        (None, None) => Ok(None),
    }
}
