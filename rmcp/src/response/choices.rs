//! Choices for callers.

use serde::{Deserialize, Serialize};
#[cfg(doc)]
use toon_normal::Level;

/// The format of a response. In all but TOON, rows are as plain serde writes them.
///
/// ```
/// use toon_rmcp::ResponseFormat;
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
    /// The normal form at the level [`Legible`](Level::Legible), or TOON if that takes no more tokens.
    ///
    /// A text block before it explains the parts of the form that it uses, which counts. See
    /// [`ResponseOptions::explain`](crate::ResponseOptions::explain).
    ///
    /// ```
    /// use toon_rmcp::ResponseParams;
    ///
    /// #[derive(toon::Serialize)]
    /// struct Order {
    ///     #[toon(level = "minimal")]
    ///     id: u32,
    ///     currency: &'static str,
    ///     url: String,
    /// }
    ///
    /// let order = |id| Order { id, currency: "EUR", url: format!("https://shop.example/orders/{id}") };
    /// let orders: Vec<Order> = (1000..1040).map(order).collect();
    /// let params: ResponseParams = serde_json::from_str(r#"{"responseFormat": "legible", "limit": 40}"#)?;
    /// let result = params.respond(&orders)?;
    /// let explanation = &result.content[0].as_text().unwrap().text;
    /// assert!(explanation.starts_with("TOON: ") && explanation.contains(".each"));
    /// let text = &result.content[1].as_text().unwrap().text;
    /// assert!(text.contains("items.each:\n  currency: EUR\n  url: \"https://shop.example/orders/{id}\"\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Legible,
    /// Like [`Legible`](Self::Legible), at the level [`Plain`](Level::Plain), for models of which
    /// nothing is known.
    Plain,
    /// JSON on one line.
    Json,
    /// Indented JSON.
    JsonPretty,
    /// Text for humans: a title with the page and, for each row, its fields on lines of their own.
    /// It cannot be parsed.
    ///
    /// ```
    /// use toon_rmcp::ResponseParams;
    ///
    /// #[derive(toon::Serialize)]
    /// #[toon(tabular)]
    /// struct Project {
    ///     id: u32,
    ///     name: &'static str,
    ///     #[toon(cell)]
    ///     tags: Vec<&'static str>,
    /// }
    ///
    /// let params: ResponseParams = serde_json::from_str(r#"{"responseFormat": "formatted", "limit": 1}"#)?;
    /// let engine = Project { id: 1, name: "Engine", tags: vec!["brass", "steam"] };
    /// let loom = Project { id: 2, name: "Loom", tags: vec![] };
    /// let result = params.respond(&[engine, loom])?;
    /// let lines = ["# items: 1 of 2, page 1 of 2", "", "## 1", "id: 1", "name: Engine", "tags:", "  - brass", "  - steam"];
    /// assert_eq!(result.content[0].as_text().unwrap().text, lines.join("\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Formatted,
}

/// How many fields each row has, if its fields have levels (`#[toon(level = "…")]`).
///
/// ```
/// use toon_rmcp::Verbosity;
///
/// assert_eq!(Verbosity::default().as_str(), "standard");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verbosity {
    /// The fewest fields.
    Minimal,
    /// The fields that are usually needed.
    #[default]
    Standard,
    /// All fields.
    Full,
}

impl Verbosity {
    /// The name of the verbosity and its level: `minimal`, `standard` or `full`.
    ///
    /// ```
    /// assert_eq!(toon_rmcp::Verbosity::Full.as_str(), "full");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Verbosity::Minimal => "minimal",
            Verbosity::Standard => "standard",
            Verbosity::Full => "full",
        }
    }
}
