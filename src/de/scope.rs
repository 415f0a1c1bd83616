//! The lines below a header: its rows, entry rows or list items, whichever it has.

use super::header::Bracket;
use super::lines::{Indent, Line};
use super::state::State;
use crate::{ErrorKind, Result};

/// The scope that a header opens.
pub(super) struct Scope {
    /// The depth at which the header stands.
    base: usize,
    /// The depth of its lines, known from the first one, and what stands in front of them.
    depth: usize,
    indent: Indent,
    /// The bracket segment.
    at: usize,
    declared: u64,
    pub(super) found: u64,
    pub(super) ended: bool,
    /// Its lines may go on behind the end of the text.
    goes_on: bool,
}

/// How far a scope has been read, whose lines come in several texts.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(super) struct Progress {
    found: u64,
    depth: usize,
}

/// The access type of an array with lines below its header.
#[cfg(feature = "std")]
pub(super) trait Below<'de>: serde::de::SeqAccess<'de, Error = crate::Error> {
    fn scope(&mut self) -> (&mut Scope, &mut State<'de>);
}

impl Scope {
    #[inline]
    pub(super) fn new(state: &State<'_>, bracket: &Bracket, base: usize) -> Self {
        let depth = base + 1;
        Scope {
            base,
            depth,
            indent: state.lines.indent(depth),
            at: bracket.at,
            declared: bracket.length,
            found: 0,
            ended: false,
            goes_on: false,
        }
    }

    /// Goes on where the scope stood at the end of another text, and perhaps behind the end of this one.
    #[cfg(feature = "std")]
    pub(super) fn resume(&mut self, state: &mut State<'_>, progress: Option<Progress>, goes_on: bool) {
        if let Some(Progress { found, depth }) = progress {
            self.found = found;
            self.set_depth(state, depth);
            state.spans += usize::from(found > 0);
        }
        self.goes_on = goes_on;
    }

    /// How far it has been read, if it goes on.
    #[cfg(feature = "std")]
    pub(super) fn progress(&self) -> Option<Progress> {
        if self.ended { None } else { Some(Progress { found: self.found, depth: self.depth }) }
    }

    /// Where the scope's next line begins and ends, or nothing at its end, where the declared length is checked.
    #[inline(always)]
    pub(super) fn next(&mut self, state: &mut State<'_>) -> Result<Option<(usize, usize)>> {
        // Unless its first line has jumped deeper: then lines in front of it may still be too deep for the scope around.
        if self.depth == self.base + 1 && state.lines.is_above(&state.source, &self.indent) {
            return self.end(state).map(|()| None);
        }
        let Some(line) = state.peek_from(self.base + 1)? else { return self.end(state).map(|()| None) };
        let span = (line.start, line.end);
        if line.depth != self.depth {
            let line = *line;
            self.adopt_depth(state, &line)?;
        }
        state.take_peeked()?;
        self.count(state);
        Ok(Some(span))
    }

    /// Counts a line that has been taken.
    #[inline(always)]
    fn count(&mut self, state: &mut State<'_>) {
        if self.found == 0 {
            // §12: the header's span begins with its first line.
            state.spans += 1;
        }
        self.found += 1;
    }

    /// Where the content of the scope's next line begins, if it is [plain](super::lines::Lines::plain_start).
    #[inline(always)]
    pub(super) fn plain_start(&self, state: &State<'_>) -> Option<usize> {
        state.lines.plain_start(&state.source, &self.indent)
    }

    /// Takes that line, behind which one begins at `next`.
    #[inline(always)]
    pub(super) fn take_plain(&mut self, state: &mut State<'_>, next: usize) {
        state.lines.take_plain(next);
        self.count(state);
    }

    /// Takes the scope's next line if it is a [usual](super::lines::Lines::take_item) item, and says where it is, and at which
    /// depth.
    #[inline(always)]
    pub(super) fn take_item(&mut self, state: &mut State<'_>) -> Option<((usize, usize, usize), usize)> {
        let item = state.lines.take_item(&state.source, &self.indent)?;
        self.count(state);
        Some((item, self.depth))
    }

    #[cold]
    fn adopt_depth(&mut self, state: &State<'_>, line: &Line) -> Result<()> {
        let (expected, found) = (self.depth, line.depth);
        if self.found > 0 {
            return Err(state.fail(ErrorKind::OverIndented { expected, found }, line.start));
        }
        if state.strict {
            return Err(state.fail(ErrorKind::DepthJump { expected, found }, line.start));
        }
        // §14.4: the first line's depth becomes the content depth.
        self.set_depth(state, line.depth);
        Ok(())
    }

    fn set_depth(&mut self, state: &State<'_>, depth: usize) {
        self.depth = depth;
        self.indent = state.lines.indent(depth);
    }

    #[inline]
    fn end(&mut self, state: &mut State<'_>) -> Result<()> {
        if self.goes_on && state.peek()?.is_none() {
            return Ok(());
        }
        let mismatch = self.found != self.declared && state.strict && !self.ended;
        self.ended = true;
        if mismatch { Err(self.miscounted(state)) } else { Ok(()) }
    }

    #[cold]
    fn miscounted(&self, state: &State<'_>) -> crate::Error {
        let (expected, found) = (self.declared, self.found);
        let error = state.fail(ErrorKind::CountMismatch { expected, found }, self.at);
        let at_end = state.lines.is_at_end(&state.source);
        if found < expected && at_end { error.set_eof() } else { error }
    }

    /// The elements that there may be: what is declared, but no more than the rest of the text could hold.
    pub(super) fn size_hint(&self, state: &State<'_>) -> usize {
        let left = self.declared.saturating_sub(self.found);
        // A line takes its indentation, a character and a line end.
        let possible = state.lines.remaining(&state.source) / (self.depth + 2) + 1;
        usize::try_from(left).unwrap_or(usize::MAX).min(possible)
    }

    /// The depth that the scope's lines have unless the first one jumps.
    pub(super) fn content_depth(&self) -> usize {
        self.base + 1
    }
}
