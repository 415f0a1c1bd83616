//! Explains the parts of the form that a text uses to a model.

use super::settings::{Form, KeyOrder, Level, Report, Step, Steps, Text};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// What a reader has been told about the normal form, so that each part is explained once.
///
/// The explanation of a text is a common part and a line for each step that the text uses. Those
/// that the reader already has are left out.
///
/// ```
/// use toon_normal::{Explained, Options};
///
/// let mut explained = Explained::new();
/// let json = |state: &str| {
///     let row = |id: u8| format!(r#"{{"id":{id},"state":"{state}"}}"#);
///     format!("[{}]", (0..9).map(row).collect::<Vec<_>>().join(","))
/// };
///
/// let first = explained.add(&Options::new().from_json(&json("waiting for approval"))?);
/// assert!(first.starts_with("TOON") && first.contains(".each"));
/// let second = explained.add(&Options::new().from_json(&json("approved by the owner"))?);
/// assert_eq!(second, "");
/// # Ok::<(), toon::Error>(())
/// ```
///
/// It is displayed as, and parsed from, the names of what has been explained, so that it can be kept:
///
/// ```
/// use toon_normal::{Explained, Step};
///
/// let mut explained = Explained::new();
/// explained.steps([Step::Maps, Step::Nulls]);
/// assert_eq!(explained.to_string(), "legible, exact, common, maps, nulls");
/// let mut read: Explained = explained.to_string().parse()?;
/// assert_eq!(read.steps([Step::Nulls, Step::Times]), "times lost colons");
/// # Ok::<(), toon::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Explained {
    has_common: bool,
    has_json: bool,
    steps: Steps,
    level: Level,
    key_order: KeyOrder,
}

impl Default for Explained {
    fn default() -> Self {
        Self::new()
    }
}

/// What every text in normal form needs.
const COMMON: &str = "TOON: T[2]{id,a{b}}: heads rows of id and a.b. After _form, _ in a row is absent and _null \
                      a null; T.x tells about T.";

/// What texts with JSON in cells need, too.
const JSON: &str = "Cells of .json may be JSON";

/// What texts with the exact order of keys need, too.
const EXACT: &str = " Skip .order and .alt.";

impl Explained {
    /// Nothing has been explained yet.
    ///
    /// ```
    /// assert!(!toon_normal::Explained::new().has(toon_normal::Step::Kinds));
    /// ```
    pub fn new() -> Self {
        Explained {
            has_common: false,
            has_json: false,
            steps: Steps::NONE,
            level: Level::Legible,
            key_order: KeyOrder::Exact,
        }
    }

    /// What texts of this level need: [`Level::Legible`] by default.
    ///
    /// ```
    /// use toon_normal::{Explained, Level, Step};
    ///
    /// let mut explained = Explained::new().level(Level::Dense);
    /// assert!(explained.steps([Step::Times]).ends_with("times lost - and :"));
    /// ```
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// What texts with this order of keys need: [`KeyOrder::Exact`] by default.
    ///
    /// ```
    /// use toon_normal::{Explained, KeyOrder};
    ///
    /// assert!(Explained::new().steps([]).contains(".order"));
    /// assert!(!Explained::new().key_order(KeyOrder::Header).steps([]).contains(".order"));
    /// ```
    #[must_use]
    pub fn key_order(mut self, order: KeyOrder) -> Self {
        self.key_order = order;
        self
    }

    /// Explains what `text` uses and the reader does not know. Empty if that is nothing, or if the
    /// text is not a normal form.
    ///
    /// ```
    /// use toon_normal::{Explained, Options};
    ///
    /// assert_eq!(Explained::new().add(&Options::new().from_json("[1, 2]")?), "");
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn add(&mut self, text: &Text) -> String {
        match text.form {
            Form::Normal => self.report(&text.report),
            Form::Toon | Form::Json => String::new(),
        }
    }

    /// Explains what a text with this report uses and the reader does not know.
    ///
    /// ```
    /// use toon_normal::{Explained, Options};
    ///
    /// let row = |id: u8| format!(r#"{{"id":{id},"state":"waiting","all":[[{id}],[1,[2]]]}}"#);
    /// let json = format!("[{}]", (0..9).map(row).collect::<Vec<_>>().join(","));
    /// let report = Options::new().from_json(&json)?.report;
    /// assert!(Explained::new().report(&report).contains("JSON"));
    /// # Ok::<(), toon::Error>(())
    /// ```
    pub fn report(&mut self, report: &Report) -> String {
        self.explain(report.steps.iter().map(|applied| applied.step), report.has_json)
    }

    /// Explains what texts with these steps use and the reader does not know.
    ///
    /// ```
    /// use toon_normal::{Explained, Step};
    ///
    /// let mut explained = Explained::new();
    /// assert_eq!(explained.steps([Step::Maps, Step::Nulls]).lines().count(), 3);
    /// assert_eq!(explained.steps([Step::Nulls, Step::Times]), "times lost colons");
    /// ```
    pub fn steps(&mut self, steps: impl IntoIterator<Item = Step>) -> String {
        self.explain(steps, false)
    }

    /// Explains everything that texts of this level may use and the reader does not know.
    ///
    /// ```
    /// use toon_normal::{Explained, Level};
    ///
    /// let mut explained = Explained::new().level(Level::Plain);
    /// assert!(explained.all().contains("T.by") && !explained.all().contains("_let"));
    /// ```
    pub fn all(&mut self) -> String {
        let level = self.level;
        self.explain(Step::ALL.into_iter().filter(|step| level.allows(*step)), true)
    }

    fn explain(&mut self, steps: impl IntoIterator<Item = Step>, has_json: bool) -> String {
        let mut lines: Vec<Cow<'_, str>> = Vec::new();
        if !self.has_common {
            self.has_common = true;
            lines.push(match self.key_order {
                KeyOrder::Exact => format!("{COMMON}{EXACT}").into(),
                KeyOrder::Header => COMMON.into(),
            });
        }
        if has_json && !std::mem::replace(&mut self.has_json, true) {
            lines.push(JSON.into());
        }
        let mut wanted: Vec<Step> = steps.into_iter().collect();
        wanted.sort_unstable();
        for step in wanted {
            if !self.steps.has(step) {
                self.steps.set(step, true);
                lines.extend(line(step, self.level).map(Cow::Borrowed));
            }
        }
        lines.join("\n")
    }

    /// Whether a step has been explained.
    ///
    /// ```
    /// use toon_normal::{Explained, Step};
    ///
    /// let mut explained = Explained::new();
    /// explained.steps([Step::Maps]);
    /// assert!(explained.has(Step::Maps) && !explained.has(Step::Nulls));
    /// ```
    pub fn has(&self, step: Step) -> bool {
        self.steps.has(step)
    }
}

/// The names of the parts that are no steps.
const COMMON_NAME: &str = "common";
const JSON_NAME: &str = "JSON";

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.level, self.key_order)?;
        let parts = [(self.has_common, COMMON_NAME), (self.has_json, JSON_NAME)];
        for (_, name) in parts.into_iter().filter(|(has_part, _)| *has_part) {
            write!(f, ", {name}")?;
        }
        for step in Step::ALL.into_iter().filter(|step| self.has(*step)) {
            write!(f, ", {step}")?;
        }
        Ok(())
    }
}

impl FromStr for Explained {
    type Err = toon::Error;

    /// # Errors
    ///
    /// Fails if a name is unknown.
    fn from_str(text: &str) -> toon::Result<Self> {
        let mut names = text.split(", ");
        let mut next = || names.next().unwrap_or_default();
        let mut explained = Explained::new().level(next().parse()?).key_order(next().parse()?);
        for name in names {
            match name {
                COMMON_NAME => explained.has_common = true,
                JSON_NAME => explained.has_json = true,
                step => explained.steps.set(step.parse()?, true),
            }
        }
        Ok(explained)
    }
}

/// The line that explains a step. `None` if the common part does.
fn line(step: Step, level: Level) -> Option<&'static str> {
    Some(match step {
        Step::Tables | Step::RowOrders => return None,
        Step::Entities => "_same has tables S; keys in S.in refer to a row by S.key or _ref",
        Step::Kinds => "T.by: T has the order of kinds (K*2: two), T.K their rows",
        Step::ChildTables if level == Level::Dense => "T.x: rows' lists x in order; cell x counts its items",
        Step::ChildTables => "T.x: rows' lists x; _of is .x.of or x counts",
        Step::RareObjects => "T.x with _row: x of that row of T (from 0); others have none",
        Step::Maps => ".map: T is an object with the keys _key (one: lists of one row)",
        Step::Nulls => "_null: names the keys that are null; each dot is another key",
        Step::Tuples => ".tuple: lists of elements 0, 1; .transposed: lists of these",
        Step::ListCells => ".words .numbers: lists split at spaces; .list .pairs at \"; \"; [] is empty",
        Step::SingleElements => ".one: the cells (true: T) are lists of that one value; [] is empty",
        Step::Constants => ".each: what all rows of T have, too",
        Step::Templates => "In .each, {x} is the row's x",
        Step::Affixes => "In .each, {} is the row's own cell",
        Step::Times if level == Level::Dense => "times lost - and :",
        Step::Times => "times lost colons",
        Step::Aliases => "$n is n in _let",
    })
}
