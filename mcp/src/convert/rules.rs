//! What is converted, and how.

use toon::EncodeOptions;

/// How sizes are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By bytes of UTF-8.
    #[default]
    Bytes,
    /// By [tokens](crate::tokens::best).
    Tokens,
}

/// Where a converted block says that it is TOON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marker {
    /// Nowhere.
    Off,
    /// In its `_meta`, as [`toon/format`](crate::marker::FORMAT).
    #[default]
    Meta,
    /// There, and as `format` in its `annotations`, where some gateways look for it. In results that are
    /// [typed](crate::Converter::convert) there is no place for the second.
    Annotations,
}

/// What becomes of a result's `structuredContent` when a text block with the same value has been converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Structured {
    /// It stays. Hosts that show the model only this then save nothing.
    #[default]
    Keep,
    /// It goes. A tool that declares an `outputSchema` must no longer do so, or clients refuse the result.
    Drop,
}

/// A name in a list of tools that is no glob.
#[derive(Debug, thiserror::Error)]
#[error("`{pattern}` is no pattern for names of tools: {reason}")]
pub struct InvalidPattern {
    pub(super) pattern: String,
    pub(super) reason: String,
}

/// What is converted, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub(super) min_size_bytes: u64,
    pub(super) max_size_bytes: u64,
    pub(super) include_tools: Option<Vec<String>>,
    pub(super) exclude_tools: Vec<String>,
    pub(crate) measure: Measure,
    pub(super) marker: Marker,
    pub(super) skip_on_error: bool,
    pub(super) errors: bool,
    pub(super) scalars: bool,
    pub(crate) structured: Structured,
    pub(super) options: EncodeOptions,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::new()
    }
}

impl Rules {
    /// Texts of 100 bytes to 1 MiB of every tool, where TOON takes fewer bytes than compact JSON.
    pub const fn new() -> Self {
        Rules {
            min_size_bytes: 100,
            max_size_bytes: 1 << 20,
            include_tools: None,
            exclude_tools: Vec::new(),
            measure: Measure::Bytes,
            marker: Marker::Meta,
            skip_on_error: true,
            errors: false,
            scalars: false,
            structured: Structured::Keep,
            options: EncodeOptions::new(),
        }
    }

    /// The shortest text that is looked at, in bytes. Unless set: 100.
    #[must_use]
    pub const fn min_size_bytes(mut self, bytes: u64) -> Self {
        self.min_size_bytes = bytes;
        self
    }

    /// The longest text that is looked at, in bytes. Unless set: 1 MiB.
    #[must_use]
    pub const fn max_size_bytes(mut self, bytes: u64) -> Self {
        self.max_size_bytes = bytes;
        self
    }

    /// The [greatest size](Rules::max_size_bytes) of a text that is looked at, in bytes.
    ///
    /// ```
    /// assert_eq!(toon_mcp::Rules::new().greatest(), 1 << 20);
    /// ```
    pub const fn greatest(&self) -> u64 {
        self.max_size_bytes
    }

    /// Looks only at results of these tools, names or globs, whatever [is excluded](Rules::exclude_tools). None, if there
    /// are no names.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().include_tools(["list_*", "search"]))?;
    /// assert!(converter.applies_to("list_users") && converter.applies_to("search"));
    /// assert!(!converter.applies_to("search_users"));
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn include_tools<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.include_tools = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Leaves the results of these tools alone, names or globs.
    #[must_use]
    pub fn exclude_tools<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.exclude_tools = names.into_iter().map(Into::into).collect();
        self
    }

    /// How TOON is compared with compact JSON. Unless set: by bytes.
    #[must_use]
    pub const fn measure(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// Where a converted block says that it is TOON. Unless set: in its `_meta`.
    #[must_use]
    pub const fn marker(mut self, marker: Marker) -> Self {
        self.marker = marker;
        self
    }

    /// Leaves JSON that has no form in TOON as it is, instead of failing. Unless set: so.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// // A key twice in one object.
    /// let result = r#"{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0);
    /// assert!(Converter::new(rules.clone())?.convert_json("tool", result).unwrap().is_none());
    /// assert!(Converter::new(rules.skip_on_error(false))?.convert_json("tool", result).is_err());
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn skip_on_error(mut self, skip: bool) -> Self {
        self.skip_on_error = skip;
        self
    }

    /// Converts results that report an error (`isError`), too. Unless set: not.
    #[must_use]
    pub const fn errors(mut self, convert: bool) -> Self {
        self.errors = convert;
        self
    }

    /// Converts texts that are a single string, number, boolean or `null` in JSON, too. Unless set: only objects and
    /// arrays.
    #[must_use]
    pub const fn scalars(mut self, convert: bool) -> Self {
        self.scalars = convert;
        self
    }

    /// What becomes of `structuredContent`. Unless set: it stays.
    #[must_use]
    pub const fn structured(mut self, structured: Structured) -> Self {
        self.structured = structured;
        self
    }

    /// How TOON is written.
    #[must_use]
    pub fn options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }
}
