//! Finds a common column order for rows with different keys.

use crate::tree::{Members, Str, Tree};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

/// The columns of a table, and the rows whose keys are in a different order.
pub(super) struct ColumnOrder {
    pub(super) keys: Vec<Str>,
    pub(super) others: Vec<usize>,
}

/// The maximum work for each key of a row. Sequences that would exceed it count as having a
/// different order.
const MAX_WORK_PER_KEY: usize = 16;

/// Merges the key sequences of `rows` into one order, starting with the most frequent sequence.
pub(super) fn merge<'r>(rows: impl Iterator<Item = &'r Members>) -> ColumnOrder {
    let mut merger = Merger::default();
    let (sequences, of_row) = merger.sequences(rows);
    let mut by_count: Vec<usize> = (0..sequences.len()).collect();
    by_count.sort_by_key(|&at| Reverse(sequences[at].count));
    merger.work += MAX_WORK_PER_KEY
        * sequences.iter().map(|sequence| sequence.keys.len() * sequence.count).sum::<usize>();
    let mut fits = vec![true; sequences.len()];
    let mut left = Vec::new();
    for at in by_count {
        if !merger.add(&sequences[at].keys) {
            fits[at] = false;
            left.push(at);
        }
    }
    // Keys that occur only in sequences with a different order come last.
    for at in left {
        for &key in &sequences[at].keys {
            if merger.places[key] == UNPLACED {
                merger.places[key] = merger.order.len();
                merger.order.push(key);
            }
        }
    }
    let keys = merger.order.iter().map(|&key| Rc::clone(&merger.keys[key])).collect();
    let others = of_row.iter().enumerate().filter(|(_, at)| !fits[**at]).map(|(row, _)| row).collect();
    ColumnOrder { keys, others }
}

/// The keys of a row, as numbers.
struct Sequence {
    keys: Vec<usize>,
    count: usize,
}

const UNPLACED: usize = usize::MAX;

/// A topological order (Kahn's algorithm) that is extended by one sequence at a time.
#[derive(Default)]
struct Merger {
    /// By number, in order of first occurrence.
    keys: Vec<Str>,
    order: Vec<usize>,
    /// The position of each key in `order`.
    places: Vec<usize>,
    /// The pairs of adjacent keys in all sequences.
    edges: HashSet<(usize, usize)>,
    followers: Vec<Vec<usize>>,
    work: usize,
}

impl Merger {
    /// The distinct sequences in order of first occurrence, and the sequence of each row.
    fn sequences<'r>(&mut self, rows: impl Iterator<Item = &'r Members>) -> (Vec<Sequence>, Vec<usize>) {
        let mut numbers: HashMap<Str, usize> = HashMap::new();
        let mut known: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut sequences: Vec<Sequence> = Vec::new();
        let mut of_row: Vec<usize> = Vec::new();
        let mut last: Option<(&Members, usize)> = None;
        for row in rows {
            let at = match last {
                Some((object, at)) if has_same_keys(object, row) => at,
                _ => {
                    let keys: Vec<usize> = row
                        .iter()
                        .map(|(key, _)| {
                            *numbers.entry(Rc::clone(key)).or_insert_with(|| {
                                self.keys.push(Rc::clone(key));
                                self.keys.len() - 1
                            })
                        })
                        .collect();
                    *known.entry(keys).or_insert_with_key(|keys| {
                        sequences.push(Sequence { keys: keys.clone(), count: 0 });
                        sequences.len() - 1
                    })
                }
            };
            sequences[at].count += 1;
            of_row.push(at);
            last = Some((row, at));
        }
        self.places = vec![UNPLACED; self.keys.len()];
        self.followers = vec![Vec::new(); self.keys.len()];
        (sequences, of_row)
    }

    /// Extends the order by `sequence`, and returns whether that is possible.
    fn add(&mut self, sequence: &[usize]) -> bool {
        let new: Vec<(usize, usize)> = sequence
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|pair| self.edges.insert(*pair))
            .collect();
        for &(key, follower) in &new {
            self.followers[key].push(follower);
        }
        let is_in_order = sequence.iter().all(|&key| self.places[key] != UNPLACED)
            && sequence.windows(2).all(|pair| self.places[pair[0]] < self.places[pair[1]]);
        if is_in_order || self.sort(sequence) {
            return true;
        }
        for (key, follower) in new.into_iter().rev() {
            self.edges.remove(&(key, follower));
            self.followers[key].pop();
        }
        false
    }

    /// Sorts all keys again, including those of `sequence`. If there is no such order, nothing
    /// changes.
    fn sort(&mut self, sequence: &[usize]) -> bool {
        let cost = self.order.len() + sequence.len() + self.edges.len();
        let Some(work) = self.work.checked_sub(cost) else { return false };
        self.work = work;
        let new = sequence.iter().copied().filter(|&key| self.places[key] == UNPLACED);
        let keys: Vec<usize> = self.order.iter().copied().chain(new).collect();
        let mut before = vec![0_usize; self.keys.len()];
        for &(_, follower) in &self.edges {
            before[follower] += 1;
        }
        let mut ready: BinaryHeap<Reverse<usize>> =
            keys.iter().filter(|&&key| before[key] == 0).map(|&key| Reverse(key)).collect();
        let mut order = Vec::with_capacity(keys.len());
        while let Some(Reverse(key)) = ready.pop() {
            order.push(key);
            for &follower in &self.followers[key] {
                before[follower] -= 1;
                if before[follower] == 0 {
                    ready.push(Reverse(follower));
                }
            }
        }
        if order.len() < keys.len() {
            return false;
        }
        for (place, &key) in order.iter().enumerate() {
            self.places[key] = place;
        }
        self.order = order;
        true
    }
}

/// Whether two objects have the same keys in the same order.
pub(super) fn has_same_keys(one: &Members, other: &Members) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|((key, _), (other, _))| Rc::ptr_eq(key, other) || key == other)
}

/// Whether canonical TOON would change the key order of `objects`, by writing them as a table in
/// which all rows have the order of the first one. `None` if they do not form a table (§9.3, §9.5).
pub(super) fn is_reordered(objects: &[&Members]) -> Option<bool> {
    let (first, rest) = objects.split_first()?;
    if first.is_empty() {
        return None;
    }
    let mut is_other = false;
    for object in rest {
        if object.len() != first.len() {
            return None;
        }
        is_other |= !has_same_keys(first, object);
    }
    // The position of each key in each of the other objects.
    let places: Option<Vec<HashMap<&str, usize>>> = is_other.then(|| {
        rest.iter()
            .map(|object| object.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect())
            .collect()
    });
    for (at, (key, value)) in first.iter().enumerate() {
        if value.as_list().is_some() {
            return None;
        }
        let mut group = Vec::new();
        for (row, object) in rest.iter().enumerate() {
            let at = match &places {
                Some(places) => *places[row].get(&**key)?,
                None => at,
            };
            match (value, &object[at].1) {
                (Tree::Object(_), Tree::Object(inner)) => group.push(&**inner),
                (value, other) if value.is_scalar() && other.is_scalar() => {}
                _ => return None,
            }
        }
        if let Tree::Object(inner) = value {
            group.insert(0, inner);
            is_other |= is_reordered(&group)?;
        }
    }
    Some(is_other)
}
