//! What the derived code says of a value: a newtype around it, whose name is the hint.
//!
//! Other formats never see them, and other serializers for this one, which see a newtype like others, lose the hint alone.

use super::Serializer;
use super::level::Level;
use super::table::Omission;
use super::writer::{Omitting, Writer};
use crate::Result;
use serde::ser::Serialize;

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

/// What is known in front of a value for what is to be done behind it.
pub(super) enum Hinted {
    Omitted(Omitting, Omission),
    Cell,
    Folded,
    Hoisted {
        at: usize,
    },
    /// Nothing is to be done.
    Done,
}

impl Serializer<'_> {
    pub(super) fn hinted<T: ?Sized + Serialize>(&mut self, hint: Hint, value: &T) -> Result<()> {
        match hint {
            Hint::Level(level) if self.hides(level) => return self.writer.hide(),
            Hint::Level(_) => return self.nested(value),
            Hint::Header(columns) => return self.headed(columns, value),
            Hint::Rows(looks) if self.filter.is_none() => return self.declared(value, looks),
            _ => {}
        }
        let hinted = match &mut self.filter {
            Some(filter) => filter.begin_hinted(&mut self.writer, hint)?,
            None => self.writer.begin_hinted(hint)?,
        };
        let Some(hinted) = hinted else { return Ok(()) };
        self.nested(value)?;
        match &mut self.filter {
            Some(filter) => filter.end_hinted(&mut self.writer, &hinted),
            None => self.writer.end_hinted(&hinted),
        }
    }
}

impl Writer<'_> {
    /// The next event is a value of which `hint` is said, and [`end_hinted`](Self::end_hinted) follows it. If there is
    /// nothing here, it does not come.
    pub(super) fn begin_hinted(&mut self, hint: Hint) -> Result<Option<Hinted>> {
        Ok(Some(match hint {
            Hint::Null | Hint::Default => {
                let Some(omitting) = self.begin_omitted() else { return Ok(None) };
                let omission = if hint == Hint::Null { Omission::Null } else { Omission::DEFAULT };
                Hinted::Omitted(omitting, omission)
            }
            Hint::Cell => {
                self.begin_cell();
                Hinted::Cell
            }
            Hint::Fold if self.begin_folded() => Hinted::Folded,
            Hint::Hoist if self.is_surveying() => Hinted::Hoisted { at: self.begin_hoisted() },
            Hint::Tabular | Hint::Rows(_) => {
                self.end_tables()?;
                Hinted::Done
            }
            Hint::Fold | Hint::Hoist | Hint::Level(_) | Hint::Header(_) => Hinted::Done,
        }))
    }

    /// Behind that value.
    pub(super) fn end_hinted(&mut self, hinted: &Hinted) -> Result<()> {
        match *hinted {
            Hinted::Omitted(omitting, omission) => self.end_omitted(omitting, omission),
            Hinted::Cell => self.end_cell()?,
            Hinted::Folded => self.end_folded(),
            Hinted::Hoisted { at } => self.end_hoisted(at),
            Hinted::Done => {}
        }
        Ok(())
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
