//! Results of tools.

use super::data::Payload;
use super::modifiers::Modifiers;
use crate::words::Status;
use serde::Serialize;

/// The result of a tool: text, or data.
///
/// ```
/// use toon_context::{Status, ToolResult};
///
/// let result = ToolResult::new("ripgrep", Status::Ok).text("3 matches found.");
/// assert_eq!(result.name, "ripgrep");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The name of the tool.
    pub name: String,
    /// How the call ended.
    pub status: Status,
    /// What kind of data the content is, for applications.
    pub schema_hint: Option<String>,
    pub(crate) payload: Payload,
    pub(crate) modifiers: Modifiers,
}

impl ToolResult {
    /// The result of the tool `name`, without content.
    pub fn new(name: impl Into<String>, status: Status) -> Self {
        let (payload, modifiers) = (Payload::Text(Vec::new()), Modifiers::default());
        ToolResult { name: name.into(), status, schema_hint: None, payload, modifiers }
    }

    /// Sets the content: text, which is rendered as it is.
    #[must_use]
    pub fn text(mut self, content: impl Into<Vec<u8>>) -> Self {
        self.payload = Payload::Text(content.into());
        self
    }

    /// Sets the content: JSON text, which is rendered in whichever form takes the fewest tokens. Text
    /// that is not JSON, or has a duplicate key or more than 120 levels, is rendered as it is.
    #[cfg(feature = "json")]
    #[must_use]
    pub fn json(mut self, text: impl Into<String>) -> Self {
        self.payload = Payload::json(text.into());
        self
    }

    /// Sets the content: a value, which is rendered in whichever form takes the fewest tokens.
    #[must_use]
    pub fn value<T: ?Sized + Serialize>(mut self, value: &T) -> Self {
        self.payload = Payload::value(value);
        self
    }

    /// States what kind of data the content is. It is not rendered.
    #[must_use]
    pub fn schema_hint(mut self, hint: impl Into<String>) -> Self {
        self.schema_hint = Some(hint.into());
        self
    }
}
