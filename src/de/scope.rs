//! Reads the lines below a header: rows, entry rows or list items.

use super::header::Bracket;
use super::lines::{Indent, Line};
use super::reader::Reader;
use crate::{ErrorKind, Result};

/// The scope that a header opens.
pub(super) struct HeaderScope {
    /// The depth of the header.
    base: usize,
    /// The depth of its lines, known from the first one, and their indentation.
    pub(super) depth: usize,
    indent: Indent,
    /// The bracket segment.
    at: usize,
    declared: u64,
    pub(super) found: u64,
    pub(super) ended: bool,
    /// Its lines may continue after the end of the text.
    goes_on: bool,
}

/// The progress in a scope whose lines come in several texts.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
pub(super) struct ScopeProgress {
    found: u64,
    depth: usize,
}

impl HeaderScope {
    #[inline]
    pub(super) fn new(reader: &Reader<'_>, bracket: &Bracket, base: usize) -> Self {
        let depth = base + 1;
        HeaderScope {
            base,
            depth,
            indent: reader.lines.indent(depth),
            at: bracket.at,
            declared: bracket.length,
            found: 0,
            ended: false,
            goes_on: false,
        }
    }

    /// Continues from the end of another text. If `goes_on`, the scope may continue after the end
    /// of this one, too.
    #[cfg(feature = "std")]
    pub(super) fn resume(&mut self, reader: &mut Reader<'_>, progress: Option<ScopeProgress>, goes_on: bool) {
        if let Some(ScopeProgress { found, depth }) = progress {
            self.found = found;
            self.set_depth(reader, depth);
            reader.spans += usize::from(found > 0);
        }
        self.goes_on = goes_on;
    }

    /// The progress so far; `None` if the scope has ended.
    #[cfg(feature = "std")]
    pub(super) fn progress(&self) -> Option<ScopeProgress> {
        if self.ended { None } else { Some(ScopeProgress { found: self.found, depth: self.depth }) }
    }

    /// Takes the scope's next line, and returns its start and end. At the end of the scope, checks
    /// the declared length and returns `None`.
    #[inline]
    pub(super) fn next(&mut self, reader: &mut Reader<'_>) -> Result<Option<(usize, usize)>> {
        // Unless the first line was too deep: then lines that are indented less may still be too
        // deep for the enclosing scope.
        if self.depth == self.base + 1 && reader.lines.is_above(&reader.source, &self.indent) {
            return self.end(reader).map(|()| None);
        }
        let Some(line) = reader.peek_from(self.base + 1)? else { return self.end(reader).map(|()| None) };
        let span = (line.start, line.end);
        if line.depth != self.depth {
            let line = *line;
            self.adopt_depth(reader, &line)?;
        }
        reader.take()?;
        self.count(reader);
        Ok(Some(span))
    }

    /// Counts a line that has been taken.
    #[inline]
    fn count(&mut self, reader: &mut Reader<'_>) {
        if self.found == 0 {
            // §12: the header's span begins with its first line.
            reader.spans += 1;
        }
        self.found += 1;
    }

    /// The start of the content of the scope's next line, if that is
    /// [simple](super::lines::Lines::fast_start).
    #[inline]
    pub(super) fn fast_start(&self, reader: &Reader<'_>) -> Option<usize> {
        reader.lines.fast_start(&reader.source, &self.indent)
    }

    /// Takes that line; the one after it begins at `next`.
    #[inline]
    pub(super) fn take_fast(&mut self, reader: &mut Reader<'_>, next: usize) {
        reader.lines.take_fast(next);
        self.count(reader);
    }

    /// Takes the scope's next line if it is a [simple](super::lines::Lines::take_item) item, and
    /// returns its offsets and depth.
    #[inline]
    pub(super) fn take_item(&mut self, reader: &mut Reader<'_>) -> Option<((usize, usize, usize), usize)> {
        let item = reader.lines.take_item(&reader.source, &self.indent)?;
        self.count(reader);
        Some((item, self.depth))
    }

    #[cold]
    fn adopt_depth(&mut self, reader: &mut Reader<'_>, line: &Line) -> Result<()> {
        let (expected, found) = (self.depth, line.depth);
        if self.found == 0 {
            reader.violation(ErrorKind::DepthJump { expected, found }, line.start)?;
        } else if found > expected || reader.mistakes.is_none() {
            // If reading goes on, the line is read as one of this scope.
            return reader.report(reader.fail(ErrorKind::OverIndented { expected, found }, line.start));
        }
        // §14.4: the first line's depth becomes the content depth. If only that line was too deep, so
        // does that of the next one.
        self.set_depth(reader, line.depth);
        Ok(())
    }

    fn set_depth(&mut self, reader: &Reader<'_>, depth: usize) {
        self.depth = depth;
        self.indent = reader.lines.indent(depth);
    }

    #[inline]
    fn end(&mut self, reader: &mut Reader<'_>) -> Result<()> {
        if self.goes_on && reader.peek()?.is_none() {
            return Ok(());
        }
        let mismatch = self.found != self.declared && reader.strict && !self.ended;
        self.ended = true;
        let is_doubtful = || reader.mistakes.as_ref().is_some_and(|mistakes| mistakes.doubtful > self.at);
        if mismatch && !is_doubtful() { self.miscounted(reader) } else { Ok(()) }
    }

    fn miscounted(&self, reader: &Reader<'_>) -> Result<()> {
        if reader.goes_on() {
            return Ok(());
        }
        let kind = reader.source.miscount(self.at, self.declared, self.found);
        let error = reader.fail(kind, self.at);
        let at_end = reader.lines.is_at_end(&reader.source);
        Err(if self.found < self.declared && at_end { error.set_eof() } else { error })
    }

    /// The number of elements to expect: the declared one, but no more than the rest of the text
    /// could hold.
    pub(super) fn size_hint(&self, reader: &Reader<'_>) -> usize {
        let left = self.declared.saturating_sub(self.found);
        // A line takes its indentation, a character and a line end.
        let possible = reader.lines.remaining(&reader.source) / (self.depth + 2) + 1;
        usize::try_from(left).unwrap_or(usize::MAX).min(possible)
    }
}
