//! How a content block says what its text is written in.

use rmcp::model::MetaObject;
use serde_json::Value;

/// The key in a content block's `_meta` under which the format of its text stands.
///
/// MCP's annotations allow no fields of one's own, so that the marker stands in `_meta`.
pub const FORMAT: &str = "toon/format";

/// The key in a result's `_meta` under which a list of warnings stands.
pub const WARNINGS: &str = "toon/warnings";

/// What a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// TOON.
    Toon,
    /// TOON whose value is a [normal form](toon::normal): it has to be expanded to be the value
    /// itself.
    Normal,
    /// JSON.
    Json,
    /// Text for people ([`ResponseFormat::Formatted`](crate::ResponseFormat::Formatted)).
    Text,
}

impl Format {
    /// The marker's value: `toon`, `normal`, `json` or `text`.
    ///
    /// ```
    /// assert_eq!(toon_mcp::marker::Format::Toon.as_str(), "toon");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Toon => "toon",
            Format::Normal => "normal",
            Format::Json => "json",
            Format::Text => "text",
        }
    }

    /// Whether it is TOON, with or without something to expand.
    ///
    /// ```
    /// use toon_mcp::marker::Format;
    ///
    /// assert!(Format::Normal.is_toon() && !Format::Json.is_toon());
    /// ```
    pub const fn is_toon(self) -> bool {
        matches!(self, Format::Toon | Format::Normal)
    }

    /// A `_meta` with the marker alone.
    ///
    /// ```
    /// use toon_mcp::marker::{FORMAT, Format};
    ///
    /// let meta = Format::Toon.meta();
    /// assert_eq!(meta.get(FORMAT).and_then(|format| format.as_str()), Some("toon"));
    /// ```
    pub fn meta(self) -> MetaObject {
        let mut meta = MetaObject::new();
        meta.insert(FORMAT.to_owned(), Value::from(self.as_str()));
        meta
    }
}
