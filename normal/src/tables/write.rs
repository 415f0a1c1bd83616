//! Writes tables: lists of objects whose rows may lack cells. Nested lists of objects become tables
//! of their own.

use super::draft::{
    ChildDraft, Draft, escaped, fill, is_linkable, layout, link, show_groups, single, with_first,
};
use super::kinds::Kinds;
use super::nulls::Nulls;
use super::order;
use crate::cells::UNDECLARED;
use crate::column::{ColumnKind, ColumnPlace, DraftTable, LegendEntry};
use crate::document::Log;
use crate::keys::{KIND, KeyWriter, MAP_KEY, MAP_KEY_ONE, NULLS, ONE, PARENT_KEY, row_key};
use crate::settings::{KeyOrder, Level, Settings, Step};
use crate::tree::{Members, Str, Tree, are_rows};
use crate::{cost, legend};
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

/// Whether an object would be hard to read as the only row of a table, since its names and values
/// would be far from each other.
fn is_wide(only: &Members) -> bool {
    const MAX_COLUMNS: usize = 10;
    leaves(only) > MAX_COLUMNS
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
        let only = match items {
            [Tree::Object(only)] if self.settings.steps.has(Step::SingleElements) => Some(&**only),
            _ => None,
        };
        let wide = only.filter(|only| is_wide(only));
        if let Some(only) = wide.filter(|_| self.settings.level != Level::Dense) {
            self.only(key, only, out);
            return;
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
                    wide.is_some() || draft.is_nested(),
                    items.iter(),
                    out,
                    |tables, out| tables.write(step, key, draft, plain, out),
                    |tables, out| {
                        match only {
                            Some(only) => tables.only(key, only, out),
                            None => out.push((Rc::clone(key), tables.items(items, false)?)),
                        }
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

    /// Writes a list as its only element.
    fn only(&mut self, key: &Str, only: &Members, out: &mut Members) {
        let members = self.object(only, Standing::Member);
        self.log.add(Step::SingleElements, 0);
        out.push((side_key(key, ONE), Tree::Bool(true)));
        out.push((Rc::clone(key), Tree::object(members)));
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
