//! Turns of a conversation.

use super::modifiers::Modifiers;
use crate::words::Role;

/// A turn of a conversation.
///
/// ```
/// use toon_context::{Conversation, Role};
///
/// let turn = Conversation::user("Fix the timeout.");
/// assert_eq!(turn.role, Role::User);
/// let turn = Conversation::new(Role::Tool, "3 matches").tool_call_id("call_1");
/// assert_eq!(turn.tool_call_id.as_deref(), Some("call_1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Who speaks.
    pub role: Role,
    /// The text, in UTF-8 where it is to be rendered.
    pub content: Vec<u8>,
    /// The call that a tool answers.
    pub tool_call_id: Option<String>,
    pub(crate) modifiers: Modifiers,
}

impl Conversation {
    /// What `role` says.
    pub fn new(role: Role, content: impl Into<Vec<u8>>) -> Self {
        Conversation { role, content: content.into(), tool_call_id: None, modifiers: Modifiers::default() }
    }

    /// The instructions.
    pub fn system(content: impl Into<Vec<u8>>) -> Self {
        Self::new(Role::System, content)
    }

    /// What the person says.
    pub fn user(content: impl Into<Vec<u8>>) -> Self {
        Self::new(Role::User, content)
    }

    /// What the model says.
    pub fn assistant(content: impl Into<Vec<u8>>) -> Self {
        Self::new(Role::Assistant, content)
    }

    /// What a tool says.
    pub fn tool(content: impl Into<Vec<u8>>) -> Self {
        Self::new(Role::Tool, content)
    }

    /// States which call a tool answers. It is not rendered.
    #[must_use]
    pub fn tool_call_id(mut self, id: impl Into<String>) -> Self {
        self.tool_call_id = Some(id.into());
        self
    }
}
