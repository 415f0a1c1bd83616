//! The tentative table: rows are written as cells while each that comes fits the columns of the
//! first.
//!
//! §9.3 and §9.5 allow a table only where *all* rows have the same keys, and no value is an array
//! or an empty object. So the first row teaches the [`Columns`], the keys of each further row are
//! checked against them, and each operation says whether what comes fits. Where it does not, the
//! writer takes the text back and has the rows [replayed](Table::replay) as events.
//!
//! A first row begins with the columns of the table before, which mostly has the same type, and
//! replaces them from where it differs.

pub(super) mod columns;
pub(super) mod cut;
pub(super) mod omitted;
pub(super) mod replay;
mod row_order;

use super::keys::Key;
use super::layout::{Cells, Layout, key_token, newline, push_key};
use crate::text::find::find1;
use crate::{Error, ErrorKind, Result};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use columns::{Columns, ROOT};
use omitted::Omitted;
use row_order::RowOrder;
use smallvec::SmallVec;

pub(super) use omitted::Omission;

/// The open table.
#[derive(Default)]
pub(super) struct Table {
    /// What is known of it before it begins, or behind its first row.
    hint: TableHint,
    columns: Columns,
    order: RowOrder,
    omitted: Omitted,
    is_keyed: bool,
    /// The header is final: what does not fit is an error.
    is_fixed: bool,
    /// The indentation of its rows, in spaces.
    margin: usize,
    /// The number of its rows that has been announced.
    announced: Option<usize>,
    /// Where its header begins, and its length once it stands in the text.
    at: usize,
    header_len: usize,
    /// How many rows are complete.
    rows: usize,
    row: Row,
    /// For each column of a fixed table whether it has no cells; empty if all have.
    skipped: Vec<bool>,
    /// Columns that are to be folded where they are fields.
    folded: Vec<usize>,
    /// Memory for the cells of a row.
    scratch: String,
}

/// The open row.
#[derive(Default)]
struct Row {
    /// Where its cells begin.
    at: usize,
    /// The column that comes next, or whose key has come.
    cursor: usize,
    /// The innermost open group.
    group: usize,
    /// The end of its columns; 0 where they do not come in the header's order.
    limit: usize,
    /// The column of it that a key out of order is looked for from.
    next: usize,
    is_in_order: bool,
    /// Two of its new columns may have the same name, since a map has named them.
    is_unchecked: bool,
    is_map: bool,
    /// For each open group whether it is a map.
    map_groups: SmallVec<[bool; 8]>,
}

impl Row {
    /// Whether the innermost open group is a map, or the row if there is none.
    fn is_map_innermost(&self) -> bool {
        self.map_groups.last().copied().unwrap_or(self.is_map)
    }
}

/// Whether a key fits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    /// It does, but its column is left out: its value is not to come.
    Skipped,
}

/// What the end of an object is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Group,
    Row,
    /// It does not fit.
    Misfit,
}

impl Table {
    // ---- the table ----

    /// What is known of the table that begins next.
    pub(super) fn set_hint(&mut self, hint: TableHint) -> TableHint {
        core::mem::replace(&mut self.hint, hint)
    }

    /// Begins a table behind the place of its header, which is to show the `announced` number of
    /// rows until the true one is known.
    pub(super) fn begin(
        &mut self,
        is_keyed: bool,
        margin: usize,
        announced: Option<usize>,
        layout: &Layout,
        out: &mut String,
    ) {
        self.at = out.len();
        out.push(':');
        self.is_keyed = is_keyed;
        self.is_fixed = false;
        self.margin = margin;
        self.announced = announced;
        self.header_len = 0;
        self.rows = 0;
        self.row.map_groups.clear();
        self.order.clear();
        self.omitted.clear();
        self.skipped.clear();
        self.folded.clear();
        match core::mem::take(&mut self.hint) {
            TableHint::Known(known) => {
                self.columns = known.columns;
                self.fix(&known.cut, layout, out);
            }
            hint => self.hint = hint,
        }
    }

    #[inline]
    pub(super) fn is_keyed(&self) -> bool {
        self.is_keyed
    }

    #[inline]
    pub(super) fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    #[inline]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn margin(&self) -> usize {
        self.margin
    }

    /// Whether it may end here. §9.5: one entry is no keyed table.
    pub(super) fn may_end(&self) -> bool {
        !self.is_keyed || self.rows >= 2
    }

    /// Behind the first row: puts the header in front. It is final but for the number of rows if
    /// these are alike by their type, as long as their number shows that it is a table.
    #[cold]
    fn end_first_row(&mut self, layout: &Layout, out: &mut String) {
        let least = if self.is_keyed { 2 } else { 1 };
        let is_table = self.announced.is_some_and(|count| count >= least);
        let hint = core::mem::take(&mut self.hint);
        if !self.is_fixed && is_table && matches!(hint, TableHint::Alike) {
            self.fix_behind_first_row(layout, out);
        } else if !self.is_fixed {
            self.insert_header(layout, out);
        }
    }

    /// Behind the first row of a fixed table: the length of the others, as if they were a little
    /// longer. The first often is the shortest.
    pub(super) fn expected_len(&self, out: &str) -> usize {
        let row = out.len() - self.row.at + "\n".len() + self.margin;
        self.announced_count().saturating_sub(1).saturating_mul(row + row / 4)
    }

    fn insert_header(&mut self, layout: &Layout, out: &mut String) {
        let mut header = core::mem::take(&mut self.scratch);
        header.clear();
        // One allocation for most headers.
        header.reserve(64);
        layout.push_bracket(&mut header, self.announced_count(), self.is_keyed);
        self.columns.push_fields(&mut header, &self.skipped, layout);
        out.insert_str(self.at, &header);
        self.header_len = header.len();
        self.row.at += header.len();
        self.scratch = header;
    }

    /// The number of rows that the header shows until the true one is known.
    fn announced_count(&self) -> usize {
        self.announced.unwrap_or(0)
    }

    fn fix_behind_first_row(&mut self, layout: &Layout, out: &mut String) {
        // Of the first row alone, only that is known of the others which its type says.
        let hidden = |omission: Option<Omission>| omission.filter(|omission| *omission == Omission::Hidden);
        let omitted: Vec<Option<Omission>> =
            self.omitted.common(&self.columns).into_iter().map(hidden).collect();
        let cut = cut::columns(&self.columns, &omitted);
        if cut.contains(&true) {
            let cells = self.take_row(out);
            push_kept(&cells, &cut, layout, out);
            self.scratch = cells;
        }
        self.fix(&cut, layout, out);
    }

    fn fix(&mut self, cut: &[bool], layout: &Layout, out: &mut String) {
        if cut.contains(&true) {
            self.skipped = self.columns.whole(cut);
        }
        self.is_fixed = true;
        self.insert_header(layout, out);
    }

    /// Ends the table without the columns that are omitted in every row. False if there are none:
    /// then only the count may have to be corrected.
    pub(super) fn omit_columns(&mut self, layout: &Layout, out: &mut String) -> bool {
        if self.is_fixed || !self.omitted.has_common() {
            return false;
        }
        let cut = cut::columns(&self.columns, &self.omitted.common(&self.columns));
        if !cut.contains(&true) {
            return false;
        }
        self.skipped = self.columns.whole(&cut);
        let text = out.split_off(self.at);
        layout.push_bracket(out, self.rows, self.is_keyed);
        self.columns.push_fields(out, &self.skipped, layout);
        out.push(':');
        for line in self.lines(&text) {
            newline(out, self.margin);
            let row = line.get(self.margin..).unwrap_or_default();
            let key = if self.is_keyed { key_token(row).len() + ": ".len() } else { 0 };
            let (key, cells) = row.split_at_checked(key).unwrap_or(("", row));
            out.push_str(key);
            push_kept(cells, &cut, layout, out);
        }
        true
    }

    /// The lines of its rows in its text: a colon ends the header, and a newline begins each row.
    fn lines<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let mut rest = text.get(self.header_len + ":\n".len()..);
        core::iter::from_fn(move || {
            let text = rest?;
            let len = find1(text.as_bytes(), b'\n');
            rest = text.get(len + 1..);
            Some(&text[..len])
        })
    }

    /// Forgets the table when it has turned out to be none. Its columns may be those of the next.
    pub(super) fn end_fallback(&mut self) {
        self.hint = TableHint::None;
        if self.rows == 0 {
            // The first row is not complete: its columns are not known to differ.
            self.columns.clear();
        }
    }

    /// Whether there is memory in it that another can use.
    pub(super) fn has_memory(&self) -> bool {
        self.columns.has_memory()
    }

    // ---- rows ----

    /// Begins a row, behind its key if there is one.
    #[inline]
    pub(super) fn begin_row(&mut self, entry: Option<&str>, is_map: bool, out: &mut String) {
        newline(out, self.margin);
        if let Some(key) = entry {
            push_key(out, key);
            out.push_str(": ");
        }
        let row = &mut self.row;
        row.at = out.len();
        row.cursor = 0;
        row.group = ROOT;
        row.limit = self.columns.len();
        row.next = 0;
        row.is_in_order = true;
        row.is_unchecked = false;
        row.is_map = is_map;
        self.omitted.begin_row();
    }

    /// Whether the open row teaches the columns.
    #[inline]
    fn is_first_row(&self) -> bool {
        self.rows == 0 && !self.is_fixed
    }

    /// Whether a struct's field is the one that the header's order has next, as the same place in
    /// memory tells.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `Serializer::begin_field`")]
    pub(super) fn is_next_field(&self, name: &'static str) -> bool {
        let row = &self.row;
        row.cursor < row.limit && self.columns.is_place(row.cursor, name) && self.skipped.is_empty()
    }

    /// A key of the open row, or of the innermost open group.
    pub(super) fn key(&mut self, key: Key<'_>, layout: &Layout, out: &str) -> Result<Fit> {
        let row = &mut self.row;
        if row.cursor < row.limit && self.columns.is_named(row.cursor, key) {
            if self.skipped.get(row.cursor) == Some(&true) {
                row.cursor = self.columns.next(row.cursor);
                return Ok(Fit::Skipped);
            }
            return Ok(Fit::Yes);
        }
        if self.is_first_row() {
            self.row.is_unchecked |= matches!(key, Key::Text(_));
            self.columns.push_at(self.row.cursor, self.row.group, key);
            self.row.limit = self.row.cursor + 1;
            return Ok(Fit::Yes);
        }
        self.key_out_of_order(key, layout, out)
    }

    /// A key that is not the next one: it may be a later one, none of the columns', or one that has
    /// been.
    fn key_out_of_order(&mut self, key: Key<'_>, layout: &Layout, out: &str) -> Result<Fit> {
        let Table { columns, order, row, .. } = self;
        let number = self.rows + 1;
        let from = if row.is_in_order { row.cursor } else { row.next };
        let found = columns.find(row.group, from, key).filter(|_| !self.is_fixed);
        let Some(found) = found else { return Ok(Fit::No) };
        let has_come = if row.is_in_order { found < row.cursor } else { order.has_seen(found, number) };
        if has_come {
            return duplicate(key.as_str());
        }
        if row.is_in_order {
            row.is_in_order = false;
            row.limit = 0;
            order.begin_row(columns, number, row.cursor, Cells::new(&out[row.at..], layout.delimiter));
        }
        order.see(found, number);
        row.cursor = found;
        row.next = columns.next(found);
        Ok(Fit::Yes)
    }

    /// A primitive, which the caller appends. False if it does not fit.
    #[inline]
    pub(super) fn cell(&mut self, layout: &Layout, out: &mut String) -> bool {
        if !(self.row.is_in_order && self.columns.is_leaf(self.row.cursor)) {
            return self.other_cell(layout, out);
        }
        if out.len() > self.row.at {
            layout.push_delimiter(out);
        }
        self.row.cursor += 1;
        true
    }

    /// One that is out of order, or does not fit.
    fn other_cell(&mut self, layout: &Layout, out: &mut String) -> bool {
        let column = self.row.cursor;
        if !self.columns.is_leaf(column) {
            if !self.is_first_row() {
                return false;
            }
            self.columns.make_leaf(column, self.row.group);
            self.row.limit = column + 1;
            return self.cell(layout, out);
        }
        if out.len() > self.row.at {
            layout.push_delimiter(out);
        }
        self.order.push_cell(column, out.len() - self.row.at);
        true
    }

    /// An object as the value of a column. False if it does not fit.
    pub(super) fn begin_group(&mut self, is_map: bool, layout: &Layout) -> bool {
        let column = self.row.cursor;
        if self.columns.is_leaf(column) {
            if !(self.is_first_row() && layout.has_groups) {
                return false;
            }
            self.columns.make_group(column);
        }
        let row = &mut self.row;
        row.map_groups.push(is_map);
        row.group = column;
        row.limit = if row.is_in_order { self.columns.end(column) } else { 0 };
        row.cursor += 1;
        row.next = row.cursor;
        true
    }

    /// The end of the innermost open group, or of the row.
    #[inline]
    pub(super) fn end_group(&mut self, layout: &Layout, out: &mut String) -> Result<End> {
        let Table { columns, order, row, .. } = self;
        let group = row.group;
        if self.rows == 0 && !self.is_fixed {
            if row.cursor == columns.range(group).0 {
                return Ok(End::Misfit);
            }
            columns.close_group(group, row.cursor);
            if row.is_unchecked && row.is_map_innermost() {
                if let Some(key) = columns.find_duplicate(group) {
                    return duplicate(key);
                }
            }
        } else if row.is_in_order {
            if row.cursor != row.limit {
                return Ok(End::Misfit);
            }
        } else if !columns.children(group).all(|column| order.has_seen(column, self.rows + 1)) {
            return Ok(End::Misfit);
        }
        if group == ROOT {
            self.end_row(layout, out);
            return Ok(End::Row);
        }
        row.map_groups.pop();
        row.cursor = columns.next(group);
        row.next = row.cursor;
        row.group = columns.parent(group);
        row.limit = if row.is_in_order { columns.end(row.group) } else { 0 };
        Ok(End::Group)
    }

    #[inline]
    fn end_row(&mut self, layout: &Layout, out: &mut String) {
        if !self.row.is_in_order {
            let cells = self.take_row(out);
            self.order.end_row(&self.columns, self.rows, &cells, layout, out);
            self.scratch = cells;
        }
        self.omitted.end_row(&self.columns, self.rows);
        self.rows += 1;
        if self.rows == 1 {
            self.end_first_row(layout, out);
        }
    }

    /// Moves the cells of the open row out of the text.
    fn take_row(&mut self, out: &mut String) -> String {
        let mut cells = core::mem::take(&mut self.scratch);
        cells.clear();
        cells.push_str(&out[self.row.at..]);
        out.truncate(self.row.at);
        cells
    }

    // ---- what is said of a column ----

    /// The column that has come last in the innermost open group, or whose key has.
    fn last_column(&self) -> usize {
        let Row { cursor, group, is_in_order, .. } = self.row;
        let mut column =
            if is_in_order { cursor.saturating_sub(1) } else { self.order.leaves().next_back().unwrap_or(0) };
        while self.columns.parent(column) != group {
            column = self.columns.parent(column);
        }
        column
    }

    /// The value that has come last is that of a field which may be left out.
    pub(super) fn omit(&mut self, omission: Omission) {
        if !self.is_fixed {
            self.omitted.set(self.last_column(), omission);
        }
    }

    /// Whether the value that has come last is a cell.
    pub(super) fn is_last_cell(&self) -> bool {
        self.columns.is_leaf(self.last_column())
    }

    /// The column whose key has come is to be folded where it is a field.
    pub(super) fn fold(&mut self) {
        if !self.folded.contains(&self.row.cursor) {
            self.folded.push(self.row.cursor);
        }
    }
}

/// What is known of a table before it begins.
#[derive(Default)]
pub(super) enum TableHint {
    #[default]
    None,
    /// Its rows are alike by their type.
    Alike,
    /// The same, and this.
    Known(Known),
}

/// Its columns.
pub(super) struct Known {
    pub(super) columns: Columns,
    /// For each leaf whether it is left out.
    pub(super) cut: Vec<bool>,
}

/// Appends the cells of a row that are not `cut`.
fn push_kept(cells: &str, cut: &[bool], layout: &Layout, out: &mut String) {
    let kept = Cells::new(cells, layout.delimiter).zip(cut).filter(|(_, cut)| !**cut);
    for (index, (cell, _)) in kept.enumerate() {
        if index > 0 {
            layout.push_delimiter(out);
        }
        out.push_str(cell);
    }
}

#[cold]
fn duplicate<T>(key: &str) -> Result<T> {
    Err(Error::new(ErrorKind::DuplicateKey { key: key.to_string() }))
}
