//! Rows as columns: what the steps that make a table work on.

use super::keys::{is_reserved, path_text};
use super::options::{KeyOrder, Level, Settings, Step};
use super::order::{self, Order};
use super::tree::{Object, Str, Tree};
use super::{list_cells, tables};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A leaf of the rows.
pub(super) struct Column {
    pub(super) path: Vec<Str>,
    /// Its path in side keys and placeholders, if it can be referred to.
    pub(super) name: Option<Str>,
    pub(super) kind: Kind,
    /// For each row; nothing where the key is absent.
    pub(super) cells: Vec<Option<Tree>>,
    /// The rows that have the group it is in.
    domain: Domain,
    /// Its cells tell whether its group is `null` or `{}`, so that it stays a column.
    pub(super) is_marker: bool,
    pub(super) place: Place,
}

/// What the cells of a column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar,
    /// Strings with a space between them.
    Words,
    /// Strings with `; ` between them.
    List,
    /// A map of strings, written `k=v; k=v`.
    Pairs,
    /// Numbers with a space between them.
    Numbers,
    /// Lists of objects, which have a table of their own.
    Child,
    /// JSON text, and scalars.
    Json,
}

/// Where a column is written.
pub(super) enum Place {
    Own,
    /// As a column, without what its texts have in common.
    Affixed {
        prefix: String,
        suffix: String,
    },
    Legend(Entry),
}

/// What a legend says of a column.
pub(super) enum Entry {
    Constant(Tree),
    Template(String),
    /// The lists are in a child table that names the rows they belong to.
    Children,
}

/// A nested object of the rows.
pub(super) struct Group {
    pub(super) path: Vec<Str>,
    pub(super) states: Vec<State>,
    /// In some rows that could have it, it is not there, `null` or `{}`.
    pub(super) is_irregular: bool,
    /// It is a list, whose indices are its keys.
    pub(super) is_tuple: bool,
}

/// What a row has at the place of a group.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Absent,
    Null,
    Empty,
    Present,
}

/// The rows that have a group; all rows where there is none.
type Domain = Option<Rc<Vec<bool>>>;

impl Column {
    pub(super) fn is_own(&self) -> bool {
        !matches!(self.place, Place::Legend(_))
    }

    /// Whether it can be the subject of a rule.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.place, Place::Own) && !self.is_marker
    }

    /// Whether a row has the group of the column.
    pub(super) fn has_group(&self, row: usize) -> bool {
        self.domain.as_ref().is_none_or(|domain| domain[row])
    }

    /// The rows that have its group, with their cells.
    pub(super) fn in_group(&self) -> impl Iterator<Item = (usize, Option<&Tree>)> {
        let cells = self.cells.iter().map(Option::as_ref).enumerate();
        cells.filter(|(row, _)| self.has_group(*row))
    }

    pub(super) fn is_in(&self, group: &Group) -> bool {
        self.path.starts_with(&group.path)
    }
}

/// Rows, by columns.
pub(super) struct Table {
    pub(super) len: usize,
    pub(super) columns: Vec<Column>,
    pub(super) groups: Vec<Group>,
    /// The top-level keys in the order of the columns.
    pub(super) keys: Vec<Str>,
    /// The rows that have another order.
    pub(super) others: Vec<usize>,
    /// The names of the columns.
    pub(super) names: HashSet<Str>,
}

impl Table {
    /// The columns of `rows`; none if these have so little in common that a table would mostly be empty.
    pub(super) fn new(rows: &[&Rc<Object>], settings: Settings) -> Option<Self> {
        const SPARSE: usize = 8;
        const SMALL: usize = 256;
        let Order { keys, others } = order::merge(rows.iter().map(|row| &***row));
        let cells: usize = rows.iter().map(|row| tables::leaves(row)).sum();
        let room = SPARSE * cells + SMALL;
        let mut scan = Scan { settings, columns: Vec::new(), groups: Vec::new(), room };
        let members: Vec<Option<Rc<Object>>> = rows.iter().map(|row| Some(Rc::clone(row))).collect();
        scan.members(&[], &keys, &members, &None)?;
        let Scan { mut columns, groups, .. } = scan;
        separate(&mut columns);
        let names = columns.iter().filter_map(|column| column.name.clone()).collect();
        Some(Table { len: rows.len(), columns, groups, keys, others, names })
    }
}

/// Takes the list cells from columns whose paths have the same text, such as those of `a.b` and of `b` in `a`.
fn separate(columns: &mut [Column]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for column in &*columns {
        *counts.entry(column.path.join(".")).or_default() += 1;
    }
    let is_list = |kind| matches!(kind, Kind::Words | Kind::List | Kind::Pairs | Kind::Numbers);
    for column in columns.iter_mut().filter(|column| is_list(column.kind)) {
        if counts.get(&column.path.join(".")) != Some(&1) {
            column.kind = Kind::Json;
        }
    }
}

/// Finds the columns of rows.
struct Scan {
    settings: Settings,
    columns: Vec<Column>,
    groups: Vec<Group>,
    /// The cells that there may still be.
    room: usize,
}

/// What the cells of a column are.
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

    /// Nothing but lists, `null` and absent cells.
    fn is_lists(&self) -> bool {
        self.filled_lists > 0 && self.objects == 0 && self.scalars == 0
    }

    /// Nothing but objects, `null` and absent cells.
    fn is_objects(&self) -> bool {
        self.filled_objects > 0 && self.lists == 0 && self.scalars == 0
    }
}

impl Scan {
    /// The columns of the objects at `path`, one for each of `keys` or more.
    fn members(
        &mut self,
        path: &[Str],
        keys: &[Str],
        objects: &[Option<Rc<Object>>],
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
        for (key, cells) in keys.iter().zip(columns) {
            let path = path.iter().chain([key]).map(Rc::clone).collect();
            self.column(path, cells, domain)?;
        }
        Some(())
    }

    /// One member of the rows: a group, or a column of the first kind that its cells allow.
    fn column(&mut self, path: Vec<Str>, cells: Vec<Option<Tree>>, domain: &Domain) -> Option<()> {
        let census = Census::new(&cells);
        let name: Option<Str> = path_text(&path).map(Into::into);
        let is_group = census.is_objects() && self.group(&path, &cells, domain, false)
            || census.is_lists() && name.is_some() && self.tuple(&path, &cells, domain);
        if is_group {
            return Some(());
        }
        let steps = self.settings.steps;
        let kind = if census.lists + census.objects == 0 {
            Kind::Scalar
        } else if census.is_lists()
            && steps.has(Step::ChildTables)
            && name.is_some()
            && !path.iter().any(|segment| is_reserved(segment))
            && lists(&cells).flatten().all(|item| item.as_object().is_some())
        {
            Kind::Child
        } else if steps.has(Step::ListCells) && name.is_some() && (census.is_lists() || census.is_objects()) {
            list_cells::kind(&cells).unwrap_or(Kind::Json)
        } else {
            Kind::Json
        };
        let domain = domain.clone();
        self.columns.push(Column { path, name, kind, cells, domain, is_marker: false, place: Place::Own });
        Some(())
    }

    /// Whether objects, most of which have most of the keys, are a group. If so, it is added with its columns.
    fn group(&mut self, path: &[Str], cells: &[Option<Tree>], domain: &Domain, is_tuple: bool) -> bool {
        let objects: Vec<Option<Rc<Object>>> = cells
            .iter()
            .map(|cell| {
                cell.as_ref().and_then(Tree::as_object).filter(|members| !members.is_empty()).cloned()
            })
            .collect();
        let filled = || objects.iter().flatten();
        let Order { keys, others } = order::merge(filled().map(|object| &**object));
        let is_full = {
            const FEW: usize = 3;
            let (cells, rows) =
                filled().fold((0, 0), |(cells, rows), object| (cells + object.len(), rows + 1));
            // At least 45 %.
            keys.len() <= FEW || cells * 100 >= rows * keys.len() * 45
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
        self.groups.push(Group { path: path.to_vec(), states: states(cells), is_irregular, is_tuple });
        let is_complete = self.members(path, &keys, &objects, &inner).is_some()
            && (!is_irregular || self.mark(path.len(), first_column));
        if !is_complete {
            self.columns.truncate(first_column);
            self.groups.truncate(first_group);
        }
        is_complete
    }

    /// Finds the marker column of a group at `depth`, whose columns begin at `first`: a direct scalar that is there
    /// whenever the group is.
    fn mark(&mut self, depth: usize, first: usize) -> bool {
        let is_marker = |column: &Column| {
            column.path.len() == depth + 1
                && column.kind == Kind::Scalar
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

    /// Whether lists of one length are a group, whose keys are the indices.
    fn tuple(&mut self, path: &[Str], cells: &[Option<Tree>], domain: &Domain) -> bool {
        const LONGEST: usize = 4;
        const MOST_COLUMNS: usize = 16;
        let of_objects = if self.settings.level == Level::Dense { LONGEST } else { 1 };
        let Some(first) = lists(cells).next() else { return false };
        let longest =
            if first.first().is_some_and(|item| item.as_object().is_some()) { of_objects } else { LONGEST };
        let is_object = |item: &Tree| item.as_object().is_some_and(|members| !members.is_empty());
        let all = |is: &dyn Fn(&Tree) -> bool| lists(cells).flatten().all(is);
        let is_tuple = self.settings.steps.has(Step::Tuples)
            && cells.len() > 1
            && (1..=longest).contains(&first.len())
            && lists(cells).all(|list| list.len() == first.len())
            && (all(&is_object) || all(&|item| matches!(item, Tree::Number(_))));
        // Children of tuples that are longer than one would be hard to tell apart.
        let is_shallow = first.len() == 1 || !lists(cells).flatten().any(holds_objects);
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
        let is_group = self.group(path, &objects, domain, true) && {
            let columns = &self.columns[first_column..];
            columns.len() <= MOST_COLUMNS && columns.iter().all(|column| column.kind != Kind::Json)
        };
        if !is_group {
            self.columns.truncate(first_column);
            self.groups.truncate(first_group);
        }
        is_group
    }
}

/// Whether an object has a list of objects.
fn holds_objects(item: &Tree) -> bool {
    let is_object = |item: &Tree| item.as_object().is_some();
    let holds = |value: &Tree| value.as_list().is_some_and(|items| items.iter().any(is_object));
    item.as_object().is_some_and(|members| members.iter().any(|(_, value)| holds(value)))
}

fn states(cells: &[Option<Tree>]) -> Vec<State> {
    let state = |cell: &Option<Tree>| match cell {
        None => State::Absent,
        Some(Tree::Object(members)) if members.is_empty() => State::Empty,
        Some(Tree::Object(_)) => State::Present,
        Some(_) => State::Null,
    };
    cells.iter().map(state).collect()
}

/// The lists among the cells.
pub(super) fn lists(cells: &[Option<Tree>]) -> impl Iterator<Item = &[Tree]> {
    cells.iter().flatten().filter_map(Tree::as_list)
}
