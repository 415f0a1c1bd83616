//! Chats in JSON, as the APIs of models take them, and in transcripts.

mod base64;
mod error;
mod fields;
mod fit;
mod groups;
mod image;
mod lines;
mod message;
mod outline;
mod part;
mod source;
mod turns;

use crate::block::{Block, Conversation};

pub use error::ChatError;
pub use fit::Fitted;
pub use source::Chat;

impl Conversation {
    /// Reads the messages of a chat, in any of the forms that [`Chat::read`] reads.
    ///
    /// The first blocks are the instructions, which are [critical](crate::Priority::Critical) as is the last
    /// turn of the user. What is before that is a run of [`Turns`](crate::Turns), and so is what is after it,
    /// which has a [high](crate::Priority::High) priority. Where these do not fit, their last turns are
    /// shown, a call always with its results, and one line says how many there were before.
    /// [`Chat::turns`] gives all of them singly.
    ///
    /// A message is a turn. The role `developer` is [`System`](crate::Role::System). A call of a tool is a turn of the
    /// assistant such as `search({"query":"timeout"})`, and has the identifier of the call. Its result
    /// is a [`ToolResult`](crate::ToolResult) with the name of the tool, so that it can lose rows if it
    /// is JSON. Images in data URLs are [`Image`](crate::Image)s, and documents in plain text are
    /// [`Document`](crate::Document)s. What the model thought is skipped, and of other contents and
    /// elements, a turn only states the type, such as `[input_audio]` or `[web_search_call]`.
    ///
    /// # Errors
    /// If the text is not JSON, a message or a part of one lacks what its type requires, a role is
    /// unknown, or an image cannot be decoded. The error names the message or line, and
    /// the part of it.
    ///
    /// ```
    /// use toon_context::{Budget, Context, Conversation, Style};
    ///
    /// let json = r#"[
    ///   {"role": "system", "content": "Be brief."},
    ///   {"role": "user", "content": "Which numbers are prime?"},
    ///   {"role": "assistant", "content": "2, 3, 5, 7, 11, 13, 17, 19, 23, 29, and so on."},
    ///   {"role": "user", "content": "Who knows Rust?"},
    ///   {"role": "assistant", "tool_calls": [
    ///     {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{\"q\":\"rust\"}"}}
    ///   ]},
    ///   {"role": "tool", "tool_call_id": "call_1", "content": "Ada"}
    /// ]"#;
    /// let context: Context = Conversation::from_chat(json)?.into_iter().collect();
    /// let out = context.render(&Budget::tokens(42), Style::Minimal)?;
    /// let expected = "[system] Be brief.\n\n\
    ///     [2 earlier turns]\n\n\
    ///     [user] Who knows Rust?\n\n\
    ///     [assistant] search({\"q\":\"rust\"})\n\n\
    ///     --- search [ok] ---\nAda";
    /// assert_eq!(out.text, expected);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_chat(text: &str) -> Result<Vec<Block>, ChatError> {
        Chat::read(text)?.blocks()
    }
}
