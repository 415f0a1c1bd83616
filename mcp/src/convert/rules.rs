//! What to convert, and how.

use super::Measure;
use toon::EncodeOptions;
use toon::normal::Level;

/// Where a converted block is marked as TOON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marker {
    /// Nowhere.
    Off,
    /// In its `_meta`, as [`toon/format`](crate::marker::FORMAT).
    #[default]
    Meta,
    /// There, and as `format` in its `annotations`, where some gateways look for it.
    /// [Typed](crate::Converter::convert) results cannot have the latter.
    Annotations,
}

/// What to do with a result's `structuredContent`.
///
/// Some hosts show the model only this if it is present. A tool whose results may lose it must not
/// declare an `outputSchema`, or clients reject them: see
/// [`Converter::convert_definition`](crate::Converter::convert_definition).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Structured {
    /// One text block replaces `structuredContent` and the text with the same value. Data that is
    /// only in `structuredContent` becomes a text block if the host would show it. Nothing is lost.
    #[default]
    Auto,
    /// It is kept. Hosts that show the model only this then save nothing.
    Keep,
    /// Like [`Auto`](Structured::Auto), but it is also removed if the text differs: the model then
    /// sees only the text.
    Drop,
}

/// Which forms of a result are compared, besides compact JSON and the original: the smallest is
/// sent.
///
/// A [normal form](toon::normal) is TOON that states repeated data only once. It is far smaller for
/// repetitive lists of nested or ragged objects, such as those of web APIs, and loses nothing but
/// the order of keys in the rows of a table. It must be [explained](crate::Explanation::for_form)
/// to models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// TOON.
    #[default]
    Toon,
    /// TOON, and the [legible](Level::Legible) normal form.
    Normal,
    /// TOON, and the [dense](Level::Dense) normal form.
    Dense,
    /// Like [`Normal`](Form::Normal), but the normal form is sent only if it is smaller than all
    /// others by at least a fifth.
    Auto,
}

impl Form {
    /// The level of the normal form, if there is one.
    ///
    /// ```
    /// use toon::normal::Level;
    /// use toon_mcp::Form;
    ///
    /// assert_eq!([Form::Toon, Form::Auto].map(Form::level), [None, Some(Level::Legible)]);
    /// ```
    pub const fn level(self) -> Option<Level> {
        match self {
            Form::Toon => None,
            Form::Normal | Form::Auto => Some(Level::Legible),
            Form::Dense => Some(Level::Dense),
        }
    }

    /// The maximum size that is worth sending, if the smallest of the other forms has this size.
    pub(super) const fn greatest(self, others: u64) -> u64 {
        match self {
            Form::Auto => others.saturating_mul(4) / 5,
            Form::Toon | Form::Normal | Form::Dense => others.saturating_sub(1),
        }
    }

    /// The name of its normal form in the log.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Form::Dense => "dense",
            Form::Toon | Form::Normal | Form::Auto => "normal",
        }
    }
}

/// A pattern in a list of tools that is not a glob.
#[derive(Debug, thiserror::Error)]
#[error("invalid pattern `{pattern}` for tool names: {reason}")]
pub struct InvalidPattern {
    pub(super) pattern: String,
    pub(super) reason: String,
}

/// What to convert, and how.
// Independent switches, each set by name.
#[allow(clippy::struct_excessive_bools)]
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
    pub(super) rewrite_files: bool,
    pub(crate) structured: Structured,
    pub(super) form: Form,
    pub(super) options: EncodeOptions,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::new()
    }
}

impl Rules {
    /// The defaults: texts of 100 bytes to 1 MiB of all tools that do not read files, in the form
    /// that takes the fewest tokens.
    pub const fn new() -> Self {
        Rules {
            min_size_bytes: 100,
            max_size_bytes: 1 << 20,
            include_tools: None,
            exclude_tools: Vec::new(),
            measure: Measure::Tokens,
            marker: Marker::Meta,
            skip_on_error: true,
            errors: false,
            scalars: false,
            rewrite_files: false,
            structured: Structured::Auto,
            form: Form::Toon,
            options: EncodeOptions::new(),
        }
    }

    /// The minimum size of a text to convert, in bytes. The default is 100.
    #[must_use]
    pub const fn min_size_bytes(mut self, bytes: u64) -> Self {
        self.min_size_bytes = bytes;
        self
    }

    /// The maximum size of a text to convert, in bytes. The default is 1 MiB.
    #[must_use]
    pub const fn max_size_bytes(mut self, bytes: u64) -> Self {
        self.max_size_bytes = bytes;
        self
    }

    /// The [maximum size](Rules::max_size_bytes) of a text to convert, in bytes.
    ///
    /// ```
    /// assert_eq!(toon_mcp::Rules::new().greatest(), 1 << 20);
    /// ```
    pub const fn greatest(&self) -> u64 {
        self.max_size_bytes
    }

    /// Converts only results of these tools, names or globs, regardless of
    /// [excluded](Rules::exclude_tools) tools. An empty list means no tools.
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

    /// Does not convert results of these tools, names or globs.
    #[must_use]
    pub fn exclude_tools<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.exclude_tools = names.into_iter().map(Into::into).collect();
        self
    }

    /// How TOON, compact JSON and the original are compared. The default is tokens.
    #[must_use]
    pub const fn measure(mut self, measure: Measure) -> Self {
        self.measure = measure;
        self
    }

    /// How TOON, compact JSON and the original are compared.
    ///
    /// ```
    /// use toon_mcp::{Measure, Rules};
    ///
    /// assert_eq!(Rules::new().measured_by(), Measure::Tokens);
    /// ```
    pub const fn measured_by(&self) -> Measure {
        self.measure
    }

    /// Where a converted block is marked as TOON. The default is its `_meta`.
    #[must_use]
    pub const fn marker(mut self, marker: Marker) -> Self {
        self.marker = marker;
        self
    }

    /// Leaves JSON that cannot be written as TOON as JSON instead of failing. The default is
    /// `true`.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// // A key twice in one object.
    /// let result = r#"{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0);
    /// assert!(Converter::new(rules.clone())?.convert_json("tool", result).unwrap().result.is_none());
    /// assert!(Converter::new(rules.skip_on_error(false))?.convert_json("tool", result).is_err());
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn skip_on_error(mut self, skip: bool) -> Self {
        self.skip_on_error = skip;
        self
    }

    /// Also converts results that report an error (`isError`). The default is `false`.
    #[must_use]
    pub const fn errors(mut self, convert: bool) -> Self {
        self.errors = convert;
        self
    }

    /// Also converts texts that are a single string, number, boolean or `null` in JSON. By default,
    /// only objects and arrays are converted.
    #[must_use]
    pub const fn scalars(mut self, convert: bool) -> Self {
        self.scalars = convert;
        self
    }

    /// Converts results that are the contents of files as well. By default they are left alone,
    /// since a model that edits a file must see it unchanged: results of tools such as `read_file`,
    /// `get_file_contents` or `cat`, results of calls with an argument such as `path` that names a
    /// JSON file, and `structuredContent` of the form `{content: string}`.
    ///
    /// ```
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0);
    /// assert!(Converter::new(rules.clone())?.convert_json("read_file", result).unwrap().result.is_none());
    /// assert!(Converter::new(rules.rewrite_files(true))?.convert_json("read_file", result).unwrap().result.is_some());
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn rewrite_files(mut self, rewrite: bool) -> Self {
        self.rewrite_files = rewrite;
        self
    }

    /// What becomes of `structuredContent`. The default is [`Structured::Auto`].
    #[must_use]
    pub const fn structured(mut self, structured: Structured) -> Self {
        self.structured = structured;
        self
    }

    /// Which forms of a result are compared. The default is [`Form::Toon`].
    ///
    /// There is no normal form if the [options](Rules::options) select specification 3 or folded
    /// keys.
    ///
    /// ```
    /// use toon_mcp::{Converter, Form, Measure, Rules};
    ///
    /// let users: Vec<_> = ["ada", "bob", "cy", "dee", "eve"]
    ///     .map(|name| format!(r#"{{"login":"{name}","url":"https://x.org/u/{name}","active":true}}"#)).into();
    /// let text = format!("[{}]", users.join(","));
    /// let result = serde_json::json!({"content": [{"type": "text", "text": text}]}).to_string();
    ///
    /// let rules = Rules::new().measure(Measure::Bytes).form(Form::Normal);
    /// let converted = Converter::new(rules)?.convert_json("list_users", &result).unwrap();
    /// assert_eq!(converted.conversion.reason, "normal 117 < TOON 185");
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// How TOON is written.
    #[must_use]
    pub fn options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }
}
