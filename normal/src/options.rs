//! Options for writing and reading the normal form.

use super::settings::MAX_OUTPUT;
use super::settings::{KeyOrder, Level, Settings, Step, Steps};
use std::fmt;
use toon::{DecodeOptions, EncodeOptions};

/// Options for writing and reading the normal form.
///
/// ```
/// use toon_normal::{Form, Level, Options};
///
/// let json = r#"{"a":1}"#;
/// let text = Options::new().level(Level::Dense).from_json(json)?;
/// assert_eq!((text.text.as_str(), text.form), ("a: 1", Form::Toon));
/// # Ok::<(), toon::Error>(())
/// ```
pub struct Options<'m> {
    pub(super) level: Level,
    pub(super) key_order: KeyOrder,
    pub(super) steps: Steps,
    pub(super) json: bool,
    pub(super) measure: Box<dyn Fn(&str) -> usize + 'm>,
    pub(super) encode: EncodeOptions,
    pub(super) decode: DecodeOptions,
    pub(super) max_output: usize,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { level, key_order, steps, json, measure: _, encode, decode, max_output } = self;
        f.debug_struct("Options")
            .field("level", level)
            .field("key_order", key_order)
            .field("steps", steps)
            .field("json", json)
            .field("encode", encode)
            .field("decode", decode)
            .field("max_output", max_output)
            .finish_non_exhaustive()
    }
}

impl Options<'_> {
    /// The defaults: the legible form with exact key order and all steps. Sizes are in bytes, and
    /// JSON is not considered.
    pub fn new() -> Self {
        Options {
            level: Level::Legible,
            key_order: KeyOrder::Exact,
            steps: Steps::ALL,
            json: false,
            measure: Box::new(str::len),
            encode: EncodeOptions::new(),
            decode: DecodeOptions::new(),
            max_output: MAX_OUTPUT,
        }
    }

    /// How far the form is compressed: [`Level::Legible`] by default.
    ///
    /// ```
    /// use toon_normal::{Level, Options};
    ///
    /// let text = Options::new().level(Level::Dense).from_json(r#"{"id":7}"#)?;
    /// assert_eq!(text.text, "id: 7");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Whether the order of keys is kept: [`KeyOrder::Exact`] by default.
    ///
    /// ```
    /// use toon_normal::{KeyOrder, Options};
    ///
    /// let options = Options::new().key_order(KeyOrder::Header);
    /// let text = options.from_json(r#"[{"a":1,"b":2},{"b":3,"a":4}]"#)?;
    /// assert_eq!(options.to_json(&text.text)?, r#"[{"a":1,"b":2},{"a":4,"b":3}]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn key_order(mut self, order: KeyOrder) -> Self {
        self.key_order = order;
        self
    }

    /// Turns `step` on or off. All steps are on by default.
    ///
    /// ```
    /// use toon_normal::{Options, Step};
    ///
    /// let json = r#"[{"at":"2026-01-01T10:00:00Z"},{"at":"2026-01-01T11:30:00Z"}]"#;
    /// let text = Options::new().step(Step::Times, false).from_json(json)?;
    /// assert!(!text.report.steps.iter().any(|applied| applied.step == Step::Times));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn step(mut self, step: Step, is_on: bool) -> Self {
        self.steps.set(step, is_on);
        self
    }

    /// Whether the result may be compact JSON if that is the smallest form: `false` by default.
    /// [`Text::form`](super::Text::form) says which form was chosen.
    ///
    /// ```
    /// use toon_normal::{Form, Options};
    ///
    /// let text = Options::new().json(true).from_json("[[1], [2]]")?;
    /// assert_eq!((text.text.as_str(), text.form), ("[[1],[2]]", Form::Json));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn json(mut self, json: bool) -> Self {
        self.json = json;
        self
    }

    /// The size to minimize, such as a number of tokens: the length in bytes by default. It is
    /// called once for each candidate, which is at most three times per value.
    ///
    /// ```
    /// use toon_normal::Options;
    ///
    /// let lines = |text: &str| text.lines().count();
    /// let text = Options::new().json(true).measure(lines).from_json("[[1], [2]]")?;
    /// assert_eq!(text.text, "[[1],[2]]");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn measure<'n, F: Fn(&str) -> usize + 'n>(self, measure: F) -> Options<'n> {
        let Options { level, key_order, steps, json, measure: _, encode, decode, max_output } = self;
        let measure = Box::new(measure);
        Options { level, key_order, steps, json, measure, encode, decode, max_output }
    }

    /// How the text is written. The supported options are [`indent`](EncodeOptions::indent),
    /// [`delimiter`](EncodeOptions::delimiter), [`max_depth`](EncodeOptions::max_depth) up to 128,
    /// and [`fields`](EncodeOptions::fields) and the level of detail, which select what is written.
    /// Specification 3 and key folding are not supported.
    ///
    /// ```
    /// use toon::{Delimiter, EncodeOptions, KeyFolding};
    /// use toon_normal::Options;
    ///
    /// let options = Options::new().encode(EncodeOptions::new().delimiter(Delimiter::Pipe));
    /// assert_eq!(options.from_json("[1, 2]")?.text, "[2|]: 1|2");
    ///
    /// let options = Options::new().encode(EncodeOptions::new().fields(["name", "id"]));
    /// assert_eq!(options.from_json(r#"{"id":7,"age":40,"name":"Ada"}"#)?.text, "name: Ada\nid: 7");
    ///
    /// let options = Options::new().encode(EncodeOptions::new().key_folding(KeyFolding::Safe));
    /// let error = options.from_json("[1, 2]").unwrap_err();
    /// assert_eq!(error.to_string(), "the normal form does not support key folding");
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn encode(mut self, options: EncodeOptions) -> Self {
        self.encode = options;
        self
    }

    /// How the text is read. Documents in normal form cannot be read with `strict(false)`,
    /// `expand_paths(true)` or `infer_types(false)`.
    ///
    /// ```
    /// use toon::DecodeOptions;
    /// use toon_normal::Options;
    ///
    /// let options = Options::new().decode(DecodeOptions::new().strict(false));
    /// assert_eq!(options.to_json("tags[3]: a,b")?, r#"{"tags":["a","b"]}"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn decode(mut self, options: DecodeOptions) -> Self {
        self.decode = options;
        self
    }

    /// The maximum size of the compact JSON that a document may expand to, in bytes: 256 MiB by
    /// default. Regardless of this limit, a document never expands to more than 16 MiB or 1,000
    /// times its own size, whichever is larger.
    ///
    /// ```
    /// use toon::ErrorKind;
    /// use toon_normal::Options;
    ///
    /// let text = "_form: 1 object\n_let:\n  a: abcdefghijklmnopqrstuvwxyz\nwords[3]: $a,$a,$a";
    /// let error = Options::new().max_output(60).to_json(text).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::OutputLimit { limit: 60, .. }));
    /// ```
    #[must_use]
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// How far the form is compressed.
    ///
    /// ```
    /// use toon_normal::{Level, Options};
    ///
    /// assert_eq!(Options::new().get_level(), Level::Legible);
    /// ```
    pub fn get_level(&self) -> Level {
        self.level
    }

    /// Whether the order of keys is kept.
    ///
    /// ```
    /// use toon_normal::{KeyOrder, Options};
    ///
    /// assert_eq!(Options::new().get_key_order(), KeyOrder::Exact);
    /// ```
    pub fn get_key_order(&self) -> KeyOrder {
        self.key_order
    }

    /// Whether `step` is on.
    ///
    /// ```
    /// use toon_normal::{Options, Step};
    ///
    /// assert!(Options::new().get_step(Step::Times));
    /// assert!(!Options::new().step(Step::Times, false).get_step(Step::Times));
    /// ```
    pub fn get_step(&self, step: Step) -> bool {
        self.steps.has(step)
    }

    /// Whether the result may be compact JSON.
    ///
    /// ```
    /// assert!(!toon_normal::Options::new().get_json());
    /// ```
    pub fn get_json(&self) -> bool {
        self.json
    }

    /// How the text is written.
    ///
    /// ```
    /// assert_eq!(toon_normal::Options::new().get_encode(), &toon::EncodeOptions::new());
    /// ```
    pub fn get_encode(&self) -> &EncodeOptions {
        &self.encode
    }

    /// How the text is read.
    ///
    /// ```
    /// assert_eq!(toon_normal::Options::new().get_decode(), &toon::DecodeOptions::new());
    /// ```
    pub fn get_decode(&self) -> &DecodeOptions {
        &self.decode
    }

    /// The limit for the compact JSON that a document may expand to, in bytes.
    ///
    /// ```
    /// assert_eq!(toon_normal::Options::new().get_max_output(), 256 << 20);
    /// ```
    pub fn get_max_output(&self) -> usize {
        self.max_output
    }

    pub(super) fn settings(&self) -> Settings {
        Settings { level: self.level, key_order: self.key_order, steps: self.steps }
    }
}
