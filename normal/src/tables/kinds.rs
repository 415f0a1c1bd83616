//! Rows of several kinds: a table for each value of one column, and the order of the rows.
//!
//! `T.by: type` names the column, `T: Post Link*2 Post` is the order, and `T.Post` and `T.Link` are
//! the tables. Rows without the column get it as their first member.

use crate::keys::is_reserved;
use crate::tree::{Members, Str, Tree, get};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A list of objects by kind.
pub(crate) struct Kinds {
    /// The path of the column, joined by dots.
    pub(crate) path: String,
    /// The kinds in the order of the rows, such as `Post Link*2`.
    pub(crate) order: String,
    /// The kinds in the order of their first row, with their rows.
    pub(crate) tables: Vec<(Str, Vec<Tree>)>,
}

/// A member of rows, or of an object in them.
#[derive(Clone)]
pub(super) struct KindPath {
    group: Option<Str>,
    pub(super) key: Str,
}

impl KindPath {
    /// Parses a path: a key, or two that are joined by a dot.
    pub(super) fn parse(text: &Str) -> Self {
        match text.split_once('.') {
            None => KindPath { group: None, key: Rc::clone(text) },
            Some((group, key)) => KindPath { group: Some(group.into()), key: key.into() },
        }
    }

    /// The object that contains the column.
    pub(super) fn object<'r>(&self, row: &'r Tree) -> Option<&'r Rc<Members>> {
        match &self.group {
            None => row.as_object(),
            Some(group) => value(row.as_object()?, group)?.as_object(),
        }
    }

    fn kind<'r>(&self, row: &'r Tree) -> Option<&'r Str> {
        value(self.object(row)?, &self.key)?.as_str().filter(|kind| is_kind(kind))
    }

    /// Whether the column is the first of several in its object.
    fn is_first(&self, row: &Tree) -> bool {
        self.object(row)
            .is_some_and(|object| object.len() > 1 && object.first().is_some_and(|(key, _)| *key == self.key))
    }

    /// Calls `change` with the members of the object that contains the column.
    pub(super) fn change(&self, row: &Tree, change: impl FnOnce(&mut Members)) -> Option<Tree> {
        let mut members = Members::clone(row.as_object()?);
        match &self.group {
            None => change(&mut members),
            Some(group) => {
                let (_, value) = members.iter_mut().find(|(key, _)| key == group)?;
                let mut inner = Members::clone(value.as_object()?);
                change(&mut inner);
                *value = Tree::object(inner);
            }
        }
        Some(Tree::object(members))
    }
}

/// The value of a member. Equal keys mostly share their text.
fn value<'o>(members: &'o Members, key: &Str) -> Option<&'o Tree> {
    let same = members.iter().find(|(other, _)| Rc::ptr_eq(other, key));
    same.map_or_else(|| get(members, key), |(_, value)| Some(value))
}

/// Whether a text can name a table: it begins with a letter, and no side key has this name.
fn is_kind(text: &str) -> bool {
    const MAX_KIND_BYTES: usize = 40;
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    text.len() <= MAX_KIND_BYTES
        && text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && text.bytes().all(is_fit)
        && !is_reserved(text)
}

impl Kinds {
    /// Finds the column by which the rows have the fewest absent cells. `None` if that is not much
    /// fewer than in one table.
    pub(crate) fn new(rows: &[Tree], references: &HashSet<Str>) -> Option<Self> {
        const MIN_ROWS: usize = 6;
        const MAX_PERCENT_OF_CELLS: usize = 75;
        const MAX_KINDS: usize = 16;
        if rows.len() < MIN_ROWS {
            return None;
        }
        let first = rows.first()?.as_object()?;
        if rows.iter().all(|row| row.as_object().is_some_and(|row| has_same_keys(row, first))) {
            return None;
        }
        let has_kinds = |path: &KindPath| {
            let mut kinds: HashSet<&str> = HashSet::new();
            let all = rows.iter().all(|row| {
                path.kind(row).is_some_and(|kind| {
                    kinds.insert(kind);
                    kinds.len() <= MAX_KINDS
                })
            });
            all && kinds.len() > 1
        };
        let mut candidates = candidates(rows.first()?);
        candidates.retain(|path| !references.contains(&path.key) && has_kinds(path));
        if candidates.is_empty() {
            return None;
        }
        // Most rows have the keys of another one.
        let mut shapes: Vec<Vec<LeafKey>> = Vec::new();
        let mut numbers: HashMap<Vec<LeafKey>, usize> = HashMap::new();
        let mut shape_of = Vec::with_capacity(rows.len());
        let mut key_numbers = KeyNumbers::default();
        for row in rows {
            shape_of.push(*numbers.entry(key_numbers.of_row(row)?).or_insert_with_key(|keys| {
                shapes.push(keys.clone());
                shapes.len() - 1
            }));
        }
        let width = |of: &mut dyn Iterator<Item = usize>| {
            of.filter_map(|shape| shapes.get(shape)).flatten().collect::<HashSet<_>>().len()
        };
        let cells = |path: &KindPath| {
            let mut kinds: HashMap<&str, (usize, BTreeSet<usize>)> = HashMap::new();
            for (row, &shape) in rows.iter().zip(&shape_of) {
                let (rows, shapes) = kinds.entry(path.kind(row)?).or_default();
                *rows += 1;
                shapes.insert(shape);
            }
            Some(
                kinds.values().map(|(rows, shapes)| rows * width(&mut shapes.iter().copied())).sum::<usize>(),
            )
        };
        let (cells, path) = candidates
            .into_iter()
            .filter_map(|path| Some((cells(&path)?, path)))
            .min_by_key(|(cells, _)| *cells)?;
        if cells * 100 > width(&mut (0..shapes.len())) * rows.len() * MAX_PERCENT_OF_CELLS {
            return None;
        }
        Self::by(&path, rows)
    }

    fn by(path: &KindPath, rows: &[Tree]) -> Option<Self> {
        let is_implied = rows.iter().all(|row| path.is_first(row));
        let mut tables: Vec<(Str, Vec<Tree>)> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut runs: Vec<(&str, usize)> = Vec::new();
        for row in rows {
            let kind = path.kind(row)?;
            let place = *places.entry(kind).or_insert_with(|| {
                tables.push((Rc::clone(kind), Vec::new()));
                tables.len() - 1
            });
            let row =
                if is_implied { path.change(row, |members| drop(members.remove(0)))? } else { row.clone() };
            tables[place].1.push(row);
            match runs.last_mut() {
                Some((last, count)) if **last == **kind => *count += 1,
                _ => runs.push((kind, 1)),
            }
        }
        let run = |(kind, count): &(&str, usize)| match count {
            1 => (*kind).to_owned(),
            count => format!("{kind}*{count}"),
        };
        let group = path.group.iter().map(|group| format!("{group}."));
        Some(Kinds {
            path: group.chain([path.key.to_string()]).collect(),
            order: runs.iter().map(run).collect::<Vec<_>>().join(" "),
            tables,
        })
    }
}

/// Whether two rows, and the objects in them, have the same keys in the same order.
fn has_same_keys(row: &Members, other: &Members) -> bool {
    let objects = |value: &Tree, other: &Tree| match (value.as_object(), other.as_object()) {
        (Some(value), Some(other)) => {
            value.len() == other.len()
                && value.iter().zip(other.iter()).all(|((key, _), (other, _))| key == other)
        }
        (None, None) => true,
        _ => false,
    };
    row.len() == other.len()
        && row.iter().zip(other).all(|((key, value), (other_key, other))| {
            (Rc::ptr_eq(key, other_key) || key == other_key) && objects(value, other)
        })
}

/// A key of a row, and perhaps one of an object in it, as numbers.
type LeafKey = (usize, Option<usize>);

/// Numbers keys. Equal keys mostly share their text, so they are looked up by address first.
#[derive(Default)]
struct KeyNumbers<'r> {
    by_address: HashMap<*const u8, usize>,
    by_text: HashMap<&'r str, usize>,
}

impl<'r> KeyNumbers<'r> {
    fn of(&mut self, key: &'r Str) -> usize {
        let KeyNumbers { by_address, by_text } = self;
        let next = by_text.len();
        *by_address.entry(key.as_ptr()).or_insert_with(|| *by_text.entry(key).or_insert(next))
    }

    /// The keys of a row and of the objects in it. `None` if it is not an object.
    fn of_row(&mut self, row: &'r Tree) -> Option<Vec<LeafKey>> {
        let mut keys = Vec::new();
        for (key, value) in row.as_object()?.iter() {
            let key = self.of(key);
            match value.as_object() {
                Some(inner) if !inner.is_empty() => {
                    keys.extend(inner.iter().map(|(inner, _)| (key, Some(self.of(inner)))));
                }
                _ => keys.push((key, None)),
            }
        }
        Some(keys)
    }
}

/// The members of a row that may be its kind.
fn candidates(row: &Tree) -> Vec<KindPath> {
    const MAX_CANDIDATES: usize = 12;
    let is_fit = |key: &Str| !key.is_empty() && !key.contains(['.', ' ']);
    let mut paths = Vec::new();
    for (key, value) in row.as_object().into_iter().flat_map(|row| row.iter()).filter(|(key, _)| is_fit(key))
    {
        match value {
            Tree::String(text) if is_kind(text) => paths.push(KindPath { group: None, key: Rc::clone(key) }),
            Tree::Object(members) => {
                let inner = members
                    .iter()
                    .filter(|(key, value)| is_fit(key) && value.as_str().is_some_and(|text| is_kind(text)));
                let path = |(inner, _): &(Str, Tree)| KindPath {
                    group: Some(Rc::clone(key)),
                    key: Rc::clone(inner),
                };
                paths.extend(inner.map(path));
            }
            _ => {}
        }
    }
    paths.truncate(MAX_CANDIDATES);
    paths
}
