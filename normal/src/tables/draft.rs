//! Decides how the columns of a table are written, and what that costs.

use crate::cells::{self, ABSENT, EMPTY_GROUP, IN_CELL, NULL_GROUP, UNDECLARED};
use crate::column::{
    ColumnKind, ColumnPlace, DraftColumn, DraftGroup, DraftTable, GroupKind, GroupState, LegendEntry,
};
use crate::keys::{NAMES, PARENT_KEY, ROW_KEY, ROW_KEY_OR_ABSENT, row_key};
use crate::list_cells::ListCell;
use crate::settings::Level;
use crate::tree::{Members, Str, Tree};
use crate::{cost, legend, list_cells};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Ensures that there is at least one column, and that every row shows which groups are present: a
/// reader cannot distinguish a group without cells from an absent one.
pub(super) fn show_groups(table: &mut DraftTable, level: Level) -> Option<()> {
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
pub(super) struct ChildDraft {
    pub(super) path: String,
    /// How the child rows refer to the parent's: `of`, by a column, or `at`, by their numbers. If
    /// they do not, the parent's cell is the number of child rows.
    pub(super) side: Option<(&'static str, Tree)>,
    pub(super) rows: Vec<Tree>,
    /// The estimated tokens of the lists if written as JSON text in their rows.
    pub(super) text_cost: usize,
}

/// The child table of objects that few rows have.
pub(super) fn single(column: &mut DraftColumn) -> ChildDraft {
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
pub(super) fn is_linkable(child: &DraftColumn) -> bool {
    let is_list = |cell: &Option<Tree>| cell.as_ref().and_then(Tree::as_list).is_some();
    let has_key = |item: &Tree| {
        item.as_object().is_some_and(|members| members.iter().any(|(key, _)| **key == *PARENT_KEY))
    };
    let mut items = child.cells.iter().flatten().filter_map(Tree::as_list).flatten();
    child.cells.iter().all(is_list) && !items.any(has_key)
}

/// The column that child rows refer to: it is unique and short, and preferably a top-level key.
pub(super) fn link(table: &DraftTable) -> Option<usize> {
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
pub(super) struct Draft {
    pub(super) table: DraftTable,
    pub(super) children: Vec<ChildDraft>,
    /// The side keys, without the table's name.
    pub(super) side: Vec<(&'static str, Tree)>,
    pub(super) rows: Tree,
    /// The estimated tokens, with the child tables as canonical TOON.
    pub(super) cost: usize,
}

impl Draft {
    /// Whether it contains lists or objects that could be smaller as tables of their own: most of
    /// it is JSON text, or there are long lists in the rows.
    pub(super) fn is_nested(&self) -> bool {
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

    pub(super) fn new(
        table: DraftTable,
        children: Vec<ChildDraft>,
        rows: &[&Rc<Members>],
        is_exact: bool,
    ) -> Self {
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
pub(super) enum LayoutNode {
    Leaf(usize),
    Group(Vec<(Str, LayoutNode)>),
}

/// The members at `depth` for the columns at `places`. The columns of a group are adjacent.
pub(super) fn layout(columns: &[DraftColumn], places: &[usize], depth: usize) -> Vec<(Str, LayoutNode)> {
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

pub(super) fn fill(layout: &[(Str, LayoutNode)], leaf: &mut impl FnMut(usize) -> Option<Tree>) -> Members {
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

/// `row` with another member in front.
pub(super) fn with_first(key: &Str, value: Tree, row: &Tree) -> Tree {
    let members = row.as_object().into_iter().flat_map(|members| members.iter().cloned());
    Tree::object([(Rc::clone(key), value)].into_iter().chain(members).collect())
}

/// Escapes a scalar where `brackets` would introduce JSON text.
pub(super) fn escaped(value: &Tree, brackets: &[char]) -> Tree {
    match value.as_str().and_then(|text| cells::escape(text, brackets)) {
        Some(escaped) => Tree::String(escaped.into()),
        None => value.clone(),
    }
}
