//! Tables that a type declares: `#[toon(tabular)]` on a field, whose rows are alike by their type.
//!
//! The general way finds out row by row, from the keys as they come. Here the first row settles it: the header goes in
//! front, and from then on it is final. Where columns may go – those that are default in every row, and
//! those that can stand once in front of the table – the rows are looked at before ([`super::look`]). What turns out to be
//! no table takes the general way.

use super::Serializer;
use super::hint::Looks;
use super::table::TableHint;
use crate::Result;
use serde::ser::Serialize;

impl Serializer<'_> {
    /// Writes the value of the field whose key has come, which is a table by its type.
    pub(super) fn declared<T: ?Sized + Serialize>(&mut self, value: &T, looks: Looks) -> Result<()> {
        if self.writer.end_tables()? {
            let hint = match looks {
                Looks::No => TableHint::Alike,
                Looks::ForDefaults => self.look(value, false)?,
                // Where keys are folded, what stands in front of the table would keep its own from being joined.
                Looks::ForAll => self.look(value, self.folding.is_none())?,
            };
            self.writer.set_hint(hint);
        }
        self.nested(value)?;
        self.writer.set_hint(TableHint::None);
        Ok(())
    }
}
