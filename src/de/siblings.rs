//! The lines of one object before they are read: what non-strict mode and path expansion need to know first.

use super::key::Key;
use super::lines::Line;
use super::seen::hash;
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
        let mut walk = OpenBlocks { above: depth, open: Vec::new() };
        let mut next = start;
        while let Some(line) = next.filter(|line| line.depth >= floor) {
            if depth.is_none() && line.depth > floor && state.strict {
                let kind = ErrorKind::DepthJump { expected: floor, found: line.depth };
                return Err(state.fail(kind, line.start));
            }
            state.blocks.open(&mut walk, &line);
            // Deeper lines belong to the sibling above, or to nobody, which is found out when it is read.
            let depth = *depth.get_or_insert(line.depth);
            if depth == line.depth {
                list.push((key(state, &line)?, line));
            }
            match state.blocks.end(&line) {
                Some(end) if line.depth > depth => state.lines.skip_to(end),
                _ => state.lines.take(),
            }
            let begin = state.lines.position();
            next = state.peek()?;
            state.blocks.close(&mut walk, next.map_or(0, |line| line.depth), begin);
        }
        state.seek(start);
        Ok(Siblings { list, walk: Walk { floor, depth: depth.unwrap_or(floor), end: next } })
    }
}

/// Where runs of deeper lines end. The first walk over an object sees all that is nested in it, too; what it finds out
/// spares the later ones, over the objects around which it has led, the lines that are no siblings. Else lines would be
/// looked at once for each level.
#[derive(Default)]
pub(super) struct Blocks {
    list: Vec<Block>,
    /// The first lines of blocks that begin in front of this offset are in `list`, in order.
    known: usize,
}

/// Lines at least as deep as the first of them, which is deeper than the line above it.
struct Block {
    start: usize,
    /// Where the next line that is not as deep begins, with its indentation and the blank lines in front of it; 0 as
    /// long as that is not known.
    end: usize,
}

/// What a walk has to remember.
struct OpenBlocks {
    /// The depth of the line seen last.
    above: Option<usize>,
    /// The depths of the blocks that it stands in, and where they are in the list.
    open: Vec<(usize, usize)>,
}

impl Blocks {
    /// Notes the block that `line` may open.
    fn open(&mut self, walk: &mut OpenBlocks, line: &Line) {
        let deeper = walk.above.replace(line.depth).is_some_and(|above| line.depth > above);
        if line.start < self.known {
            return;
        }
        self.known = line.start + 1;
        if deeper {
            walk.open.push((line.depth, self.list.len()));
            self.list.push(Block { start: line.start, end: 0 });
        }
    }

    /// Notes the end of the blocks that the line whose text begins at `begin` is not deep enough for.
    fn close(&mut self, walk: &mut OpenBlocks, depth: usize, begin: usize) {
        while let Some((_, index)) = walk.open.last().copied().filter(|(block, _)| *block > depth) {
            if let Some(block) = self.list.get_mut(index) {
                block.end = begin;
            }
            walk.open.pop();
        }
    }

    /// The end of the block that `line` opens, if it is known to open one.
    fn end(&self, line: &Line) -> Option<usize> {
        let index = self.list.binary_search_by_key(&line.start, |block| block.start).ok()?;
        self.list.get(index).map(|block| block.end).filter(|&end| end > 0)
    }
}

/// Entries of which none has the key of another, in the order of the first occurrences, and those that gave way.
pub(super) struct Resolved<'de, T> {
    pub(super) order: Vec<(Key<'de>, T)>,
    pub(super) shadowed: Vec<T>,
}

/// §14.4: of equal keys the last one counts, at the place of the first.
pub(super) fn resolve<T>(list: Vec<(Key<'_>, T)>) -> Resolved<'_, T> {
    let mut repeats = repeats(&list, hash);
    if repeats.iter().all(|repeat| *repeat == Repeat::Never) {
        return Resolved { order: list, shadowed: Vec::new() };
    }
    let stay = repeats.iter().filter(|repeat| matches!(repeat, Repeat::Never | Repeat::First { .. })).count();
    let mut order = Vec::with_capacity(stay);
    let mut shadowed = Vec::with_capacity(repeats.len() - stay);
    for (index, entry) in list.into_iter().enumerate() {
        match repeats.get(index).copied().unwrap_or(Repeat::Never) {
            Repeat::Never => order.push(Some(entry)),
            Repeat::First { last } => {
                set(&mut repeats, last, Repeat::Last { place: order.len() });
                order.push(None);
                shadowed.push(entry.1);
            }
            Repeat::Again => shadowed.push(entry.1),
            Repeat::Last { place } => {
                if let Some(first) = order.get_mut(place) {
                    *first = Some(entry);
                }
            }
        }
    }
    Resolved { order: order.into_iter().flatten().collect(), shadowed }
}

/// §14.3: the first key that stands in `list` for the second time.
pub(super) fn first_repeated<'de, T>(list: &[(Key<'de>, T)]) -> Option<Key<'de>> {
    let repeats = repeats(list, hash);
    let again = repeats.iter().position(|repeat| matches!(repeat, Repeat::Again | Repeat::Last { .. }))?;
    list.get(again).map(|(key, _)| *key)
}

/// For each key, whether it stands here again. By sorting, so that no choice of keys makes it slow: by hash first, which
/// lies side by side where the keys are all over the text, and those of equal hash by content, unless they are all one key.
fn repeats<'de, T>(list: &[(Key<'de>, T)], hash: fn(&Key<'de>) -> u64) -> Vec<Repeat> {
    let text = |&(_, index): &(u64, usize)| list.get(index).map(|(key, _)| key.text());
    let mut sorted: Vec<(u64, usize)> = list.iter().map(|(key, _)| hash(key)).zip(0..).collect();
    sorted.sort_by_key(|(hash, _)| *hash);
    let mut repeats = alloc::vec![Repeat::Never; list.len()];
    for similar in sorted.chunk_by_mut(|a, b| a.0 == b.0) {
        let [first, others @ ..] = similar else { continue };
        let one = text(first);
        if others.iter().all(|other| text(other) == one) {
            note(&mut repeats, similar);
        } else {
            similar.sort_by_cached_key(text);
            similar.chunk_by(|a, b| text(a) == text(b)).for_each(|same| note(&mut repeats, same));
        }
    }
    repeats
}

/// Notes what the occurrences of one key are, which are in order.
fn note(repeats: &mut [Repeat], same: &[(u64, usize)]) {
    let [first, between @ .., last] = same else { return };
    set(repeats, first.1, Repeat::First { last: last.1 });
    for again in between {
        set(repeats, again.1, Repeat::Again);
    }
    set(repeats, last.1, Repeat::Last { place: 0 });
}

fn set(repeats: &mut [Repeat], index: usize, repeat: Repeat) {
    if let Some(place) = repeats.get_mut(index) {
        *place = repeat;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    Never,
    First {
        last: usize,
    },
    Again,
    /// Stands in the end where the first does, at that place among those that stay, once it is known.
    Last {
        place: usize,
    },
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    fn keys(names: &[String]) -> Vec<(Key<'_>, usize)> {
        names.iter().enumerate().map(|(at, name)| (Key::bare(at, name), at)).collect()
    }

    /// Keys that differ, in which some come more than once, in any order.
    fn names(len: usize, different: usize) -> Vec<String> {
        (0..len).map(|at| alloc::format!("key{}", at * at * 7 % different)).collect()
    }

    #[test]
    fn keys_of_one_hash_are_told_apart() {
        for (len, different) in [(0, 1), (1, 1), (2, 1), (2, 2), (9, 4), (100, 7), (100, 1_000)] {
            let names = names(len, different);
            let list = keys(&names);
            let repeats_of_few = |hash: fn(&Key<'_>) -> u64| repeats(&list, hash);
            assert_eq!(repeats_of_few(|_| 0), repeats_of_few(hash), "{names:?}");
            assert_eq!(repeats_of_few(|key| hash(key) % 2), repeats_of_few(hash), "{names:?}");
        }
    }

    #[test]
    fn the_last_stands_where_the_first_did() {
        for (len, different) in [(0, 1), (1, 1), (2, 1), (2, 2), (9, 4), (100, 7), (100, 1_000)] {
            let names = names(len, different);
            let list = keys(&names);
            let Resolved { order, shadowed } = resolve(list.clone());
            let is_among = |name: &str, names: &[String]| names.iter().any(|other| other == name);
            let final_one = |name: &str| names.iter().rposition(|other| other == name);
            let expected = (0..len).filter(|&at| !is_among(&names[at], &names[..at]));
            let expected: Vec<usize> = expected.filter_map(|at| final_one(&names[at])).collect();
            assert_eq!(order.iter().map(|(_, at)| *at).collect::<Vec<_>>(), expected);
            assert!(order.iter().all(|(key, at)| key.at == *at));
            let expected: Vec<usize> =
                (0..len).filter(|&at| is_among(&names[at], &names[at + 1..])).collect();
            assert_eq!(shadowed, expected);
            let again = (0..len).find(|&at| is_among(&names[at], &names[..at]));
            assert_eq!(first_repeated(&list).map(|key| key.at), again);
        }
    }
}
