//! Writes tables: lists of objects whose rows may lack cells. Nested lists of objects become tables
//! of their own.

use super::kinds::Kinds;
use super::nulls::Nulls;
use super::order;
use crate::cells::{self, ABSENT, EMPTY_GROUP, IN_CELL, NULL_GROUP, UNDECLARED};
use crate::column::{
    ColumnKind, ColumnPlace, DraftColumn, DraftGroup, DraftTable, GroupKind, GroupState, LegendEntry,
};
use crate::document::Log;
use crate::keys::{
    KIND, KeyWriter, MAP_KEY, MAP_KEY_ONE, NAMES, NULLS, PARENT_KEY, ROW_KEY, ROW_KEY_OR_ABSENT, row_key,
};
use crate::list_cells::ListCell;
use crate::settings::{KeyOrder, Level, Settings, Step};
use crate::tree::{Members, Str, Tree, are_rows};
use crate::{cost, legend, list_cells};
use std::collections::{HashMap, HashSet};
use std::mem;
use std::rc::Rc;

/// Changes where columns are written.
type ColumnStep = fn(&mut DraftTable, Settings);

/// The steps that move columns to the legend, in order.
const COLUMN_STEPS: [(Step, ColumnStep); 3] = [
    (Step::Constants, legend::constants),
    (Step::Templates, legend::templates),
    (Step::Affixes, legend::affixes),
];

/// The number of scalars, lists and empty objects in an object, at any depth of objects.
pub(crate) fn leaves(members: &Members) -> usize {
    let leaf = |value: &Tree| match value {
        Tree::Object(members) if !members.is_empty() => leaves(members),
        _ => 1,
    };
    members.iter().map(|(_, value)| leaf(value)).sum()
}

/// The number of scalars and empty containers in a value.
pub(crate) fn leaves_of(value: &Tree) -> usize {
    match value {
        Tree::List(items) if !items.is_empty() => items.iter().map(leaves_of).sum(),
        Tree::Object(members) if !members.is_empty() => {
            members.iter().map(|(_, value)| leaves_of(value)).sum()
        }
        _ => 1,
    }
}

/// Whether a list consists of one object with more than ten values.
fn is_wide_object(items: &[Tree]) -> bool {
    const MAX_COLUMNS: usize = 10;
    matches!(items, [Tree::Object(only)] if leaves(only) > MAX_COLUMNS)
}

/// The position of an object. Canonical TOON writes keyed tables only for members of objects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    Root,
    Member,
    Item,
}

/// Writes values as members with side keys.
pub(crate) struct Tables {
    settings: Settings,
    pub(crate) log: Log,
    /// The forms of lists and objects, by the address of their parts. The value keeps the address
    /// from being used again.
    known: HashMap<*const (), (Tree, Rc<Written>)>,
    /// The number of leaves of rows that may still be written in two ways, to find the smaller one.
    room: usize,
    /// The names of members that refer to entities.
    references: HashSet<Str>,
}

/// The form of a value, as members whose keys begin with that of the value.
struct Written {
    /// Without the beginning of the keys.
    members: Members,
    log: Log,
}

impl Tables {
    /// `leaves` is the number of leaves of the document, and `references` the names of members that
    /// refer to entities.
    pub(crate) fn new(settings: Settings, leaves: usize, references: HashSet<Str>) -> Self {
        /// Values are written several times only where tables contain tables.
        const TRIALS_PER_LEAF: usize = 16;
        let room = TRIALS_PER_LEAF.saturating_mul(leaves);
        Tables { settings, log: Log::default(), known: HashMap::new(), room, references }
    }

    fn is_exact(&self) -> bool {
        self.settings.key_order == KeyOrder::Exact
    }

    /// The members of an object, with their side keys.
    pub(crate) fn object(&mut self, members: &Members, standing: Standing) -> Members {
        let mut out = Vec::with_capacity(members.len());
        // Items must not turn into the rows of a table.
        let has_nulls = standing != Standing::Item && self.settings.steps.has(Step::Nulls);
        let nulls = if has_nulls { Nulls::new(members, self.is_exact()) } else { None };
        let others;
        let members = match nulls {
            None => members,
            Some(nulls) => {
                self.log.add(Step::Nulls, nulls.saved);
                out.push((NULLS.into(), Tree::String(nulls.text.into())));
                others = nulls.others;
                &others
            }
        };
        let keys = KeyWriter::new(members, standing == Standing::Root);
        for (key, value) in members {
            self.member(&keys.write(key), value, &mut out);
        }
        // Canonical TOON would write this as a keyed table, and so change the order of keys.
        if self.is_exact() && standing == Standing::Member && is_map_reordered(&out) == Some(true) {
            if let (Some((key, _)), Some((_, value))) = (out.pop(), members.last()) {
                json_member(&key, value, &mut out);
            }
        }
        out
    }

    /// Writes a member under an already escaped key.
    pub(crate) fn member(&mut self, key: &Str, value: &Tree, out: &mut Members) {
        let address = match value {
            Tree::List(items) => Rc::as_ptr(items).cast(),
            Tree::Object(members) => Rc::as_ptr(members).cast(),
            scalar => {
                out.push((Rc::clone(key), escaped(scalar, UNDECLARED)));
                return;
            }
        };
        let known = self.known.get(&address).map(|(_, written)| Rc::clone(written));
        let written = known.unwrap_or_else(|| {
            let (members, log) = self.apart(|tables, out| tables.container(&"".into(), value, out));
            let written = Rc::new(Written { members, log });
            self.known.insert(address, (value.clone(), Rc::clone(&written)));
            written
        });
        self.log.append(&written.log);
        out.extend(written.members.iter().map(|(side, value)| {
            let key = if side.is_empty() { Rc::clone(key) } else { format!("{key}{side}").into() };
            (key, value.clone())
        }));
    }

    /// Calls `write` with a log and members of its own.
    fn apart(&mut self, write: impl FnOnce(&mut Self, &mut Members)) -> (Members, Log) {
        let log = mem::take(&mut self.log);
        let mut members = Members::new();
        write(self, &mut members);
        (members, mem::replace(&mut self.log, log))
    }

    fn container(&mut self, key: &Str, value: &Tree, out: &mut Members) {
        match value {
            Tree::List(items) if !items.is_empty() && items.iter().all(|item| item.as_object().is_some()) => {
                self.list(key, items, out);
            }
            Tree::List(items) => {
                if self.tuples(key, items, out) {
                    return;
                }
                let is_nested = items.iter().any(|item| item.as_list().is_some());
                match self.items(items, false) {
                    Some(list) if !is_nested || cost::plain(value) <= cost::quoted_json(value) => {
                        out.push((Rc::clone(key), list));
                    }
                    _ => json_member(key, value, out),
                }
            }
            Tree::Object(members) => {
                self.map(key, members, out, |tables, out| {
                    let members = tables.object(members, Standing::Member);
                    out.push((Rc::clone(key), Tree::object(members)));
                });
            }
            scalar => out.push((Rc::clone(key), escaped(scalar, UNDECLARED))),
        }
    }

    /// Writes a list of lists of the same length as a table, with the indices as columns, if that is
    /// smaller. Returns whether it was.
    fn tuples(&mut self, key: &Str, items: &[Tree], out: &mut Members) -> bool {
        const MIN_ROWS: usize = 3;
        const MAX_WIDTH: usize = 32;
        const SIDE_KEY_TOKENS: usize = 5;
        let width = items.first().and_then(Tree::as_list).map_or(0, <[Tree]>::len);
        let is_row = |item: &Tree| {
            item.as_list().is_some_and(|list| list.len() == width && list.iter().all(Tree::is_scalar))
        };
        if !self.settings.steps.has(Step::Tuples)
            || items.len() < MIN_ROWS
            || !(2..=MAX_WIDTH).contains(&width)
            || !items.iter().all(is_row)
        {
            return false;
        }
        let indices: Vec<Str> = (0..width).map(|index| index.to_string().into()).collect();
        let row = |item: &Tree| {
            let cells = item.as_list().unwrap_or_default().iter().cloned();
            Tree::object(indices.iter().map(Rc::clone).zip(cells).collect())
        };
        let rows: Vec<Tree> = items.iter().map(row).collect();
        let plain = cost::quoted_json(&Tree::list(items.to_vec()));
        match self.draft(&rows) {
            Some(draft) if draft.cost + SIDE_KEY_TOKENS < plain => {
                out.push((side_key(key, "tuple"), Tree::Bool(true)));
                self.write(Step::Tuples, key, draft, plain - SIDE_KEY_TOKENS, out);
                true
            }
            _ => false,
        }
    }

    /// The elements of a list that is not a table, and may be nested. `None` if it can only be
    /// written as JSON text.
    fn items(&mut self, items: &[Tree], is_inner: bool) -> Option<Tree> {
        // Canonical TOON never writes a list within a list as a table, but a reader takes objects
        // with the same key order for one.
        let table = |items: &[Tree]| {
            if is_inner { are_rows(items).then_some(false) } else { is_reordered(items.iter()) }
        };
        match table(items) {
            Some(is_reordered) if is_reordered && self.is_exact() => return None,
            Some(_) => return Some(Tree::list(items.iter().map(row).collect())),
            None => {}
        }
        let item = |item: &Tree| match item {
            Tree::Object(members) => Some(Tree::object(self.object(members, Standing::Item))),
            Tree::List(items) => self.items(items, true),
            scalar => Some(escaped(scalar, UNDECLARED)),
        };
        let written: Vec<Tree> = items.iter().map(item).collect::<Option<_>>()?;
        // The rows of a table have no side keys, so the items must not turn into rows.
        table(&written).is_none().then(|| Tree::list(written))
    }

    /// Writes a list of objects: as a table for each kind of rows, if that is smaller, or as a whole.
    pub(crate) fn list(&mut self, key: &Str, items: &[Tree], out: &mut Members) {
        let kinds =
            if self.settings.steps.has(Step::Kinds) { Kinds::new(items, &self.references) } else { None };
        let room = kinds.as_ref().and_then(|_| self.room.checked_sub(items.iter().map(leaves_of).sum()));
        let (Some(kinds), Some(room)) = (kinds, room) else { return self.whole_list(key, items, out) };
        self.room = room;
        let (whole, whole_log) = self.apart(|tables, out| tables.whole_list(key, items, out));
        let (parts, parts_log) = self.apart(|tables, out| tables.kinds(key, &kinds, out));
        let (cost, whole_cost) = (cost::map(&parts), cost::map(&whole));
        let (members, log) = if cost < whole_cost {
            self.log.add(Step::Kinds, whole_cost - cost);
            (parts, parts_log)
        } else {
            (whole, whole_log)
        };
        self.log.append(&log);
        out.extend(members);
    }

    fn kinds(&mut self, key: &Str, kinds: &Kinds, out: &mut Members) {
        out.push((side_key(key, KIND), Tree::string(&kinds.path)));
        out.push((Rc::clone(key), Tree::string(&kinds.order)));
        for (kind, rows) in &kinds.tables {
            self.whole_list(&side_key(key, kind), rows, out);
        }
    }

    /// Writes a list of objects: as a table, as a plain list or, as a last resort, as JSON text.
    fn whole_list(&mut self, key: &Str, items: &[Tree], out: &mut Members) {
        if self.settings.level != Level::Dense && is_wide_object(items) {
            // The names and values of a single row would be far from each other.
            if let Some(list) = self.items(items, false) {
                out.push((Rc::clone(key), list));
                return;
            }
        }
        let draft = self.draft(items);
        let plain = cost::list(items);
        match draft {
            Some(draft) if draft.cost < plain => {
                // With exact key order, rows in different orders can form a table only with this
                // step.
                let is_ordered = !self.is_exact() || draft.table.others.is_empty();
                let step = if is_ordered { Step::Tables } else { Step::RowOrders };
                self.smaller(
                    draft.is_nested(),
                    items.iter(),
                    out,
                    |tables, out| tables.write(step, key, draft, plain, out),
                    |tables, out| {
                        let list = tables.items(items, false)?;
                        out.push((Rc::clone(key), list));
                        Some(())
                    },
                );
            }
            draft => match (self.items(items, false), draft) {
                (Some(list), _) => out.push((Rc::clone(key), list)),
                (None, Some(draft)) => self.write(Step::Tables, key, draft, plain, out),
                (None, None) => json_member(key, &Tree::list(items.to_vec()), out),
            },
        }
    }

    /// Writes a table, or its rows one by one if that is smaller. Only if it `is_nested` are the
    /// rows written for comparison: then they may have tables of their own. Returns whether it is a
    /// table.
    fn smaller<'r>(
        &mut self,
        is_nested: bool,
        rows: impl Iterator<Item = &'r Tree>,
        out: &mut Members,
        table: impl FnOnce(&mut Self, &mut Members),
        apart: impl FnOnce(&mut Self, &mut Members) -> Option<()>,
    ) -> bool {
        let room = if is_nested { self.room.checked_sub(rows.map(leaves_of).sum()) } else { None };
        let Some(room) = room else {
            table(self, out);
            return true;
        };
        self.room = room;
        let (table, table_log) = self.apart(table);
        let mut is_possible = None;
        let (rows, rows_log) = self.apart(|tables, out| is_possible = apart(tables, out));
        let are_smaller = is_possible.is_some() && cost::map(&rows) < cost::map(&table);
        let (members, log) = if are_smaller { (rows, rows_log) } else { (table, table_log) };
        self.log.append(&log);
        out.extend(members);
        !are_smaller
    }

    /// Writes an object of objects as a table, or else as `apart` does. Returns whether it is a
    /// table.
    pub(crate) fn map<'m>(
        &mut self,
        key: &Str,
        members: &'m Rc<Members>,
        out: &mut Members,
        apart: impl FnOnce(&mut Self, &mut Members),
    ) -> bool {
        const MIN_ROWS: usize = 3;
        const SIDE_KEY_TOKENS: usize = 5;
        let is_row = |value: &Tree| {
            value
                .as_object()
                .is_some_and(|row| !row.is_empty() && row.iter().all(|(key, _)| **key != *MAP_KEY))
        };
        let only = |value: &'m Tree| match value.as_list() {
            Some([only]) => Some(only),
            _ => None,
        };
        let are_lists = self.settings.steps.has(Step::SingleElements)
            && members.iter().all(|(_, value)| only(value).is_some());
        let row =
            |value: &'m Tree| if are_lists { only(value) } else { Some(value) }.filter(|row| is_row(row));
        let rows: Option<Vec<&Tree>> = members.iter().map(|(_, value)| row(value)).collect();
        let rows = rows.filter(|rows| self.settings.steps.has(Step::Maps) && rows.len() >= MIN_ROWS);
        let Some(values) = rows else {
            apart(self, out);
            return false;
        };
        let key_column: Str = MAP_KEY.into();
        let names = members.iter().map(|(name, _)| Tree::String(Rc::clone(name)));
        let rows: Vec<Tree> =
            names.zip(&values).map(|(name, value)| with_first(&key_column, name, value)).collect();
        let side = Tree::string(if are_lists { MAP_KEY_ONE } else { MAP_KEY });
        let plain = cost::map(members);
        match self.draft(&rows) {
            Some(draft) if draft.cost + SIDE_KEY_TOKENS < plain => self.smaller(
                draft.is_nested(),
                values.into_iter(),
                out,
                |tables, out| {
                    out.push((side_key(key, "map"), side));
                    tables.write(Step::Maps, key, draft, plain - SIDE_KEY_TOKENS, out);
                },
                |tables, out| {
                    apart(tables, out);
                    Some(())
                },
            ),
            _ => {
                apart(self, out);
                false
            }
        }
    }

    /// Drafts the table of `items`. `None` if they cannot be a table.
    fn draft(&mut self, items: &[Tree]) -> Option<Draft> {
        let rows: Vec<&Rc<Members>> = items.iter().map(Tree::as_object).collect::<Option<_>>()?;
        if !self.settings.steps.has(Step::Tables) || rows.iter().any(|row| row.is_empty()) {
            return None;
        }
        let mut table = DraftTable::new(&rows, self.settings)?;
        if self.is_exact() && !table.others.is_empty() && !self.settings.steps.has(Step::RowOrders) {
            return None;
        }
        for (step, apply) in COLUMN_STEPS {
            if self.settings.steps.has(step) {
                apply(&mut table, self.settings);
            }
        }
        show_groups(&mut table, self.settings.level)?;
        if self.is_exact() {
            keep_order(&mut table);
        }
        let children = self.children(&mut table);
        Some(Draft::new(table, children, &rows, self.is_exact()))
    }

    /// Moves lists of objects in rows to child tables, and decides how these refer to their rows.
    fn children(&self, table: &mut DraftTable) -> Vec<ChildDraft> {
        let places: Vec<usize> = (0..table.columns.len())
            .filter(|&at| table.columns[at].kind.is_child() && table.columns[at].is_own())
            .collect();
        let name = match self.settings.level {
            Level::Plain | Level::Legible if !places.is_empty() => link(table),
            _ => None,
        };
        let mut children = Vec::new();
        for at in places {
            if table.columns[at].kind == ColumnKind::Single {
                children.push(single(&mut table.columns[at]));
                continue;
            }
            let link = name.filter(|_| is_linkable(&table.columns[at]));
            if link.is_none() && self.settings.level == Level::Plain {
                table.columns[at].kind = ColumnKind::Json;
                continue;
            }
            let parent: Str = PARENT_KEY.into();
            let mut rows = Vec::new();
            let cells = table.columns[at].cells.iter().flatten();
            let text_cost = cells.map(cost::quoted_json).sum();
            for (row, cell) in table.columns[at].cells.iter().enumerate() {
                let items = cell.as_ref().and_then(Tree::as_list).unwrap_or_default();
                match link.and_then(|link| table.columns[link].cells[row].clone()) {
                    Some(value) => {
                        rows.extend(items.iter().map(|item| with_first(&parent, value.clone(), item)));
                    }
                    None => rows.extend_from_slice(items),
                }
            }
            let path = table.columns[at].path.join(".");
            let link = link.and_then(|link| table.columns[link].name.clone());
            if link.is_some() {
                table.columns[at].place = ColumnPlace::Legend(LegendEntry::Children);
            }
            let side = link.map(|link| ("of", Tree::String(link)));
            children.push(ChildDraft { path, side, rows, text_cost });
        }
        children
    }

    /// Writes a table with its side keys and child tables. Without `step`, it would cost `plain`.
    fn write(&mut self, step: Step, key: &Str, draft: Draft, plain: usize, out: &mut Members) {
        let Draft { table, children, side, rows, cost } = draft;
        self.log.add(step, plain.saturating_sub(cost));
        self.log.columns(&table);
        out.extend(side.into_iter().map(|(word, value)| (side_key(key, word), value)));
        out.push((Rc::clone(key), rows));
        for ChildDraft { path, side, rows, text_cost } in children {
            let step = match side {
                Some(("at", _)) => Step::RareObjects,
                _ => Step::ChildTables,
            };
            self.log.add(step, text_cost.saturating_sub(cost::list(&rows)));
            let name = side_key(key, &path);
            out.extend(side.map(|(word, value)| (side_key(&name, word), value)));
            self.list(&name, &rows, out);
        }
    }
}

/// A row of a list that already is a table.
fn row(value: &Tree) -> Tree {
    match value {
        Tree::Object(members) => {
            Tree::object(members.iter().map(|(key, value)| (row_key(key), row(value))).collect())
        }
        scalar => escaped(scalar, UNDECLARED),
    }
}

/// Writes `value` as JSON text, and declares it as such.
fn json_member(key: &Str, value: &Tree, out: &mut Members) {
    out.push((Rc::clone(key), Tree::String(value.to_json().into())));
    out.push((side_key(key, "json"), Tree::Bool(true)));
}

fn side_key(key: &Str, word: &str) -> Str {
    format!("{key}.{word}").into()
}

/// `row` with another member in front.
fn with_first(key: &Str, value: Tree, row: &Tree) -> Tree {
    let members = row.as_object().into_iter().flat_map(|members| members.iter().cloned());
    Tree::object([(Rc::clone(key), value)].into_iter().chain(members).collect())
}

/// Escapes a scalar where `brackets` would introduce JSON text.
fn escaped(value: &Tree, brackets: &[char]) -> Tree {
    match value.as_str().and_then(|text| cells::escape(text, brackets)) {
        Some(escaped) => Tree::String(escaped.into()),
        None => value.clone(),
    }
}

/// Whether canonical TOON would change the key order in an object's keyed table. `None` if it would
/// not write one.
fn is_map_reordered(members: &Members) -> Option<bool> {
    if members.len() < 2 { None } else { is_reordered(members.iter().map(|(_, value)| value)) }
}

/// Whether canonical TOON would change the key order in a table of `values`. `None` if it would not
/// write one.
fn is_reordered<'t>(values: impl Iterator<Item = &'t Tree>) -> Option<bool> {
    let objects: Vec<&Members> =
        values.map(|value| value.as_object().map(|members| &**members)).collect::<Option<_>>()?;
    order::is_reordered(&objects)
}

/// Whether canonical TOON would change the key order anywhere in `value`.
pub(crate) fn is_reordered_inside(value: &Tree) -> bool {
    // Items of a nested list are never written as a table themselves.
    fn is_item_reordered(item: &Tree) -> bool {
        match item {
            Tree::List(items) => items.iter().any(is_item_reordered),
            Tree::Object(members) => members.iter().any(|(_, value)| is_reordered_inside(value)),
            _ => false,
        }
    }
    match value {
        Tree::List(items) => {
            is_reordered(items.iter()).unwrap_or_else(|| items.iter().any(is_item_reordered))
        }
        Tree::Object(members) => is_map_reordered(members)
            .unwrap_or_else(|| members.iter().any(|(_, value)| is_reordered_inside(value))),
        _ => false,
    }
}

/// Keeps the columns of groups in the rows if canonical TOON would change the key order in the
/// legend.
fn keep_order(table: &mut DraftTable) {
    let columns = &table.columns;
    let is_stated = |at: &usize| !matches!(columns[*at].place, ColumnPlace::Own);
    let stated: Vec<usize> = (0..columns.len()).filter(is_stated).collect();
    // Lists and empty objects matter here, since an object that contains one is not a table row
    // (§9.3).
    let entry = &mut |at: usize| legend::entry(&columns[at], false);
    let legend = Tree::object(fill(&layout(columns, &stated, 0), entry));
    if is_reordered_inside(&legend) {
        for column in table.columns.iter_mut().filter(|column| column.path.len() > 1) {
            column.place = ColumnPlace::Own;
        }
    }
}

/// Ensures that there is at least one column, and that every row shows which groups are present: a
/// reader cannot distinguish a group without cells from an absent one.
fn show_groups(table: &mut DraftTable, level: Level) -> Option<()> {
    let mut groups: Vec<usize> = (0..table.groups.len()).collect();
    groups.sort_by_key(|&at| std::cmp::Reverse(table.groups[at].path.len()));
    for at in groups {
        let group = &table.groups[at];
        let columns = &table.columns[group.columns.clone()];
        if !columns.iter().any(DraftColumn::is_own) && !group.is_irregular {
            continue;
        }
        let shows: Vec<&DraftColumn> = columns.iter().filter(|column| shows(column, level)).collect();
        let inner = table.groups[at + 1..].iter().take_while(|inner| inner.path.starts_with(&group.path));
        let inner: Vec<&[GroupState]> =
            inner.filter(|inner| inner.is_irregular).map(|inner| &*inner.states).collect();
        let is_shown = |row: usize| {
            shows.iter().any(|column| column.cells[row].is_some())
                || inner.iter().any(|states| matches!(states[row], GroupState::Null | GroupState::Empty))
        };
        let present: Vec<usize> =
            (0..table.len).filter(|&row| group.states[row] == GroupState::Present).collect();
        if present.iter().all(|&row| is_shown(row)) {
            continue;
        }
        let columns = &mut table.columns[group.columns.clone()];
        make_own(columns, |column| {
            !column.kind.is_child() && present.iter().all(|&row| column.cells[row].is_some())
        })?;
    }
    if table.columns.iter().any(|column| shows(column, level)) {
        return Some(());
    }
    make_own(&mut table.columns, |column| !column.kind.is_child())
}

/// Whether the column's cells will definitely be written in the rows.
fn shows(column: &DraftColumn, level: Level) -> bool {
    let is_child =
        column.kind == ColumnKind::Single || column.kind == ColumnKind::Child && level != Level::Dense;
    column.is_own() && !is_child
}

/// Moves the cheapest column that is `fit` back to the rows.
fn make_own(columns: &mut [DraftColumn], fit: impl Fn(&DraftColumn) -> bool) -> Option<()> {
    let price = |column: &DraftColumn| column.cells.iter().flatten().map(cost::json).sum::<usize>();
    let candidates = columns.iter_mut().filter(|column| fit(column));
    let cheapest = candidates.min_by_key(|column| (column.kind != ColumnKind::Scalar, price(column)))?;
    cheapest.place = ColumnPlace::Own;
    Some(())
}

/// Lists of objects in rows that become a child table.
struct ChildDraft {
    path: String,
    /// How the child rows refer to the parent's: `of`, by a column, or `at`, by their numbers. If
    /// they do not, the parent's cell is the number of child rows.
    side: Option<(&'static str, Tree)>,
    rows: Vec<Tree>,
    /// The estimated tokens of the lists if written as JSON text in their rows.
    text_cost: usize,
}

/// The child table of objects that few rows have.
fn single(column: &mut DraftColumn) -> ChildDraft {
    column.place = ColumnPlace::Legend(LegendEntry::Children);
    let key: Str = ROW_KEY.into();
    let objects = || {
        let rows = column.cells.iter().enumerate();
        rows.filter_map(|(row, cell)| Some((row, cell.as_ref().filter(|cell| cell.as_object().is_some())?)))
    };
    let has_nulls = column.cells.iter().flatten().any(|cell| *cell == Tree::Null);
    ChildDraft {
        path: column.path.join("."),
        side: Some(("at", Tree::string(if has_nulls { ROW_KEY } else { ROW_KEY_OR_ABSENT }))),
        rows: objects().map(|(row, object)| with_first(&key, Tree::number(row), object)).collect(),
        text_cost: objects().map(|(_, object)| cost::quoted_json(object)).sum(),
    }
}

/// Whether the rows of a child table can refer to their parents: every parent has a list, and no
/// child row has the key `_of`.
fn is_linkable(child: &DraftColumn) -> bool {
    let is_list = |cell: &Option<Tree>| cell.as_ref().and_then(Tree::as_list).is_some();
    let has_key = |item: &Tree| {
        item.as_object().is_some_and(|members| members.iter().any(|(key, _)| **key == *PARENT_KEY))
    };
    let mut items = child.cells.iter().flatten().filter_map(Tree::as_list).flatten();
    child.cells.iter().all(is_list) && !items.any(has_key)
}

/// The column that child rows refer to: it is unique and short, and preferably a top-level key.
fn link(table: &DraftTable) -> Option<usize> {
    const SHORT_NAME_TOKENS: usize = 6;
    const MAX_NAME_TOKENS: usize = 14;
    const MAX_OTHER_TOKENS: usize = 5;
    let rank = |at: usize| {
        let column = &table.columns[at];
        let is_plain = matches!(column.place, ColumnPlace::Own)
            && column.kind == ColumnKind::Scalar
            && column.name.is_some();
        if !is_plain || column.path.len() > 2 {
            return None;
        }
        let texts: Vec<&Str> =
            column.cells.iter().map(|cell| cell.as_ref().and_then(Tree::as_text)).collect::<Option<_>>()?;
        let distinct: HashSet<&str> = texts.iter().map(|text| &***text).collect();
        let price = texts.iter().map(|text| cost::tokens(text)).sum::<usize>() / texts.len().max(1);
        let is_name = column.path.last().is_some_and(|key| is_name(key));
        let tier = match price {
            _ if is_name && price <= SHORT_NAME_TOKENS => 0,
            _ if is_name && price <= MAX_NAME_TOKENS => 1,
            _ if price <= MAX_OTHER_TOKENS => 2,
            _ => return None,
        };
        (distinct.len() == texts.len()).then_some((column.path.len(), tier, at))
    };
    (0..table.columns.len()).filter_map(rank).min().map(|(_, _, at)| at)
}

/// Whether a key suggests that its value identifies the object.
fn is_name(key: &str) -> bool {
    NAMES.contains(&key) || key.ends_with("Id") || key.ends_with("_id") || key == "uid"
}

/// A table that might be written.
struct Draft {
    table: DraftTable,
    children: Vec<ChildDraft>,
    /// The side keys, without the table's name.
    side: Vec<(&'static str, Tree)>,
    rows: Tree,
    /// The estimated tokens, with the child tables as canonical TOON.
    cost: usize,
}

impl Draft {
    /// Whether it contains lists or objects that could be smaller as tables of their own: most of
    /// it is JSON text, or there are long lists in the rows.
    fn is_nested(&self) -> bool {
        const MIN_ROWS_PER_LIST: usize = 8;
        const MIN_PART_OF_JSON: usize = 8;
        let text = |column: &DraftColumn| match column.kind {
            ColumnKind::Json => {
                column.cells.iter().flatten().filter(|cell| !cell.is_scalar()).map(cost::json).sum()
            }
            _ => 0,
        };
        let are_long = |column: &DraftColumn| {
            let (lists, rows) = list_cells::lists(&column.cells)
                .filter(|list| !list.is_empty())
                .fold((0, 0), |(lists, rows), list| (lists + 1, rows + list.len()));
            column.kind == ColumnKind::Child && rows >= MIN_ROWS_PER_LIST * lists
        };
        self.table.columns.iter().map(text).sum::<usize>() * MIN_PART_OF_JSON > self.cost
            || self.table.columns.iter().any(are_long)
    }

    fn new(table: DraftTable, children: Vec<ChildDraft>, rows: &[&Rc<Members>], is_exact: bool) -> Self {
        const SIDE_KEY_TOKENS: usize = 4;
        const HEADER_TOKENS: usize = 3;
        let declared = declared(&table);
        let columns = &table.columns;
        let mut side = Vec::new();
        let legend: Vec<(usize, Tree)> = columns
            .iter()
            .enumerate()
            .filter_map(|(at, column)| {
                Some((at, legend::entry(column, declared.contains(&column.path.join(".")))?))
            })
            .collect();
        let own: Vec<usize> = (0..columns.len()).filter(|&at| columns[at].is_own()).collect();
        let name = |at: &usize| columns[*at].path.last().map_or(0, |key| cost::tokens(key)) + 1;
        let mut price = own.iter().map(name).sum::<usize>();
        if !legend.is_empty() {
            let places: Vec<usize> = legend.iter().map(|(at, _)| *at).collect();
            let mut entries: HashMap<usize, Tree> = legend.into_iter().collect();
            let tree = Tree::object(fill(&layout(columns, &places, 0), &mut |at| entries.remove(&at)));
            side.push(("each", tree));
            if is_exact {
                let stated: Vec<usize> = places.iter().copied().filter(|&at| !columns[at].is_own()).collect();
                side.extend(runs(columns, &own, &stated).map(|runs| ("order", Tree::String(runs.into()))));
            }
        }
        if is_exact && !table.others.is_empty() {
            side.push(("alt", alternatives(&table, rows)));
        }
        for kind in ListCell::ALL {
            let named =
                own.iter().map(|&at| &columns[at]).filter(|column| column.kind == ColumnKind::List(kind));
            side.extend(paths(named.map(|column| column.path.join("."))).map(|paths| (kind.word(), paths)));
        }
        for (kind, word) in [(GroupKind::Tuple, "tuple"), (GroupKind::Transposed, "transposed")] {
            let groups = table.groups.iter().filter(|group| group.kind == kind);
            side.extend(paths(groups.map(|group| group.path.join("."))).map(|paths| (word, paths)));
        }
        let mut texts: Vec<String> = declared.into_iter().collect();
        texts.sort_unstable();
        side.extend(paths(texts.iter().cloned()).map(|paths| ("json", paths)));

        price += side.iter().map(|(_, value)| cost::plain(value) + SIDE_KEY_TOKENS).sum::<usize>();
        price += children.iter().map(|child| cost::list(&child.rows) + SIDE_KEY_TOKENS).sum::<usize>();
        let markers = markers(&table);
        let mut cells: Vec<Vec<Tree>> = Vec::with_capacity(own.len());
        for &at in &own {
            let column = &columns[at];
            let is_declared = texts.binary_search(&column.path.join(".")).is_ok();
            let states = markers.get(&at).copied();
            let written: Vec<Tree> =
                (0..table.len).map(|row| cell(column, row, states, is_declared)).collect();
            price += written.iter().map(|cell| cost::scalar(cell) + 1).sum::<usize>();
            cells.push(written);
        }
        let layout = layout(columns, &own, 0);
        let place_of: HashMap<usize, usize> =
            own.iter().enumerate().map(|(place, &at)| (at, place)).collect();
        let row = |row: usize| {
            Tree::object(fill(&layout, &mut |at| Some(cells.get(*place_of.get(&at)?)?.get(row)?.clone())))
        };
        let rows = Tree::list((0..table.len).map(row).collect());
        Draft { table, children, side, rows, cost: price + HEADER_TOKENS }
    }
}

/// The paths of columns whose cells or legend entries contain JSON text.
fn declared(table: &DraftTable) -> HashSet<String> {
    let is_json = |column: &&DraftColumn| match &column.place {
        ColumnPlace::Legend(LegendEntry::Constant(constant)) => legend::needs_json(constant),
        ColumnPlace::Legend(_) | ColumnPlace::Affixed { .. } => false,
        ColumnPlace::Own => {
            column.kind == ColumnKind::Json && column.cells.iter().flatten().any(|cell| !cell.is_scalar())
        }
    };
    table.columns.iter().filter(is_json).map(|column| column.path.join(".")).collect()
}

/// The marker columns by index, with the states of their groups.
fn markers(table: &DraftTable) -> HashMap<usize, &[GroupState]> {
    let groups = table.groups.iter().filter(|group| group.is_irregular);
    let marker = |group: &DraftGroup| {
        let is_marker = |at: &usize| {
            table.columns[*at].is_marker && table.columns[*at].path.len() == group.path.len() + 1
        };
        group.columns.clone().find(is_marker)
    };
    groups.filter_map(|group| Some((marker(group)?, &*group.states))).collect()
}

/// The written form of a cell.
fn cell(column: &DraftColumn, row: usize, states: Option<&[GroupState]>, is_declared: bool) -> Tree {
    match states.and_then(|states| states.get(row)) {
        Some(GroupState::Null) => return Tree::string(NULL_GROUP),
        Some(GroupState::Empty) => return Tree::string(EMPTY_GROUP),
        _ => {}
    }
    let Some(value) = column.cells.get(row).and_then(Option::as_ref) else { return Tree::string(ABSENT) };
    let is_declared = is_declared || matches!(column.kind, ColumnKind::List(_));
    let brackets = if is_declared { IN_CELL } else { UNDECLARED };
    match (&column.place, value) {
        (ColumnPlace::Affixed { prefix, suffix }, Tree::String(text)) => {
            escaped(&legend::middle(text, prefix, suffix), brackets)
        }
        (_, Tree::List(items)) if column.kind == ColumnKind::Child => Tree::number(items.len()),
        (_, Tree::List(_) | Tree::Object(_)) => {
            let joined = match column.kind {
                ColumnKind::List(kind) => list_cells::join(kind, value),
                _ => None,
            };
            match joined {
                Some(cell) => escaped(&cell, brackets),
                None => Tree::String(value.to_json().into()),
            }
        }
        (_, scalar) => escaped(scalar, brackets),
    }
}

/// Paths as the value of a side key. `None` if there are none.
fn paths(paths: impl Iterator<Item = String>) -> Option<Tree> {
    let paths: Vec<String> = paths.collect();
    if paths.is_empty() {
        None
    } else if paths.iter().any(|path| path.is_empty() || path.contains(' ')) {
        Some(Tree::list(paths.iter().map(|path| Tree::string(path)).collect()))
    } else {
        Some(Tree::String(paths.join(" ").into()))
    }
}

/// The nesting of columns in members.
enum LayoutNode {
    Leaf(usize),
    Group(Vec<(Str, LayoutNode)>),
}

/// The members at `depth` for the columns at `places`. The columns of a group are adjacent.
fn layout(columns: &[DraftColumn], places: &[usize], depth: usize) -> Vec<(Str, LayoutNode)> {
    let segment = |at: &usize| columns[*at].path.get(depth);
    places
        .chunk_by(|one, other| segment(one) == segment(other))
        .filter_map(|chunk| {
            let first = &columns[*chunk.first()?].path;
            let key = row_key(first.get(depth)?);
            let is_leaf = chunk.len() == 1 && first.len() == depth + 1;
            let node = if is_leaf {
                LayoutNode::Leaf(chunk[0])
            } else {
                LayoutNode::Group(layout(columns, chunk, depth + 1))
            };
            Some((key, node))
        })
        .collect()
}

fn fill(layout: &[(Str, LayoutNode)], leaf: &mut impl FnMut(usize) -> Option<Tree>) -> Members {
    let member = |(key, node): &(Str, LayoutNode)| {
        let value = match node {
            LayoutNode::Leaf(at) => leaf(*at)?,
            LayoutNode::Group(members) => Tree::object(fill(members, leaf)),
        };
        Some((Rc::clone(key), value))
    };
    layout.iter().filter_map(member).collect()
}

/// The alternating counts of columns with cells and columns of the legend, in the order of the
/// rows. `None` if all columns with cells come first.
fn runs(columns: &[DraftColumn], own: &[usize], stated: &[usize]) -> Option<String> {
    let usual: Vec<usize> = own.iter().chain(stated).copied().collect();
    let right: Vec<usize> = (0..columns.len()).collect();
    if nesting(columns, &usual) == nesting(columns, &right) {
        return None;
    }
    let mut runs: Vec<usize> = vec![0];
    let mut is_own = true;
    for column in columns {
        if column.is_own() != is_own {
            is_own = !is_own;
            runs.push(0);
        }
        if let Some(run) = runs.last_mut() {
            *run += 1;
        }
    }
    Some(runs.iter().map(usize::to_string).collect::<Vec<_>>().join(" "))
}

/// The keys of each group in the order of the columns.
fn nesting<'c>(columns: &'c [DraftColumn], order: &[usize]) -> HashMap<&'c [Str], Vec<&'c Str>> {
    let mut groups: HashMap<&[Str], Vec<&Str>> = HashMap::new();
    let mut seen: HashSet<&[Str]> = HashSet::new();
    for &at in order {
        let path = &columns[at].path;
        for depth in 0..path.len() {
            if seen.insert(&path[..=depth]) {
                groups.entry(&path[..depth]).or_default().push(&path[depth]);
            }
        }
    }
    groups
}

/// The value of `T.alt`: rows, with the positions of their keys in the order of the table.
fn alternatives(table: &DraftTable, rows: &[&Rc<Members>]) -> Tree {
    let places: HashMap<&str, usize> = table.keys.iter().enumerate().map(|(at, key)| (&**key, at)).collect();
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for &row in &table.others {
        let own: Vec<usize> = rows[row].iter().filter_map(|(key, _)| places.get(&**key).copied()).collect();
        let mut sorted = own.clone();
        sorted.sort_unstable();
        let order = own.iter().filter_map(|place| sorted.binary_search(place).ok()).map(|at| at.to_string());
        let order = order.collect::<Vec<_>>().join(" ");
        let at = *known.entry(order).or_insert_with_key(|order| {
            found.push((order.clone(), Vec::new()));
            found.len() - 1
        });
        found[at].1.push(row.to_string());
    }
    let mut texts: Vec<Tree> =
        found.iter().map(|(order, rows)| Tree::string(&format!("{}={order}", rows.join(" ")))).collect();
    match texts.pop() {
        Some(one) if texts.is_empty() => one,
        last => Tree::list(texts.into_iter().chain(last).collect()),
    }
}
