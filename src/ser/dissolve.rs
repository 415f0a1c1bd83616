//! What happens when a table's bet fails: its text is taken back, its scope is decided (list or nested form), and
//! what was written is written again. A cell's text is the same in every form, since quoting depends on the document
//! delimiter alone, so cells are copied. Each scope dissolves at most once.
//!
//! Rows of leaves, which most are, can only become lines of fields, and are written as such. Rows with groups, those of a table
//! with a complete row in an order of its own, are played again through the writer's own events, since objects in them make bets
//! of their own.

use super::declared::Promise;
use super::layout::{Cells, key_token, newline};
use super::mark::Mark;
use super::pick::Refusal;
use super::scope::{Form, ObjectKind};
use super::shape::{Key, Path, ROOT};
use super::table::Table;
use super::writer::Writer;
use crate::text::quote;
use crate::{ErrorKind, Result};
use smallvec::SmallVec;

/// Which bets an event ends when it dissolves a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// That of the table alone; scopes inside the row in hand make bets of their own.
    Table,
    /// Those of all scopes around it: an array or an empty object can stand in no table.
    All,
}

/// What the row in hand waits for when its table dissolves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    /// A key, or an end.
    ForKey,
    /// The value of the key that the cursor points at.
    ForValue,
}

impl Writer<'_> {
    /// Decides the scope of the open table, which is none, and writes what has come so far again.
    pub(super) fn dissolve(&mut self, waits: Waits, ends: Ends) -> Result<()> {
        match self.table.promise {
            Promise::Look if self.is_first_look() => return self.end_look(),
            // All its rows are objects of cells, by their type.
            Promise::Kept | Promise::Look => return self.error(ErrorKind::NotACell),
            _ => self.table.promise = Promise::None,
        }
        if self.is_guessed() {
            // Only what has come is to be written again.
            self.learn_on(self.table.cursor + usize::from(waits == Waits::ForValue));
        }
        if self.table.shape.is_flat() && !self.table.disorder.has_orders() {
            self.rewrite_rows(waits, ends);
            Ok(())
        } else {
            self.replay_table(waits, ends)
        }
    }

    /// Writes rows of leaves, of which all that are complete came in the header's order: nothing but keys must go between
    /// their cells.
    fn rewrite_rows(&mut self, waits: Waits, ends: Ends) {
        let text = self.take_back();
        let form = self.form;
        let rows = core::mem::take(&mut self.count);
        let is_keyed = self.table.is_keyed;
        if is_keyed {
            self.form = Form::Nested;
            self.top_mut().is_decided = true;
        } else {
            self.become_list();
        }
        for (row, line) in self.table.lines(&text).enumerate() {
            let mut cells = line.get(self.table.margin..).unwrap_or_default();
            if is_keyed {
                let token = key_token(cells);
                cells = cells.get(token.len() + ": ".len()..).unwrap_or_default();
                if row > 0 || !self.is_root() {
                    if row == 0 {
                        self.out.push(':');
                    }
                    newline(self.out, self.margin);
                }
                self.out.push_str(token);
            } else {
                self.begin_item();
            }
            if row < rows {
                // Its keys were told apart when it was a row.
                self.open_object(!is_keyed, ObjectKind::STRUCT, None);
                self.rewrite_cells(cells, self.table.shape.len(), false);
                if self.form == Form::Object {
                    self.end_empty_object();
                }
                self.leave();
            } else if form != Form::Entry {
                self.rewrite_row_in_hand(cells, !is_keyed, form, waits, ends);
            }
        }
        self.recycle(text);
    }

    fn rewrite_row_in_hand(&mut self, cells: &str, is_item: bool, form: Form, waits: Waits, ends: Ends) {
        let is_map = self.table.may_be_map(form, 0);
        let counted = self.table.watched_keys();
        self.open_object(is_item, ObjectKind { is_map, is_decided: ends == Ends::All }, None);
        if let Some(keys) = counted {
            self.top_mut().keys = keys;
        }
        let keeps_keys = is_map && counted.is_none();
        let waiting = (waits == Waits::ForValue).then_some(self.table.cursor);
        if form == Form::Disorder {
            let columns: SmallVec<[usize; 8]> = self.table.disorder.leaves().chain(waiting).collect();
            let mut cells = Cells::new(cells, self.layout.delimiter);
            for column in columns {
                self.rewrite_cell(column, cells.next(), keeps_keys);
            }
        } else {
            self.rewrite_cells(cells, self.table.cursor + usize::from(waiting.is_some()), keeps_keys);
        }
        if counted.is_some() {
            // Its keys have not been told apart yet, on which a table that is guessed to have this shape would count.
            self.table.shape.clear();
        }
    }

    /// Writes `columns` of a row as fields of the innermost object, the last without a value if it has none yet.
    fn rewrite_cells(&mut self, cells: &str, columns: usize, keeps_keys: bool) {
        let mut cells = Cells::new(cells, self.layout.delimiter);
        for column in 0..columns {
            // The last column's cell ends with the line: no delimiter has to be looked for.
            let cell = if column + 1 == self.table.shape.len() { cells.rest() } else { cells.next() };
            self.rewrite_cell(column, cell, keeps_keys);
        }
    }

    #[inline]
    fn rewrite_cell(&mut self, column: usize, cell: Option<&str>, keeps_key: bool) {
        // A row without a cell yet is empty; a cell never is.
        let cell = cell.filter(|cell| !cell.is_empty());
        if cell.is_some_and(|cell| Mark::split(cell).0.is_some()) {
            return;
        }
        if keeps_key {
            self.keys.push(self.table.shape.key(column).as_str());
        }
        if self.form == Form::Object {
            self.begin_first_key();
        } else {
            newline(self.out, self.margin);
        }
        self.table.shape.push_key(column, self.out);
        if let Some(cell) = cell {
            self.form = Form::Nested;
            self.out.push_str(": ");
            self.out.push_str(cell);
        }
    }

    /// Takes the table back, and plays its rows again.
    #[cold]
    fn replay_table(&mut self, waits: Waits, ends: Ends) -> Result<()> {
        let text = self.take_back();
        let fresh = self.spare.pop().unwrap_or_default();
        let mut table = core::mem::replace(&mut self.table, fresh);
        let form = self.form;
        let rows = core::mem::take(&mut self.count);
        // Keys are counted again as they are played again.
        self.forget_keys();
        if table.is_keyed {
            self.form = Form::Object;
            self.top_mut().is_decided = true;
            if !self.is_root() {
                self.begin_fields();
            }
        } else {
            self.become_list();
        }

        for (row, line) in table.lines(&text).enumerate() {
            let mut cells = line.get(table.margin..).unwrap_or_default();
            if table.is_keyed {
                let token = key_token(cells);
                self.key(&quote::unquote(token))?;
                cells = cells.get(token.len() + 2..).unwrap_or_default();
            }
            if row < rows {
                self.replay_row(&table, cells, row)?;
            } else if form != Form::Entry {
                self.replay_row_in_hand(&table, cells, form, waits, ends)?;
            }
        }
        // Groups of it may be open still: no later table can have this shape.
        table.shape.clear();
        table.clear();
        if !self.form.is_table() {
            // The next table is to find the memory.
            core::mem::swap(&mut self.table, &mut table);
        }
        if table.shape.has_memory() {
            self.spare.push(table);
        }
        self.recycle(text);
        Ok(())
    }

    /// Plays the cells of a row again as keys and values, in the order in which they came.
    fn replay_row(&mut self, table: &Table, cells: &str, row: usize) -> Result<()> {
        self.begin_object(ObjectKind::STRUCT, None)?;
        // Nothing of it stays open.
        let kind = |_| ObjectKind::STRUCT;
        let mut open = Path::new();
        let leaves = table.shape.leaves(table.shape.len());
        let cells = leaves.zip(Cells::new(cells, self.layout.delimiter));
        match table.disorder.order_of(&table.shape, row) {
            Some(order) => {
                // The text has the cells in the header's order.
                let mut by_column = alloc::vec![""; table.shape.len()];
                cells.for_each(|(leaf, cell)| by_column[leaf] = cell);
                let own = order.map(|leaf| (leaf, by_column[leaf]));
                self.replay_cells(table, own, &mut open, &kind, &[])?;
            }
            None => self.replay_cells(table, cells, &mut open, &kind, &[])?,
        }
        while let Some(group) = open.pop() {
            self.end_group(table, group)?;
        }
        self.end_object()
    }

    fn end_group(&mut self, table: &Table, group: usize) -> Result<()> {
        self.end_object()?;
        if table.folded.contains(&group) {
            self.fold_field();
        }
        Ok(())
    }

    /// Plays the row in hand again, leaves its groups open that are, and its last key without a value if it `waits`
    /// for one.
    fn replay_row_in_hand(
        &mut self,
        table: &Table,
        cells: &str,
        form: Form,
        waits: Waits,
        ends: Ends,
    ) -> Result<()> {
        let kind =
            |depth| ObjectKind { is_map: table.may_be_map(form, depth), is_decided: ends == Ends::All };
        self.begin_object(kind(0), None)?;
        let path = table.shape.groups_to(table.group);
        let mut open = Path::new();
        let cells = Cells::new(cells, self.layout.delimiter).filter(|cell| !cell.is_empty());
        if form == Form::Disorder {
            self.replay_cells(table, table.disorder.leaves().zip(cells), &mut open, &kind, &path)?;
        } else {
            self.replay_cells(table, table.shape.leaves(table.cursor).zip(cells), &mut open, &kind, &path)?;
        }
        while !path.starts_with(&open) {
            if let Some(group) = open.pop() {
                self.end_group(table, group)?;
            }
        }
        for (level, &group) in path.iter().enumerate().skip(open.len()) {
            self.replay_group(table, group, kind(level + 1))?;
        }
        if waits == Waits::ForValue {
            self.replay_key(table, table.cursor)?;
        }
        Ok(())
    }

    /// Plays leaves and the groups around them; `open` holds the groups that are left open. Those on `path` stay so
    /// for what comes next, and are of the `kind` that it tells by their depth.
    fn replay_cells<'t>(
        &mut self,
        table: &Table,
        leaves: impl Iterator<Item = (usize, &'t str)>,
        open: &mut Path,
        kind: &dyn Fn(usize) -> ObjectKind,
        path: &[usize],
    ) -> Result<()> {
        let shape = &table.shape;
        let mut inward = Path::new();
        for (leaf, cell) in leaves {
            while let Some(&group) = open.last().filter(|&&group| !shape.is_below(leaf, group)) {
                open.pop();
                self.end_group(table, group)?;
            }
            let innermost = open.last().copied().unwrap_or(ROOT);
            let (mark, cell) = Mark::split(cell);
            let mut group = shape.parent(leaf);
            if let Some(Mark::Default(levels)) = mark {
                // Of a group that is left out, nothing is written.
                (0..levels).for_each(|_| group = shape.parent(group));
            }
            while group != innermost {
                inward.push(group);
                group = shape.parent(group);
            }
            while let Some(group) = inward.pop() {
                let level = path.iter().position(|&open| open == group);
                let kind = level.map_or(ObjectKind::STRUCT, |level| kind(level + 1));
                self.replay_group(table, group, kind)?;
                open.push(group);
            }
            match mark {
                None => {
                    self.replay_key(table, leaf)?;
                    self.encoded_scalar(cell)?;
                }
                Some(mark @ (Mark::Null | Mark::Hidden | Mark::DEFAULT)) => {
                    self.replay_key(table, leaf)?;
                    if let Some(marked) = self.begin_marked() {
                        self.encoded_scalar(cell)?;
                        self.end_marked(&marked, mark);
                    }
                }
                Some(Mark::Default(_)) => {}
            }
        }
        Ok(())
    }

    fn replay_group(&mut self, table: &Table, group: usize, kind: ObjectKind) -> Result<()> {
        self.replay_key(table, group)?;
        if self.form == Form::FirstKey && table.folded.contains(&group) {
            // As a field that is folded, it is no entry of a keyed table.
            self.form = Form::Nested;
        }
        self.begin_object(kind, None)
    }

    fn replay_key(&mut self, table: &Table, node: usize) -> Result<()> {
        match table.shape.key(node) {
            Key::Bare(name) | Key::Quoted(name) => Refusal::failed(self.static_key(name)),
            Key::Text(name) => self.key(name),
        }
    }
}
