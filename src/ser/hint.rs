//! What the derived code says of a value: a newtype around it, whose name is the hint.
//!
//! Other formats never see them, and other serializers for this one, which see a newtype like others, lose the hint alone.

use super::Serializer;
use super::fold::{self, JoinedField};
use super::level::Level;
use super::look::Hoisted;
use super::mark::{Mark, Marked};
use super::scope::{Form, Watch};
use super::writer::Writer;
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
    Marked {
        marked: Marked,
        mark: Mark,
    },
    Cell {
        column: usize,
    },
    Folded,
    Hoisted(Hoisted),
    /// Nothing is to be done.
    Done,
}

impl Serializer<'_> {
    #[inline(never)]
    pub(super) fn hinted<T: ?Sized + Serialize>(&mut self, hint: Hint, value: &T) -> Result<()> {
        match hint {
            Hint::Level(level) if self.hides(level) => return self.writer.hide(),
            Hint::Level(_) => return self.nested(value),
            Hint::Header(columns) => return self.headed(columns, value),
            Hint::Rows(looks) if self.writer.form != Form::Picking => return self.declared(value, looks),
            _ => {}
        }
        let Some(hinted) = self.writer.begin_hinted(hint)? else { return Ok(()) };
        self.nested(value)?;
        self.writer.end_hinted(&hinted)
    }
}

impl Writer<'_> {
    /// The next event is a value of which `hint` is said, and [`end_hinted`](Self::end_hinted) follows it. If there is
    /// nothing here, it does not come.
    pub(super) fn begin_hinted(&mut self, hint: Hint) -> Result<Option<Hinted>> {
        match (self.form, hint) {
            (Form::Picking, _) => return self.pick_begin_hinted(hint),
            (Form::Look, Hint::Default) => {
                self.see_default();
                return Ok(None);
            }
            _ => {}
        }
        Ok(Some(match hint {
            Hint::Null | Hint::Default => {
                let Some(marked) = self.begin_marked() else { return Ok(None) };
                Hinted::Marked { marked, mark: if hint == Hint::Null { Mark::Null } else { Mark::DEFAULT } }
            }
            Hint::Cell => Hinted::Cell { column: self.column() },
            Hint::Fold if self.begin_folded() => Hinted::Folded,
            Hint::Hoist => self.begin_hoisted().map_or(Hinted::Done, Hinted::Hoisted),
            Hint::Tabular | Hint::Rows(_) => {
                self.end_bets()?;
                Hinted::Done
            }
            Hint::Fold | Hint::Level(_) | Hint::Header(_) => Hinted::Done,
        }))
    }

    /// Behind that value.
    pub(super) fn end_hinted(&mut self, hinted: &Hinted) -> Result<()> {
        if self.form == Form::Picking {
            return self.pick_end_hinted(hinted);
        }
        match hinted {
            Hinted::Marked { marked, mark } => self.end_marked(marked, *mark),
            Hinted::Cell { column } => self.check_cell(*column)?,
            Hinted::Folded => self.end_folded(),
            Hinted::Hoisted(hoisted) => self.end_hoisted(hoisted),
            Hinted::Done => {}
        }
        Ok(())
    }

    /// The value of the field whose key has come is to be folded. True if that may be done behind it.
    fn begin_folded(&mut self) -> bool {
        if self.form.is_table() {
            // It matters only where the table turns out to be none.
            let column = self.table.cursor;
            if !self.table.folded.contains(&column) {
                self.table.folded.push(column);
            }
        } else {
            if self.form == Form::FirstKey {
                // Nor is it an entry of a keyed table.
                self.form = Form::Nested;
            }
            if !self.folds_fields() {
                return false;
            }
        }
        self.open_folds += 1;
        true
    }

    fn end_folded(&mut self) {
        self.open_folds -= 1;
        self.fold_field();
    }

    /// Whether fields of the innermost object can be folded alone. Not so beside the keys of a map, one of which might be the
    /// same.
    fn folds_fields(&self) -> bool {
        self.form == Form::Nested && self.watch == Watch::No
    }

    /// Folds the last field of the innermost object, if that is in nested form.
    pub(super) fn fold_field(&mut self) {
        if !self.folds_fields() {
            return;
        }
        let at = self.field_at();
        let mut text = self.buffer();
        text.push_str(&self.out[at..]);
        let folded = self.folded_at.and_then(|folded| folded.checked_sub(at));
        let joined = fold::join_field(&text, self.margin, self.layout.indent, self.max_segments, folded);
        if let Some(JoinedField { key, value, below, shift }) = joined {
            self.out.truncate(at);
            self.out.push_str(&key);
            self.out.push_str(value);
            for line in below {
                self.out.push('\n');
                self.out.push_str(line.get(shift..).unwrap_or_default());
            }
            self.folded_at = Some(at);
        }
        self.recycle(text);
    }

    /// Where the last field of the innermost object begins.
    fn field_at(&self) -> usize {
        let begin = self.top().at;
        let text = &self.out[begin..];
        let is_field =
            |line: &str| line.get(self.margin..).is_some_and(|line| !line.starts_with([' ', '\n']));
        let last = text.rmatch_indices('\n').find(|(end, _)| is_field(&text[end + 1..]));
        begin + last.map_or(0, |(end, _)| end + 1 + self.margin)
    }

    /// Where the last key of the innermost object begins.
    pub(super) fn key_at(&self) -> usize {
        let begin = self.top().at;
        let text = &self.out[begin..];
        let line = text.rfind('\n').map_or(0, |line| line + 1);
        begin + line + if line > 0 { self.margin } else { 0 }
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
