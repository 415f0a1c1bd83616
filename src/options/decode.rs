//! Options for decoding.

/// Options for decoding.
///
/// The defaults are the specification's: [`from_str`](crate::from_str) is
/// `DecodeOptions::new().from_str`.
///
/// ```
/// use std::collections::BTreeMap;
/// use toon::DecodeOptions;
///
/// const FOUR: DecodeOptions = DecodeOptions::new().indent(4);
/// let map: BTreeMap<String, Vec<u8>> = FOUR.from_str("a[2]:\n    - 1\n    - 2")?;
/// assert_eq!(map["a"], [1, 2]);
/// # Ok::<(), toon::Error>(())
/// ```
///
/// No combination of options handles the mistakes of language models: most of them remain errors,
/// and [`strict(false)`](Self::strict) silently reads some as wrong values. To read a model's
/// answer, use `from_answer` of the crate `toon-answer`, which corrects what strict reading rejects
/// and reports its corrections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // independent switches, set by name
pub struct DecodeOptions {
    pub(crate) indent: usize,
    pub(crate) detect_indent: bool,
    pub(crate) strict: bool,
    pub(crate) infer_types: bool,
    pub(crate) expand_paths: bool,
    pub(crate) coerce: bool,
    pub(crate) max_depth: usize,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl DecodeOptions {
    /// Two spaces per level, strict, no extensions.
    pub const fn new() -> Self {
        DecodeOptions {
            indent: 2,
            detect_indent: false,
            strict: true,
            infer_types: true,
            expand_paths: false,
            coerce: false,
            max_depth: 128,
        }
    }

    /// The number of spaces per level, 1 to 16; the default is 2 (§12). With any other number,
    /// decoding fails.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::DecodeOptions;
    ///
    /// type Map = BTreeMap<String, BTreeMap<String, u8>>;
    /// let map: Map = DecodeOptions::new().indent(4).from_str("a:\n    b: 1")?;
    /// assert_eq!(map["a"]["b"], 1);
    /// assert!(DecodeOptions::new().indent(0).from_str::<Map>("a:\n    b: 1").is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn indent(mut self, spaces: usize) -> Self {
        self.indent = spaces;
        self
    }

    /// Whether the indentation of the first indented line that is not a comment is used as one
    /// level, instead of [`indent`](Self::indent), which must still be valid. Off by default. This
    /// is an extension to the specification.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::DecodeOptions;
    ///
    /// type Map = BTreeMap<String, BTreeMap<String, u8>>;
    /// let map: Map = DecodeOptions::new().detect_indent(true).from_str("a:\n   b: 1")?;
    /// assert_eq!(map["a"]["b"], 1);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn detect_indent(mut self, detect: bool) -> Self {
        self.detect_indent = detect;
        self
    }

    /// Whether every violation in §14 is an error. On by default. Otherwise, the five recoveries of
    /// §14.4 apply: declared counts are not checked, the last of several equal keys wins,
    /// indentation is rounded down and may contain tabs, blank lines are allowed anywhere, and the
    /// first line of a scope may be indented too deep.
    ///
    /// Turn it off only for texts whose writer is known to make no other mistakes. In a model's
    /// answer, serious ones would go unnoticed: rows that are missing because the answer was cut
    /// off, and lists that are not indented, which are read as empty. Use `from_answer`
    /// of the crate `toon-answer` for answers.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::DecodeOptions;
    ///
    /// let map: BTreeMap<String, u8> = DecodeOptions::new().strict(false).from_str("a: 1\na: 2")?;
    /// assert_eq!(map["a"], 2);
    /// assert!(toon::from_str::<BTreeMap<String, u8>>("a: 1\na: 2").is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Whether bare tokens are read as numbers, booleans and null by targets that accept any type
    /// (`Value`, untagged enums). On by default. Otherwise, such targets and those that request a
    /// string get strings, while targets that request a number, a boolean or an option get what
    /// they request. This is an extension to the specification.
    ///
    /// ```
    /// use toon::DecodeOptions;
    ///
    /// let options = DecodeOptions::new().infer_types(false);
    /// assert_eq!(options.from_str::<Vec<String>>("[2]: 007,true")?, ["007", "true"]);
    /// assert_eq!(options.from_str::<(u8, bool)>("[2]: 7,true")?, (7, true));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn infer_types(mut self, infer: bool) -> Self {
        self.infer_types = infer;
        self
    }

    /// Whether `a.b: 1` is read as an object within an object. Off by default. This is an extension
    /// to the specification.
    ///
    /// The keys of fields, headers and entry rows, and field names, are expanded if they are
    /// unquoted, each segment matches `[A-Za-z_][A-Za-z0-9_]*`, and none is `__proto__`,
    /// `constructor` or `prototype`. Objects with the same path are merged, even if their lines are
    /// far apart. Two values with the same path are an error; if [`strict`](Self::strict) is off,
    /// the last one wins.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use toon::DecodeOptions;
    ///
    /// type Map = BTreeMap<String, BTreeMap<String, u8>>;
    /// let map: Map = DecodeOptions::new().expand_paths(true).from_str("a.b: 1\nc.d: 2\na.e: 3")?;
    /// assert_eq!(map["a"], BTreeMap::from([("b".into(), 1), ("e".into(), 3)]));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn expand_paths(mut self, expand: bool) -> Self {
        self.expand_paths = expand;
        self
    }

    /// Whether a value of the wrong type is converted to the type that the target requests, if it
    /// can only mean one thing. Language models often write such values. Off by default. This is an
    /// extension to the specification.
    ///
    /// | the target requests | it also accepts |
    /// | --- | --- |
    /// | a string, a char or a unit variant | a number, `true` or `false`, which is read as written |
    /// | a number | a quoted number in JSON's syntax; the range is checked as usual |
    /// | a bool | `True`, `False`, `TRUE` and `FALSE`, and these or `true` and `false` in quotes |
    /// | an option | an unquoted `None`, `Null`, `NULL`, `nil` or `undefined`, which is read as `None` |
    /// | a sequence | a string that contains a JSON array (feature `json`) |
    /// | a map or struct | a string that contains a JSON object (feature `json`) |
    ///
    /// Ambiguous values are still errors: `null` is never a string, and `N/A` and `-` are never
    /// `null`. The values in such an array or object are read as JSON, without conversions.
    ///
    /// The words for `None` apply to every `Option`, since serde finds out whether an option is
    /// present before it requests the content: an `Option<String>` can only be `Some("None")` if
    /// the text is quoted.
    ///
    /// Targets that accept any type (`deserialize_any`) are unaffected, since they do not request a
    /// type to convert to: `Value`, untagged and internally tagged enums, all fields of a struct
    /// with a flattened field, and columns that are [hoisted](crate::attributes) out of a table.
    ///
    /// ```
    /// use toon::DecodeOptions;
    ///
    /// #[derive(Debug, PartialEq, serde::Deserialize)]
    /// struct Book {
    ///     title: String,
    ///     pages: u32,
    ///     in_print: bool,
    ///     editor: Option<String>,
    /// }
    ///
    /// let text = "title: 1984\npages: \"328\"\nin_print: True\neditor: None";
    /// let book: Book = DecodeOptions::new().coerce(true).from_str(text)?;
    /// let title = "1984".to_string();
    /// assert_eq!(book, Book { title, pages: 328, in_print: true, editor: None });
    /// assert!(toon::from_str::<Book>(text).is_err());
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub const fn coerce(mut self, coerce: bool) -> Self {
        self.coerce = coerce;
        self
    }

    /// The maximum nesting depth of a text; the default is 128. Only containers count (objects and
    /// arrays), and the root container is level 1. A deeper text is an error rather than a stack
    /// overflow.
    ///
    /// The `Some`s and newtypes of the target are not containers, but at most 1,024 of them may be
    /// nested around a value, regardless of this option. So a type that only contains itself is an
    /// error, too.
    ///
    /// In an unoptimized build, each level takes 1 to 2 KiB of stack, plus what the target's own
    /// `deserialize` takes (about 8 KiB for a derived struct with ten fields), and each `Some` or
    /// newtype takes less than 0.5 KiB. So the default is safe on a thread with a stack of 2 MiB.
    ///
    /// ```
    /// use toon::DecodeOptions;
    ///
    /// let text = "[1]:\n  - [1]: 1";
    /// assert!(DecodeOptions::new().max_depth(2).from_str::<Vec<Vec<u8>>>(text).is_ok());
    /// assert!(DecodeOptions::new().max_depth(1).from_str::<Vec<Vec<u8>>>(text).is_err());
    /// ```
    #[must_use]
    pub const fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }
}

/// Getters. Their names begin with `get_`, because the setters have the plain names, as in
/// [`std::process::Command`](https://doc.rust-lang.org/std/process/struct.Command.html).
impl DecodeOptions {
    /// The number of spaces per level.
    ///
    /// ```
    /// assert_eq!(toon::DecodeOptions::new().get_indent(), 2);
    /// ```
    pub const fn get_indent(&self) -> usize {
        self.indent
    }

    /// Whether the indentation is detected from the first indented line.
    ///
    /// ```
    /// assert!(!toon::DecodeOptions::new().get_detect_indent());
    /// ```
    pub const fn get_detect_indent(&self) -> bool {
        self.detect_indent
    }

    /// Whether values of the wrong type are converted to the type that the target requests.
    ///
    /// ```
    /// assert!(!toon::DecodeOptions::new().get_coerce());
    /// ```
    pub const fn get_coerce(&self) -> bool {
        self.coerce
    }

    /// Whether every violation is an error.
    ///
    /// ```
    /// assert!(toon::DecodeOptions::new().get_strict());
    /// ```
    pub const fn get_strict(&self) -> bool {
        self.strict
    }

    /// Whether bare tokens are read as numbers, booleans and null by targets that accept any type.
    ///
    /// ```
    /// assert!(toon::DecodeOptions::new().get_infer_types());
    /// ```
    pub const fn get_infer_types(&self) -> bool {
        self.infer_types
    }

    /// Whether dotted keys are read as nested objects.
    ///
    /// ```
    /// assert!(!toon::DecodeOptions::new().get_expand_paths());
    /// ```
    pub const fn get_expand_paths(&self) -> bool {
        self.expand_paths
    }

    /// The maximum nesting depth of a text.
    ///
    /// ```
    /// assert_eq!(toon::DecodeOptions::new().get_max_depth(), 128);
    /// ```
    pub const fn get_max_depth(&self) -> usize {
        self.max_depth
    }
}
