//! What the derived code says of a value: a newtype around it, whose name is the hint.
//!
//! Other formats never see them, and other serializers for this one, which see a newtype like
//! others, lose the hint alone.

use super::level::LevelHint;

/// What is said of the value inside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The field may be left out; in a row it is `null`, and so is the value.
    Null,
    /// The field may be left out, for the value is its default; in a row, the column may.
    Default,
    /// The value is a scalar, whatever its type.
    Cell,
    /// The field is written at this level, or is not.
    Level(LevelHint),
    /// If the value is a chain of objects with one key each, its keys and the field's become one.
    Fold,
    /// The value is a table, or several, wherever it can be one.
    Tabular,
    /// The same, and its rows are alike by their type.
    Rows(RowSurvey),
    /// The column may leave the table, and stand once in front of it.
    Hoist,
    /// If it is an empty table, it has the columns that it [describes](super::header).
    Header,
}

/// Whether rows are surveyed before they are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowSurvey {
    No,
    /// For columns that are default in all of them.
    ForDefaults,
    /// For columns that can be hoisted, too.
    ForAll,
}

impl Hint {
    const PREFIX: &'static str = "$toon::";

    pub(crate) const NULL: &'static str = "$toon::null";
    pub(crate) const DEFAULT: &'static str = "$toon::default";
    pub(crate) const CELL: &'static str = "$toon::cell";
    pub(crate) const FOLD: &'static str = "$toon::fold";
    pub(crate) const TABULAR: &'static str = "$toon::tabular";
    pub(crate) const ROWS: &'static str = "$toon::rows";
    pub(crate) const ROWS_WITH_DEFAULTS: &'static str = "$toon::rows_with_defaults";
    pub(crate) const ROWS_WITH_HOISTS: &'static str = "$toon::rows_with_hoists";
    pub(crate) const HOIST: &'static str = "$toon::hoist";
    pub(crate) const HEADER: &'static str = "$toon::header";

    /// The hint that is the newtype of this name.
    #[inline]
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        if !name.starts_with(Self::PREFIX) {
            return None;
        }
        match name {
            Self::NULL => Some(Hint::Null),
            Self::DEFAULT => Some(Hint::Default),
            Self::CELL => Some(Hint::Cell),
            Self::FOLD => Some(Hint::Fold),
            Self::TABULAR => Some(Hint::Tabular),
            Self::ROWS => Some(Hint::Rows(RowSurvey::No)),
            Self::ROWS_WITH_DEFAULTS => Some(Hint::Rows(RowSurvey::ForDefaults)),
            Self::ROWS_WITH_HOISTS => Some(Hint::Rows(RowSurvey::ForAll)),
            Self::HOIST => Some(Hint::Hoist),
            Self::HEADER => Some(Hint::Header),
            _ => LevelHint::named(name).map(Hint::Level),
        }
    }
}
