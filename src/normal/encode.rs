//! The steps from a value to its smallest form.

use super::column::{Place, Table};
use super::keys::{FORM, LET, SAME};
use super::options::{Applied, Form, KeyOrder, Options, Report, Settings, Step, Steps, Text};
use super::tables::{Standing, Tables, is_reordered_inside};
use super::tree::{Object, Str, Tree};
use super::{aliases, column, cost, decode, entities, list_cells, times};
use crate::{EncodeOptions, Error, ErrorKind, Result, Serializer};
use std::collections::BTreeMap;

/// What is done with a document, in this order. A step that is taken out of this list is taken out of the form.
const STEPS: [fn(&mut Document, Settings, &mut Log); 4] =
    [entities::extract, write_tables, times::shorten, aliases::define];

/// A value on its way to its form.
pub(super) struct Document {
    /// The value, with references in the place of entities.
    pub(super) value: Tree,
    pub(super) entities: Vec<entities::Kind>,
    /// `_same`, and the members that follow it.
    pub(super) same: Object,
    pub(super) members: Object,
    pub(super) has_times: bool,
    /// `_let`.
    pub(super) aliases: Object,
}

impl Document {
    fn new(value: &Tree) -> Self {
        Document {
            value: value.clone(),
            entities: Vec::new(),
            same: Vec::new(),
            members: Vec::new(),
            has_times: false,
            aliases: Vec::new(),
        }
    }

    /// The document as an ordinary value.
    fn finish(self) -> Tree {
        let kind = if self.value.as_object().is_some() { "object" } else { "list" };
        let times = if self.has_times { " time" } else { "" };
        let mut root: Object = vec![(FORM.into(), Tree::string(&format!("1 {kind}{times}")))];
        for (key, members) in [(LET, self.aliases), (SAME, self.same)] {
            if !members.is_empty() {
                root.push((key.into(), Tree::object(members)));
            }
        }
        root.extend(self.members);
        Tree::object(root)
    }

    /// Changes each string that is a value of the document.
    pub(super) fn map_strings(&mut self, change: &mut impl FnMut(&Str) -> Option<Str>) {
        for (_, value) in self.same.iter_mut().chain(&mut self.members) {
            if let Some(changed) = map_strings(value, change) {
                *value = changed;
            }
        }
    }

    /// Looks at each string that is a value of the document.
    pub(super) fn each_string<'d>(&'d self, look: &mut impl FnMut(&'d Str)) {
        for (_, value) in self.same.iter().chain(&self.members) {
            each_string(value, look);
        }
    }
}

/// A copy of `value` with other strings; nothing if none of them changes.
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
            let mut copy: Option<Object> = None;
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

fn write_tables(document: &mut Document, settings: Settings, log: &mut Log) {
    let mut tables = Tables { settings, log };
    for kind in &document.entities {
        kind.write(&mut tables, &mut document.same);
    }
    document.members = match &document.value {
        Tree::Object(members) => tables.object(members, Standing::Root),
        value => {
            let mut members = Vec::new();
            tables.member(&"list".into(), value, &mut members);
            members
        }
    };
}

/// The smallest text of `value`.
pub(super) fn text(value: &Tree, options: &Options<'_>) -> Result<Text> {
    let text = |form, text, report| Text { text, form, report };
    let mut candidates = Vec::new();
    let form = normal(value, options);
    let toon = write(value, &options.encode);
    match (form, toon) {
        (Ok((form, report)), toon) => {
            candidates.extend(
                toon.ok()
                    .filter(|toon| is_itself(value, toon, options))
                    .map(|toon| text(Form::Toon, toon, Report::default())),
            );
            candidates.push(text(Form::Normal, form, report));
        }
        // The form of a list nests deeper than the list by one, and a reader may refuse what expands to very much.
        (Err(_), Ok(toon)) if is_itself(value, &toon, options) => {
            candidates.push(text(Form::Toon, toon, Report::default()));
        }
        (Err(error), _) if !options.json => return Err(error),
        _ => {}
    }
    if options.json {
        candidates.push(text(Form::Json, value.to_json(), Report::default()));
    }
    let smallest = candidates.into_iter().min_by_key(|candidate| (options.measure)(&candidate.text));
    smallest.ok_or_else(|| Error::new(ErrorKind::OutputLimit { limit: decode::MAX_OUTPUT }))
}

/// The form of `value`: with all steps or, where a reader would refuse what they expand to, without any.
fn normal(value: &Tree, options: &Options<'_>) -> Result<(String, Report)> {
    for steps in [options.steps, Steps::NONE] {
        let mut log = Log::default();
        let mut document = Document::new(value);
        for step in STEPS {
            step(&mut document, Settings { steps, ..options.settings() }, &mut log);
        }
        let form = write(&document.finish(), &options.encode)?;
        if is_expandable(value, &form) {
            return Ok((form, log.report()));
        }
    }
    Err(Error::new(ErrorKind::OutputLimit { limit: decode::MAX_OUTPUT }))
}

/// Whether canonical TOON reads as the value: nothing in it is in another order, and it is no form.
fn is_itself(value: &Tree, toon: &str, options: &Options<'_>) -> bool {
    let is_kept = options.key_order == KeyOrder::Header || !is_reordered_inside(value);
    is_kept && decode::mark(toon).is_none()
}

/// `tree` as TOON text. What is written of a value has been picked already.
fn write(tree: &Tree, options: &EncodeOptions) -> Result<String> {
    let options = EncodeOptions { fields: None, level: None, ..options.clone() };
    let mut text = String::new();
    tree.send(&mut Serializer::with_options(&mut text, &options))?;
    Ok(text)
}

/// Whether a reader with default limits would expand `form` to its value.
fn is_expandable(value: &Tree, form: &str) -> bool {
    let limit = decode::limit(form.len(), decode::MAX_OUTPUT);
    json_len(value, limit) <= limit
}

/// The bytes of compact JSON, as far as `limit`.
fn json_len(value: &Tree, limit: usize) -> usize {
    match value {
        Tree::List(items) => {
            items.iter().fold(2, |len, item| if len > limit { len } else { len + 1 + json_len(item, limit) })
        }
        Tree::Object(members) => members.iter().fold(2, |len, (key, value)| {
            if len > limit { len } else { len + key.len() + 4 + json_len(value, limit) }
        }),
        Tree::String(text) => text.len() + 2,
        Tree::Number(text) => text.len(),
        _ => 5,
    }
}

/// What the steps did.
#[derive(Default)]
pub(super) struct Log {
    steps: BTreeMap<Step, (usize, usize)>,
}

impl Log {
    /// One more thing that a step did, and the tokens that it saved.
    pub(super) fn add(&mut self, step: Step, saved: usize) {
        let (count, sum) = self.steps.entry(step).or_default();
        *count += 1;
        *sum += saved;
    }

    /// What was done with the columns of a table.
    pub(super) fn columns(&mut self, table: &Table) {
        if !table.others.is_empty() {
            self.add(Step::RowOrders, 0);
        }
        for group in table.groups.iter().filter(|group| group.is_tuple) {
            let _ = group;
            self.add(Step::Tuples, 0);
        }
        for column in &table.columns {
            let cells = || column.cells.iter().flatten();
            let price = || cells().map(|cell| cost::scalar(cell) + 1).sum::<usize>();
            match &column.place {
                Place::Legend(column::Entry::Constant(constant)) => {
                    self.add(Step::Constants, price().saturating_sub(cost::scalar(constant)));
                }
                Place::Legend(column::Entry::Template(template)) => {
                    self.add(Step::Templates, price().saturating_sub(cost::string(template)));
                }
                Place::Affixed { prefix, suffix } => {
                    let affixes = cost::tokens(prefix) + cost::tokens(suffix);
                    self.add(Step::Affixes, affixes * cells().count().saturating_sub(1));
                }
                _ if list_cells::is_list_cell(column.kind) => {
                    let saved = |cell| {
                        cost::quoted_json(cell).saturating_sub(
                            list_cells::join(column.kind, cell).map_or(0, |cell| cost::scalar(&cell)),
                        )
                    };
                    self.add(Step::ListCells, cells().map(saved).sum());
                }
                _ => {}
            }
        }
    }

    fn report(&self) -> Report {
        let steps = self.steps.iter();
        Report { steps: steps.map(|(&step, &(count, saved))| Applied { step, count, saved }).collect() }
    }
}
