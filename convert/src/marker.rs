//! Markers for the format of a content block.

use serde_json::{Map, Value};

/// The key in a content block's `_meta` that states the format of its text.
///
/// This is in `_meta`, since MCP's annotations do not allow additional fields.
pub const FORMAT: &str = "toon/format";

/// The key in a result's `_meta` for a list of warnings.
pub const WARNINGS: &str = "toon/warnings";

/// The format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// TOON.
    Toon,
    /// TOON in [normal form](toon_normal), which has to be expanded.
    Normal,
    /// JSON.
    Json,
    /// Text for humans.
    Text,
}

impl Format {
    /// The marker's value: `toon`, `normal`, `json` or `text`.
    ///
    /// ```
    /// assert_eq!(toon_convert::marker::Format::Toon.as_str(), "toon");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Toon => "toon",
            Format::Normal => "normal",
            Format::Json => "json",
            Format::Text => "text",
        }
    }

    /// Whether it is TOON, possibly in normal form.
    ///
    /// ```
    /// use toon_convert::marker::Format;
    ///
    /// assert!(Format::Normal.is_toon() && !Format::Json.is_toon());
    /// ```
    pub const fn is_toon(self) -> bool {
        matches!(self, Format::Toon | Format::Normal)
    }

    /// A `_meta` that contains only the marker.
    ///
    /// ```
    /// use toon_convert::marker::{FORMAT, Format};
    ///
    /// let meta = Format::Toon.meta();
    /// assert_eq!(meta.get(FORMAT).and_then(|format| format.as_str()), Some("toon"));
    /// ```
    pub fn meta(self) -> Map<String, Value> {
        let mut meta = Map::new();
        meta.insert(FORMAT.to_owned(), Value::from(self.as_str()));
        meta
    }
}
