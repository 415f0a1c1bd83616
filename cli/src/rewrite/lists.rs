//! Finds the lists that are not tables, why, and which columns would make them one.

use super::columns::{ColumnKind, KeptColumn, ROW, RowColumns, push_segment};
use super::filled::Plan;
use super::list_form::{ListForm, ListForms, ListReason, Remedy};
use std::collections::BTreeSet;
use std::sync::Arc;
use toon::__internal::Events;
use toon::__internal::shorten;
use toon::Result;

/// The maximum number of columns for which a list is filled, groups included, unless the first row
/// alone has more.
const MAX_COLUMNS: usize = 4096;

/// The maximum number of filled columns whose names are kept.
const MAX_NAMES: usize = 100;

/// What is found in the lists of a value.
#[derive(Default)]
pub(super) struct FoundLists {
    /// Lists that are filled, in the order in which they begin.
    pub(super) plans: Vec<Plan>,
    /// The number of fields that are added to all lists, and the names of some.
    pub(super) added: u64,
    pub(super) names: Vec<String>,
    /// Lists that are not tables, and are not filled.
    pub(super) list_forms: ListForms,
}

/// Which lists are to be filled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    None,
    /// All, but plans are kept only for the outermost list.
    Outermost,
    All,
}

/// Receives a value.
pub(super) struct ListFinder {
    filling: Filling,
    /// Whether tables can have groups.
    has_groups: bool,
    /// The open lists, and the number of all so far.
    open: Vec<OpenList>,
    arrays: u64,
    path: ListPath,
    found: FoundLists,
    shared: BTreeSet<Arc<[KeptColumn]>>,
}

/// An array that has not ended.
struct OpenList {
    /// The number of arrays that begin before it.
    number: u64,
    /// The numbers of elements, of objects with fields among them, and of all scalars inside.
    rows: u64,
    objects: u64,
    scalars: u64,
    /// The open row has had no key yet.
    is_new_row: bool,
    columns: RowColumns,
    /// The open row and its open groups.
    groups: Vec<OpenGroup>,
    /// The column whose key came last.
    column: usize,
    /// The number of open objects if the list cannot become a table, and is not looked into.
    objects_open: usize,
    /// Why it cannot be a table, even if filled.
    blocker: Option<ListReason>,
    /// The first reason why it must be filled.
    absent: Option<ListReason>,
    is_too_wide: bool,
}

struct OpenGroup {
    column: usize,
    /// The place of the next column.
    cursor: usize,
    /// The number of columns so far.
    count: usize,
}

impl OpenList {
    fn new(number: u64, blocker: Option<ListReason>) -> Self {
        OpenList {
            number,
            rows: 0,
            objects: 0,
            scalars: 0,
            is_new_row: false,
            columns: RowColumns::new(),
            groups: Vec::new(),
            column: ROW,
            objects_open: 0,
            blocker,
            absent: None,
            is_too_wide: false,
        }
    }

    /// Whether the next value is an element.
    fn is_at_element(&self) -> bool {
        self.groups.is_empty() && self.objects_open == 0
    }

    /// Whether columns are collected.
    fn is_candidate(&self) -> bool {
        self.blocker.is_none() && !self.is_too_wide
    }

    fn block(&mut self, reason: ListReason) {
        self.blocker.get_or_insert(reason);
        self.forget();
    }

    /// Stops collecting columns.
    fn forget(&mut self) {
        self.objects_open += self.groups.len();
        self.groups.clear();
        self.columns = RowColumns::new();
    }

    fn begin_object(&mut self, has_groups: bool) {
        if self.is_at_element() {
            self.rows += 1;
            self.is_new_row = true;
            if self.is_candidate() {
                self.groups.push(OpenGroup { column: ROW, cursor: 0, count: 0 });
                return;
            }
        } else if !self.groups.is_empty() {
            let (row, column) = (self.rows, self.column);
            let field = || self.columns.path(column);
            match self.columns.kind(column) {
                ColumnKind::Leaf => self.block(match self.columns.first_null(column) {
                    Some(row) => ListReason::Null { row, field: field() },
                    None => ListReason::Object { row, field: field() },
                }),
                _ if !has_groups => self.block(ListReason::Group { row, field: field() }),
                _ => {
                    self.columns.make_group(column);
                    self.groups.push(OpenGroup { column, cursor: 0, count: 0 });
                    return;
                }
            }
        }
        self.objects_open += 1;
    }

    fn key(&mut self, key: &str) {
        if std::mem::take(&mut self.is_new_row) {
            self.objects += 1;
        }
        let Some(group) = self.groups.last_mut() else { return };
        let OpenGroup { column: parent, cursor, .. } = *group;
        let known = self.columns.find(parent, cursor, key);
        if known.is_none() && self.rows > 1 {
            let field = || self.columns.path_below(parent, key);
            self.absent.get_or_insert_with(|| ListReason::Extra { row: self.rows, field: field() });
            if self.columns.len() >= MAX_COLUMNS {
                self.is_too_wide = true;
                return self.forget();
            }
        }
        self.column = known.unwrap_or_else(|| self.columns.add(parent, key, self.rows));
        group.cursor = self.columns.place(self.column) + 1;
        group.count += usize::from(self.columns.see(self.column, self.rows));
    }

    fn end_object(&mut self) {
        let Some(OpenGroup { column, count, .. }) = self.groups.pop() else {
            self.objects_open -= 1;
            return;
        };
        if self.absent.is_none() && count < self.columns.children(column).len() {
            let absent = self.columns.absent(column, 0, self.rows);
            let missing =
                |(_, column)| ListReason::Missing { row: self.rows, field: self.columns.path(column) };
            self.absent = absent.map(missing);
        }
    }

    fn begin_array(&mut self) {
        if self.is_at_element() {
            self.rows += 1;
            self.block(ListReason::Element { row: self.rows });
        } else if !self.groups.is_empty() {
            let field = self.columns.path(self.column);
            self.block(ListReason::List { row: self.rows, field });
        }
    }

    fn scalar(&mut self, is_null: bool) {
        self.scalars += 1;
        if self.is_at_element() {
            self.rows += 1;
            self.block(ListReason::Element { row: self.rows });
        } else if !self.groups.is_empty() {
            if self.columns.kind(self.column) == ColumnKind::Group {
                let (row, field) = (self.rows, self.columns.path(self.column));
                self.block(if is_null {
                    ListReason::Null { row, field }
                } else {
                    ListReason::Scalar { row, field }
                });
            } else {
                self.columns.add_cell(self.column, is_null);
            }
        }
    }

    /// Why the list is not a table, and what would make it one. `None` if it is one, or has no
    /// fields.
    fn list_reason(&mut self) -> Option<(ListReason, Remedy)> {
        if let Some((column, row)) = self.columns.empty_group() {
            self.blocker = Some(ListReason::Empty { row, field: self.columns.path(column) });
        }
        if let Some(blocker) = self.blocker.take() {
            return Some((blocker, Remedy::None));
        }
        let count = |(present, absent): (u64, u64), (_, cells)| {
            (present + cells, absent + self.rows.saturating_sub(cells))
        };
        let (present, absent) = self.columns.leaves().fold((0, 0), count);
        let is_sparse = self.is_too_wide || absent > present;
        let remedy = if is_sparse { Remedy::TooSparse } else { Remedy::Fill { absent } };
        self.absent.take().map(|reason| (reason, remedy))
    }
}

/// The path of the next value.
#[derive(Default)]
struct ListPath {
    text: String,
    /// Where the path continues inside each open container.
    starts: Vec<usize>,
}

impl ListPath {
    fn begin_object(&mut self) {
        self.starts.push(self.text.len());
    }

    fn key(&mut self, key: &str) {
        self.text.truncate(self.starts.last().copied().unwrap_or_default());
        push_segment(&mut self.text, key);
    }

    fn begin_array(&mut self) {
        self.starts.push(self.text.len());
        self.text.push_str("[]");
    }

    /// Afterwards, the path is that of the container.
    fn end(&mut self) {
        self.text.truncate(self.starts.pop().unwrap_or_default());
    }
}

impl ListFinder {
    pub(super) fn new(filling: Filling, has_groups: bool) -> Self {
        ListFinder {
            filling,
            has_groups,
            open: Vec::new(),
            arrays: 0,
            path: ListPath::default(),
            found: FoundLists::default(),
            shared: BTreeSet::new(),
        }
    }

    pub(super) fn finish(self) -> FoundLists {
        let mut found = self.found;
        found.plans.sort_unstable_by_key(|plan| plan.number);
        found
    }

    fn scalar(&mut self, is_null: bool) {
        if let Some(list) = self.open.last_mut() {
            list.scalar(is_null);
        }
    }

    /// A list has ended.
    fn finish_list(&mut self, mut list: OpenList) {
        let Some((reason, remedy)) = list.list_reason() else { return };
        match remedy {
            Remedy::Fill { absent } if self.filling != Filling::None => {
                self.found.added += absent;
                self.note_names(&list);
                if self.filling == Filling::All || list.number == 0 {
                    let columns = self.share(list.columns.kept());
                    self.found.plans.push(Plan { number: list.number, columns });
                }
            }
            _ if list.objects < 2 => {}
            _ => {
                let path = shorten(&self.path.text);
                let OpenList { rows, scalars, .. } = list;
                self.found.list_forms.add(ListForm { path, rows, scalars, reason, remedy, lists: 1 });
            }
        }
    }

    /// Notes the names of the columns that some rows do not have.
    fn note_names(&mut self, list: &OpenList) {
        for (column, _) in list.columns.leaves().filter(|&(_, cells)| cells < list.rows) {
            if self.found.names.len() >= MAX_NAMES {
                return;
            }
            let name = list.columns.path(column);
            if !self.found.names.contains(&name) {
                self.found.names.push(name);
            }
        }
    }

    fn share(&mut self, columns: Vec<KeptColumn>) -> Arc<[KeptColumn]> {
        if let Some(shared) = self.shared.get(&*columns) {
            return Arc::clone(shared);
        }
        let shared: Arc<[_]> = columns.into();
        self.shared.insert(Arc::clone(&shared));
        shared
    }
}

impl Events for ListFinder {
    fn begin_object(&mut self) -> Result<()> {
        if let Some(list) = self.open.last_mut() {
            list.begin_object(self.has_groups);
        }
        self.path.begin_object();
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let Some(list) = self.open.last_mut() {
            list.key(key);
        }
        self.path.key(key);
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        if let Some(list) = self.open.last_mut() {
            list.end_object();
        }
        self.path.end();
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        // §9.4: an element of a list cannot be a table.
        let is_element = self.open.last().is_some_and(OpenList::is_at_element);
        if let Some(outer) = self.open.last_mut() {
            outer.begin_array();
        }
        self.open.push(OpenList::new(self.arrays, is_element.then_some(ListReason::Inner)));
        self.arrays += 1;
        self.path.begin_array();
        Ok(())
    }

    fn end_array(&mut self) -> Result<()> {
        self.path.end();
        if let Some(list) = self.open.pop() {
            if let Some(outer) = self.open.last_mut() {
                outer.scalars += list.scalars;
            }
            self.finish_list(list);
        }
        Ok(())
    }

    fn string(&mut self, _: &str) -> Result<()> {
        self.scalar(false);
        Ok(())
    }

    fn number(&mut self, _: &str) -> Result<()> {
        self.scalar(false);
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.scalar(word == "null");
        Ok(())
    }
}
