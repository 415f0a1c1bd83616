//! Settings: what to convert, and how.

use crate::Measure;
use crate::size::{Meter, four_fifths};
use toon::EncodeOptions;
use toon_normal::Level;

/// Where converted blocks are marked as TOON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marker {
    /// Nowhere.
    Off,
    /// In its `_meta`, as [`toon/format`](crate::marker::FORMAT).
    #[default]
    Meta,
    /// In its `_meta`, and as `format` in its `annotations`, where some gateways look for it. Not
    /// possible for [typed](crate::Converter::convert) results.
    Annotations,
}

/// What to do with a result's `structuredContent`.
///
/// Some hosts show only this to the model if it is present. A tool whose results may lose it must
/// not declare an `outputSchema`, or clients will reject them. See
/// [`Converter::convert_definition`](crate::Converter::convert_definition).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Structured {
    /// One text block replaces `structuredContent` and any text with the same value. Data that is
    /// only in `structuredContent` becomes a text block if the host would show it. Nothing is lost.
    #[default]
    Auto,
    /// Keep it, for clients that validate it. If it is `{"result": text}` with the text of a block, as
    /// many servers wrap text, it gets the new text of the block and so stays valid. Apart from that,
    /// nothing is saved in hosts that show only this to the model.
    Keep,
    /// Like [`Auto`](Structured::Auto), but also remove it if the text differs. The model then sees
    /// only the text.
    Drop,
}

/// Which forms of a result are compared with compact JSON and the original. The smallest is sent.
///
/// A [normal form](toon_normal) is TOON that states repeated data only once. It is far smaller for
/// repetitive lists of nested or ragged objects, as in results of web APIs, and loses nothing but
/// the key order within the rows of a table. Models need an explanation of it, which a
/// [`Session`](crate::Session) sends along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// TOON.
    #[default]
    Toon,
    /// TOON, and the normal form at the level that the host's models [read
    /// well](crate::Client::level), if that is at least a fifth smaller than all other forms.
    Auto,
    /// TOON and the [plain](Level::Plain) normal form.
    Plain,
    /// TOON and the [legible](Level::Legible) normal form.
    Legible,
    /// TOON and the [dense](Level::Dense) normal form.
    Dense,
}

impl Form {
    /// The level of the normal form for a reader that reads texts of the level `reader` well, or
    /// `None` if no normal form is used.
    ///
    /// ```
    /// use toon_convert::Form;
    /// use toon_normal::Level;
    ///
    /// let levels = [Form::Toon, Form::Auto, Form::Dense].map(|form| form.level(Level::Plain));
    /// assert_eq!(levels, [None, Some(Level::Plain), Some(Level::Dense)]);
    /// ```
    pub const fn level(self, reader: Level) -> Option<Level> {
        match self {
            Form::Toon => None,
            Form::Auto => Some(reader),
            Form::Plain => Some(Level::Plain),
            Form::Legible => Some(Level::Legible),
            Form::Dense => Some(Level::Dense),
        }
    }

    /// The maximum size of a normal form that is worth sending, given the smallest size of the
    /// others.
    pub(crate) const fn max_size(self, others: u64, meter: Meter) -> u64 {
        match self {
            Form::Auto => four_fifths(others),
            Form::Toon | Form::Plain | Form::Legible | Form::Dense => meter.largest_below(others),
        }
    }
}

/// A pattern in a list of tools that is not a valid glob.
#[derive(Debug, thiserror::Error)]
#[error("invalid pattern `{pattern}` for tool names: {reason}")]
pub struct InvalidPattern {
    pub(crate) pattern: String,
    pub(crate) reason: String,
}

/// Settings: what to convert, and how.
// These are independent switches, each set by name.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    pub(crate) min_size_bytes: u64,
    pub(crate) max_size_bytes: u64,
    pub(crate) include_tools: Option<Vec<String>>,
    pub(crate) exclude_tools: Vec<String>,
    pub(crate) measure: Measure,
    pub(crate) marker: Marker,
    pub(crate) skip_on_error: bool,
    pub(crate) errors: bool,
    pub(crate) scalars: bool,
    pub(crate) rewrite_files: bool,
    pub(crate) structured: Structured,
    pub(crate) form: Form,
    pub(crate) any_savings: bool,
    pub(crate) options: EncodeOptions,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::new()
    }
}

impl Rules {
    /// The defaults: texts from 100 bytes to 1 MiB are converted to the form with the fewest
    /// tokens, if that saves at least 20 tokens and 5 %, unless the tool reads files.
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
            any_savings: false,
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
    /// assert_eq!(toon_convert::Rules::new().max_size(), 1 << 20);
    /// ```
    pub const fn max_size(&self) -> u64 {
        self.max_size_bytes
    }

    /// Converts only results of these tools, given as names or globs. Takes precedence over
    /// [excluded](Rules::exclude_tools) tools. An empty list means no tools.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let converter = Converter::new(Rules::new().include_tools(["list_*", "search"]))?;
    /// assert!(converter.applies_to("list_users") && converter.applies_to("search"));
    /// assert!(!converter.applies_to("search_users"));
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub fn include_tools<I: IntoIterator<Item: Into<String>>>(mut self, names: I) -> Self {
        self.include_tools = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Never converts results of these tools, given as names or globs.
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
    /// use toon_convert::{Measure, Rules};
    ///
    /// assert_eq!(Rules::new().measured_by(), Measure::Tokens);
    /// ```
    pub const fn measured_by(&self) -> Measure {
        self.measure
    }

    /// Where converted blocks are marked as TOON. The default is their `_meta`.
    #[must_use]
    pub const fn marker(mut self, marker: Marker) -> Self {
        self.marker = marker;
        self
    }

    /// Whether JSON that cannot be written as TOON is left as it is, instead of being an error. The
    /// default is `true`.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// // A duplicate key.
    /// let result = r#"{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0);
    /// assert!(Converter::new(rules.clone())?.convert_json("tool", result).unwrap().result.is_none());
    /// assert!(Converter::new(rules.skip_on_error(false))?.convert_json("tool", result).is_err());
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn skip_on_error(mut self, skip: bool) -> Self {
        self.skip_on_error = skip;
        self
    }

    /// Whether results that report an error (`isError`) are converted as well. The default is
    /// `false`.
    #[must_use]
    pub const fn errors(mut self, convert: bool) -> Self {
        self.errors = convert;
        self
    }

    /// Whether texts that are a single JSON string, number, boolean or `null` are converted as
    /// well. By default, only objects and arrays are converted.
    #[must_use]
    pub const fn scalars(mut self, convert: bool) -> Self {
        self.scalars = convert;
        self
    }

    /// Whether contents of files are converted as well. By default they are left alone, since a
    /// model that edits a file must see it unchanged. This applies to tools such as `read_file`,
    /// `get_file_contents` or `cat`, calls with an argument such as `path` that names a JSON file,
    /// and `structuredContent` of the form `{content: string}`.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0).any_savings(true);
    /// assert!(Converter::new(rules.clone())?.convert_json("read_file", result).unwrap().result.is_none());
    /// assert!(Converter::new(rules.rewrite_files(true))?.convert_json("read_file", result).unwrap().result.is_some());
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn rewrite_files(mut self, rewrite: bool) -> Self {
        self.rewrite_files = rewrite;
        self
    }

    /// What to do with `structuredContent`. The default is [`Structured::Auto`].
    #[must_use]
    pub const fn structured(mut self, structured: Structured) -> Self {
        self.structured = structured;
        self
    }

    /// Which forms of a result are compared. The default is [`Form::Toon`].
    ///
    /// A normal form is never used if the [options](Rules::options) select specification 3 or key
    /// folding.
    ///
    /// ```
    /// use toon_convert::{Converter, Form, Measure, Rules};
    ///
    /// let users: Vec<_> = ["ada", "bob", "cy", "dee", "eve"]
    ///     .map(|name| format!(r#"{{"login":"{name}","url":"https://x.org/u/{name}","active":true}}"#)).into();
    /// let text = format!("[{}]", users.join(","));
    /// let result = serde_json::json!({"content": [{"type": "text", "text": text}]}).to_string();
    ///
    /// let rules = Rules::new().measure(Measure::Bytes).form(Form::Legible);
    /// let converted = Converter::new(rules)?.convert_json("list_users", &result).unwrap();
    /// assert_eq!(converted.conversion.reason, "the legible form takes 117 bytes, TOON 185");
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// Which forms of a result are compared.
    ///
    /// ```
    /// assert_eq!(toon_convert::Rules::new().compared_form(), toon_convert::Form::Toon);
    /// ```
    pub const fn compared_form(&self) -> Form {
        self.form
    }

    /// Whether a result is converted even if that saves very little, or nothing in what the host
    /// shows. The default is `false`: what the host shows must shrink by at least 5 % and 20 tokens,
    /// or else the result stays as it is, byte for byte. Where only bytes are counted, each form must
    /// take at least 20 % fewer bytes than compact JSON and the original, since fewer bytes are not
    /// always fewer tokens.
    ///
    /// ```
    /// use toon_convert::{Converter, Rules};
    ///
    /// let result = r#"{"content": [{"type": "text", "text": "{\"ids\": [1, 2, 3]}"}]}"#;
    /// let rules = Rules::new().min_size_bytes(0);
    /// assert!(Converter::new(rules.clone())?.convert_json("list", result).unwrap().result.is_none());
    /// assert!(Converter::new(rules.any_savings(true))?.convert_json("list", result).unwrap().result.is_some());
    /// # Ok::<(), toon_convert::InvalidPattern>(())
    /// ```
    #[must_use]
    pub const fn any_savings(mut self, convert: bool) -> Self {
        self.any_savings = convert;
        self
    }

    /// How TOON is written.
    #[must_use]
    pub fn options(mut self, options: EncodeOptions) -> Self {
        self.options = options;
        self
    }

    /// How TOON is written.
    ///
    /// ```
    /// assert_eq!(toon_convert::Rules::new().written_with(), &toon::EncodeOptions::new());
    /// ```
    pub const fn written_with(&self) -> &EncodeOptions {
        &self.options
    }
}
