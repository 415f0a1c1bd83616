//! Adds the absent fields of rows, as `null`.

use super::columns::{ColumnKind, KeptColumn, ROW, RowColumns};
use std::sync::Arc;
use toon::__internal::Events;
use toon::Result;

/// The columns of a list that is filled.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The number of arrays that begin before the list.
    pub(super) number: u64,
    /// Equal columns are shared.
    pub(super) columns: Arc<[KeptColumn]>,
}

pub(super) struct FilledRows<'e, E> {
    events: &'e mut E,
    /// The lists that are still to come.
    plans: std::slice::Iter<'e, Plan>,
    next: Option<&'e Plan>,
    /// The number of arrays so far.
    arrays: u64,
    list: FilledList,
    /// Whether that list is open. It contains no arrays, so no other one is.
    is_open: bool,
}

/// A list that is filled.
#[derive(Debug)]
pub(super) struct FilledList {
    /// Those of the plan. They serve all lists that share it.
    kept: Option<Arc<[KeptColumn]>>,
    columns: RowColumns,
    row: u64,
    /// The open row and its open groups, each with the place of its next column.
    open: Vec<(usize, usize)>,
    /// The column whose key came last.
    column: usize,
}

impl FilledList {
    pub(super) fn new() -> Self {
        FilledList { kept: None, columns: RowColumns::new(), row: 0, open: Vec::new(), column: ROW }
    }

    pub(super) fn begin(&mut self, plan: &Plan) {
        if !self.kept.as_ref().is_some_and(|kept| Arc::ptr_eq(kept, &plan.columns)) {
            self.columns = RowColumns::of_kept(&plan.columns);
            self.kept = Some(Arc::clone(&plan.columns));
            self.row = 0;
        }
    }

    /// Begins a row or a group.
    fn begin_object(&mut self) -> Result<()> {
        if self.open.is_empty() {
            self.row += 1;
            self.open.push((ROW, 0));
        } else if self.columns.kind(self.column) == ColumnKind::Group {
            self.open.push((self.column, 0));
        } else {
            return changed();
        }
        Ok(())
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let Some((group, cursor)) = self.open.last_mut() else { return changed() };
        let Some(column) = self.columns.find(*group, *cursor, key) else { return changed() };
        *cursor = self.columns.place(column) + 1;
        self.columns.see(column, self.row);
        self.column = column;
        Ok(())
    }

    /// Ends the innermost group or the row: sends what it lacks.
    fn end_object<E: Events>(&mut self, events: &mut E) -> Result<()> {
        let Some((group, _)) = self.open.pop() else { return changed() };
        // The groups that are being added. A stack of their own, since they may be deeply nested.
        let mut added = std::vec![(group, 0)];
        while let Some((group, place)) = added.last_mut() {
            let Some((at, column)) = self.columns.absent(*group, *place, self.row) else {
                added.pop();
                events.end_object()?;
                continue;
            };
            *place = at + 1;
            events.key(self.columns.name(column))?;
            if self.columns.kind(column) == ColumnKind::Group {
                events.begin_object()?;
                added.push((column, 0));
            } else {
                events.word("null")?;
            }
        }
        Ok(())
    }
}

impl<'e, E: Events> FilledRows<'e, E> {
    /// Fills lists of a value that comes after a number of `arrays` have begun.
    pub(super) fn new(plans: &'e [Plan], arrays: u64, events: &'e mut E) -> Self {
        let mut plans = plans.iter();
        let next = plans.next();
        FilledRows { events, plans, next, arrays, list: FilledList::new(), is_open: false }
    }

    /// Fills rows of `list`, which is open.
    pub(super) fn in_list(list: FilledList, events: &'e mut E) -> Self {
        FilledRows { events, plans: [].iter(), next: None, arrays: 0, list, is_open: true }
    }

    pub(super) fn into_list(self) -> FilledList {
        self.list
    }
}

impl<E: Events> Events for FilledRows<'_, E> {
    fn begin_object(&mut self) -> Result<()> {
        if self.is_open {
            self.list.begin_object()?;
        }
        self.events.begin_object()
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if self.is_open {
            self.list.key(key)?;
        }
        self.events.key(key)
    }

    fn end_object(&mut self) -> Result<()> {
        if self.is_open { self.list.end_object(self.events) } else { self.events.end_object() }
    }

    fn begin_array(&mut self) -> Result<()> {
        if self.is_open {
            return changed();
        }
        if let Some(plan) = self.next.take_if(|plan| plan.number == self.arrays) {
            self.list.begin(plan);
            self.is_open = true;
            self.next = self.plans.next();
        }
        self.arrays += 1;
        self.events.begin_array()
    }

    fn end_array(&mut self) -> Result<()> {
        self.is_open = false;
        self.events.end_array()
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.events.string(string)
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.events.number(number)
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.events.word(word)
    }
}

/// The value is not the one that was surveyed.
#[cold]
fn changed<T>() -> Result<T> {
    Err(serde::ser::Error::custom("the value changed after it was surveyed"))
}
