//! What is known about a call when its result arrives.

use crate::definition::Definition;
use crate::{Client, Host};
use serde_json::value::RawValue;

/// The call that a result belongs to, with whatever is known about it.
///
/// Only the tool's name is required.
///
/// ```
/// use toon_convert::{Call, Converter, Host, Rules};
///
/// let converter = Converter::new(Rules::new().min_size_bytes(0).any_savings(true))?;
/// let arguments = serde_json::value::to_raw_value(&serde_json::json!({"path": "package.json"})).unwrap();
/// let call = Call::new("open").arguments(&arguments).host(Host::Content);
/// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}"}]}"#;
/// // A model that edits this file must see it unchanged.
/// assert!(converter.convert_json(call, result).unwrap().result.is_none());
/// assert!(converter.convert_json("open", result).unwrap().result.is_some());
/// # Ok::<(), toon_convert::InvalidPattern>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    pub(crate) tool: &'a str,
    pub(crate) arguments: Option<&'a RawValue>,
    pub(crate) client: Client,
    pub(crate) definition: Definition,
}

impl<'a> Call<'a> {
    /// Creates a call of this tool.
    pub fn new(tool: &'a str) -> Self {
        Call { tool, arguments: None, client: Client::default(), definition: Definition::default() }
    }

    /// Sets the arguments, which can reveal that a file is read.
    #[must_use]
    pub fn arguments(mut self, arguments: &'a RawValue) -> Self {
        self.arguments = Some(arguments);
        self
    }

    /// Sets the kind of host. If it is unknown, nothing is changed that would cost tokens in some
    /// kind of host.
    #[must_use]
    pub fn host(mut self, host: Host) -> Self {
        self.client.shows = Some(host);
        self
    }

    /// Sets all that is known about the host.
    ///
    /// ```
    /// use toon_convert::{Call, Client};
    ///
    /// let call = Call::new("list_users").client(Client::of_name("claude-ai"));
    /// # drop(call);
    /// ```
    #[must_use]
    pub fn client(mut self, client: Client) -> Self {
        self.client = client;
        self
    }

    /// Sets the tool's definition. By default, the tool has no UI and declares nothing about its
    /// results.
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
