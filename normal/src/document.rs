//! A document on its way to the normal form, and a log of the steps applied to it.

use super::column::{ColumnKind, ColumnPlace, DraftTable, GroupKind, LegendEntry};
use super::keys::{FORM, LET, SAME};
use super::settings::{Applied, Report, Step};
use super::tree::{Members, Str, Tree};
use super::{cost, list_cells};
use crate::list_cells::ListCell;
use std::collections::BTreeMap;

/// A document on its way to the normal form.
pub(super) struct NormalDocument {
    /// The value, with entities replaced by references.
    pub(super) value: Tree,
    pub(super) entities: Vec<EntityKind>,
    /// The content of `_same`, and the members that follow it.
    pub(super) same: Members,
    pub(super) members: Members,
    /// The members are those of the table `map`, whose rows are the members of the value.
    pub(super) is_map: bool,
    pub(super) has_times: bool,
    /// The content of `_let`.
    pub(super) aliases: Members,
}

impl NormalDocument {
    pub(super) fn new(value: &Tree) -> Self {
        NormalDocument {
            value: value.clone(),
            entities: Vec::new(),
            same: Vec::new(),
            members: Vec::new(),
            is_map: false,
            has_times: false,
            aliases: Vec::new(),
        }
    }

    /// The normal form as an ordinary value.
    pub(super) fn finish(self) -> Tree {
        let kind = match self.value {
            Tree::Object(_) if self.is_map => "map",
            Tree::Object(_) => "object",
            _ => "list",
        };
        let times = if self.has_times { " time" } else { "" };
        let mut root: Members = vec![(FORM.into(), Tree::string(&format!("1 {kind}{times}")))];
        let side =
            |key: &str, members: Members| (!members.is_empty()).then(|| (key.into(), Tree::object(members)));
        root.extend(side(LET, self.aliases));
        root.extend(self.members);
        // A reader first needs the data, and then what it refers to.
        root.extend(side(SAME, self.same));
        Tree::object(root)
    }

    /// Replaces strings in the values of the document.
    pub(super) fn map_strings(&mut self, change: &mut impl FnMut(&Str) -> Option<Str>) {
        for (_, value) in self.same.iter_mut().chain(&mut self.members) {
            if let Some(changed) = map_strings(value, change) {
                *value = changed;
            }
        }
    }

    /// Visits every string in the values of the document.
    pub(super) fn each_string<'d>(&'d self, look: &mut impl FnMut(&'d Str)) {
        for (_, value) in self.same.iter().chain(&self.members) {
            each_string(value, look);
        }
    }
}

/// A copy of `value` with some strings replaced. `None` if no string changes.
fn map_strings(value: &Tree, change: &mut impl FnMut(&Str) -> Option<Str>) -> Option<Tree> {
    match value {
        Tree::String(text) => change(text).map(Tree::String),
        Tree::List(items) => {
            let mut copy: Option<Vec<Tree>> = None;
            for (at, item) in items.iter().enumerate() {
                if let Some(changed) = map_strings(item, change) {
                    copy.get_or_insert_with(|| items.to_vec())[at] = changed;
                }
            }
            copy.map(Tree::list)
        }
        Tree::Object(members) => {
            let mut copy: Option<Members> = None;
            for (at, (_, value)) in members.iter().enumerate() {
                if let Some(changed) = map_strings(value, change) {
                    copy.get_or_insert_with(|| members.to_vec())[at].1 = changed;
                }
            }
            copy.map(Tree::object)
        }
        _ => None,
    }
}

fn each_string<'t>(value: &'t Tree, look: &mut impl FnMut(&'t Str)) {
    match value {
        Tree::String(text) => look(text),
        Tree::List(items) => items.iter().for_each(|item| each_string(item, look)),
        Tree::Object(members) => members.iter().for_each(|(_, value)| each_string(value, look)),
        _ => {}
    }
}

/// A table of entities.
pub(super) struct EntityKind {
    pub(super) name: Str,
    /// The names of the members that refer to its entities.
    pub(super) members: Vec<Str>,
    /// The column whose values serve as references. `None` for `_ref`.
    pub(super) key: Option<Str>,
    pub(super) rows: Vec<Tree>,
}

/// A log of what the steps did.
#[derive(Clone, Default)]
pub(super) struct Log {
    steps: BTreeMap<Step, (usize, usize)>,
}

impl Log {
    /// Records one application of a step, and the tokens that it saved.
    pub(super) fn add(&mut self, step: Step, saved: usize) {
        let (count, sum) = self.steps.entry(step).or_default();
        *count += 1;
        *sum += saved;
    }

    /// Adds what another log has recorded.
    pub(super) fn append(&mut self, other: &Log) {
        for (step, (count, saved)) in &other.steps {
            let (counts, sum) = self.steps.entry(*step).or_default();
            *counts += count;
            *sum += saved;
        }
    }

    /// Records what was done with the columns of a table.
    pub(super) fn columns(&mut self, table: &DraftTable) {
        for tuple in table.groups.iter().filter(|group| group.kind != GroupKind::Object) {
            let saved = |row: usize| {
                let columns = &table.columns[tuple.columns.clone()];
                let items: Vec<Tree> =
                    columns.iter().filter_map(|column| column.cells.get(row)?.clone()).collect();
                let cells: usize = items.iter().map(|item| cost::scalar(item) + 1).sum();
                cost::quoted_json(&Tree::list(items)).saturating_sub(cells)
            };
            self.add(Step::Tuples, (0..table.len).map(saved).sum());
        }
        for column in &table.columns {
            let cells = || column.cells.iter().flatten();
            let price = || cells().map(|cell| cost::scalar(cell) + 1).sum::<usize>();
            match &column.place {
                ColumnPlace::Legend(LegendEntry::Constant(constant)) => {
                    self.add(Step::Constants, price().saturating_sub(cost::scalar(constant)));
                }
                ColumnPlace::Legend(LegendEntry::Template(template)) => {
                    self.add(Step::Templates, price().saturating_sub(cost::string(template)));
                }
                ColumnPlace::Affixed { prefix, suffix } => {
                    let affixes = cost::tokens(prefix) + cost::tokens(suffix);
                    self.add(Step::Affixes, affixes * cells().count().saturating_sub(1));
                }
                ColumnPlace::Own => {
                    let ColumnKind::List(kind) = column.kind else { continue };
                    let joined = |cell| list_cells::join(kind, cell).map_or(0, |cell| cost::scalar(&cell));
                    let saved = |cell| cost::quoted_json(cell).saturating_sub(joined(cell));
                    let step = if kind == ListCell::One { Step::SingleElements } else { Step::ListCells };
                    self.add(step, cells().map(saved).sum());
                }
                ColumnPlace::Legend(LegendEntry::Children) => {}
            }
        }
    }

    pub(super) fn report(&self, text: &str) -> Report {
        let steps = self.steps.iter();
        let steps = steps.map(|(&step, &(count, saved))| Applied { step, count, saved }).collect();
        Report { steps, has_json: text.lines().any(declares_json) }
    }
}

/// Whether a line of a document may be a side key that declares JSON text.
fn declares_json(line: &str) -> bool {
    const WORD: &str = ".json";
    // The key may be in quotes, and its value a list.
    let ends_key =
        |(at, _)| line.get(at + WORD.len()..).is_some_and(|rest| rest.starts_with([':', '"', '[']));
    line.match_indices(WORD).any(ends_key)
}
