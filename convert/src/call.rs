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
    pub(crate) max_bytes: Option<u64>,
}

impl<'a> Call<'a> {
    /// Creates a call of this tool.
    pub fn new(tool: &'a str) -> Self {
        let (client, definition) = (Client::default(), Definition::default());
        Call { tool, arguments: None, client, definition, max_bytes: None }
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

    /// Sets the size beyond which the caller does not use the result, in bytes. A value for which no form can be this
    /// small is written as compact JSON at most, which saves most of the time. Has no effect if the arguments name a
    /// file that must not be rewritten.
    ///
    /// ```
    /// use toon_convert::{Call, Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new())?;
    /// let text = format!("[{}]", [r#"{"state":"open"}"#; 500].join(","));
    /// let result = serde_json::json!({"content": [{"type": "text", "text": text}]}).to_string();
    /// let convert = |bytes| converter.convert_json(Call::new("list").max_bytes(bytes), &result).unwrap();
    /// assert!(convert(1000).result.is_some());
    /// // Each element takes at least a character and a delimiter or a line break.
    /// assert!(convert(999).result.is_none());
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }
}

impl<'a> From<&'a str> for Call<'a> {
    fn from(tool: &'a str) -> Self {
        Call::new(tool)
    }
}
