//! Finds the columns of rows.

use super::order::{self, ColumnOrder};
use super::write::leaves;
use crate::column::{
    ColumnKind, ColumnPlace, Domain, DraftColumn, DraftGroup, DraftTable, GroupKind, GroupState,
};
use crate::keys::{ROW_KEY, Siblings, is_reserved};
use crate::list_cells::{self, ListCell};
use crate::settings::{KeyOrder, Level, Settings, Step};
use crate::tree::{Members, Str, Tree};
use std::collections::HashMap;
use std::rc::Rc;

impl DraftTable {
    /// The columns of `rows`. `None` if the rows have so little in common that most cells would be
    /// empty.
    pub(crate) fn new(rows: &[&Rc<Members>], settings: Settings) -> Option<Self> {
        const MAX_CELLS_PER_VALUE: usize = 8;
        const ALWAYS_DENSE_CELLS: usize = 256;
        let ColumnOrder { keys, others } = order::merge(rows.iter().map(|row| &***row));
        let cells: usize = rows.iter().map(|row| leaves(row)).sum();
        let room = MAX_CELLS_PER_VALUE * cells + ALWAYS_DENSE_CELLS;
        let mut scan = ColumnScan { settings, columns: Vec::new(), groups: Vec::new(), room };
        let members: Vec<Option<Rc<Members>>> = rows.iter().map(|row| Some(Rc::clone(row))).collect();
        scan.members(&[], Some(""), &keys, &members, &None)?;
        let ColumnScan { mut columns, groups, .. } = scan;
        separate(&mut columns);
        let paths = columns.iter().map(|column| column.path.join(".").into()).collect();
        Some(DraftTable { len: rows.len(), columns, groups, keys, others, paths })
    }
}

/// Turns off list cells for columns whose paths are ambiguous, such as the key `a.b` and the key
/// `b` in `a`.
fn separate(columns: &mut [DraftColumn]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for column in &*columns {
        *counts.entry(column.path.join(".")).or_default() += 1;
    }
    for column in columns.iter_mut().filter(|column| matches!(column.kind, ColumnKind::List(_))) {
        if counts.get(&column.path.join(".")) != Some(&1) {
            column.kind = ColumnKind::Json;
        }
    }
}

/// Collects the columns of rows.
struct ColumnScan {
    settings: Settings,
    columns: Vec<DraftColumn>,
    groups: Vec<DraftGroup>,
    /// The number of cells that may still be added.
    room: usize,
}

/// The numbers of cells of each kind in a column.
#[derive(Default)]
struct Census {
    scalars: usize,
    lists: usize,
    filled_lists: usize,
    objects: usize,
    filled_objects: usize,
}

impl Census {
    fn new(cells: &[Option<Tree>]) -> Self {
        let mut census = Census::default();
        for cell in cells.iter().flatten() {
            match cell {
                Tree::Null => {}
                Tree::List(items) => {
                    census.lists += 1;
                    census.filled_lists += usize::from(!items.is_empty());
                }
                Tree::Object(members) => {
                    census.objects += 1;
                    census.filled_objects += usize::from(!members.is_empty());
                }
                _ => census.scalars += 1,
            }
        }
        census
    }

    /// Whether all cells are lists, `null` or absent.
    fn is_lists(&self) -> bool {
        self.filled_lists > 0 && self.objects == 0 && self.scalars == 0
    }

    /// Whether all cells are objects, `null` or absent.
    fn is_objects(&self) -> bool {
        self.filled_objects > 0 && self.lists == 0 && self.scalars == 0
    }
}

impl ColumnScan {
    /// Adds the columns for the members of the objects at `path`, at least one for each of `keys`.
    /// `name` is that path as written, which is empty for rows.
    fn members(
        &mut self,
        path: &[Str],
        name: Option<&str>,
        keys: &[Str],
        objects: &[Option<Rc<Members>>],
        domain: &Domain,
    ) -> Option<()> {
        self.room = self.room.checked_sub(keys.len().checked_mul(objects.len())?)?;
        let places: HashMap<&str, usize> = keys.iter().enumerate().map(|(at, key)| (&**key, at)).collect();
        let mut columns: Vec<Vec<Option<Tree>>> = keys.iter().map(|_| vec![None; objects.len()]).collect();
        for (row, object) in objects.iter().enumerate() {
            let Some(object) = object else { continue };
            let mut expected = 0;
            for (key, value) in object.iter() {
                let at = match keys.get(expected) {
                    Some(known) if Rc::ptr_eq(known, key) => expected,
                    _ => *places.get(&**key)?,
                };
                columns[at][row] = Some(value.clone());
                expected = at + 1;
            }
        }
        let is_container = |cells: &[Option<Tree>]| cells.iter().flatten().any(|cell| !cell.is_scalar());
        let containers = keys.iter().zip(&columns).filter(|(_, cells)| is_container(cells));
        let siblings = Siblings::new(keys.iter(), containers.map(|(key, _)| key));
        for (key, cells) in keys.iter().zip(columns) {
            let path = path.iter().chain([key]).map(Rc::clone).collect();
            let name = siblings.path(name, key).map(Into::into);
            self.column(path, name, cells, domain);
        }
        Some(())
    }

    /// Adds a member of the rows: as a group, or as a column of the first kind that fits its cells.
    fn column(&mut self, path: Vec<Str>, name: Option<Str>, cells: Vec<Option<Tree>>, domain: &Domain) {
        let census = Census::new(&cells);
        let is_single = census.is_objects()
            && self.settings.steps.has(Step::RareObjects)
            && name.as_deref().is_some_and(|name| !name.split('.').any(is_reserved))
            && is_single(&cells);
        if is_single {
            self.push(path, name, ColumnKind::Single, cells, domain);
            return;
        }
        let is_group = census.is_objects()
            && self.group(&path, name.as_deref(), &cells, domain, GroupKind::Object)
            || census.is_lists()
                && name.as_deref().is_some_and(|name| self.list_group(&path, name, &cells, domain));
        if is_group {
            return;
        }
        let steps = self.settings.steps;
        let kind = if census.lists + census.objects == 0 {
            ColumnKind::Scalar
        } else if census.is_lists()
            && steps.has(Step::ChildTables)
            && name.as_deref().is_some_and(|name| !name.split('.').any(is_reserved))
            && list_cells::lists(&cells).flatten().all(|item| item.as_object().is_some())
        {
            ColumnKind::Child
        } else if name.is_some() && (census.is_lists() || census.is_objects()) {
            self.list_cell(&cells).map_or(ColumnKind::Json, ColumnKind::List)
        } else {
            ColumnKind::Json
        };
        self.push(path, name, kind, cells, domain);
    }

    fn list_cell(&self, cells: &[Option<Tree>]) -> Option<ListCell> {
        let step =
            |kind: &ListCell| if *kind == ListCell::One { Step::SingleElements } else { Step::ListCells };
        list_cells::find(cells).filter(|kind| self.settings.steps.has(step(kind)))
    }

    fn push(
        &mut self,
        path: Vec<Str>,
        name: Option<Str>,
        kind: ColumnKind,
        cells: Vec<Option<Tree>>,
        domain: &Domain,
    ) {
        let (domain, place) = (domain.clone(), ColumnPlace::Own);
        self.columns.push(DraftColumn { path, name, kind, cells, domain, is_marker: false, place });
    }

    /// Adds objects as a group, if most of them have most of the keys.
    fn group(
        &mut self,
        path: &[Str],
        name: Option<&str>,
        cells: &[Option<Tree>],
        domain: &Domain,
        kind: GroupKind,
    ) -> bool {
        let objects: Vec<Option<Rc<Members>>> = cells
            .iter()
            .map(|cell| {
                cell.as_ref().and_then(Tree::as_object).filter(|members| !members.is_empty()).cloned()
            })
            .collect();
        let filled = || objects.iter().flatten();
        let ColumnOrder { keys, others } = order::merge(filled().map(|object| &**object));
        let is_full = {
            const ALWAYS_DENSE_KEYS: usize = 3;
            let (cells, rows) =
                filled().fold((0, 0), |(cells, rows), object| (cells + object.len(), rows + 1));
            // At least 45 %.
            keys.len() <= ALWAYS_DENSE_KEYS || cells * 100 >= rows * keys.len() * 45
        };
        if !is_full || (!others.is_empty() && self.settings.key_order == KeyOrder::Exact) {
            return false;
        }
        let has_parent = |row: usize| domain.as_ref().is_none_or(|domain| domain[row]);
        let is_irregular =
            objects.iter().enumerate().any(|(row, object)| has_parent(row) && object.is_none());
        let inner = if is_irregular {
            Some(Rc::new(objects.iter().map(Option::is_some).collect()))
        } else {
            domain.clone()
        };
        let (first_column, first_group) = (self.columns.len(), self.groups.len());
        let columns = first_column..first_column;
        self.groups.push(DraftGroup {
            path: path.to_vec(),
            columns,
            states: states(cells),
            is_irregular,
            kind,
        });
        let is_complete = self.members(path, name, &keys, &objects, &inner).is_some()
            && (!is_irregular || self.mark(path.len(), first_column));
        if is_complete {
            self.groups[first_group].columns.end = self.columns.len();
        } else {
            self.columns.truncate(first_column);
            self.groups.truncate(first_group);
        }
        is_complete
    }

    /// Finds the marker column of a group at `depth`, whose columns begin at `first`: a scalar
    /// member that is present whenever the group is.
    fn mark(&mut self, depth: usize, first: usize) -> bool {
        let is_marker = |column: &DraftColumn| {
            column.path.len() == depth + 1
                && column.kind == ColumnKind::Scalar
                && column.in_group().all(|(_, cell)| cell.is_some())
        };
        match self.columns[first..].iter_mut().find(|column| is_marker(column)) {
            Some(column) => {
                column.is_marker = true;
                true
            }
            None => false,
        }
    }

    fn list_group(&mut self, path: &[Str], name: &str, cells: &[Option<Tree>], domain: &Domain) -> bool {
        self.settings.steps.has(Step::Tuples)
            && (self.tuple(path, name, cells, domain) || self.transposed(path, name, cells, domain))
    }

    /// Adds lists of lists of equal length as a group of list cells, one for each index.
    fn transposed(&mut self, path: &[Str], name: &str, cells: &[Option<Tree>], domain: &Domain) -> bool {
        const MAX_WIDTH: usize = 8;
        let inner = || list_cells::lists(cells).flatten().map(Tree::as_list);
        let Some(Some(first)) = inner().next() else { return false };
        let width = first.len();
        let is_even = (2..=MAX_WIDTH).contains(&width)
            && inner()
                .all(|list| list.is_some_and(|list| list.len() == width && list.iter().all(Tree::is_scalar)));
        if !is_even {
            return false;
        }
        let column = |items: &[Tree], at: usize| {
            Tree::list(items.iter().filter_map(|list| list.as_list()?.get(at).cloned()).collect())
        };
        let turned =
            |items: &[Tree]| (0..width).map(|at| (at.to_string().into(), column(items, at))).collect();
        let objects: Vec<Option<Tree>> = cells
            .iter()
            .map(|cell| match cell {
                Some(Tree::List(items)) if items.is_empty() => Some(Tree::object(Members::new())),
                Some(Tree::List(items)) => Some(Tree::object(turned(items))),
                other => other.clone(),
            })
            .collect();
        let (first_column, first_group) = (self.columns.len(), self.groups.len());
        let is_list = |column: &DraftColumn| matches!(column.kind, ColumnKind::List(_));
        // Its columns are list cells, and no tuples.
        self.settings.steps.set(Step::Tuples, false);
        let is_group = self.group(path, Some(name), &objects, domain, GroupKind::Transposed);
        self.settings.steps.set(Step::Tuples, true);
        let is_group = is_group && self.columns[first_column..].iter().all(is_list);
        if !is_group {
            self.columns.truncate(first_column);
            self.groups.truncate(first_group);
        }
        is_group
    }

    /// Adds lists of equal length as a group, with the indices as keys.
    fn tuple(&mut self, path: &[Str], name: &str, cells: &[Option<Tree>], domain: &Domain) -> bool {
        const MAX_TUPLE_LEN: usize = 4;
        const MAX_TUPLE_COLUMNS: usize = 16;
        let of_objects = if self.settings.level == Level::Dense { MAX_TUPLE_LEN } else { 1 };
        let Some(first) = list_cells::lists(cells).next() else { return false };
        let longest = if first.first().is_some_and(|item| item.as_object().is_some()) {
            of_objects
        } else {
            MAX_TUPLE_LEN
        };
        let is_object = |item: &Tree| item.as_object().is_some_and(|members| !members.is_empty());
        let all = |is: &dyn Fn(&Tree) -> bool| list_cells::lists(cells).flatten().all(is);
        let is_tuple = cells.len() > 1
            && (1..=longest).contains(&first.len())
            && list_cells::lists(cells).all(|list| list.len() == first.len())
            && (all(&is_object)
                || all(&|item| matches!(item, Tree::Number(_)))
                || all(&Tree::is_scalar) && self.list_cell(cells).is_none());
        // A single scalar needs no column for its index.
        if first.len() == 1 && all(&Tree::is_scalar) && self.list_cell(cells).is_some() {
            return false;
        }
        // A tuple of several objects that have child tables would be hard to read.
        let is_shallow = first.len() == 1 || !list_cells::lists(cells).flatten().any(holds_objects);
        if !is_tuple || !is_shallow {
            return false;
        }
        let indices: Vec<Str> = (0..first.len()).map(|index| index.to_string().into()).collect();
        let objects: Vec<Option<Tree>> = cells
            .iter()
            .map(|cell| match cell {
                Some(Tree::List(items)) => {
                    Some(Tree::object(indices.iter().map(Rc::clone).zip(items.iter().cloned()).collect()))
                }
                other => other.clone(),
            })
            .collect();
        let (first_column, first_group) = (self.columns.len(), self.groups.len());
        let is_group = self.group(path, Some(name), &objects, domain, GroupKind::Tuple) && {
            let columns = &self.columns[first_column..];
            columns.len() <= MAX_TUPLE_COLUMNS && columns.iter().all(|column| column.kind != ColumnKind::Json)
        };
        if !is_group {
            self.columns.truncate(first_column);
            self.groups.truncate(first_group);
        }
        is_group
    }
}

/// Whether objects are so rare that a table of their own is smaller than a group with absent cells.
/// All other cells must be `null`, or absent.
fn is_single(cells: &[Option<Tree>]) -> bool {
    const MIN_LEAVES: usize = 3;
    const TABLE_TOKENS: usize = 12;
    const NUMBER_TOKENS: usize = 2;
    let objects = || cells.iter().flatten().filter_map(Tree::as_object);
    let (count, others) = (objects().count(), cells.len() - objects().count());
    let is_uniform = cells.iter().filter(|cell| cell.as_ref().is_none_or(|cell| *cell == Tree::Null));
    let nulls = is_uniform.filter(|cell| cell.is_some()).count();
    if count >= others || (nulls != 0 && nulls != others) {
        return false;
    }
    if objects().any(|object| object.is_empty() || object.iter().any(|(key, _)| **key == *ROW_KEY)) {
        return false;
    }
    let width = objects().map(|object| leaves(object)).max().unwrap_or_default();
    width >= MIN_LEAVES && others * width > count * NUMBER_TOKENS + TABLE_TOKENS
}

/// Whether an object contains a list of objects.
fn holds_objects(item: &Tree) -> bool {
    let is_object = |item: &Tree| item.as_object().is_some();
    let holds = |value: &Tree| value.as_list().is_some_and(|items| items.iter().any(is_object));
    item.as_object().is_some_and(|members| members.iter().any(|(_, value)| holds(value)))
}

fn states(cells: &[Option<Tree>]) -> Vec<GroupState> {
    let state = |cell: &Option<Tree>| match cell {
        None => GroupState::Absent,
        Some(Tree::Object(members)) if members.is_empty() => GroupState::Empty,
        Some(Tree::Object(_)) => GroupState::Present,
        Some(_) => GroupState::Null,
    };
    cells.iter().map(state).collect()
}
