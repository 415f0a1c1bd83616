//! What the derived code says of a value: a newtype around it, whose name is the hint.
//!
//! Other formats never see them, and other serializers for this one, which see a newtype like
//! others, lose the hint alone.

use super::level::Level;

/// What is said of the value inside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The field may be left out; in a row it is `null`, and so is the value.
    Null,
    /// The field may be left out, for the value is its default; in a row, the column may.
    Default,
    /// The value is a scalar, whatever its type.
    Cell,
    /// The field is in this level and those above it.
    Level(Level),
    /// If the value is a chain of objects with one key each, its keys and the field's become one.
    Fold,
    /// The value is a table, or several, wherever it can be one.
    Tabular,
    /// The same, and its rows are alike by their type.
    Rows(Looks),
    /// The column may leave the table, and stand once in front of it.
    Hoist,
    /// If it is an empty table, it has these columns.
    Header(&'static str),
}

/// Whether rows are looked at before they are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    No,
    /// For columns that are default in all of them.
    ForDefaults,
    /// For columns that can be hoisted, too.
    ForAll,
}

impl Hint {
    const PREFIX: &'static str = "$toon::";

    /// The name of the newtype around the value.
    #[cfg(feature = "derive")]
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Hint::Null => "$toon::null",
            Hint::Default => "$toon::default",
            Hint::Cell => "$toon::cell",
            // The derived code has it as a whole.
            Hint::Level(_) => "$toon::level",
            Hint::Header(_) => super::header::PREFIX,
            Hint::Fold => "$toon::fold",
            Hint::Tabular => "$toon::tabular",
            Hint::Rows(Looks::No) => "$toon::rows",
            Hint::Rows(Looks::ForDefaults) => "$toon::rows/look",
            Hint::Rows(Looks::ForAll) => "$toon::rows/hoist",
            Hint::Hoist => "$toon::hoist",
        }
    }

    #[inline]
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        match name.strip_prefix(Self::PREFIX)? {
            "null" => Some(Hint::Null),
            "default" => Some(Hint::Default),
            "cell" => Some(Hint::Cell),
            "fold" => Some(Hint::Fold),
            "tabular" => Some(Hint::Tabular),
            "rows" => Some(Hint::Rows(Looks::No)),
            "rows/look" => Some(Hint::Rows(Looks::ForDefaults)),
            "rows/hoist" => Some(Hint::Rows(Looks::ForAll)),
            "hoist" => Some(Hint::Hoist),
            other => match other.strip_prefix("header/") {
                Some(columns) => Some(Hint::Header(columns)),
                None => Level::parse(other).map(Hint::Level),
            },
        }
    }
}

#[cfg(all(test, feature = "derive"))]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let rows = [Looks::No, Looks::ForDefaults, Looks::ForAll].map(Hint::Rows);
        let others = [Hint::Null, Hint::Default, Hint::Cell, Hint::Fold, Hint::Tabular, Hint::Hoist];
        for hint in others.into_iter().chain(rows) {
            assert!(Hint::named(hint.name()) == Some(hint));
        }
        assert!(Hint::named("Null").is_none() && Hint::named("$toon::").is_none());
    }
}
