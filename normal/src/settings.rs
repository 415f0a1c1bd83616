//! Settings for writing the normal form, and its results.

/// The default limit for the size of the compact JSON that a document may expand to, in bytes.
pub(super) const MAX_OUTPUT: usize = 256 << 20;
/// The maximum nesting depth of a value.
pub(super) const MAX_DEPTH: usize = 128;

/// How far the form is compressed.
///
/// ```
/// use toon_normal::{Level, Options};
///
/// let json = r#"[{"at":"2026-01-01T10:00:00Z","id":7},{"at":"2026-01-01T11:30:00Z","id":8}]"#;
/// let legible = Options::new().from_json(json)?;
/// let dense = Options::new().level(Level::Dense).from_json(json)?;
/// assert!(dense.text.len() <= legible.text.len());
/// # Ok::<(), toon::Error>(())
/// ```
///
/// It is displayed as, and parsed from, `plain`, `legible` and `dense`:
///
/// ```
/// use toon_normal::Level;
///
/// assert_eq!("dense".parse::<Level>()?, Level::Dense);
/// assert_eq!(Level::Legible.to_string(), "legible");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Nothing has to be put together: tables with absent cells, constants, lists in cells, child
    /// tables with `_of`, rows of several kinds, and lists of `null`s. For readers of whom nothing
    /// is known.
    Plain,
    /// Values stay where a reader looks for them. No text is replaced with a number, and only URLs
    /// are abbreviated, with descriptive names.
    #[default]
    Legible,
    /// Whatever takes the fewest tokens.
    Dense,
}

impl Level {
    /// Whether texts of this level may use `step`.
    ///
    /// ```
    /// use toon_normal::{Level, Step};
    ///
    /// assert!(Level::Plain.allows(Step::Kinds) && !Level::Plain.allows(Step::Aliases));
    /// ```
    pub fn allows(self, step: Step) -> bool {
        Steps::ALL.at(self).has(step)
    }
}

/// Whether the order of keys is preserved.
///
/// ```
/// use toon_normal::{KeyOrder, Options};
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
///
/// It is displayed as, and parsed from, `exact` and `header`:
///
/// ```
/// use toon_normal::KeyOrder;
///
/// assert_eq!("header".parse::<KeyOrder>()?, KeyOrder::Header);
/// assert_eq!(KeyOrder::Exact.to_string(), "exact");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyOrder {
    /// Every object is read back with its keys in their original order.
    #[default]
    Exact,
    /// The keys of a row are read back in the order of the table's header, which JSON and TOON (§2)
    /// treat as equal. This is smaller, and needs no side keys that only programs use.
    Header,
}

/// A step of the transformation. Each can be turned off ([`Options::step`](super::Options::step)).
///
/// ```
/// use toon_normal::{Options, Step};
///
/// let json = r#"[{"url":"https://x.org/u/ada"},{"url":"https://x.org/u/bob"},{"url":"https://x.org/u/cy"}]"#;
/// let plain = Options::new().step(Step::Affixes, false).step(Step::Aliases, false).from_json(json)?;
/// assert!(plain.text.contains("https://x.org/u/bob"));
/// # Ok::<(), toon::Error>(())
/// ```
///
/// It is displayed as, and parsed from, what it deals with:
///
/// ```
/// use toon_normal::Step;
///
/// assert_eq!("child tables".parse::<Step>()?, Step::ChildTables);
/// assert_eq!(Step::Affixes.to_string(), "prefixes and suffixes");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Step {
    /// Equal objects that occur in several places are written once, in a table of their own.
    Entities,
    /// Lists of objects with different keys become tables with absent cells.
    Tables,
    /// Lists of objects of several kinds become one table for each kind.
    Kinds,
    /// Lists of objects in the rows of a table become a table of their own.
    ChildTables,
    /// Objects that few rows of a table have become a table of their own.
    RareObjects,
    /// Objects whose values are similar objects become tables.
    Maps,
    /// Rows whose keys are in a different order than the table's columns are listed next to the
    /// table.
    RowOrders,
    /// The members of an object that are `null` are listed by name.
    Nulls,
    /// Lists of the same length in rows become columns.
    Tuples,
    /// Lists of strings or numbers in rows become single cells.
    ListCells,
    /// Lists of one value become that value, and those of one object rows.
    SingleElements,
    /// Values that all rows share are written once.
    Constants,
    /// Columns that can be derived from other columns are written once, as a template.
    Templates,
    /// The prefix and suffix that all texts of a column share are written once.
    Affixes,
    /// Times are written without colons, so that they need no quotes.
    Times,
    /// Frequent prefixes of texts get a short name.
    Aliases,
}

impl Step {
    /// All steps, in the order of their declaration.
    pub const ALL: [Step; 16] = [
        Step::Entities,
        Step::Tables,
        Step::Kinds,
        Step::ChildTables,
        Step::RareObjects,
        Step::Maps,
        Step::RowOrders,
        Step::Nulls,
        Step::Tuples,
        Step::ListCells,
        Step::SingleElements,
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

toon::__option_names!(Level, "level", Plain = "plain", Legible = "legible", Dense = "dense");
toon::__option_names!(KeyOrder, "key order", Exact = "exact", Header = "header");
toon::__option_names!(
    Step,
    "step",
    Entities = "entities",
    Tables = "tables",
    Kinds = "kinds",
    ChildTables = "child tables",
    RareObjects = "rare objects",
    Maps = "maps",
    RowOrders = "row orders",
    Nulls = "nulls",
    Tuples = "tuples",
    ListCells = "lists in cells",
    SingleElements = "single elements",
    Constants = "constants",
    Templates = "templates",
    Affixes = "prefixes and suffixes",
    Times = "times",
    Aliases = "aliases",
);

/// A set of [`Step`]s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps(u16);

impl Steps {
    pub(super) const ALL: Self = Steps(u16::MAX);
    /// Those of [`Level::Plain`].
    const PLAIN: Self = Steps(
        Step::Tables.bit()
            | Step::Kinds.bit()
            | Step::ChildTables.bit()
            | Step::RowOrders.bit()
            | Step::Nulls.bit()
            | Step::ListCells.bit()
            | Step::SingleElements.bit()
            | Step::Constants.bit(),
    );
    pub(super) const NONE: Self = Steps(0);

    pub(super) fn set(&mut self, step: Step, is_on: bool) {
        if is_on {
            self.0 |= step.bit();
        } else {
            self.0 &= !step.bit();
        }
    }

    /// The steps that `level` allows.
    pub(super) fn at(self, level: Level) -> Self {
        if level == Level::Plain { Steps(self.0 & Self::PLAIN.0) } else { self }
    }

    pub(super) fn has(self, step: Step) -> bool {
        self.0 & step.bit() != 0
    }
}

/// The settings that apply to the steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) level: Level,
    pub(super) key_order: KeyOrder,
    pub(super) steps: Steps,
}

/// The form of a [`Text`].
///
/// ```
/// use toon_normal::{Form, Options};
///
/// assert_eq!(Options::new().to_string("word")?.form, Form::Toon);
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// The normal form, which begins with its mark.
    Normal,
    /// Canonical TOON, if it is smaller than the normal form.
    Toon,
    /// Compact JSON, if it is allowed ([`Options::json`](super::Options::json)) and smaller than
    /// both.
    Json,
}

/// A value in its smallest form.
///
/// ```
/// use toon_normal::{Form, Options};
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
    /// The form of the text.
    pub form: Form,
    /// What the steps of the normal form have saved.
    pub report: Report,
}

/// A value in both forms, whatever their sizes.
///
/// ```
/// let forms = toon_normal::Options::new().forms_from_json(r#"{"id":7}"#)?;
/// assert_eq!((forms.toon?, forms.normal?.text), ("id: 7".into(), "_form: 1 object\nid: 7".into()));
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Forms {
    /// Canonical TOON. In a table, all objects have the key order of the first. If it [`is_marked`](super::is_marked),
    /// this crate would mistake it for a normal form.
    pub toon: toon::Result<String>,
    /// The normal form. It may not exist: a list is nested one level deeper in it, and a reader may reject a form that
    /// expands too much.
    pub normal: toon::Result<Text>,
}

/// What the steps of a normal form have done. Empty for the other forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The steps that changed something, in the order of [`Step::ALL`].
    pub steps: Vec<Applied>,
    /// Whether some values are JSON text in cells.
    pub has_json: bool,
}

/// What one step has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Applied {
    /// The step.
    pub step: Step,
    /// How many tables, columns, aliases and so on the step was applied to.
    pub count: usize,
    /// The tokens that it saved. This is an estimate, since the encoder has no tokenizer. What two
    /// steps save together counts for both, so the total is not exact.
    pub saved: usize,
}
