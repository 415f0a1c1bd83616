//! What the derived code says of a value: a newtype around it, whose name is the hint.
//!
//! Other formats never see them, and other serializers for this one, which see a newtype like others, lose the hint alone.

use super::Serializer;
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
    /// If the value is a chain of objects with one key each, its keys and the field's become one.
    Fold,
    /// The value is a table, or several, wherever it can be one.
    Tabular,
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
            Hint::Fold => "$toon::fold",
            Hint::Tabular => "$toon::tabular",
        }
    }

    #[inline]
    pub(super) fn named(name: &'static str) -> Option<Self> {
        match name.strip_prefix(Self::PREFIX)? {
            "null" => Some(Hint::Null),
            "default" => Some(Hint::Default),
            "cell" => Some(Hint::Cell),
            "fold" => Some(Hint::Fold),
            "tabular" => Some(Hint::Tabular),
            _ => None,
        }
    }
}

impl Serializer<'_> {
    #[inline(never)]
    pub(super) fn hinted<T: ?Sized + Serialize>(&mut self, hint: Hint, value: &T) -> Result<()> {
        match hint {
            Hint::Null | Hint::Default => {
                let Some(marked) = self.writer.begin_marked() else { return Ok(()) };
                self.nested(value)?;
                self.writer.end_marked(&marked, hint == Hint::Null);
            }
            Hint::Cell => {
                let column = self.writer.column();
                self.nested(value)?;
                self.writer.check_cell(column)?;
            }
            Hint::Fold => {
                let at = self.writer.begin_folded();
                self.nested(value)?;
                if let Some(at) = at {
                    self.writer.end_folded(at);
                }
            }
            Hint::Tabular => {
                self.writer.end_bets()?;
                self.nested(value)?;
            }
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "derive"))]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for hint in [Hint::Null, Hint::Default, Hint::Cell, Hint::Fold, Hint::Tabular] {
            assert!(Hint::named(hint.name()) == Some(hint));
        }
        assert!(Hint::named("Null").is_none() && Hint::named("$toon::").is_none());
    }
}
