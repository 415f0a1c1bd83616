//! What is known about a call when its result arrives.

use super::Host;
use super::definition::Definition;
use serde_json::value::RawValue;

/// The call that a result answers: the tool's name, and whatever else is known.
///
/// Only the name is required; everything else has a default.
///
/// ```
/// use toon_mcp::{Call, Converter, Host, Rules};
///
/// let converter = Converter::new(Rules::new().min_size_bytes(0))?;
/// let arguments = serde_json::value::to_raw_value(&serde_json::json!({"path": "package.json"})).unwrap();
/// let call = Call::new("open").arguments(&arguments).host(Host::Content);
/// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}"}]}"#;
/// // A model that edits this file must see it as it is.
/// assert!(converter.convert_json(call, result).unwrap().result.is_none());
/// assert!(converter.convert_json("open", result).unwrap().result.is_some());
/// # Ok::<(), toon_mcp::InvalidPattern>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    pub(super) tool: &'a str,
    pub(super) arguments: Option<&'a RawValue>,
    pub(super) host: Option<Host>,
    pub(super) definition: Definition,
}

impl<'a> Call<'a> {
    /// A call of this tool.
    pub fn new(tool: &'a str) -> Self {
        Call { tool, arguments: None, host: None, definition: Definition::default() }
    }

    /// Sets the arguments, which show whether a file is read.
    #[must_use]
    pub fn arguments(mut self, arguments: &'a RawValue) -> Self {
        self.arguments = Some(arguments);
        self
    }

    /// Sets the kind of the host. By default, nothing is done that would cost tokens in either
    /// kind.
    #[must_use]
    pub fn host(mut self, host: Host) -> Self {
        self.host = Some(host);
        self
    }

    /// Sets the tool's definition. By default, it has no UI and declares nothing about its results.
    #[must_use]
    pub fn definition(mut self, definition: Definition) -> Self {
        self.definition = definition;
        self
    }
}

impl<'a> From<&'a str> for Call<'a> {
    fn from(tool: &'a str) -> Self {
        Call::new(tool)
    }
}
