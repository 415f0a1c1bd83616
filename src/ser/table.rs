//! Tables: rows written on the bet that a scope is uniform, checked key by key as they come, the header in front.
//!
//! §9.3 and §9.5 allow a table only where *all* rows have the same keys, and no value is an array or an empty
//! object. So the first row teaches the [`Shape`], its cells and those of the rows behind it are written as cells,
//! and where a row departs from the shape the table dissolves ([`super::dissolve`]). A first row that begins with
//! the first key of the table before is expected to have its shape, and teaches only from where it departs.

use super::declared::Promise;
use super::disorder::Disorder;
use super::layout::{colon_newline, newline, push_key};
use super::mark::{Mark, Tally};
use super::scope::{Form, ObjectKind, Watch};
use super::shape::{Key, ROOT, Shape};
use super::writer::Writer;
use crate::Result;
use crate::text::find::find1;
use alloc::string::String;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The open table. Its complete rows are counted by its scope.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
pub(super) struct Table {
    pub(super) shape: Shape,
    /// Nothing has been learned of the shape: it is still that of the table before.
    is_shape_inherited: bool,
    pub(super) is_keyed: bool,
    /// The row in hand, if it is not the first, is a map's.
    pub(super) has_map_row: bool,
    /// So are some of its groups.
    has_map_group: bool,
    /// The indentation of its rows, in spaces.
    pub(super) margin: usize,
    /// The header's length once it stands in the text.
    pub(super) header_len: usize,
    /// Where the cells of the row in hand begin.
    pub(super) row_at: usize,
    /// Some of its cells are marked.
    pub(super) is_marked: bool,
    pub(super) tally: Tally,
    /// The column that comes next, or whose key has come.
    pub(super) cursor: usize,
    /// Behind the last column of the innermost open group.
    limit: usize,
    /// The innermost open group, [`ROOT`] if none is open in the row.
    pub(super) group: usize,
    /// Where the fingerprints of its keys begin, if they must be told apart: in a first row made of maps. Else
    /// [`UNWATCHED`] or [`IF_GUESS_FAILS`].
    keys: usize,
    /// The column of it that a key out of order is looked for from.
    next: usize,
    /// The `keys` of the row and of the groups around the innermost.
    outer_keys: SmallVec<[usize; 8]>,
    pub(super) disorder: Disorder,
    pub(super) promise: Promise,
    /// What a row of it is that is not the first.
    pub(super) row_form: Form,
    /// Which of its columns are passed over, if any are; and how many groups are open, in rows of nothing but cells.
    pub(super) passed: Vec<bool>,
    pub(super) open_groups: usize,
    /// Its rows leave the text as they come.
    pub(super) streams: bool,
    /// Columns that are to be folded where they are fields.
    pub(super) folded: Vec<usize>,
}

/// Keys need not be told apart.
const UNWATCHED: usize = usize::MAX;
/// Keys must be told apart as soon as they are no longer those of a guessed shape.
const IF_GUESS_FAILS: usize = usize::MAX - 1;

impl Table {
    pub(super) fn clear(&mut self) {
        self.is_shape_inherited = true;
        self.header_len = 0;
        self.is_marked = false;
        self.tally.clear();
        self.cursor = 0;
        self.group = ROOT;
        self.outer_keys.clear();
        self.disorder.clear();
        self.row_form = Form::Row;
        self.passed.clear();
        self.open_groups = 0;
        self.streams = false;
        self.folded.clear();
    }

    /// The marks that all of so many rows have in common, leaf by leaf.
    pub(super) fn marks(&mut self, rows: usize) -> impl Iterator<Item = Option<Mark>> {
        let Table { shape, tally, .. } = self;
        shape.leaves(shape.len()).map(move |leaf| tally.of_all(leaf, rows))
    }

    /// Passes over the column whose key has come, if that is to be done.
    #[inline]
    pub(super) fn passes_over(&mut self) -> bool {
        let passes = self.passed.get(self.cursor).is_some_and(|passes| *passes);
        if passes {
            self.cursor = self.shape.next(self.cursor);
        }
        passes
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

    /// The same of a map's key.
    #[inline(always)]
    pub(super) fn is_next_named(&self, key: &str) -> bool {
        self.cursor < self.limit && self.shape.has_name(self.cursor, key)
    }

    /// Whether a key is that of an entry, which is written.
    #[inline]
    pub(super) fn takes_entries(&self) -> bool {
        self.is_keyed && self.row_form != Form::Look
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

    /// Guesses from the key of a first row's first column that the table has the shape of the one before it: tables
    /// inside the rows of a list mostly are of one type.
    #[inline]
    fn guesses_shape(&mut self, is_first: impl FnOnce(&Shape) -> bool) -> bool {
        let guesses = self.is_shape_inherited && self.shape.len() > 0 && is_first(&self.shape);
        if guesses {
            self.is_shape_inherited = false;
            if self.keys != UNWATCHED {
                self.keys = IF_GUESS_FAILS;
            }
        } else {
            self.forget_inherited_shape();
        }
        guesses
    }

    #[inline]
    fn forget_inherited_shape(&mut self) {
        if self.is_shape_inherited {
            self.is_shape_inherited = false;
            self.shape.clear();
        }
    }

    fn begin_group(&mut self, keys: usize) {
        self.outer_keys.push(self.keys);
        self.group = self.cursor;
        self.keys = keys;
        self.next = self.cursor + 1;
    }

    /// Steps out of the innermost group of a row in order, if there is one and it is complete.
    #[inline]
    pub(super) fn ends_group(&mut self) -> bool {
        self.group != ROOT && self.cursor == self.limit && !self.end_group()
    }

    /// Steps out of the innermost group; true if that was the row.
    fn end_group(&mut self) -> bool {
        let is_row = self.group == ROOT;
        if !is_row {
            self.next = self.shape.next(self.group);
            self.group = self.shape.parent(self.group);
            self.limit = self.shape.columns(self.group).1;
        }
        self.keys = self.outer_keys.pop().unwrap_or(UNWATCHED);
        is_row
    }

    /// Where the fingerprints of the first row's keys begin, or of those of the innermost group in it, if it is a map's.
    pub(super) fn watched_keys(&self) -> Option<usize> {
        Some(self.keys).filter(|&keys| keys < IF_GUESS_FAILS)
    }

    /// Whether the row in hand may be a map's, or a group in it that is so many levels down.
    pub(super) fn may_be_map(&self, form: Form, depth: usize) -> bool {
        match form {
            Form::Learning => *self.outer_keys.get(depth).unwrap_or(&self.keys) != UNWATCHED,
            _ if depth == 0 => self.has_map_row,
            _ => self.has_map_group,
        }
    }

    /// Whether the first row is that of a map, or of a struct that is written as one.
    pub(super) fn has_watched_row(&self) -> bool {
        self.keys != UNWATCHED
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

    /// From here on the row in hand is in an order of its own.
    fn begin_disorder(&mut self, row: usize, cells: &str, delimiter: u8) {
        self.disorder.begin_row(&self.shape, row, self.cursor, cells, delimiter);
        self.next = self.cursor;
    }
}

impl Writer<'_> {
    // ---- opening and closing ----

    /// Bets that the innermost array, which begins with an object, is a table.
    pub(super) fn open_array_table(&mut self, kind: ObjectKind) {
        let margin = self.margin;
        colon_newline(self.out, margin);
        self.begin_table(false, margin, kind);
    }

    /// Bets that the innermost object, whose first value is an object, is a keyed table.
    pub(super) fn open_keyed_table(&mut self, kind: ObjectKind) {
        let mut margin = self.margin;
        if self.is_root() {
            // The key stands where a field of the root would; entry rows are one level deeper.
            margin = self.layout.indent;
            let key = self.take_back();
            colon_newline(self.out, margin);
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
        self.table.keys = if kind.is_map { self.keys.len() } else { UNWATCHED };
        self.table.promise = core::mem::take(&mut self.promise);
        if let Promise::Columns(cut) = &self.table.promise {
            let cut = cut.clone();
            self.begin_promised(&cut);
        }
    }

    /// The bet is won: the scope ends as a table.
    pub(super) fn end_table(&mut self) -> Result<()> {
        if let Promise::Look = self.table.promise {
            return Ok(());
        }
        if self.table.is_marked {
            self.end_marked_table();
        } else if self.table.header_len == 0 {
            self.insert_header(self.count);
        } else {
            self.correct_header()?;
        }
        Ok(())
    }

    /// Inserts `[N]{…}` or `[N:]{…}` in front of the table's colon.
    fn insert_header(&mut self, count: usize) {
        let mut header = self.buffer();
        self.layout.push_bracket(&mut header, count, self.table.is_keyed);
        self.table.shape.push_fields(&mut header);
        self.out.insert_str(self.top().at, &header);
        self.table.header_len = header.len();
        self.recycle(header);
    }

    fn end_row(&mut self) -> Result<()> {
        self.form = Form::Table;
        self.count += 1;
        if self.count == 1 && !matches!(self.table.promise, Promise::None) {
            return self.first_row_of_many();
        }
        // With the number announced, the header goes in while there are but two rows to move: tables that are none
        // mostly show it in the second.
        if self.count == 2 {
            if let Some(count) = self.top().announced() {
                self.insert_header(count);
            }
        }
        Ok(())
    }

    // ---- events; each says whether it fits ----

    #[inline]
    pub(super) fn push_cell_delimiter(&mut self) {
        if self.out.len() > self.table.row_at {
            self.layout.push_delimiter(self.out);
        }
    }

    /// A key of the first row: a column, or the first one of a shape that is guessed.
    #[inline]
    pub(super) fn learn_key(&mut self, key: Key<'_>) {
        let table = &mut self.table;
        if table.guesses_shape(|shape| shape.is_named(0, key)) {
            self.form = Form::Row;
            return;
        }
        table.cursor = table.shape.len();
        table.shape.push(key, table.group, &self.layout);
        if table.keys != UNWATCHED {
            self.keep_key(key.as_str());
        }
    }

    /// The same for a struct's field that stands bare, as most keys of first rows do.
    #[inline]
    pub(super) fn learn_field(&mut self, name: &'static str) {
        if self.table.keys != UNWATCHED {
            self.learn_key(Key::Bare(name));
        } else if self.table.guesses_shape(|shape| shape.is_place(0, name)) {
            self.form = Form::Row;
        } else {
            self.table.cursor = self.table.shape.len();
            self.table.shape.push(Key::Bare(name), self.table.group, &self.layout);
        }
    }

    /// Whether the row in hand is a first row whose shape has been guessed. It is over with the first mistake.
    #[inline]
    pub(super) fn is_guessed(&self) -> bool {
        self.form == Form::Row && self.count == 0
    }

    /// The guess at the shape was wrong: the first row goes on to teach its own behind `columns`.
    #[cold]
    pub(super) fn learn_on(&mut self, columns: usize) {
        let Table { shape, group, keys, outer_keys, .. } = &mut self.table;
        let open = shape.groups_to(*group);
        shape.cut(columns, &open);
        // The row is the first of the open ones.
        let open = core::iter::once(ROOT).chain(open);
        for (group, keys) in
            open.zip(outer_keys.iter_mut().chain([keys])).filter(|(_, keys)| **keys == IF_GUESS_FAILS)
        {
            *keys = self.keys.len();
            shape.columns_so_far(group).for_each(|column| self.keys.push(shape.key(column).as_str()));
        }
        self.form = Form::Learning;
    }

    /// A primitive of the first row: its column is a leaf.
    #[inline]
    pub(super) fn learn_cell(&mut self) {
        self.table.cursor = self.table.shape.len();
        self.push_cell_delimiter();
    }

    #[inline(never)]
    pub(super) fn table_scalar(&mut self) -> bool {
        if self.is_guessed() {
            // A group was guessed.
            self.learn_on(self.table.cursor + 1);
            self.learn_cell();
            return true;
        }
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
            Form::Table if table.row_form == Form::Look => {
                self.form = Form::Entry;
                Ok(true)
            }
            Form::Table if table.is_keyed => {
                self.begin_entry(key.as_str());
                Ok(true)
            }
            Form::Learning => {
                self.learn_key(key);
                Ok(true)
            }
            Form::Row if table.is_next(key) => Ok(true),
            Form::Row if self.is_guessed() => {
                self.learn_on(self.table.cursor);
                self.learn_key(key);
                Ok(true)
            }
            Form::Row | Form::Disorder => self.key_out_of_order(key),
            _ => Ok(false),
        }
    }

    /// A key that is not the next one: it may be a later one, none of the shape's, or one that has been.
    fn key_out_of_order(&mut self, key: Key<'_>) -> Result<bool> {
        let row = self.count + 1;
        let table = &mut self.table;
        let was_in_order = self.form == Form::Row;
        let from = if was_in_order { table.cursor } else { table.next };
        let Some(found) = table.shape.find(table.group, from, key) else { return Ok(false) };
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
        table.next = table.shape.next(found);
        Ok(true)
    }

    /// A row begins that is no entry.
    #[inline]
    pub(super) fn begin_row(&mut self, kind: ObjectKind) {
        self.table.has_map_row = kind.is_map;
        self.table.has_map_group = false;
        newline(self.out, self.table.margin);
        self.table.begin_row(self.out.len());
        self.form = self.table.row_form;
    }

    /// The entry key of a row comes.
    #[inline(never)]
    pub(super) fn begin_entry(&mut self, key: &str) {
        if self.watch != Watch::No {
            self.note_key(key);
        }
        newline(self.out, self.table.margin);
        push_key(self.out, key);
        self.form = Form::Entry;
    }

    /// The row behind an entry key begins.
    #[inline]
    pub(super) fn begin_entry_row(&mut self, kind: ObjectKind) {
        self.table.has_map_row = kind.is_map;
        self.table.has_map_group = false;
        self.out.push_str(": ");
        self.table.begin_row(self.out.len());
        self.form = self.table.row_form;
    }

    /// Whether the row in hand, which has come in order, is complete, and one of those that have no more to do.
    #[inline]
    pub(super) fn is_further_row_complete(&self) -> bool {
        self.table.cursor == self.table.shape.len() && self.table.group == ROOT && self.count > 1
    }

    #[inline]
    pub(super) fn end_further_row(&mut self) {
        self.form = Form::Table;
        self.count += 1;
    }

    #[inline]
    pub(super) fn table_begin_object(&mut self, kind: ObjectKind) -> bool {
        let is_guessed = self.is_guessed();
        if is_guessed && self.table.shape.is_leaf(self.table.cursor) {
            self.learn_on(self.table.cursor + 1);
        }
        let table = &mut self.table;
        match self.form {
            Form::Cells | Form::Look => {
                if table.shape.is_leaf(table.cursor) {
                    return false;
                }
                self.begin_certain_group();
            }
            Form::Row | Form::Disorder => {
                if table.shape.is_leaf(table.cursor) {
                    return false;
                }
                table.limit = table.shape.next(table.cursor);
                table.has_map_group |= kind.is_map;
                // Keys as guessed are known to differ: what has taught them was a complete row.
                table.begin_group(if is_guessed && kind.is_map { IF_GUESS_FAILS } else { UNWATCHED });
                table.cursor += 1;
            }
            Form::Learning => {
                if !self.layout.has_groups {
                    return false;
                }
                table.shape.open_group(table.cursor);
                table.begin_group(if kind.is_map { self.keys.len() } else { UNWATCHED });
            }
            // Behind an entry key that a table has become in whose row it stood.
            _ => self.begin_entry_row(kind),
        }
        true
    }

    #[inline(never)]
    pub(super) fn table_end_object(&mut self) -> Result<bool> {
        let row = self.count + 1;
        if self.is_guessed() && self.table.cursor != self.table.limit {
            self.learn_on(self.table.cursor);
        }
        let table = &mut self.table;
        match self.form {
            Form::Look if table.open_groups > 0 => table.open_groups -= 1,
            Form::Look => self.end_seen_row()?,
            Form::Row => {
                if table.cursor != table.limit {
                    return Ok(false);
                }
                if table.end_group() {
                    self.end_row()?;
                }
            }
            Form::Disorder => {
                let group = table.group;
                if !table.shape.children(group).all(|node| table.disorder.has_seen(node, row)) {
                    return Ok(false);
                }
                if table.end_group() {
                    self.put_in_order();
                    self.end_row()?;
                }
            }
            Form::Learning => {
                table.forget_inherited_shape();
                let group = table.group;
                if table.shape.columns(group).0 == table.shape.len() {
                    return Ok(false);
                }
                self.check_columns(group)?;
                let table = &mut self.table;
                table.shape.close_group(group);
                if table.end_group() {
                    self.end_row()?;
                }
            }
            Form::Table => {
                // §9.5: one entry is no keyed table.
                if self.count < 2 && self.table.row_form == Form::Row {
                    return Ok(false);
                }
                if self.watch != Watch::No {
                    self.check_keys()?;
                }
                self.end_table()?;
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
        let Some(base) = self.table.watched_keys() else { return Ok(()) };
        if !self.keys.end(base) {
            return Ok(());
        }
        let shape = &self.table.shape;
        let mut names: Vec<&str> =
            shape.columns_so_far(group).map(|column| shape.key(column).as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| String::from(pair[0])) {
            Some(name) => self.duplicate(&name),
            None => Ok(()),
        }
    }
}
