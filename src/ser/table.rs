//! Tables: rows written on the bet that a scope is uniform, checked key by key as they come; the header in front;
//! and what happens when the bet fails.
//!
//! §9.3 and §9.5 allow a table only where *all* rows have the same keys, and no value is an array or an empty
//! object. So the first row teaches the [`Shape`], its cells and those of the rows behind it are written as cells,
//! and where a row departs from the shape the table *dissolves*: its text is taken back, the scope is decided (list
//! or nested form), and what was written is played again through the writer's own events.

use super::shape::{Key, ROOT, Shape};
use super::writer::{Cells, Form, Mode, ObjectKind, Writer, key_token};
use crate::Result;
use crate::text::{key, quote};
use alloc::string::String;
use alloc::vec::Vec;

/// The open table.
#[derive(Default)]
pub(super) struct Table {
    pub(super) shape: Shape,
    pub(super) is_keyed: bool,
    /// The depth of its rows.
    pub(super) depth: usize,
    /// Complete rows.
    rows: usize,
    /// The header's length once it stands in the text, and the number it announces.
    header_len: usize,
    header_count: usize,

    /// Where the cells of the row in hand begin.
    pub(super) row_at: usize,
    /// The column that comes next, or whose key has come.
    cursor: usize,
    /// Behind the last column of the innermost open group.
    limit: usize,
    /// The row in hand and its open groups.
    open: Vec<Group>,

    disorder: Disorder,
}

/// The row itself, or a group in it, while it is open.
#[derive(Clone, Copy)]
struct Group {
    /// [`ROOT`] for the row.
    node: usize,
    /// Where the hashes of its keys begin, if they must be told apart: in a first row made of maps.
    hashes: Option<usize>,
    /// The column that a key out of order is looked for from.
    next: usize,
}

/// Rows whose keys do not come in the header's order.
#[derive(Default)]
struct Disorder {
    /// For each column the last row, counted from 1, in which it has come out of order.
    seen: Vec<usize>,
    /// The leaves of the row in hand as they came, and where their cells begin.
    leaves: Vec<u32>,
    starts: Vec<usize>,
    /// The orders of past rows, which list form would have to show: row, and a range of `history`.
    rows: Vec<(usize, usize, usize)>,
    history: Vec<u32>,
}

impl Table {
    fn clear(&mut self) {
        self.shape.clear();
        self.rows = 0;
        self.header_len = 0;
        self.cursor = 0;
        self.open.clear();
        self.disorder.seen.clear();
        self.disorder.leaves.clear();
        self.disorder.starts.clear();
        self.disorder.rows.clear();
        self.disorder.history.clear();
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

    fn innermost(&self) -> usize {
        self.open.last().map_or(ROOT, |group| group.node)
    }

    fn begin_row(&mut self, at: usize, hashes: Option<usize>) {
        self.row_at = at;
        self.cursor = 0;
        self.limit = self.shape.len();
        self.open.push(Group { node: ROOT, hashes, next: 0 });
    }

    /// Steps out of the innermost group; true if that was the row.
    fn end_group(&mut self) -> bool {
        self.open.pop();
        self.limit = self.shape.columns(self.innermost()).1;
        self.open.is_empty()
    }

    /// The order in which the leaves of a complete row came, if it is not the header's.
    fn order_of(&self, row: usize) -> Option<&[u32]> {
        let orders = &self.disorder.rows;
        let at = orders.binary_search_by_key(&row, |order| order.0).ok()?;
        let (_, from, to) = orders[at];
        self.disorder.history.get(from..to)
    }
}

impl Disorder {
    /// Records where the cells of a row stand that was in order up to column `cursor`.
    fn begin(&mut self, shape: &Shape, row: usize, cursor: usize, cells: &str, delimiter: u8) {
        self.seen.resize(shape.len(), 0);
        self.leaves.clear();
        self.starts.clear();
        let mut at = 0;
        let mut cells = Cells::new(cells, delimiter);
        for node in 0..cursor {
            self.seen[node] = row;
            if shape.is_leaf(node) {
                self.leaves.push(column(node));
                self.starts.push(at);
                at += cells.next().map_or(0, str::len) + 1;
            }
        }
    }

    /// Appends the cells of a complete row in the header's order, and remembers its own.
    fn finish(&mut self, shape: &Shape, row: usize, cells: &str, delimiter: u8, out: &mut String) {
        // From here on `seen` says for a leaf which cell of the row it has. Rows are counted from 1 and never again
        // as few as cells, so that a later look at it for its first purpose must clear it.
        for (cell, &leaf) in self.leaves.iter().enumerate() {
            self.seen[leaf as usize] = cell;
        }
        let mut is_first = true;
        for node in (0..shape.len()).filter(|&node| shape.is_leaf(node)) {
            if !is_first {
                out.push(char::from(delimiter));
            }
            is_first = false;
            let cell = self.seen[node];
            let from = self.starts[cell];
            let to = self.starts.get(cell + 1).map_or(cells.len(), |next| next - 1);
            out.push_str(&cells[from..to]);
        }
        self.seen.fill(0);
        let (from, to) = match self.rows.last() {
            Some(&(_, from, to)) if self.history[from..to] == self.leaves[..] => (from, to),
            _ => {
                let from = self.history.len();
                self.history.extend_from_slice(&self.leaves);
                (from, self.history.len())
            }
        };
        self.rows.push((row, from, to));
    }
}

/// A column's number in four bytes: a row of more columns than that would not fit into any memory.
fn column(node: usize) -> u32 {
    u32::try_from(node).unwrap_or(u32::MAX)
}

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
    // ---- opening and closing ----

    /// Bets that the innermost array, which begins with an object, is a table.
    pub(super) fn open_array_table(&mut self, kind: ObjectKind) {
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.form = Form::Table;
        let depth = scope.depth;
        self.out.push(':');
        self.newline(depth);
        self.begin_table(false, depth, kind);
    }

    /// Bets that the innermost object, whose first value is an object, is a keyed table.
    pub(super) fn open_keyed_table(&mut self, kind: ObjectKind) {
        let is_root = self.scopes.len() == 1;
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.form = Form::Table;
        let (at, depth) = (scope.at, scope.depth);
        if is_root {
            // The key stands where a field of the root would; entry rows are one level deeper.
            let key = self.take_back();
            self.out.push(':');
            self.newline(1);
            self.out.push_str(&key);
            self.recycle(key);
        }
        debug_assert!(self.out[at..].starts_with(':'), "an entry row follows its header");
        self.out.push_str(": ");
        self.begin_table(true, if is_root { 1 } else { depth }, kind);
    }

    fn begin_table(&mut self, is_keyed: bool, depth: usize, kind: ObjectKind) {
        self.table.clear();
        self.table.is_keyed = is_keyed;
        self.table.depth = depth;
        let hashes = kind.is_map.then_some(self.hashes.len());
        self.table.begin_row(self.out.len(), hashes);
        self.mode = Mode::Learning;
    }

    /// The bet is won: the scope ends as a table.
    pub(super) fn close_table(&mut self) {
        let rows = self.table.rows;
        if self.table.header_len == 0 {
            self.insert_header(rows);
        } else if self.table.header_count != rows {
            let Some(scope) = self.scopes.last() else { return };
            let from = scope.at + 1;
            let to = from + itoa::Buffer::new().format(self.table.header_count).len();
            self.out.replace_range(from..to, itoa::Buffer::new().format(rows));
        }
        self.scopes.pop();
        self.mode = Mode::Plain;
    }

    /// Inserts `[N]{…}` or `[N:]{…}` in front of the table's colon.
    fn insert_header(&mut self, count: usize) {
        let Some(scope) = self.scopes.last() else { return };
        let at = scope.at;
        let mut header = self.buffer();
        header.push('[');
        header.push_str(itoa::Buffer::new().format(count));
        if self.table.is_keyed {
            header.push(':');
        }
        let delimiter = char::from(self.layout.delimiter);
        if delimiter != ',' {
            header.push(delimiter);
        }
        header.push(']');
        self.table.shape.push_fields(&mut header, delimiter, !self.layout.folds);
        self.out.insert_str(at, &header);
        self.table.header_len = header.len();
        self.table.header_count = count;
        self.recycle(header);
    }

    fn end_row(&mut self) {
        self.mode = Mode::Between;
        self.table.rows += 1;
        // With the number announced, the header goes in while there is but one row to move.
        if self.table.rows == 1
            && let Some(count) = self.announced()
        {
            self.insert_header(count);
        }
    }

    // ---- events; each says whether it fits ----

    pub(super) fn push_cell_delimiter(&mut self) {
        if self.out.len() > self.table.row_at {
            self.out.push(char::from(self.layout.delimiter));
        }
    }

    pub(super) fn table_scalar(&mut self) -> bool {
        let fits = match self.mode {
            Mode::Learning => {
                self.table.cursor = self.table.shape.len();
                true
            }
            Mode::Row => self.table.takes_cell(),
            Mode::Disorder => self.table.shape.is_leaf(self.table.cursor),
            _ => false,
        };
        if fits {
            self.push_cell_delimiter();
            if self.mode == Mode::Disorder {
                self.table.disorder.leaves.push(column(self.table.cursor));
                self.table.disorder.starts.push(self.out.len() - self.table.row_at);
            }
        }
        fits
    }

    pub(super) fn table_key(&mut self, key: Key<'_>) -> Result<bool> {
        match self.mode {
            Mode::Between => {
                let depth = self.table.depth;
                self.newline(depth);
                self.push_key(key.as_str());
                if self.scopes.last().is_some_and(|scope| scope.hashes.is_some()) {
                    self.hashes.push(key::hash(key.as_str()));
                }
                self.mode = Mode::Entry;
                Ok(true)
            }
            Mode::Learning => {
                let table = &mut self.table;
                table.shape.push(key, table.innermost());
                table.cursor = table.shape.len() - 1;
                if table.open.last().is_some_and(|group| group.hashes.is_some()) {
                    self.hashes.push(key::hash(key.as_str()));
                }
                Ok(true)
            }
            Mode::Row if self.table.is_next(key) => Ok(true),
            Mode::Row | Mode::Disorder => self.key_out_of_order(key),
            _ => Ok(false),
        }
    }

    /// A key that is not the next one: it may be a later one, none of the shape's, or one that has been.
    fn key_out_of_order(&mut self, key: Key<'_>) -> Result<bool> {
        let table = &mut self.table;
        let is_first = self.mode == Mode::Row;
        let (group, from) = match table.open.last() {
            Some(group) if !is_first => (group.node, group.next),
            _ => (table.innermost(), table.cursor),
        };
        let Some(found) = table.shape.find(group, from, key) else { return Ok(false) };
        let row = table.rows + 1;
        if is_first {
            if found < table.cursor {
                return self.duplicate(key.as_str());
            }
            let cells = &self.out[table.row_at..];
            table.disorder.begin(&table.shape, row, table.cursor, cells, self.layout.delimiter);
            let behind: Vec<usize> =
                table.open.iter().skip(1).map(|inner| table.shape.next(inner.node)).collect();
            for (outer, next) in table.open.iter_mut().zip(behind) {
                outer.next = next;
            }
            self.mode = Mode::Disorder;
        } else if table.disorder.seen[found] == row {
            return self.duplicate(key.as_str());
        }
        table.disorder.seen[found] = row;
        table.cursor = found;
        let next = table.shape.next(found);
        if let Some(group) = table.open.last_mut() {
            group.next = next;
        }
        Ok(true)
    }

    pub(super) fn table_begin_object(&mut self, kind: ObjectKind) -> bool {
        let table = &mut self.table;
        let node = table.cursor;
        match self.mode {
            Mode::Between => {
                let depth = table.depth;
                self.newline(depth);
                self.table.begin_row(self.out.len(), None);
                self.mode = Mode::Row;
            }
            Mode::Entry => {
                self.out.push_str(": ");
                table.begin_row(self.out.len(), None);
                self.mode = Mode::Row;
            }
            Mode::Learning => {
                if !self.layout.has_groups {
                    return false;
                }
                table.shape.open_group(node);
                let hashes = kind.is_map.then_some(self.hashes.len());
                table.open.push(Group { node, hashes, next: node + 1 });
            }
            _ => {
                if table.shape.is_leaf(node) {
                    return false;
                }
                table.open.push(Group { node, hashes: None, next: node + 1 });
                table.cursor = node + 1;
                table.limit = table.shape.next(node);
            }
        }
        true
    }

    pub(super) fn table_end_object(&mut self) -> Result<bool> {
        let table = &mut self.table;
        match self.mode {
            Mode::Between => {
                // §9.5: one entry is no keyed table.
                if table.rows < 2 {
                    return Ok(false);
                }
                self.check_keys()?;
                self.close_table();
                return Ok(true);
            }
            Mode::Learning => {
                let group = table.innermost();
                let (first, end) = (table.shape.columns(group).0, table.shape.len());
                if first == end {
                    return Ok(false);
                }
                self.check_columns(group)?;
                let table = &mut self.table;
                if group != ROOT {
                    table.shape.close_group(group);
                }
                if table.end_group() {
                    self.end_row();
                }
            }
            Mode::Row => {
                if table.cursor != table.limit {
                    return Ok(false);
                }
                if table.end_group() {
                    self.end_row();
                }
            }
            Mode::Disorder => {
                let row = table.rows + 1;
                let seen = &table.disorder.seen;
                if table.shape.children(table.innermost()).any(|node| seen[node] != row) {
                    return Ok(false);
                }
                if table.end_group() {
                    self.put_in_order();
                    self.end_row();
                }
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
        let Table { disorder, shape, rows, .. } = &mut self.table;
        disorder.finish(shape, *rows, &cells, self.layout.delimiter, self.out);
        self.recycle(cells);
    }

    /// §14.3, for the writer: no key twice in a group of the first row.
    fn check_columns(&mut self, group: usize) -> Result<()> {
        let Some(base) = self.table.open.last().and_then(|group| group.hashes) else { return Ok(()) };
        if !self.has_equal_hashes(base) {
            return Ok(());
        }
        let shape = &self.table.shape;
        // The group is not closed yet: all nodes behind it are below it.
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

    // ---- when the bet fails ----

    /// Takes the table back, decides its scope, and plays what has come so far again.
    #[cold]
    pub(super) fn dissolve(&mut self, waits: Waits, ends: Ends) -> Result<()> {
        let text = self.take_back();
        let fresh = self.spare.pop().unwrap_or_default();
        let mut table = core::mem::replace(&mut self.table, fresh);
        let mode = core::mem::replace(&mut self.mode, Mode::Plain);
        self.decide(&table);

        let lines = text.get(table.header_len + 1..).unwrap_or_default().split('\n').skip(1);
        for (row, line) in lines.enumerate() {
            let mut cells = line.trim_start_matches(' ');
            if table.is_keyed {
                let token = key_token(cells);
                self.key(&quote::unquote(token))?;
                cells = cells.get(token.len() + 2..).unwrap_or_default();
            }
            if row < table.rows {
                self.begin_object(ObjectKind::STRUCT, None)?;
                self.replay_row(&table, cells, table.order_of(row))?;
                self.end_object()?;
            } else if mode != Mode::Entry {
                self.replay_row_in_hand(&table, cells, mode, waits, ends)?;
            }
        }
        table.clear();
        self.spare.push(table);
        self.recycle(text);
        Ok(())
    }

    /// Gives the scope of a dissolved table the form that it has for certain.
    fn decide(&mut self, table: &Table) {
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.count = 0;
        // Keys are hashed again as they are played again.
        let own = scope.hashes;
        if let Some(base) = own.or_else(|| table.open.iter().find_map(|group| group.hashes)) {
            self.hashes.truncate(base);
        }
        if table.is_keyed {
            scope.form = Form::Object;
            scope.is_decided = true;
        } else {
            scope.form = Form::List;
            self.push_array_header();
        }
    }

    /// Plays the cells of a row again as keys and values, in the order in which they came.
    fn replay_row(&mut self, table: &Table, cells: &str, order: Option<&[u32]>) -> Result<()> {
        let mut open = Vec::new();
        let leaves = (0..table.shape.len()).filter(|&node| table.shape.is_leaf(node));
        let cells = leaves.zip(Cells::new(cells, self.layout.delimiter));
        match order {
            Some(order) => {
                // The text has the cells in the header's order.
                let mut by_column = alloc::vec![""; table.shape.len()];
                cells.for_each(|(leaf, cell)| by_column[leaf] = cell);
                let own = order.iter().map(|&leaf| (leaf as usize, by_column[leaf as usize]));
                self.replay_cells(table, own, &mut open, ObjectKind::STRUCT, &[])?;
            }
            None => self.replay_cells(table, cells, &mut open, ObjectKind::STRUCT, &[])?,
        }
        for _ in open {
            self.end_object()?;
        }
        Ok(())
    }

    /// Plays the row in hand again, leaves its groups open that are, and its last key without a value if it `waits`
    /// for one.
    fn replay_row_in_hand(
        &mut self,
        table: &Table,
        cells: &str,
        mode: Mode,
        waits: Waits,
        ends: Ends,
    ) -> Result<()> {
        let kind = ObjectKind { is_map: true, is_single: ends == Ends::All };
        self.begin_object(kind, None)?;
        // The row itself is not among them.
        let path: Vec<usize> = table.open.iter().skip(1).map(|group| group.node).collect();
        let mut open = Vec::new();
        let cells =
            (!cells.is_empty()).then(|| Cells::new(cells, self.layout.delimiter)).into_iter().flatten();
        if mode == Mode::Disorder {
            let leaves = table.disorder.leaves.iter().map(|&leaf| leaf as usize);
            self.replay_cells(table, leaves.zip(cells), &mut open, kind, &path)?;
        } else {
            let leaves = (0..table.cursor).filter(|&node| table.shape.is_leaf(node));
            self.replay_cells(table, leaves.zip(cells), &mut open, kind, &path)?;
        }
        while !path.starts_with(&open) {
            self.end_object()?;
            open.pop();
        }
        for &group in &path[open.len()..] {
            self.replay_key(table, group)?;
            self.begin_object(kind, None)?;
        }
        if waits == Waits::ForValue {
            self.replay_key(table, table.cursor)?;
        }
        Ok(())
    }

    /// Plays leaves and the groups around them; `open` holds the groups that are left open. Those on `path` stay so
    /// for what comes next, and are of `kind`.
    fn replay_cells<'t>(
        &mut self,
        table: &Table,
        leaves: impl Iterator<Item = (usize, &'t str)>,
        open: &mut Vec<usize>,
        kind: ObjectKind,
        path: &[usize],
    ) -> Result<()> {
        let shape = &table.shape;
        let mut inward = Vec::new();
        for (leaf, cell) in leaves {
            while open.last().is_some_and(|&group| !shape.is_below(leaf, group)) {
                open.pop();
                self.end_object()?;
            }
            let innermost = open.last().copied().unwrap_or(ROOT);
            let mut group = shape.parent(leaf);
            while group != innermost {
                inward.push(group);
                group = shape.parent(group);
            }
            while let Some(group) = inward.pop() {
                self.replay_key(table, group)?;
                self.begin_object(if path.contains(&group) { kind } else { ObjectKind::STRUCT }, None)?;
                open.push(group);
            }
            self.replay_key(table, leaf)?;
            self.encoded_scalar(cell)?;
        }
        Ok(())
    }

    fn replay_key(&mut self, table: &Table, node: usize) -> Result<()> {
        match table.shape.key(node) {
            Key::Static(name) => self.static_key(name),
            Key::Text(name) => self.key(name),
        }
    }
}
