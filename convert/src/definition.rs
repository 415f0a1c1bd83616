//! What a tool's definition in `tools/list` says about its results.

use crate::object::Object;

/// What is known about a tool from its definition.
///
/// ```
/// use toon_convert::Definition;
///
/// let tool = r#"{"name": "chart", "inputSchema": {}, "_meta": {"ui": {"resourceUri": "ui://chart"}}}"#;
/// assert!(Definition::of(tool).needs_structured());
/// assert!(!Definition::default().needs_structured());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Definition {
    pub(crate) needs_structured: bool,
    /// The actual value is wrapped in an object only because `structuredContent` must be an object.
    pub(crate) is_wrapped: bool,
    /// The `structuredContent` is `{content: string}`, as in file servers.
    pub(crate) is_file: bool,
}

impl Definition {
    /// Reads a tool's definition, an element of `tools` in the result of `tools/list`.
    pub fn of(tool: &str) -> Self {
        let tool: Object<'_> = serde_json::from_str(tool).unwrap_or_default();
        let meta = tool.object("_meta");
        let has_ui = meta.is_some_and(|meta| {
            // MCP Apps in both spellings, and their predecessor.
            meta.object("ui").is_some_and(|ui| ui.get("resourceUri").is_some())
                || meta.get("ui/resourceUri").is_some()
                || meta.get("openai/outputTemplate").is_some()
        });
        let schema = tool.object("outputSchema");
        let is_wrapped = schema
            .as_ref()
            .and_then(|schema| schema.get("x-fastmcp-wrap-result"))
            .is_some_and(|wraps| wraps.get() == "true");
        let is_file =
            schema.as_ref().and_then(|schema| schema.object("properties")).is_some_and(|properties| {
                let content = properties.object("content");
                properties.len() == 1
                    && content.is_some_and(|content| content.string("type").as_deref() == Some("string"))
            });
        Definition { needs_structured: has_ui, is_wrapped, is_file }
    }

    /// A definition for an unknown tool, whose `structuredContent` may be needed.
    ///
    /// ```
    /// assert!(toon_convert::Definition::unknown().needs_structured());
    /// ```
    pub const fn unknown() -> Self {
        Definition { needs_structured: true, is_wrapped: false, is_file: false }
    }

    /// Whether something other than the model, such as a UI, reads the `structuredContent`.
    pub const fn needs_structured(&self) -> bool {
        self.needs_structured
    }
}
