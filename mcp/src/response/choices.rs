//! What a caller chooses from.

use serde::{Deserialize, Serialize};

/// What an answer is written in.
///
/// ```
/// use toon_mcp::ResponseFormat;
///
/// assert_eq!(serde_json::to_string(&ResponseFormat::JsonPretty)?, r#""json_pretty""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResponseFormat {
    /// TOON.
    #[default]
    Toon,
    /// JSON on one line.
    Json,
    /// JSON on many lines, for people.
    JsonPretty,
}

/// How much is sent of rows whose fields have levels (`#[toon(level = "…")]`).
///
/// ```
/// use toon_mcp::Verbosity;
///
/// assert_eq!(Verbosity::default().as_str(), "standard");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verbosity {
    /// The fewest fields.
    Minimal,
    /// What is mostly of use.
    #[default]
    Standard,
    /// All fields.
    Full,
}

impl Verbosity {
    /// The name, which is also that of the level: `minimal`, `standard` or `full`.
    ///
    /// ```
    /// assert_eq!(toon_mcp::Verbosity::Full.as_str(), "full");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Verbosity::Minimal => "minimal",
            Verbosity::Standard => "standard",
            Verbosity::Full => "full",
        }
    }
}
