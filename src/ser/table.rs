//! Tables: rows written on the bet that a scope is uniform, checked key by key as they come, the header in front.
//!
//! §9.3 and §9.5 allow a table only where *all* rows have the same keys, and no value is an array or an empty
//! object. So the first row teaches the [`Shape`], its cells and those of the rows behind it are written as cells,
//! and where a row departs from the shape the table dissolves ([`super::dissolve`]).

use super::disorder::Disorder;
use super::layout::newline;
use super::scope::{Form, ObjectKind};
use super::shape::{Key, ROOT, Shape};
use super::writer::Writer;
use crate::Result;
use crate::text::find::find1;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The open table. Its complete rows are counted by its scope.
#[derive(Default)]
pub(super) struct Table {
    pub(super) shape: Shape,
    pub(super) is_keyed: bool,
    /// The row in hand, if it is not the first, is a map's.
    pub(super) has_map_row: bool,
    /// The indentation of its rows, in spaces.
    pub(super) margin: usize,
    /// The header's length once it stands in the text.
    pub(super) header_len: usize,
    /// Where the cells of the row in hand begin.
    row_at: usize,
    /// The column that comes next, or whose key has come.
    pub(super) cursor: usize,
    /// Behind the last column of the innermost open group.
    limit: usize,
    /// The innermost open group, the row itself if none is open in it.
    pub(super) group: Group,
    /// The row, and the groups around the innermost.
    pub(super) around: SmallVec<[Group; 4]>,
    pub(super) disorder: Disorder,
}

/// The row itself, or a group in it, while it is open.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// [`ROOT`] for the row.
    pub(super) node: usize,
    /// Where the fingerprints of its keys begin, if they must be told apart: in a first row made of maps.
    pub(super) keys: Option<usize>,
    /// The column that a key out of order is looked for from.
    next: usize,
}

impl Group {
    const ROW: Group = Group { node: ROOT, keys: None, next: 0 };
}

impl Default for Group {
    fn default() -> Self {
        Group::ROW
    }
}

impl Table {
    pub(super) fn clear(&mut self) {
        self.shape.clear();
        self.header_len = 0;
        self.cursor = 0;
        self.group = Group::ROW;
        self.around.clear();
        self.disorder.clear();
    }

    /// Whether `key` is the one that the header's order has next, and the same place in memory: the field of a struct
    /// of the same type.
    #[inline(always)]
    pub(super) fn is_next_place(&self, key: &'static str) -> bool {
        self.cursor < self.limit && self.shape.is_place(self.cursor, key)
    }

    /// Whether `key` is the one that the header's order has next.
    #[inline]
    pub(super) fn is_next(&self, key: Key<'_>) -> bool {
        self.cursor < self.limit && self.shape.is_named(self.cursor, key)
    }

    /// Takes a primitive for the column whose key has come, in a row in order.
    #[inline]
    pub(super) fn takes_cell(&mut self) -> bool {
        let is_leaf = self.shape.is_leaf(self.cursor);
        self.cursor += usize::from(is_leaf);
        is_leaf
    }

    #[inline]
    fn begin_row(&mut self, at: usize) {
        self.row_at = at;
        self.cursor = 0;
        self.limit = self.shape.len();
    }

    fn begin_group(&mut self, keys: Option<usize>) {
        let node = self.cursor;
        self.around.push(self.group);
        self.group = Group { node, keys, next: node + 1 };
    }

    /// Steps out of the innermost group of a row in order, if there is one and it is complete.
    #[inline]
    pub(super) fn ends_group(&mut self) -> bool {
        !self.around.is_empty() && self.cursor == self.limit && !self.end_group()
    }

    /// Steps out of the innermost group; true if that was the row.
    fn end_group(&mut self) -> bool {
        let outer = self.around.pop();
        self.group = outer.unwrap_or_default();
        self.limit = self.shape.columns(self.group.node).1;
        outer.is_none()
    }

    /// The row in hand and its open groups, from the outermost inward.
    pub(super) fn open_groups(&self) -> impl Iterator<Item = &Group> {
        self.around.iter().chain([&self.group])
    }

    /// The lines of its rows in the text of its scope: a colon ends the header, and a newline begins each row.
    pub(super) fn lines<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let mut rest = text.get(self.header_len + ":\n".len()..);
        core::iter::from_fn(move || {
            let text = rest?;
            let len = find1(text.as_bytes(), b'\n');
            rest = text.get(len + 1..);
            Some(&text[..len])
        })
    }

    /// From here on the row in hand is in an order of its own: each open group goes on behind the group inside it.
    fn begin_disorder(&mut self, row: usize, cells: &str, delimiter: u8) {
        self.disorder.begin_row(&self.shape, row, self.cursor, cells, delimiter);
        let mut behind = self.cursor;
        for group in core::iter::once(&mut self.group).chain(self.around.iter_mut().rev()) {
            group.next = behind;
            if group.node != ROOT {
                behind = self.shape.next(group.node);
            }
        }
    }
}

impl Writer<'_> {
    // ---- opening and closing ----

    /// Bets that the innermost array, which begins with an object, is a table.
    pub(super) fn open_array_table(&mut self, kind: ObjectKind) {
        let margin = self.margin;
        self.out.push(':');
        newline(self.out, margin);
        self.begin_table(false, margin, kind);
    }

    /// Bets that the innermost object, whose first value is an object, is a keyed table.
    pub(super) fn open_keyed_table(&mut self, kind: ObjectKind) {
        let mut margin = self.margin;
        if self.is_root() {
            // The key stands where a field of the root would; entry rows are one level deeper.
            margin = self.layout.indent;
            let key = self.take_back();
            self.out.push(':');
            newline(self.out, margin);
            self.out.push_str(&key);
            self.recycle(key);
        }
        self.out.push_str(": ");
        self.begin_table(true, margin, kind);
    }

    fn begin_table(&mut self, is_keyed: bool, margin: usize, kind: ObjectKind) {
        self.form = Form::Learning;
        self.count = 0;
        self.table.clear();
        self.table.is_keyed = is_keyed;
        self.table.margin = margin;
        self.table.begin_row(self.out.len());
        self.table.group.keys = kind.is_map.then_some(self.keys.len());
    }

    /// The bet is won: the scope ends as a table.
    pub(super) fn end_table(&mut self) {
        if self.table.header_len == 0 {
            self.insert_header(self.count);
        } else {
            self.correct_header();
        }
    }

    /// Inserts `[N]{…}` or `[N:]{…}` in front of the table's colon.
    fn insert_header(&mut self, count: usize) {
        let mut header = self.buffer();
        self.layout.push_bracket(&mut header, count, self.table.is_keyed);
        self.table.shape.push_fields(&mut header, &self.layout, &mut self.bare_keys);
        self.out.insert_str(self.top().at, &header);
        self.table.header_len = header.len();
        self.recycle(header);
    }

    fn end_row(&mut self) {
        self.form = Form::Table;
        self.count += 1;
        // With the number announced, the header goes in while there are but two rows to move: tables that are none
        // mostly show it in the second.
        if self.count == 2 {
            if let Some(count) = self.top().announced() {
                self.insert_header(count);
            }
        }
    }

    // ---- events; each says whether it fits ----

    #[inline]
    pub(super) fn push_cell_delimiter(&mut self) {
        if self.out.len() > self.table.row_at {
            self.layout.push_delimiter(self.out);
        }
    }

    /// A key of the first row: a column.
    #[inline]
    pub(super) fn learn_key(&mut self, key: Key<'_>) {
        let table = &mut self.table;
        table.cursor = table.shape.len();
        table.shape.push(key, table.group.node);
        if table.group.keys.is_some() {
            self.keys.push(key.as_str());
        }
    }

    /// A primitive of the first row: its column is a leaf.
    #[inline]
    pub(super) fn learn_cell(&mut self) {
        self.table.cursor = self.table.shape.len();
        self.push_cell_delimiter();
    }

    #[inline(never)]
    pub(super) fn table_scalar(&mut self) -> bool {
        let table = &mut self.table;
        let fits = match self.form {
            Form::Row => table.takes_cell(),
            Form::Disorder => table.shape.is_leaf(table.cursor),
            _ => false,
        };
        if fits {
            self.push_cell_delimiter();
            if self.form == Form::Disorder {
                self.table.disorder.push_cell(self.table.cursor, self.out.len() - self.table.row_at);
            }
        }
        fits
    }

    #[inline(never)]
    pub(super) fn table_key(&mut self, key: Key<'_>) -> Result<bool> {
        let table = &mut self.table;
        match self.form {
            Form::Table if table.is_keyed => {
                newline(self.out, table.margin);
                self.layout.push_key(self.out, key.as_str());
                if self.is_map {
                    self.keys.push(key.as_str());
                }
                self.form = Form::Entry;
                Ok(true)
            }
            Form::Learning => {
                self.learn_key(key);
                Ok(true)
            }
            Form::Row if table.is_next(key) => Ok(true),
            Form::Row | Form::Disorder => self.key_out_of_order(key),
            _ => Ok(false),
        }
    }

    /// A key that is not the next one: it may be a later one, none of the shape's, or one that has been.
    fn key_out_of_order(&mut self, key: Key<'_>) -> Result<bool> {
        let row = self.count + 1;
        let table = &mut self.table;
        let was_in_order = self.form == Form::Row;
        let from = if was_in_order { table.cursor } else { table.group.next };
        let Some(found) = table.shape.find(table.group.node, from, key) else { return Ok(false) };
        let has_been = if was_in_order { found < table.cursor } else { table.disorder.has_seen(found, row) };
        if has_been {
            return self.duplicate(key.as_str());
        }
        if was_in_order {
            table.begin_disorder(row, &self.out[table.row_at..], self.layout.delimiter);
            self.form = Form::Disorder;
        }
        table.disorder.see(found, row);
        table.cursor = found;
        table.group.next = table.shape.next(found);
        Ok(true)
    }

    /// A row begins that is no entry.
    #[inline]
    pub(super) fn begin_row(&mut self, kind: ObjectKind) {
        self.table.has_map_row = kind.is_map;
        newline(self.out, self.table.margin);
        self.table.begin_row(self.out.len());
        self.form = Form::Row;
    }

    /// Whether the row in hand, which has come in order, is complete, and one of those that have no more to do.
    #[inline]
    pub(super) fn is_further_row_complete(&self) -> bool {
        self.table.cursor == self.table.shape.len() && self.table.around.is_empty() && self.count > 1
    }

    #[inline]
    pub(super) fn end_further_row(&mut self) {
        self.form = Form::Table;
        self.count += 1;
    }

    #[inline(never)]
    pub(super) fn table_begin_object(&mut self, kind: ObjectKind) -> bool {
        let table = &mut self.table;
        match self.form {
            Form::Row | Form::Disorder => {
                if table.shape.is_leaf(table.cursor) {
                    return false;
                }
                table.limit = table.shape.next(table.cursor);
                table.begin_group(None);
                table.cursor += 1;
            }
            Form::Learning => {
                if !self.layout.has_groups {
                    return false;
                }
                table.shape.open_group(table.cursor);
                table.begin_group(kind.is_map.then_some(self.keys.len()));
            }
            _ => {
                self.out.push_str(": ");
                table.has_map_row = kind.is_map;
                table.begin_row(self.out.len());
                self.form = Form::Row;
            }
        }
        true
    }

    #[inline(never)]
    pub(super) fn table_end_object(&mut self) -> Result<bool> {
        let row = self.count + 1;
        let table = &mut self.table;
        match self.form {
            Form::Row => {
                if table.cursor != table.limit {
                    return Ok(false);
                }
                if table.end_group() {
                    self.end_row();
                }
            }
            Form::Disorder => {
                let group = table.group.node;
                if !table.shape.children(group).all(|node| table.disorder.has_seen(node, row)) {
                    return Ok(false);
                }
                if table.end_group() {
                    self.put_in_order();
                    self.end_row();
                }
            }
            Form::Learning => {
                let group = table.group.node;
                if table.shape.columns(group).0 == table.shape.len() {
                    return Ok(false);
                }
                self.check_columns(group)?;
                let table = &mut self.table;
                table.shape.close_group(group);
                if table.end_group() {
                    self.end_row();
                }
            }
            Form::Table => {
                // §9.5: one entry is no keyed table.
                if self.count < 2 {
                    return Ok(false);
                }
                if self.is_map {
                    self.check_keys()?;
                }
                self.end_table();
                self.leave();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Permutes the cells of the row in hand to the header's order.
    fn put_in_order(&mut self) {
        let mut cells = self.buffer();
        cells.push_str(&self.out[self.table.row_at..]);
        self.out.truncate(self.table.row_at);
        let row = self.count;
        let Table { disorder, shape, .. } = &mut self.table;
        disorder.end_row(shape, row, &cells, &self.layout, self.out);
        self.recycle(cells);
    }

    /// §14.3, for the writer: no key twice in a group of the first row, which is not closed yet.
    fn check_columns(&mut self, group: usize) -> Result<()> {
        let Some(base) = self.table.group.keys else { return Ok(()) };
        if !self.keys.end(base) {
            return Ok(());
        }
        let shape = &self.table.shape;
        // All columns behind an open group's beginning are below it.
        let mut names: Vec<&str> = (shape.columns(group).0..shape.len())
            .filter(|&node| shape.parent(node) == group)
            .map(|node| shape.key(node).as_str())
            .collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| String::from(pair[0])) {
            Some(name) => self.duplicate(&name),
            None => Ok(()),
        }
    }
}
