//! Tables and their rows, what happens where a tentative table turns out to be none, and values of
//! which a hint says something.

use super::{EMPTY_ARRAY, Fallback, Hinted, Omitting, Pending, Writer, own_keys};
use crate::event::ObjectKind;
use crate::ser::hint::Hint;
use crate::ser::keys::{Key, KeyCheck};
use crate::ser::layout::Layout;
use crate::ser::scope::{Container, Scope, ScopeState};
use crate::ser::table::columns::Columns;
use crate::ser::table::replay::{OpenRow, RowEvents};
use crate::ser::table::{Omission, Table, TableHint};
use crate::text::quote;
use crate::{ErrorKind, Result};
use alloc::string::String;

impl Writer<'_> {
    // ---- tables ----

    /// The innermost scope, whose first value is an object, is a tentative table.
    pub(super) fn begin_table(&mut self, is_keyed: bool, margin: usize) {
        self.table.begin(is_keyed, margin, self.scope.announced(), &self.layout, self.out);
    }

    pub(super) fn begin_row(&mut self, kind: ObjectKind) {
        self.table.begin_row(None, kind.is_map, self.out);
        self.scope.state = ScopeState::Row;
    }

    /// The row behind an entry key begins.
    pub(super) fn begin_entry_row(&mut self, kind: ObjectKind) {
        if self.scope.check != KeyCheck::None {
            self.note_key();
        }
        self.table.begin_row(Some(self.pending.as_str()), kind.is_map, self.out);
        self.scope.state = ScopeState::Row;
    }

    pub(super) fn end_row(&mut self) -> Result<()> {
        self.scope.state = ScopeState::Table;
        if self.table.is_fixed() && self.table.rows() == 1 {
            self.open_stream();
            if !self.stream.is_open {
                // Where more is needed, little is gained by asking for it at once.
                const MAX_RESERVED: usize = 256 * 1024;
                self.out.reserve(self.table.expected_len(self.out).min(MAX_RESERVED));
            }
        }
        if self.stream.is_due(self.out) {
            self.keep_leaving_keys();
            let result = self.stream.hand_on(self.out);
            // What begins from here on begins with a line of its own.
            for scope in self.outer.iter_mut().chain([&mut self.scope]) {
                scope.at = 0;
                scope.field_at = 0;
            }
            self.folding.forget_place();
            self.or_fail(result)?;
        }
        Ok(())
    }

    /// Starts to stream if there is a sink and everything written so far is final.
    fn open_stream(&mut self) {
        let is_final = |scope: &Scope| {
            scope.check != KeyCheck::Last
                && match scope.state {
                    ScopeState::Root | ScopeState::Done | ScopeState::Object | ScopeState::Field => true,
                    // Its header has a number that is right.
                    ScopeState::List => scope.announced().is_some(),
                    _ => false,
                }
        };
        if !self.stream.has_sink() || self.folding.open > 0 || !self.outer.iter().all(is_final) {
            return;
        }
        if self.scope.check == KeyCheck::Last {
            return;
        }
        self.stream.is_open = true;
        for scope in
            self.outer.iter_mut().chain([&mut self.scope]).filter(|scope| scope.check != KeyCheck::None)
        {
            scope.check = KeyCheck::Streamed;
        }
    }

    /// Keeps the keys of open structs, whose text leaves: a column in front of a table is to repeat
    /// none of them.
    fn keep_leaving_keys(&mut self) {
        let inner = self.outer.iter().skip(1).chain([&self.scope]);
        for (depth, (scope, inner)) in self.outer.iter().zip(inner).enumerate() {
            if !self.stream.has_left(scope) {
                self.stream.forget_keys(depth);
            }
            let has_fields = scope.at < inner.at && scope.state == ScopeState::Object;
            if has_fields && scope.check == KeyCheck::None {
                let keys = own_keys(&self.out[..inner.at], scope, &self.table, depth == 1);
                keys.for_each(|key| self.stream.keep_key(depth, quote::unquote(key).into_owned()));
            }
        }
    }

    /// The innermost scope ends as a table.
    pub(super) fn end_table(&mut self) -> Result<()> {
        if !self.table.omit_columns(&self.layout, self.out) {
            self.correct_header(self.table.rows())?;
        }
        self.stream.is_open = false;
        self.leave(Container::Other);
        Ok(())
    }

    /// Makes every open table fall back, because the pending field's value is neither a cell nor a
    /// group nor a row. Returns whether the value belongs to a field then.
    #[cold]
    pub(in crate::ser) fn end_tables(&mut self) -> Result<bool> {
        while self.scope.state.is_table() && self.scope.state != ScopeState::Table {
            self.fall_back(Pending::Value, Fallback::All)?;
        }
        let is_field = self.scope.state == ScopeState::Field;
        if is_field {
            self.scope.may_be_table = false;
        }
        Ok(is_field)
    }

    /// What is known of the table that comes, in place of what was, which is left if none has come.
    pub(in crate::ser) fn set_hint(&mut self, hint: TableHint) -> TableHint {
        self.table.set_hint(hint)
    }

    /// How many rows the last table has.
    pub(in crate::ser) fn rows(&self) -> usize {
        self.table.rows()
    }

    /// Falls back: rewrites the innermost scope as a list or an object, and replays its rows.
    pub(super) fn fall_back(&mut self, pending: Pending, fallback: Fallback) -> Result<()> {
        if self.table.is_fixed() {
            // All its rows are objects of cells, by their type.
            return self.error(ErrorKind::NotACell);
        }
        let state = self.scope.state;
        let (table, text) = self.take_table();
        if table.is_keyed() {
            self.scope.may_be_table = false;
        } else {
            self.begin_list();
        }
        // The key of the entry that comes next is to be pending again.
        let memory = self.spare.text();
        let entry = self.pending.postpone(memory);
        let open_row = (state == ScopeState::Row).then_some(OpenRow {
            awaits_value: pending == Pending::Value,
            is_decided: fallback == Fallback::All,
        });
        let layout = self.layout;
        table.replay(&text, open_row, &layout, self)?;
        if state == ScopeState::Entry {
            self.scope.state = ScopeState::Field;
            let replayed = core::mem::replace(&mut self.pending, entry);
            self.spare.keep_text(replayed.into_memory());
        } else {
            self.spare.keep_text(entry.into_memory());
        }
        self.end_replay(table, text);
        Ok(())
    }

    /// Takes the open table and its text out of the document, and comes to the place of its header.
    fn take_table(&mut self) -> (Table, String) {
        let text = self.take_back();
        let table = core::mem::replace(&mut self.table, self.spare.table());
        if table.is_keyed() {
            self.scope.state = ScopeState::Object;
            self.scope.count = 0;
            // They are kept again as they come again.
            self.keys.forget(self.scope.keys);
            if self.scope.check == KeyCheck::Last {
                self.scope.check = KeyCheck::All;
            }
        }
        (table, text)
    }

    /// The rows of a table that was taken out have come again.
    fn end_replay(&mut self, mut table: Table, text: String) {
        table.end_fallback();
        self.scope.last = None;
        if !self.scope.state.is_table() {
            // The next table is to find the memory.
            core::mem::swap(&mut self.table, &mut table);
        }
        self.spare.keep_table(table);
        self.spare.keep_text(text);
    }

    /// Moves the innermost scope's text out of the document.
    pub(super) fn take_back(&mut self) -> String {
        let mut text = self.spare.text();
        // One allocation for most documents.
        text.reserve(256);
        text.push_str(&self.out[self.scope.at..]);
        self.out.truncate(self.scope.at);
        text
    }

    // ---- values of which something is said ----

    /// The next event is a value of which `hint` is said, and [`end_hinted`](Self::end_hinted)
    /// follows it. If there is nothing here, it does not come.
    pub(in crate::ser) fn begin_hinted(&mut self, hint: Hint) -> Result<Option<Hinted>> {
        Ok(Some(match hint {
            Hint::Null | Hint::Default => {
                let Some(omitting) = self.begin_omitted() else { return Ok(None) };
                let omission = if hint == Hint::Null { Omission::Null } else { Omission::DEFAULT };
                Hinted::Omitted(omitting, omission)
            }
            Hint::Cell if self.is_at_field_value() => {
                self.begin_cell();
                Hinted::Cell
            }
            Hint::Fold if self.begin_folded()? => Hinted::Folded,
            Hint::Tabular | Hint::Rows(_) => {
                self.end_tables()?;
                Hinted::Done
            }
            Hint::Cell | Hint::Fold | Hint::Hoist | Hint::Level(_) | Hint::Header => Hinted::Done,
        }))
    }

    /// Behind that value.
    pub(in crate::ser) fn end_hinted(&mut self, hinted: &Hinted) -> Result<()> {
        match *hinted {
            Hinted::Omitted(omitting, omission) => self.end_omitted(omitting, omission)?,
            Hinted::Cell => self.end_cell()?,
            Hinted::Folded => self.end_folded(),
            Hinted::Done => {}
        }
        Ok(())
    }

    /// The field whose key has come is not written. In a row, it is in no other of the same type.
    pub(in crate::ser) fn hide(&mut self) -> Result<()> {
        let Some(omitting) = self.begin_omitted() else { return Ok(()) };
        self.encoded_scalar("null")?;
        self.end_omitted(omitting, Omission::Hidden)
    }

    /// The value of the field whose key has come may be left out. None if it is; else
    /// [`end_omitted`](Self::end_omitted) follows it.
    pub(in crate::ser) fn begin_omitted(&mut self) -> Option<Omitting> {
        match self.scope.state {
            ScopeState::Field | ScopeState::Entry => {
                self.skip_field();
                None
            }
            ScopeState::Row => Some(Omitting::InRow),
            _ => Some(Omitting::Nothing),
        }
    }

    /// Behind the value.
    pub(in crate::ser) fn end_omitted(&mut self, omitting: Omitting, omission: Omission) -> Result<()> {
        match (omitting, self.scope.state) {
            (Omitting::InRow, ScopeState::Row) => self.table.omit(omission),
            (Omitting::InRow, ScopeState::Object) => self.drop_field(),
            (Omitting::InRow, ScopeState::Table) => self.drop_entry()?,
            _ => {}
        }
        Ok(())
    }

    /// Takes the last field of the innermost object out of the text: its table fell back while its
    /// value came.
    fn drop_field(&mut self) {
        self.out.truncate(self.scope.field_at);
        self.folding.forget_place();
        self.scope.count -= 1;
        if self.scope.check != KeyCheck::None {
            self.keys.forget_last(self.scope.keys);
        }
    }

    /// The same where that object, a row before, is a keyed table now: the entries in front of it
    /// come again, as if there had been no other.
    fn drop_entry(&mut self) -> Result<()> {
        let (table, mut text) = self.take_table();
        text.truncate(text.rfind('\n').unwrap_or_default());
        let layout = self.layout;
        table.replay(&text, None, &layout, self)?;
        self.end_replay(table, text);
        Ok(())
    }

    /// Whether a key has come whose value comes now.
    fn is_at_field_value(&self) -> bool {
        matches!(self.scope.state, ScopeState::Field | ScopeState::Entry | ScopeState::Row)
    }

    /// The value that comes must be a primitive, whatever its type; [`end_cell`](Self::end_cell)
    /// follows it.
    pub(in crate::ser) fn begin_cell(&mut self) {
        self.scope.last = None;
    }

    pub(in crate::ser) fn end_cell(&mut self) -> Result<()> {
        let is_cell = match self.scope.state {
            ScopeState::Row => self.table.is_last_cell(),
            // An entry, and so an object.
            ScopeState::Table => false,
            _ => self.scope.last.is_none(),
        };
        if is_cell { Ok(()) } else { self.error(ErrorKind::NotACell) }
    }

    /// The value of the field whose key has come is to be folded: what is around it is no keyed
    /// table. If true, [`end_folded`](Self::end_folded) follows it.
    pub(in crate::ser) fn begin_folded(&mut self) -> Result<bool> {
        if self.scope.state == ScopeState::Entry {
            self.fall_back(Pending::Value, Fallback::Table)?;
        }
        match self.scope.state {
            // It matters only where the table turns out to be none.
            ScopeState::Row => self.table.fold(),
            ScopeState::Field => self.scope.may_be_table = false,
            _ => return Ok(false),
        }
        self.folding.open += 1;
        Ok(true)
    }

    pub(in crate::ser) fn end_folded(&mut self) {
        self.folding.open -= 1;
        self.fold_field();
    }

    /// Folds the last field of the innermost object. Not so beside the keys of a map, one of which
    /// might be the same.
    fn fold_field(&mut self) {
        let Scope { state, check, count, field_at, margin, .. } = self.scope;
        if state == ScopeState::Object && check == KeyCheck::None && count > 0 {
            self.folding.fold(self.out, field_at, margin, self.layout.indent);
        }
    }

    /// Whether the last value of the innermost object is an array or object without elements, and
    /// if so, whether it is an object.
    pub(in crate::ser) fn is_last_empty(&self) -> Option<bool> {
        match self.scope.last {
            Some(Container::EmptyArray) => Some(false),
            Some(Container::EmptyObject) => Some(true),
            _ => None,
        }
    }

    /// Replaces that value by the header of an empty table.
    pub(in crate::ser) fn set_empty_header(&mut self, columns: &Columns) {
        let Some(is_keyed) = self.is_last_empty() else { return };
        self.out.truncate(self.out.len() - if is_keyed { ":" } else { EMPTY_ARRAY }.len());
        self.layout.push_bracket(self.out, 0, is_keyed);
        columns.push_fields(self.out, &[], &self.layout);
        self.out.push(':');
    }

    pub(in crate::ser) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// An empty text that may have memory already.
    pub(in crate::ser) fn buffer(&mut self) -> String {
        self.spare.text()
    }

    /// Keeps the memory of `text` for the next that needs some.
    pub(in crate::ser) fn recycle(&mut self, text: String) {
        self.spare.keep_text(text);
    }
}

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
        if let Some(omitting) = self.begin_omitted() {
            self.encoded_scalar(text)?;
            self.end_omitted(omitting, omission)?;
        }
        Ok(())
    }

    fn begin_folded(&mut self) {
        if self.scope.state == ScopeState::Field {
            self.scope.may_be_table = false;
        }
    }

    fn end_folded(&mut self) {
        self.fold_field();
    }
}
