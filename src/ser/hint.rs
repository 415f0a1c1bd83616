//! Hints from derived code: a newtype around a value, whose name is the hint.
//!
//! Other formats never see them. A serializer that sits in between and treats the newtype like any
//! other loses only the hint.

use super::level::LevelHint;

/// What a hint says about the value inside it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The field can be omitted. Its value is `null`, which is also written in a row.
    Null,
    /// The value is a group of `null`s: the columns of a field that is `null` outside of rows.
    NullGroup,
    /// The value is the field's default, so the field can be omitted; in a table, the column can.
    Default,
    /// The value must be a scalar, whatever its type.
    Cell,
    /// The field is shown or hidden at this level.
    Level(LevelHint),
    /// If the value is a chain of single-key objects, it is folded into the field's key.
    Fold,
    /// The value is a table, or contains several, wherever it can.
    Tabular,
    /// Like `Tabular`, and its type guarantees that all rows have the same columns.
    Rows(RowSurvey),
    /// Like `Tabular`, for a value that can perhaps be serialized only once.
    RowsOnce,
    /// The column can be hoisted: written once, before the table.
    Hoist,
    /// If the table is empty, it has the columns that it [describes](super::header).
    Header,
    /// The value can be written as several tables, which are fields of the object around it.
    Tables(TablesPlace),
}

/// Into which objects tables can be [spliced](super::serializer).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TablesPlace {
    /// Only structs.
    Struct,
    /// Also maps, whose author knows that no other keys equal those of the tables.
    Any,
}

/// Whether rows are surveyed before they are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowSurvey {
    No,
    /// To find columns that are default in every row.
    ForDefaults,
    /// To find columns that can be hoisted as well.
    ForAll,
}

impl Hint {
    const PREFIX: &'static str = "$toon::";

    pub(crate) const NULL: &'static str = "$toon::null";
    pub(crate) const NULL_GROUP: &'static str = "$toon::null_group";
    pub(crate) const DEFAULT: &'static str = "$toon::default";
    pub(crate) const CELL: &'static str = "$toon::cell";
    pub(crate) const FOLD: &'static str = "$toon::fold";
    pub(crate) const TABULAR: &'static str = "$toon::tabular";
    pub(crate) const ROWS: &'static str = "$toon::rows";
    pub(crate) const ROWS_WITH_DEFAULTS: &'static str = "$toon::rows_with_defaults";
    pub(crate) const ROWS_WITH_HOISTS: &'static str = "$toon::rows_with_hoists";
    pub(crate) const ROWS_ONCE: &'static str = "$toon::rows_once";
    pub(crate) const HOIST: &'static str = "$toon::hoist";
    pub(crate) const HEADER: &'static str = "$toon::header";
    pub(crate) const TABLES: &'static str = "$toon::tables";
    pub(crate) const TABLES_ANYWHERE: &'static str = "$toon::tables_anywhere";

    /// The hint that a newtype with this name stands for.
    #[inline]
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        if !name.starts_with(Self::PREFIX) {
            return None;
        }
        match name {
            Self::NULL => Some(Hint::Null),
            Self::NULL_GROUP => Some(Hint::NullGroup),
            Self::DEFAULT => Some(Hint::Default),
            Self::CELL => Some(Hint::Cell),
            Self::FOLD => Some(Hint::Fold),
            Self::TABULAR => Some(Hint::Tabular),
            Self::ROWS => Some(Hint::Rows(RowSurvey::No)),
            Self::ROWS_WITH_DEFAULTS => Some(Hint::Rows(RowSurvey::ForDefaults)),
            Self::ROWS_WITH_HOISTS => Some(Hint::Rows(RowSurvey::ForAll)),
            Self::ROWS_ONCE => Some(Hint::RowsOnce),
            Self::HOIST => Some(Hint::Hoist),
            Self::HEADER => Some(Hint::Header),
            Self::TABLES => Some(Hint::Tables(TablesPlace::Struct)),
            Self::TABLES_ANYWHERE => Some(Hint::Tables(TablesPlace::Any)),
            _ => LevelHint::named(name).map(Hint::Level),
        }
    }
}
