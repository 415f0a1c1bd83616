//! The lines of one object before they are read: what non-strict mode and path expansion need to know first.

use super::key::Key;
use super::lines::Line;
use super::state::State;
use super::value::{Entry, ValueDe};
use crate::error::Step;
use crate::{ErrorKind, Result};
use alloc::vec::{self, Vec};
use serde::de::DeserializeSeed;

/// The keys of an object with their lines.
pub(super) struct Siblings<'de> {
    pub(super) list: Vec<(Key<'de>, Line)>,
    pub(super) walk: Walk,
}

/// How to walk an object's lines out of order and still see each of them.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    /// The depth below which the object ends, and the depth of its lines.
    floor: usize,
    depth: usize,
    /// The line behind the object.
    end: Option<Line>,
}

impl<'de> Siblings<'de> {
    /// Looks through the object whose content depth is `floor`; `first` is a line of it that has been taken.
    /// Leaves the cursor where it was.
    pub(super) fn scan(
        state: &mut State<'de>,
        floor: usize,
        first: Option<Line>,
        key: impl Fn(&State<'de>, &Line) -> Result<Key<'de>>,
    ) -> Result<Self> {
        let start = state.peek()?;
        let mut list = Vec::new();
        let mut depth = None;
        if let Some(line) = first {
            depth = Some(line.depth);
            list.push((key(state, &line)?, line));
        }
        let mut next = start;
        while let Some(line) = next.filter(|line| line.depth >= floor) {
            if depth.is_none() && line.depth > floor && state.strict {
                let kind = ErrorKind::DepthJump { expected: floor, found: line.depth };
                return Err(state.fail(kind, line.start));
            }
            // Deeper lines belong to the sibling above, or to nobody, which is found out when it is read.
            if *depth.get_or_insert(line.depth) == line.depth {
                list.push((key(state, &line)?, line));
            }
            state.lines.take();
            next = state.peek()?;
        }
        state.seek(start);
        Ok(Siblings { list, walk: Walk { floor, depth: depth.unwrap_or(floor), end: next } })
    }
}

/// Entries of which none has the key of another, in the order of the first occurrences, and those that gave way.
pub(super) struct Resolved<'de, T> {
    pub(super) order: Vec<(Key<'de>, T)>,
    pub(super) shadowed: Vec<T>,
}

/// §14.4: of equal keys the last one counts, at the place of the first.
pub(super) fn resolve<'de, T>(list: Vec<(Key<'de>, T)>) -> Resolved<'de, T> {
    let repeats = repeats(&list);
    if repeats.iter().all(|repeat| *repeat == Repeat::Never) {
        return Resolved { order: list, shadowed: Vec::new() };
    }
    let mut slots: Vec<Option<(Key<'de>, T)>> = list.into_iter().map(Some).collect();
    let mut order = Vec::new();
    let mut shadowed = Vec::new();
    for (index, repeat) in repeats.iter().enumerate() {
        let mut take = |index: usize| slots.get_mut(index).and_then(Option::take);
        match *repeat {
            Repeat::Never => order.extend(take(index)),
            Repeat::First { last } => {
                shadowed.extend(take(index).map(|(_, value)| value));
                order.extend(take(last));
            }
            Repeat::Again => shadowed.extend(take(index).map(|(_, value)| value)),
            Repeat::Last => {}
        }
    }
    Resolved { order, shadowed }
}

/// §14.3: the first key that stands in `list` for the second time.
pub(super) fn first_repeated<'de, T>(list: &[(Key<'de>, T)]) -> Option<Key<'de>> {
    let repeats = repeats(list);
    let again = repeats.iter().position(|repeat| matches!(repeat, Repeat::Again | Repeat::Last))?;
    list.get(again).map(|(key, _)| *key)
}

/// For each key, whether it stands here again. By sorting, so that no choice of keys makes it slow.
fn repeats<T>(list: &[(Key<'_>, T)]) -> Vec<Repeat> {
    let text = |index: usize| list.get(index).map(|(key, _)| key.text());
    let mut sorted: Vec<usize> = (0..list.len()).collect();
    sorted.sort_by_cached_key(|&index| (text(index), index));
    let mut repeats = alloc::vec![Repeat::Never; list.len()];
    for same in sorted.chunk_by(|&a, &b| text(a) == text(b)) {
        let [first, between @ .., final_one] = same else { continue };
        set(&mut repeats, *first, Repeat::First { last: *final_one });
        for index in between {
            set(&mut repeats, *index, Repeat::Again);
        }
        set(&mut repeats, *final_one, Repeat::Last);
    }
    repeats
}

fn set(repeats: &mut [Repeat], index: usize, repeat: Repeat) {
    if let Some(place) = repeats.get_mut(index) {
        *place = repeat;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    Never,
    First { last: usize },
    Again,
    Last,
}

impl Walk {
    /// Called behind an entry: the next line must be a sibling or lie outside the object.
    pub(super) fn check(&self, state: &mut State<'_>) -> Result<()> {
        match state.peek()? {
            Some(line) if line.depth >= self.floor && line.depth != self.depth => {
                let kind = ErrorKind::OverIndented { expected: self.depth, found: line.depth };
                Err(state.fail(kind, line.start))
            }
            _ => Ok(()),
        }
    }

    /// Reads the value of `line`, wherever the cursor is, as the one called `name`.
    pub(super) fn read<'de, S: DeserializeSeed<'de>>(
        &self,
        state: &mut State<'de>,
        line: &Line,
        name: &str,
        seed: S,
    ) -> Result<S::Value> {
        state.seek(Some(*line));
        state.take(line)?;
        let Entry { node, .. } = state.entry_of(line)?;
        let at = node.at();
        let value = match seed.deserialize(ValueDe { state: &mut *state, node: &node }) {
            Ok(value) => value,
            Err(error) => return Err(state.source.place(error, at).within(&Step::Key(name))),
        };
        self.check(state)?;
        Ok(value)
    }

    /// Goes on behind the object.
    pub(super) fn leave(&self, state: &mut State<'_>) {
        state.seek(self.end);
    }
}

/// An order of reading an object's lines.
pub(super) struct Order {
    lines: vec::IntoIter<Line>,
    walk: Walk,
    started: bool,
}

impl Order {
    pub(super) fn new(order: &[(Key<'_>, Line)], walk: Walk) -> Self {
        let lines: Vec<Line> = order.iter().map(|(_, line)| *line).collect();
        Order { lines: lines.into_iter(), walk, started: false }
    }

    /// Makes the next line in order, or the line behind the object, the next line.
    pub(super) fn advance(&mut self, state: &mut State<'_>) -> Result<()> {
        if self.started {
            self.walk.check(state)?;
        }
        self.started = true;
        match self.lines.next() {
            Some(line) => state.seek(Some(line)),
            None => self.walk.leave(state),
        }
        Ok(())
    }
}
