//! Tables and their rows, tentative tables that fall back, and hinted values.

use super::{AfterHint, EMPTY_ARRAY, Fallback, HintReplay, Omitting, Pending, Writer};
use crate::event::ObjectKind;
use crate::ser::hint::Hint;
use crate::ser::keys::{Key, KeyCheck};
use crate::ser::layout::{Layout, key_token};
use crate::ser::scope::{Container, Scope, ScopeState};
use crate::ser::table::columns::Columns;
use crate::ser::table::misfit::Misfit;
use crate::ser::table::replay::{OpenRow, RowEvents};
use crate::ser::table::{Omission, Table, TableHint};
use crate::text::quote;
use crate::{ErrorKind, Result};
use alloc::string::String;

impl Writer<'_> {
    // ---- tables ----

    /// The first value of the innermost scope is an object: begins a tentative table.
    pub(super) fn begin_table(&mut self, is_keyed: bool, margin: usize) {
        self.doc.table.begin(is_keyed, margin, self.doc.scope.announced(), &self.doc.layout, self.out);
        if self.doc.rows_once == Some(self.doc.outer.len()) {
            self.doc.table.keep_defaults();
        }
    }

    pub(super) fn begin_row(&mut self, kind: ObjectKind) {
        self.doc.table.begin_row(None, kind.is_map, self.out);
        self.doc.scope.state = ScopeState::Row;
    }

    /// Begins the row of the pending entry key.
    pub(super) fn begin_entry_row(&mut self, kind: ObjectKind) {
        if self.doc.scope.check != KeyCheck::None {
            self.note_key();
        }
        self.doc.table.begin_row(Some(self.doc.pending.as_str()), kind.is_map, self.out);
        self.doc.scope.state = ScopeState::Row;
    }

    pub(super) fn end_row(&mut self) {
        self.doc.scope.state = ScopeState::Table;
        if self.doc.table.is_fixed() && self.doc.table.rows() == 1 && !self.doc.stream.has_sink {
            self.reserve_rows();
        }
    }

    /// Makes room for the rows that follow the first one.
    #[cold]
    pub(super) fn reserve_rows(&mut self) {
        // If more memory is needed than this, reserving it at once gains little.
        const MAX_RESERVED: usize = 256 * 1024;
        self.out.reserve(self.doc.table.expected_len(self.out).min(MAX_RESERVED));
    }

    /// Whether the object that has just begun is the first row of a table.
    #[inline]
    pub(in crate::ser) fn begins_table(&self) -> bool {
        self.doc.scope.state == ScopeState::Row && self.doc.table.is_before_first_field()
    }

    /// The first row is a derived struct that always has the same columns, except that a table may
    /// omit some if it `has_defaults`.
    #[cold]
    pub(in crate::ser) fn expect_rows(&mut self, has_defaults: bool) {
        if self.doc.table.keeps_defaults() || self.is_root() && !has_defaults {
            self.doc.table.expect_settling();
        }
    }

    /// Ends the innermost scope as a table.
    pub(super) fn end_table(&mut self) -> Result<()> {
        if !self.doc.table.omit_columns(&self.doc.layout, self.out) {
            self.correct_header(self.doc.table.rows())?;
        }
        self.doc.stream.is_open = false;
        self.leave(Container::Other);
        Ok(())
    }

    /// Makes all open tables fall back, because the value of the pending field is not a cell, a
    /// group or a row. Returns whether the value now belongs to a field of an object.
    #[cold]
    pub(in crate::ser) fn end_tables(&mut self) -> Result<bool> {
        while self.doc.scope.state.is_table() && self.doc.scope.state != ScopeState::Table {
            self.fall_back(Pending::Value, Fallback::All)?;
        }
        let is_field = self.doc.scope.state == ScopeState::Field;
        if is_field {
            self.doc.scope.may_be_table = false;
        }
        Ok(is_field)
    }

    /// Sets what is known about the next table, and returns the previous hint if no table has used
    /// it.
    pub(in crate::ser) fn set_hint(&mut self, hint: TableHint) -> TableHint {
        self.doc.table.set_hint(hint)
    }

    /// The number of rows of the last table.
    pub(in crate::ser) fn rows(&self) -> usize {
        self.doc.table.rows()
    }

    /// Falls back: rewrites the innermost scope as a list or an object, and replays its rows.
    pub(super) fn fall_back(&mut self, pending: Pending, fallback: Fallback) -> Result<()> {
        if self.doc.table.is_final() {
            return self.misfit(match (self.doc.scope.state, pending) {
                (ScopeState::Row, Pending::Value) => Misfit::Value,
                (ScopeState::Row, Pending::Key) => Misfit::Missing,
                _ => Misfit::NotAnObject,
            });
        }
        let state = self.doc.scope.state;
        let (table, text) = self.take_table();
        if table.is_keyed() {
            self.doc.scope.may_be_table = false;
        } else {
            self.begin_list();
        }
        // Replaying overwrites the pending key, which must be pending again afterwards.
        let memory = self.doc.spare.text();
        let entry = self.doc.pending.postpone(memory);
        let open_row = (state == ScopeState::Row).then_some(OpenRow {
            awaits_value: pending == Pending::Value,
            is_decided: fallback == Fallback::All,
        });
        let layout = self.doc.layout;
        table.replay(&text, open_row, &layout, self)?;
        if state == ScopeState::Entry {
            self.doc.scope.state = ScopeState::Field;
            let replayed = core::mem::replace(&mut self.doc.pending, entry);
            self.doc.spare.keep_text(replayed.into_memory());
        } else {
            self.doc.spare.keep_text(entry.into_memory());
        }
        self.end_replay(table, text);
        Ok(())
    }

    /// The row does not fit, and the table cannot fall back.
    #[cold]
    pub(super) fn misfit<T>(&mut self, misfit: Misfit<'_>) -> Result<T> {
        let error = self.doc.table.misfit(misfit);
        self.fail();
        // If its columns were required, there is no other way to write it.
        let is_streamed = self.doc.table.may_be_list();
        Err(if is_streamed { error.set_hint(AS_A_WHOLE.into()) } else { error })
    }

    /// Removes the open table and its text from the document, up to where its header began.
    fn take_table(&mut self) -> (Table, String) {
        let text = self.take_back();
        let table = core::mem::replace(&mut self.doc.table, self.doc.spare.table());
        if table.is_keyed() {
            self.doc.scope.state = ScopeState::Object;
            self.doc.scope.count = 0;
            // They are added again during the replay.
            self.doc.keys.forget(self.doc.scope.keys);
            if self.doc.scope.check == KeyCheck::Last {
                self.doc.scope.check = KeyCheck::All;
            }
        }
        (table, text)
    }

    /// Ends the replay of a table that was taken out.
    fn end_replay(&mut self, mut table: Table, text: String) {
        table.end_fallback();
        self.doc.scope.last = None;
        if !self.doc.scope.state.is_table() {
            // The next table reuses the memory.
            core::mem::swap(&mut self.doc.table, &mut table);
        }
        self.doc.spare.keep_table(table);
        self.doc.spare.keep_text(text);
    }

    /// Moves the text of the innermost scope out of the document.
    pub(super) fn take_back(&mut self) -> String {
        let mut text = self.doc.spare.text();
        // One allocation for most documents.
        text.reserve(256);
        text.push_str(&self.out[self.doc.scope.at..]);
        self.out.truncate(self.doc.scope.at);
        text
    }

    // ---- hinted values ----

    /// The next event begins the value that `hint` is about, and [`end_hinted`](Self::end_hinted)
    /// follows the value. If this returns `None`, the value is omitted and must not be sent.
    pub(in crate::ser) fn begin_hinted(&mut self, hint: Hint) -> Result<Option<AfterHint>> {
        self.doc.hint_replay = Some(HINT_REPLAY);
        Ok(Some(match hint {
            Hint::Null | Hint::Default => {
                let Some(omitting) = self.begin_omitted() else { return Ok(None) };
                let omission = if hint == Hint::Null { Omission::Null } else { Omission::DEFAULT };
                AfterHint::Omitted(omitting, omission)
            }
            Hint::NullGroup => {
                if !self.begin_null_group()? {
                    return Ok(None);
                }
                AfterHint::NullGroup
            }
            Hint::Cell if self.is_at_field_value() => {
                self.begin_cell();
                AfterHint::Cell
            }
            Hint::Fold if self.begin_folded()? => AfterHint::Folded,
            Hint::Tabular | Hint::Rows(_) => {
                self.end_tables()?;
                AfterHint::Done
            }
            Hint::RowsOnce => {
                let is_field = self.end_tables()?;
                let depth = is_field.then_some(self.doc.outer.len() + 1);
                AfterHint::RowsOnce(core::mem::replace(&mut self.doc.rows_once, depth))
            }
            Hint::Cell | Hint::Fold | Hint::Hoist | Hint::Level(_) | Hint::Header | Hint::Tables(_) => {
                AfterHint::Done
            }
        }))
    }

    /// Ends the hinted value.
    pub(in crate::ser) fn end_hinted(&mut self, hinted: &AfterHint) -> Result<()> {
        match *hinted {
            AfterHint::Omitted(omitting, omission) => self.end_omitted(omitting, omission)?,
            AfterHint::NullGroup => self.end_null_group()?,
            AfterHint::Cell => self.end_cell()?,
            AfterHint::Folded => self.end_folded(),
            AfterHint::RowsOnce(outer) => self.doc.rows_once = outer,
            AfterHint::Done => {}
        }
        Ok(())
    }

    /// Hides the field whose key came last. If its object is a row, all rows of the type hide it.
    pub(in crate::ser) fn hide(&mut self) -> Result<()> {
        self.doc.hint_replay = Some(HINT_REPLAY);
        let Some(omitting) = self.begin_omitted() else { return Ok(()) };
        self.encoded_scalar("null")?;
        self.end_omitted(omitting, Omission::Hidden)
    }

    /// The value of the pending field can be omitted. Returns `None` if it is; otherwise
    /// [`end_omitted`](Self::end_omitted) must follow the value.
    pub(in crate::ser) fn begin_omitted(&mut self) -> Option<Omitting> {
        match self.doc.scope.state {
            ScopeState::Field | ScopeState::Entry => {
                self.skip_field();
                None
            }
            ScopeState::Row => Some(Omitting::InRow),
            _ => Some(Omitting::Nothing),
        }
    }

    /// Ends a value that can be omitted.
    pub(in crate::ser) fn end_omitted(&mut self, omitting: Omitting, omission: Omission) -> Result<()> {
        match (omitting, self.doc.scope.state) {
            (Omitting::InRow, ScopeState::Row) => self.doc.table.mark_omitted(omission),
            (Omitting::InRow, ScopeState::Object) => self.drop_field(),
            (Omitting::InRow, ScopeState::Table) => self.drop_entry()?,
            _ => {}
        }
        Ok(())
    }

    /// The next value is a group of `null`s. Returns `false` if the field is not in a row, so that
    /// `null` has been written instead.
    fn begin_null_group(&mut self) -> Result<bool> {
        if self.doc.scope.state == ScopeState::Row {
            if self.doc.layout.has_groups {
                return Ok(true);
            }
            // The group of another row would not fit.
            self.fall_back(Pending::Value, Fallback::Table)?;
        }
        self.encoded_scalar("null")?;
        Ok(false)
    }

    /// Ends a group of `null`s. If the table fell back while it was written, it becomes `null`.
    fn end_null_group(&mut self) -> Result<()> {
        let (at, is_entry) = match self.doc.scope.state {
            ScopeState::Object => (self.doc.scope.field_at, false),
            ScopeState::Table => (self.out.rfind('\n').unwrap_or_default(), true),
            _ => {
                self.doc.table.mark_omitted(Omission::NullGroup);
                return Ok(());
            }
        };
        let field = self.out[at..].trim_start_matches([':', '\n', ' ']);
        let key = quote::unquote(key_token(field)).into_owned();
        if is_entry {
            self.drop_entry()?;
        } else {
            self.drop_field();
        }
        self.any_key(Key::Text(&key))?;
        self.encoded_scalar("null")
    }

    /// Removes the last field of the innermost object from the text, because its table fell back
    /// while the value was written.
    fn drop_field(&mut self) {
        self.out.truncate(self.doc.scope.field_at);
        self.doc.folding.forget_place();
        self.doc.scope.count -= 1;
        if self.doc.scope.check != KeyCheck::None {
            self.doc.keys.forget_last(self.doc.scope.keys);
        }
    }

    /// Like [`drop_field`](Self::drop_field), for an object that was a row and has become a keyed
    /// table: replays the entries before the last one.
    fn drop_entry(&mut self) -> Result<()> {
        let (table, mut text) = self.take_table();
        text.truncate(text.rfind('\n').unwrap_or_default());
        let layout = self.doc.layout;
        table.replay(&text, None, &layout, self)?;
        self.end_replay(table, text);
        Ok(())
    }

    /// Whether the value of a key comes next.
    fn is_at_field_value(&self) -> bool {
        matches!(self.doc.scope.state, ScopeState::Field | ScopeState::Entry | ScopeState::Row)
    }

    /// The next value must be a scalar, whatever its type. [`end_cell`](Self::end_cell) must follow
    /// it.
    pub(in crate::ser) fn begin_cell(&mut self) {
        self.doc.scope.last = None;
    }

    pub(in crate::ser) fn end_cell(&mut self) -> Result<()> {
        let is_cell = match self.doc.scope.state {
            ScopeState::Row => self.doc.table.is_last_cell(),
            // The value was an entry, and so an object.
            ScopeState::Table => false,
            _ => self.doc.scope.last.is_none(),
        };
        if is_cell { Ok(()) } else { self.error(ErrorKind::NotACell) }
    }

    /// The value of the pending field is to be folded, so the object around it is not a keyed
    /// table. If this returns `true`, [`end_folded`](Self::end_folded) must follow the value.
    pub(in crate::ser) fn begin_folded(&mut self) -> Result<bool> {
        if self.doc.scope.state == ScopeState::Entry {
            self.fall_back(Pending::Value, Fallback::Table)?;
        }
        match self.doc.scope.state {
            // This only matters if the table falls back.
            ScopeState::Row => self.doc.table.fold(),
            ScopeState::Field => self.doc.scope.may_be_table = false,
            _ => return Ok(false),
        }
        self.doc.folding.open += 1;
        Ok(true)
    }

    pub(in crate::ser) fn end_folded(&mut self) {
        self.doc.folding.open -= 1;
        self.fold_field();
    }

    /// Folds the last field of the innermost object, unless that is a map, which could have a key
    /// equal to the folded one.
    fn fold_field(&mut self) {
        let Scope { state, check, count, field_at, margin, .. } = self.doc.scope;
        if state == ScopeState::Object && check == KeyCheck::None && count > 0 {
            self.doc.folding.fold(self.out, field_at, margin, self.doc.layout.indent);
        }
    }

    /// Whether the last value in the innermost object is an empty array (`Some(false)`), an empty
    /// object (`Some(true)`), or neither.
    pub(in crate::ser) fn is_last_empty(&self) -> Option<bool> {
        match self.doc.scope.last {
            Some(Container::EmptyArray) => Some(false),
            Some(Container::EmptyObject) => Some(true),
            _ => None,
        }
    }

    /// Replaces that empty value by the header of an empty table.
    pub(in crate::ser) fn set_empty_header(&mut self, columns: &Columns) {
        let Some(is_keyed) = self.is_last_empty() else { return };
        self.out.truncate(self.out.len() - if is_keyed { ":" } else { EMPTY_ARRAY }.len());
        self.doc.layout.push_bracket(self.out, 0, is_keyed);
        columns.push_fields(self.out, &[], &self.doc.layout);
        self.out.push(':');
    }

    pub(in crate::ser) fn layout(&self) -> &Layout {
        &self.doc.layout
    }

    /// An empty buffer, possibly with capacity.
    pub(in crate::ser) fn buffer(&mut self) -> String {
        self.doc.spare.text()
    }

    /// Keeps the buffer `text` for reuse.
    pub(in crate::ser) fn recycle(&mut self, text: String) {
        self.doc.spare.keep_text(text);
    }
}

/// Advice for a table that has been written in part when it turned out to be a list.
const AS_A_WHOLE: &str =
    "write the value with `to_string`, which knows all rows before it decides about their form";

impl RowEvents for Writer<'_> {
    fn begin_object(&mut self, kind: ObjectKind) -> Result<()> {
        Writer::begin_object(self, kind, None)
    }

    fn end_object(&mut self) -> Result<()> {
        Writer::end_object(self)
    }

    fn key(&mut self, key: Key<'_>) -> Result<()> {
        self.any_key(key).map(drop)
    }

    fn scalar(&mut self, text: &str) -> Result<()> {
        self.encoded_scalar(text)
    }

    fn omitted(&mut self, omission: Omission, text: &str) -> Result<()> {
        match self.doc.hint_replay {
            Some(replay) => (replay.omitted)(self, omission, text),
            None => Ok(()),
        }
    }

    fn begin_folded(&mut self) {
        if self.doc.scope.state == ScopeState::Field {
            self.doc.scope.may_be_table = false;
        }
    }

    fn end_folded(&mut self) {
        if let Some(replay) = self.doc.hint_replay {
            (replay.end_folded)(self);
        }
    }
}

const HINT_REPLAY: HintReplay = HintReplay {
    omitted: |writer, omission, text| {
        if let Some(omitting) = writer.begin_omitted() {
            writer.encoded_scalar(text)?;
            writer.end_omitted(omitting, omission)?;
        }
        Ok(())
    },
    end_folded: |writer| writer.fold_field(),
};
