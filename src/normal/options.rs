//! What a caller chooses, and what comes back: [`Options`] and [`Text`].

use super::{decode, encode};
use crate::{DecodeOptions, EncodeOptions, Error, ErrorKind, KeyFolding, Result, SpecVersion};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// How far the form goes.
///
/// ```
/// use toon::normal::{Level, Options};
///
/// let json = r#"[{"at":"2026-01-01T10:00:00Z","id":7},{"at":"2026-01-01T11:30:00Z","id":8}]"#;
/// let legible = Options::new().from_json(json)?;
/// let dense = Options::new().level(Level::Dense).from_json(json)?;
/// assert!(dense.text.len() <= legible.text.len());
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Values stay where a reader looks for them: no text is replaced by a number, and only URLs are abbreviated, with
    /// names that say what they stand for.
    #[default]
    Legible,
    /// Whatever takes fewer tokens.
    Dense,
}

/// Whether the order of keys is kept.
///
/// ```
/// use toon::normal::{KeyOrder, Options};
///
/// let json = r#"{"rows":[{"a":1,"b":"one"},{"b":"two","a":2},{"a":3,"b":"three"}]}"#;
/// let exact = Options::new().from_json(json)?;
/// assert_eq!(Options::new().to_json(&exact.text)?, json);
///
/// let header = Options::new().key_order(KeyOrder::Header).from_json(json)?;
/// assert_eq!(
///     Options::new().to_json(&header.text)?,
///     r#"{"rows":[{"a":1,"b":"one"},{"a":2,"b":"two"},{"a":3,"b":"three"}]}"#,
/// );
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyOrder {
    /// Every object reads back with its keys in their original order.
    #[default]
    Exact,
    /// The rows of a table take the order of its header, which JSON and TOON (§2) both treat as equal. Smaller, and free of
    /// side keys that only a program needs.
    Header,
}

/// A part of the form that can be switched off ([`Options::step`]).
///
/// ```
/// use toon::normal::{Options, Step};
///
/// let json = r#"[{"url":"https://x.org/u/ada"},{"url":"https://x.org/u/bob"},{"url":"https://x.org/u/cy"}]"#;
/// let plain = Options::new().step(Step::Affixes, false).step(Step::Aliases, false).from_json(json)?;
/// assert!(plain.text.contains("https://x.org/u/bob"));
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Step {
    /// Equal objects that occur in several places are written once, in a table of their own.
    Entities,
    /// Lists of objects with different keys become tables with absent cells.
    Tables,
    /// Lists of objects in the rows of a table become a table of their own.
    ChildTables,
    /// Objects of similar objects become tables, too.
    Maps,
    /// Rows whose keys are in another order than their table's columns are listed beside the table.
    RowOrders,
    /// Lists of a fixed length in rows become columns.
    Tuples,
    /// Lists of strings or numbers in rows become one cell.
    ListCells,
    /// What all rows share is stated once.
    Constants,
    /// What follows from other columns is stated once, as a template.
    Templates,
    /// How all texts of a column begin or end is stated once.
    Affixes,
    /// Times lose their colons, and so the need for quotes.
    Times,
    /// Texts that occur often get a short name.
    Aliases,
}

impl Step {
    /// All steps, in the order of their declaration.
    pub const ALL: [Step; 12] = [
        Step::Entities,
        Step::Tables,
        Step::ChildTables,
        Step::Maps,
        Step::RowOrders,
        Step::Tuples,
        Step::ListCells,
        Step::Constants,
        Step::Templates,
        Step::Affixes,
        Step::Times,
        Step::Aliases,
    ];

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Step::Entities => "entities",
            Step::Tables => "tables",
            Step::ChildTables => "child tables",
            Step::Maps => "maps",
            Step::RowOrders => "row orders",
            Step::Tuples => "tuples",
            Step::ListCells => "lists in cells",
            Step::Constants => "constants",
            Step::Templates => "templates",
            Step::Affixes => "prefixes and suffixes",
            Step::Times => "times",
            Step::Aliases => "aliases",
        })
    }
}

/// A set of [`Step`]s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps(u16);

impl Steps {
    pub(super) const NONE: Self = Steps(0);

    pub(super) fn has(self, step: Step) -> bool {
        self.0 & step.bit() != 0
    }
}

/// What the steps need to know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) level: Level,
    pub(super) key_order: KeyOrder,
    pub(super) steps: Steps,
}

/// How a normal form is written and read.
///
/// ```
/// use toon::normal::{Form, Level, Options};
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
    /// The legible form with exact key order and all steps. Sizes are in bytes, and JSON is not considered.
    pub fn new() -> Self {
        Options {
            level: Level::Legible,
            key_order: KeyOrder::Exact,
            steps: Steps(u16::MAX),
            json: false,
            measure: Box::new(str::len),
            encode: EncodeOptions::new(),
            decode: DecodeOptions::new(),
            max_output: decode::MAX_OUTPUT,
        }
    }

    /// How far the form goes: [`Level::Legible`] by default.
    ///
    /// ```
    /// use toon::normal::{Level, Options};
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
    /// use toon::normal::{KeyOrder, Options};
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

    /// Switches `step` on or off. All steps are on by default.
    ///
    /// ```
    /// use toon::normal::{Options, Step};
    ///
    /// let json = r#"[{"at":"2026-01-01T10:00:00Z"},{"at":"2026-01-01T11:30:00Z"}]"#;
    /// let text = Options::new().step(Step::Times, false).from_json(json)?;
    /// assert!(!text.report.steps.iter().any(|applied| applied.step == Step::Times));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[must_use]
    pub fn step(mut self, step: Step, is_on: bool) -> Self {
        if is_on {
            self.steps.0 |= step.bit();
        } else {
            self.steps.0 &= !step.bit();
        }
        self
    }

    /// Whether the result may be compact JSON where that is smallest: `false` by default. [`Text::form`] says which of
    /// the forms it is.
    ///
    /// ```
    /// use toon::normal::{Form, Options};
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

    /// The size to minimize, for example a count of tokens: the length in bytes by default. It is asked once for each
    /// candidate, so at most three times for each value.
    ///
    /// ```
    /// use toon::normal::Options;
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

    /// How the text is written: its [`indent`](EncodeOptions::indent), its [`delimiter`](EncodeOptions::delimiter), a
    /// [`max_depth`](EncodeOptions::max_depth) of up to 128, and which [`fields`](EncodeOptions::fields) and which level
    /// of a value are written. Specification 3 and key folding are refused.
    ///
    /// ```
    /// use toon::{Delimiter, EncodeOptions, KeyFolding, normal::Options};
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

    /// How the text is read. Documents that carry the mark cannot be read with `strict(false)`, `expand_paths(true)` or
    /// `infer_types(false)`.
    ///
    /// ```
    /// use toon::{DecodeOptions, normal::Options};
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

    /// The most bytes of compact JSON that a document may expand to: 256 MiB by default. Whatever this says, a document
    /// never expands to more than the larger of 16 MiB and 1,000 times its own size.
    ///
    /// ```
    /// use toon::{ErrorKind, normal::Options};
    ///
    /// let text = "_form: 1 object\n_let:\n  a: abcdefghijklmnopqrstuvwxyz\nwords[3]: $a,$a,$a";
    /// let error = Options::new().max_output(60).to_json(text).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::OutputLimit { limit: 60 }));
    /// ```
    #[must_use]
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.max_output = bytes;
        self
    }

    /// Writes `value` in the smallest of its forms.
    ///
    /// # Errors
    /// As [`EncodeOptions::to_string`], and if [`encode`](Self::encode) has options that the form does not support.
    ///
    /// ```
    /// let text = toon::normal::Options::new().to_text(&[1, 2])?;
    /// assert_eq!(text.text, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_text<T: ?Sized + Serialize>(&self, value: &T) -> Result<Text> {
        self.check_encode()?;
        encode::text(&super::ser::tree(value, &self.encode)?, self)
    }

    /// Writes the value of JSON text in the smallest of its forms.
    ///
    /// # Errors
    /// As [`json::to_toon`](crate::json::to_toon), and if [`encode`](Self::encode) has options that the form does not
    /// support.
    ///
    /// ```
    /// let text = toon::normal::Options::new().from_json("[1, 2]")?;
    /// assert_eq!(text.text, "[2]: 1,2");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_json(&self, json: &str) -> Result<Text> {
        self.check_encode()?;
        encode::text(&super::ser::json_tree(json, &self.encode)?, self)
    }

    /// Reads a value from a normal form, or from plain TOON.
    ///
    /// # Errors
    /// As [`DecodeOptions::from_str`]; if the form is broken, of a newer version, or expands to more than
    /// [`max_output`](Self::max_output) allows; if [`decode`](Self::decode) has options that it does not support; and if
    /// the text is JSON rather than TOON.
    ///
    /// ```
    /// let tags: Vec<String> = toon::normal::Options::new().from_str("_form: 1 list\nlist[2]: a,b")?;
    /// assert_eq!(tags, ["a", "b"]);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn from_str<T: DeserializeOwned>(&self, text: &str) -> Result<T> {
        match decode::tree(text, self)? {
            Some(tree) => super::de::read(&tree, self.decode.max_depth),
            None => self.decode.from_str(text),
        }
    }

    /// Converts a normal form, or plain TOON, to compact JSON text.
    ///
    /// # Errors
    /// As [`from_str`](Self::from_str), except for mismatched types.
    ///
    /// ```
    /// let json = toon::normal::Options::new().to_json("_form: 1 list\nlist[2]: a,b")?;
    /// assert_eq!(json, r#"["a","b"]"#);
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn to_json(&self, text: &str) -> Result<String> {
        match decode::tree(text, self)? {
            Some(tree) => Ok(tree.to_json()),
            None => crate::json::from_toon(text, &self.decode),
        }
    }

    fn check_encode(&self) -> Result<()> {
        let refused = |option| Err(Error::new(ErrorKind::RefusedOption { option }));
        match (self.encode.spec, self.encode.key_folding) {
            (SpecVersion::V3, _) => refused("specification 3"),
            (_, KeyFolding::Safe) => refused("key folding"),
            _ => Ok(()),
        }
    }

    pub(super) fn settings(&self) -> Settings {
        Settings { level: self.level, key_order: self.key_order, steps: self.steps }
    }
}

/// Which form a [`Text`] has.
///
/// ```
/// use toon::normal::{Form, Options};
///
/// assert_eq!(Options::new().to_text("word")?.form, Form::Toon);
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The normal form, which begins with its mark.
    Normal,
    /// Canonical TOON, where that is smaller than the normal form.
    Toon,
    /// Compact JSON, where that is allowed ([`Options::json`]) and smaller than both.
    Json,
}

/// A value in its smallest form.
///
/// ```
/// use toon::normal::{Form, Options};
///
/// let out = Options::new().from_json(r#"{"id":7}"#)?;
/// assert_eq!((out.text.as_str(), out.form), ("id: 7", Form::Toon));
/// assert!(out.report.steps.is_empty());
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Text {
    /// The text.
    pub text: String,
    /// Which form it has.
    pub form: Form,
    /// What the steps of the normal form saved.
    pub report: Report,
}

/// What the steps of a normal form did; empty for the other forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The steps that changed something, in the order of [`Step::ALL`].
    pub steps: Vec<Applied>,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The step.
    pub step: Step,
    /// How many tables, columns, aliases and so on it applied to.
    pub count: usize,
    /// What it saved, if that is not a part of what tables save, in tokens as the encoder estimates them. The encoder has no tokenizer, so the sum of all steps is not
    /// exact.
    pub saved: usize,
}
