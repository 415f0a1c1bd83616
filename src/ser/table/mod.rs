//! The tentative table: rows are written as cells as long as they fit the columns of the first one.
//!
//! §9.3 and §9.5 allow a table only if *all* rows have the same keys, and no value is an array or
//! an empty object. So the first row defines the [`Columns`], the keys of each further row are
//! checked against them, and each operation reports whether the event fits. If it does not, the
//! writer removes the text and has the rows [replayed](Table::replay) as events.
//!
//! A first row starts with the columns of the previous table, which usually has the same type, and
//! replaces them from the first difference on.

pub(super) mod columns;
pub(super) mod cut;
pub(super) mod misfit;
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
    /// What is known about the table before it begins.
    hint: TableHint,
    columns: Columns,
    order: RowOrder,
    omitted: Omitted,
    /// Set with the first omitted cell.
    cut_omitted: Option<CutOmitted>,
    is_keyed: bool,
    header: HeaderState,
    assurance: Assurance,
    /// Its rows can perhaps be written only once, so columns with defaults are kept.
    keeps_defaults: bool,
    /// The indentation of its rows, in spaces.
    margin: usize,
    /// The announced number of rows.
    announced: Option<usize>,
    /// Where its header begins, and the header's length once it is written.
    at: usize,
    header_len: usize,
    /// The number of complete rows.
    rows: usize,
    row: Row,
    /// For each column of a fixed table, whether its cells are omitted. Empty if none are.
    skipped: Vec<bool>,
    /// Columns that are folded if the table falls back.
    folded: Vec<usize>,
    /// A buffer for the cells of a row.
    scratch: String,
}

/// [`Table::cut_omitted`]: a pointer, so that a program that omits nothing does not contain it.
type CutOmitted = fn(&mut Table, OmittedColumns, count: usize, &Layout, &mut String) -> bool;

/// Which of the columns that are omitted in every row are cut.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OmittedColumns {
    All,
    /// Only those that are hidden, which their type decides, as the first row shows. The rows after
    /// it may have other values.
    Hidden,
}

/// The open row.
#[derive(Default)]
struct Row {
    /// Where its cells begin.
    at: usize,
    /// The next column, or the one whose key came last.
    cursor: usize,
    /// The innermost open group.
    group: usize,
    /// The end of that group's columns, or 0 if the row's keys are not in the order of the header.
    limit: usize,
    /// The column at which the search for a key out of order starts.
    next: usize,
    is_in_order: bool,
    /// Its new columns may contain duplicates, because their names come from a map.
    is_unchecked: bool,
    is_map: bool,
    /// Whether each open group is a map.
    map_groups: SmallVec<[bool; 8]>,
}

impl Row {
    /// Whether the innermost open group, or the row if there is none, is a map.
    fn is_map_innermost(&self) -> bool {
        self.map_groups.last().copied().unwrap_or(self.is_map)
    }
}

/// Whether a key fits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    /// It fits, but its column is omitted, so the value is not wanted.
    Skipped,
}

/// What an object that ends was.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Group,
    Row,
    /// The object does not fit.
    Misfit,
}

impl Table {
    // ---- the table ----

    /// Sets what is known about the next table, and returns the previous hint.
    pub(super) fn set_hint(&mut self, hint: TableHint) -> TableHint {
        core::mem::replace(&mut self.hint, hint)
    }

    /// Begins a table where its header will be. The header shows the `announced` number of rows
    /// until the actual one is known.
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
        self.header = HeaderState::Open;
        self.assurance = Assurance::None;
        self.keeps_defaults = false;
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
                self.assurance = Assurance::Declared;
                self.fix(&known.cut, layout, out);
            }
            TableHint::Required => {
                self.assurance = Assurance::Required;
                self.hint = TableHint::Required;
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
        self.header == HeaderState::Fixed
    }

    /// Whether a row that does not fit is an error.
    pub(super) fn is_final(&self) -> bool {
        self.is_fixed() || self.assurance == Assurance::Required
    }

    /// Whether it could have become a list if it had been written later.
    pub(super) fn may_be_list(&self) -> bool {
        self.assurance == Assurance::None
    }

    #[inline]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn margin(&self) -> usize {
        self.margin
    }

    /// §9.5: a keyed table needs two entries.
    pub(super) fn may_end(&self) -> bool {
        !self.is_keyed || self.rows >= 2
    }

    /// Inserts the header after the first row. It is final except for the number of rows if the
    /// type guarantees equal columns and the announced number of rows allows a table.
    #[cold]
    fn end_first_row(&mut self, layout: &Layout, out: &mut String) {
        let least = if self.is_keyed { 2 } else { 1 };
        let is_table = self.announced.is_some_and(|count| count >= least);
        let hint = core::mem::take(&mut self.hint);
        if self.is_fixed() {
            return;
        }
        if is_table && matches!(hint, TableHint::Alike | TableHint::Required) {
            if self.assurance == Assurance::None {
                self.assurance = Assurance::Declared;
            }
            self.fix_behind_first_row(layout, out);
        } else {
            self.insert_header(layout, out);
        }
    }

    /// The expected length of the rows after the first one of a fixed table. The first is often the
    /// shortest, so this adds a quarter per row.
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

    /// The number of rows that the header shows until the actual one is known.
    fn announced_count(&self) -> usize {
        self.announced.unwrap_or(0)
    }

    fn fix_behind_first_row(&mut self, layout: &Layout, out: &mut String) {
        self.insert_header(layout, out);
        self.settle(layout, out);
    }

    fn fix(&mut self, cut: &[bool], layout: &Layout, out: &mut String) {
        if cut.contains(&true) {
            self.skipped = self.columns.whole(cut);
        }
        self.header = HeaderState::Fixed;
        self.insert_header(layout, out);
    }

    /// The rows are of a type that guarantees equal columns, unless another type follows. So the
    /// table may be fixed once it is long.
    pub(super) fn expect_settling(&mut self) {
        let least = if self.is_keyed { 2 } else { 1 };
        if self.header == HeaderState::Open && self.announced.is_some_and(|count| count >= least) {
            self.header = HeaderState::MaySettle;
        }
    }

    #[cfg(feature = "std")]
    pub(super) fn stay_open(&mut self) {
        self.header = HeaderState::Open;
    }

    #[cfg(feature = "std")]
    pub(super) fn may_settle(&self) -> bool {
        self.header == HeaderState::MaySettle
    }

    /// Its rows are sent only once.
    pub(super) fn keep_defaults(&mut self) {
        self.keeps_defaults = true;
    }

    pub(super) fn keeps_defaults(&self) -> bool {
        self.keeps_defaults
    }

    /// Whether nothing of the first row has been written.
    pub(super) fn is_before_first_field(&self) -> bool {
        self.rows == 0 && self.row.group == ROOT && self.row.cursor == 0
    }

    /// Makes the header final between two rows, because the text is about to leave.
    pub(super) fn settle(&mut self, layout: &Layout, out: &mut String) {
        self.omit(OmittedColumns::Hidden, self.announced_count(), layout, out);
        self.header = HeaderState::Fixed;
    }

    /// Ends the table without the columns that are omitted in every row. Returns `false` if there
    /// are none; then at most the count must be corrected.
    pub(super) fn omit_columns(&mut self, layout: &Layout, out: &mut String) -> bool {
        let which = if self.keeps_defaults { OmittedColumns::Hidden } else { OmittedColumns::All };
        !self.is_fixed() && self.omit(which, self.rows, layout, out)
    }

    /// Omits columns, if there are any to omit.
    fn omit(&mut self, which: OmittedColumns, count: usize, layout: &Layout, out: &mut String) -> bool {
        let cut_omitted = self.cut_omitted.filter(|_| self.omitted.has_common());
        cut_omitted.is_some_and(|cut_omitted| cut_omitted(self, which, count, layout, out))
    }

    fn cut_omitted(
        &mut self,
        which: OmittedColumns,
        count: usize,
        layout: &Layout,
        out: &mut String,
    ) -> bool {
        let mut omitted = self.omitted.common(&self.columns);
        if which == OmittedColumns::Hidden {
            for omission in &mut omitted {
                omission.take_if(|omission| *omission != Omission::Hidden);
            }
        }
        let cut = cut::columns(&self.columns, &omitted);
        if !cut.contains(&true) {
            return false;
        }
        self.cut(&cut, count, layout, out);
        true
    }

    /// Rewrites the complete rows without the leaves that are `cut`. The header shows `count`.
    fn cut(&mut self, cut: &[bool], count: usize, layout: &Layout, out: &mut String) {
        self.skipped = self.columns.whole(cut);
        let text = out.split_off(self.at);
        layout.push_bracket(out, count, self.is_keyed);
        self.columns.push_fields(out, &self.skipped, layout);
        out.push(':');
        for line in self.lines(&text) {
            newline(out, self.margin);
            let row = line.get(self.margin..).unwrap_or_default();
            let key = if self.is_keyed { key_token(row).len() + ": ".len() } else { 0 };
            let (key, cells) = row.split_at_checked(key).unwrap_or(("", row));
            out.push_str(key);
            self.row.at = out.len();
            push_kept(cells, cut, layout, out);
        }
    }

    /// The lines of its rows. In the text, a colon ends the header and a line break begins each
    /// row.
    fn lines<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let mut rest = text.get(self.header_len + ":\n".len()..);
        core::iter::from_fn(move || {
            let text = rest?;
            let len = find1(text.as_bytes(), b'\n');
            rest = text.get(len + 1..);
            Some(&text[..len])
        })
    }

    /// Resets the table after it fell back. The next table may reuse the columns.
    pub(super) fn end_fallback(&mut self) {
        self.hint = TableHint::None;
        if self.rows == 0 {
            // The first row is incomplete, so its columns may contain duplicates.
            self.columns.clear();
        }
    }

    /// Whether it has capacity that another table can use.
    pub(super) fn has_memory(&self) -> bool {
        self.columns.has_memory()
    }

    // ---- rows ----

    /// Begins a row, after its entry key if it has one.
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

    /// Whether the open row defines the columns.
    #[inline]
    fn is_first_row(&self) -> bool {
        self.rows == 0 && !self.is_fixed()
    }

    /// Whether a struct field is the next column of the header, judged by the address of its name.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `Serializer::begin_field`")]
    pub(super) fn is_next_field(&self, name: &'static str) -> bool {
        let row = &self.row;
        row.cursor < row.limit && self.columns.is_place(row.cursor, name) && self.skipped.is_empty()
    }

    /// A key of the open row, or of its innermost open group.
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

    /// A key other than the next one: it belongs to a later column, to none, or it is a duplicate.
    fn key_out_of_order(&mut self, key: Key<'_>, layout: &Layout, out: &str) -> Result<Fit> {
        let Table { columns, order, row, .. } = self;
        let number = self.rows + 1;
        let from = if row.is_in_order { row.cursor } else { row.next };
        let Some(found) = columns.find(row.group, from, key) else { return Ok(Fit::No) };
        let has_come = if row.is_in_order { found < row.cursor } else { order.has_seen(found, number) };
        if has_come {
            return duplicate(key.as_str());
        }
        if row.is_in_order {
            row.is_in_order = false;
            row.limit = 0;
            let cells = Cells::new(&out[row.at..], layout.delimiter);
            order.begin_row(columns, &self.skipped, number, row.cursor, cells);
        }
        order.see(found, number);
        row.cursor = found;
        row.next = columns.next(found);
        Ok(if self.skipped.get(found) == Some(&true) { Fit::Skipped } else { Fit::Yes })
    }

    /// A scalar, which the caller appends. Returns whether it fits.
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

    /// A scalar that is out of order or does not fit.
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

    /// An object as the value of a column. Returns whether it fits.
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

    /// The end of the innermost open group or of the row.
    #[inline]
    pub(super) fn end_group(&mut self, layout: &Layout, out: &mut String) -> Result<End> {
        let is_first = self.is_first_row();
        let Table { columns, order, row, .. } = self;
        let group = row.group;
        if is_first {
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
            self.order.end_row(&self.columns, &self.skipped, &cells, layout, out);
            if !self.is_fixed() {
                self.order.keep_row(&self.columns, self.rows);
            }
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

    // ---- hints about columns ----

    /// The last column of the innermost open group that has a value, or a key.
    fn last_column(&self) -> usize {
        let Row { cursor, group, is_in_order, .. } = self.row;
        let mut column =
            if is_in_order { cursor.saturating_sub(1) } else { self.order.leaves().next_back().unwrap_or(0) };
        while self.columns.parent(column) != group {
            column = self.columns.parent(column);
        }
        column
    }

    /// The last value belongs to a field that can be omitted.
    pub(super) fn mark_omitted(&mut self, omission: Omission) {
        if !self.is_fixed() {
            self.cut_omitted = Some(Table::cut_omitted);
            self.omitted.set(self.last_column(), omission);
        }
    }

    /// Whether the last value is a cell.
    pub(super) fn is_last_cell(&self) -> bool {
        self.columns.is_leaf(self.last_column())
    }

    /// The column whose key came last is folded if the table falls back.
    pub(super) fn fold(&mut self) {
        if !self.folded.contains(&self.row.cursor) {
            self.folded.push(self.row.cursor);
        }
    }
}

/// Whether the header can still change.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum HeaderState {
    #[default]
    Open,
    /// It becomes final once the table is long.
    MaySettle,
    /// It is final, so an event that does not fit is an error.
    Fixed,
}

/// What ensures that all rows fit.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Assurance {
    #[default]
    None,
    /// The type of the table. Only a value that should be a cell can be wrong.
    Declared,
    /// The table cannot be written in another form, so any misfit is an error.
    Required,
}

/// What is known about a table before it begins.
#[derive(Default)]
pub(super) enum TableHint {
    #[default]
    None,
    /// Its type guarantees that all rows have the same columns.
    Alike,
    /// Like `Alike`, and a survey has found the columns.
    Known(KnownColumns),
    /// The first row decides about the columns, and all others must have them.
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "only `TableWriter` needs it"))]
    Required,
}

/// The columns that a survey has found.
pub(super) struct KnownColumns {
    pub(super) columns: Columns,
    /// Which leaves are omitted.
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
