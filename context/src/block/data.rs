//! Structured data.

use super::modifiers::Modifiers;
#[cfg(feature = "json")]
use crate::value::Quota;
use crate::value::Value;
use crate::words::DataFormat;
use serde::Serialize;

/// Structured data: a value, JSON text, or text in another format.
///
/// A value is rendered as TOON. With the feature `json`, it is rendered as TOON, in the normal form of
/// TOON, or as JSON, whichever takes the fewest tokens, and so is JSON text. Where it does not fit, its
/// largest list loses rows.
///
/// In a container, data with a [name](Self::named) is an extension with the namespace `toon` and the type `table`, whose
/// content is TOON, without the format and schema.
///
/// ```
/// use toon_context::{Data, DataFormat};
///
/// let issues = Data::new(&[(1, "open"), (2, "closed")]).named("issues").min_rows(1);
/// let text = Data::text(DataFormat::Toml, "version = 1");
/// assert_eq!((issues.name.as_deref(), text.name), (Some("issues"), None));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// The key of its value.
    pub name: Option<String>,
    /// The format of the text in a container.
    pub format: DataFormat,
    /// What kind of data it is, for applications.
    pub schema: Option<String>,
    pub(crate) payload: Payload,
    /// Whether there are more rows than these.
    pub(crate) is_cut: bool,
    pub(crate) modifiers: Modifiers,
}

impl Data {
    /// A value.
    pub fn new<T: ?Sized + Serialize>(value: &T) -> Self {
        Self::of(DataFormat::Json, Payload::value(value))
    }

    /// JSON text. Text that is not JSON, or has a duplicate key or more than 120 levels, is rendered as it
    /// is.
    #[cfg(feature = "json")]
    pub fn json(text: impl Into<String>) -> Self {
        Self::of(DataFormat::Json, Payload::json(text.into()))
    }

    /// Text in any format, which is rendered as it is.
    pub fn text(format: DataFormat, text: impl Into<Vec<u8>>) -> Self {
        Self::of(format, Payload::Text(text.into()))
    }

    pub(crate) fn of(format: DataFormat, payload: Payload) -> Self {
        Data { name: None, format, schema: None, payload, is_cut: false, modifiers: Modifiers::default() }
    }

    /// Gives the value a name, which is its key in the text, such as that of the table a query read.
    ///
    /// ```
    /// use toon_context::{Budget, Context, Data, Style};
    ///
    /// let context = Context::new().push(Data::new(&[1, 2]).named("ids"));
    /// let text = context.render(&Budget::unlimited(), Style::Minimal)?.text;
    /// assert_eq!(text, "--- data [toon] ---\nids[2]: 1,2");
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// States what kind of data it is. It is not rendered.
    #[must_use]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = Some(schema.into());
        self
    }

    /// Says whether there are more rows than these, which a last line then states: `false` by default.
    #[must_use]
    pub fn is_cut(mut self, is_cut: bool) -> Self {
        self.is_cut = is_cut;
        self
    }

    /// The JSON text that it was made from. `None` if it is not JSON.
    #[cfg(all(feature = "fs", feature = "json"))]
    pub(crate) fn json_text(&self) -> Option<&str> {
        match &self.payload {
            Payload::Json(text, _) => Some(text),
            _ => None,
        }
    }

    /// The name, unless it is the key of what is shown.
    pub(crate) fn name_beside(&self, is_summary: bool) -> Option<&str> {
        let is_text = matches!(self.payload, Payload::Text(_));
        self.name.as_deref().filter(|_| is_summary || is_text)
    }
}

/// Text, or data that can be written in several forms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Payload {
    /// Text, which is rendered as it is.
    Text(Vec<u8>),
    /// JSON text, and its value.
    #[cfg_attr(not(feature = "json"), expect(dead_code, reason = "only JSON text makes it"))]
    Json(String, Value),
    Value(Value),
    /// The value could not be serialized, for this reason.
    Failed(String),
}

impl Payload {
    /// JSON text, or plain text if it is not JSON.
    #[cfg(feature = "json")]
    pub(crate) fn json(text: String) -> Self {
        Self::json_within(text, &mut Quota::unlimited())
    }

    /// JSON text, or plain text if it is not JSON or exceeds the quota.
    #[cfg(feature = "json")]
    pub(crate) fn json_within(text: String, quota: &mut Quota) -> Self {
        match Value::from_json(&text, quota) {
            Some(value) => Payload::Json(text, value),
            None => Payload::Text(text.into_bytes()),
        }
    }

    pub(crate) fn value<T: ?Sized + Serialize>(value: &T) -> Self {
        match Value::new(value) {
            Ok(value) => Payload::Value(value),
            Err(error) => Payload::Failed(error.to_string()),
        }
    }
}
