//! Replays the rows of a table that falls back, as events. The text of a cell is the same in every
//! form, because quoting depends only on the document delimiter.

use super::Table;
use super::columns::{Path, ROOT};
use super::omitted::Omission;
use crate::Result;
use crate::event::ObjectKind;
use crate::ser::keys::Key;
use crate::ser::layout::{Cells, Layout, key_token};
use crate::text::quote;

/// Receives the events of replayed rows.
pub(in crate::ser) trait RowEvents {
    fn begin_object(&mut self, kind: ObjectKind) -> Result<()>;
    fn end_object(&mut self) -> Result<()>;
    /// The next event is the value of this key.
    fn key(&mut self, key: Key<'_>) -> Result<()>;
    /// A scalar in its encoded form.
    fn scalar(&mut self, text: &str) -> Result<()>;
    /// Like `scalar`, for a field that can be omitted.
    fn omitted(&mut self, omission: Omission, text: &str) -> Result<()>;
    /// The next event begins a value that is folded.
    fn begin_folded(&mut self);
    /// Ends the value that is folded.
    fn end_folded(&mut self);
}

/// The state of the open row when its table falls back.
#[derive(Clone, Copy)]
pub(in crate::ser) struct OpenRow {
    /// The value of the column at the cursor comes next.
    pub(in crate::ser) awaits_value: bool,
    /// Objects in it cannot become tables.
    pub(in crate::ser) is_decided: bool,
}

impl Table {
    /// Sends the rows in `text` as events. Groups that are open in the open row stay open. If it
    /// awaits a value, that is sent next.
    pub(in crate::ser) fn replay(
        &self,
        text: &str,
        open_row: Option<OpenRow>,
        layout: &Layout,
        to: &mut impl RowEvents,
    ) -> Result<()> {
        let mut replay = Replay { table: self, to, open: Path::new(), null: None };
        for (row, line) in self.lines(text).enumerate() {
            let mut cells = line.get(self.margin..).unwrap_or_default();
            if self.is_keyed {
                let token = key_token(cells);
                replay.to.key(Key::Text(&quote::unquote(token)))?;
                cells = cells.get(token.len() + ": ".len()..).unwrap_or_default();
            }
            let cells = Cells::new(cells, layout.delimiter);
            match open_row {
                Some(open_row) if row == self.rows => replay.open_row(cells, open_row)?,
                _ => replay.complete_row(cells, row)?,
            }
        }
        Ok(())
    }
}

struct Replay<'t, T> {
    table: &'t Table,
    to: &'t mut T,
    /// The open groups of the row.
    open: Path,
    /// The last group of the row that is `null`.
    null: Option<usize>,
}

impl<T: RowEvents> Replay<'_, T> {
    /// Sends a complete row, with its fields in their original order.
    fn complete_row(&mut self, cells: Cells<'_>, row: usize) -> Result<()> {
        self.null = None;
        let Table { columns, order, omitted, .. } = self.table;
        // Its keys are known to differ.
        let kind = |_| ObjectKind::STRUCT;
        let omission = |column| omitted.of_row(columns, row, column);
        self.to.begin_object(ObjectKind::STRUCT)?;
        let cells = columns.leaves(columns.len()).zip(cells);
        match order.order_of(columns, row) {
            Some(order) => {
                // In the text, cells are in the order of the header.
                let mut by_column = alloc::vec![""; columns.len()];
                cells.for_each(|(leaf, cell)| by_column[leaf] = cell);
                for leaf in order {
                    self.cell(leaf, by_column[leaf], &omission, &kind)?;
                }
            }
            None => {
                for (leaf, cell) in cells {
                    self.cell(leaf, cell, &omission, &kind)?;
                }
            }
        }
        while self.end_group()? {}
        self.to.end_object()
    }

    fn open_row(&mut self, cells: Cells<'_>, OpenRow { awaits_value, is_decided }: OpenRow) -> Result<()> {
        self.null = None;
        let Table { columns, order, omitted, row, .. } = self.table;
        let path = columns.groups_to(row.group);
        let kind = |group| {
            let depth = if group == ROOT {
                Some(0)
            } else {
                path.iter().position(|&open| open == group).map(|depth| depth + 1)
            };
            let is_map = match depth {
                Some(0) => row.is_map,
                Some(depth) => row.map_groups.get(depth - 1).is_some_and(|is_map| *is_map),
                None => false,
            };
            ObjectKind { is_map, is_decided: is_decided && depth.is_some() }
        };
        let omission = |column| omitted.of_open_row(column);
        self.to.begin_object(kind(ROOT))?;
        // An empty row has no cells yet. A cell is never empty.
        let mut cells = cells.filter(|cell| !cell.is_empty());
        if row.is_in_order {
            for (leaf, cell) in columns.leaves(row.cursor).zip(cells) {
                self.cell(leaf, cell, &omission, &kind)?;
            }
        } else {
            for leaf in order.leaves() {
                self.cell(leaf, cells.next().unwrap_or_default(), &omission, &kind)?;
            }
        }
        while !path.starts_with(&self.open) {
            self.end_group()?;
        }
        for &group in path.iter().skip(self.open.len()) {
            self.begin_group(group, kind(group))?;
        }
        // The groups stay open.
        self.open.clear();
        if awaits_value { self.to.key(columns.key(row.cursor)) } else { Ok(()) }
    }

    /// Sends a leaf, after closing the groups that do not contain it and opening those that do.
    fn cell(
        &mut self,
        leaf: usize,
        cell: &str,
        omission: &impl Fn(usize) -> Option<Omission>,
        kind: &impl Fn(usize) -> ObjectKind,
    ) -> Result<()> {
        let columns = &self.table.columns;
        while self.open.last().is_some_and(|&group| !columns.is_below(leaf, group)) {
            self.end_group()?;
        }
        let parent = columns.parent(leaf);
        if self.open.last().copied().unwrap_or(ROOT) != parent {
            for &group in columns.groups_to(parent).iter().skip(self.open.len()) {
                match omission(group) {
                    None => self.begin_group(group, kind(group))?,
                    Some(Omission::NullGroup) => return self.null_group(group),
                    Some(_) => return Ok(()),
                }
            }
        }
        self.to.key(columns.key(leaf))?;
        match omission(leaf) {
            Some(omission) => self.to.omitted(omission, cell),
            None => self.to.scalar(cell),
        }
    }

    /// Sends a group as `null`, once for all of its leaves.
    fn null_group(&mut self, group: usize) -> Result<()> {
        if self.null.replace(group) == Some(group) {
            return Ok(());
        }
        self.to.key(self.table.columns.key(group))?;
        self.to.scalar("null")
    }

    fn begin_group(&mut self, group: usize, kind: ObjectKind) -> Result<()> {
        self.to.key(self.table.columns.key(group))?;
        if self.table.folded.contains(&group) {
            self.to.begin_folded();
        }
        self.to.begin_object(kind)?;
        self.open.push(group);
        Ok(())
    }

    /// Ends the innermost open group. Returns `false` if there is none.
    fn end_group(&mut self) -> Result<bool> {
        let Some(group) = self.open.pop() else { return Ok(false) };
        self.to.end_object()?;
        if self.table.folded.contains(&group) {
            self.to.end_folded();
        }
        Ok(true)
    }
}
