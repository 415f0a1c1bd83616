//! The state of one document: its lines, and its limits.

use super::depth::Depth;
use super::fields::FieldList;
use super::header::{Bracket, parse_bracket};
use super::lines::{Line, Lines, detect_unit};
use super::mistakes::Mistakes;
use super::source::Source;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::boxed::Box;

pub(super) struct Reader<'de> {
    pub(super) source: Source<'de>,
    pub(super) lines: Lines,
    pub(super) strict: bool,
    pub(super) depth: Depth,
    /// The number of open headers whose first row, entry row or item has been taken. While there
    /// are any, a blank line before another line is within their span (§12).
    pub(super) spans: usize,
    /// The mistakes so far, if reading goes on after them.
    pub(super) mistakes: Option<Box<Mistakes>>,
}

impl<'de> Reader<'de> {
    pub(super) fn new(source: Source<'de>, options: &DecodeOptions) -> Self {
        let detect = || source.left_out.unit.or_else(|| detect_unit(&source));
        let detected = if options.detect_indent { detect() } else { None };
        let lines = Lines::new(&source, detected.unwrap_or(options.indent), options.strict);
        let depth = Depth::new(options.max_depth);
        Reader { source, lines, strict: options.strict, depth, spans: 0, mistakes: None }
    }

    pub(super) fn fail(&self, kind: ErrorKind, at: usize) -> Error {
        self.source.fail(kind, at)
    }

    /// Finds the likely cause of an error that leaves this reader, which requires the whole text.
    #[cold]
    pub(super) fn explain(&self, error: Error) -> Error {
        let Source { text, left_out, .. } = &self.source;
        if left_out.is_part { error } else { error.explain(text, self.lines.unit()) }
    }

    /// Fails in strict mode; otherwise, this mistake is tolerated (§14.4).
    #[cold]
    pub(super) fn violation(&mut self, kind: ErrorKind, at: usize) -> Result<()> {
        if self.strict { self.report(self.fail(kind, at)) } else { Ok(()) }
    }

    /// Collects a mistake after which reading can go on, if mistakes are collected; returns any other
    /// as an error.
    #[cold]
    pub(super) fn report(&mut self, mistake: Error) -> Result<()> {
        match &mut self.mistakes {
            Some(mistakes) => mistakes.add(mistake, self.source.text, self.lines.unit()),
            None => Err(mistake),
        }
    }

    /// The next line, which stays the next one until it is taken.
    pub(super) fn peek(&mut self) -> Result<Option<Line>> {
        Ok(if self.prepare()? { Some(*self.lines.line()) } else { None })
    }

    /// Whether there is a next line.
    #[inline]
    fn prepare(&mut self) -> Result<bool> {
        loop {
            match self.lines.peek(&self.source) {
                Ok(is_line) => return Ok(is_line),
                Err(error) => self.report(error)?,
            }
        }
    }

    /// The next line if it is at `floor` or deeper.
    #[inline]
    pub(super) fn peek_from(&mut self, floor: usize) -> Result<Option<&Line>> {
        if !self.prepare()? {
            return Ok(None);
        }
        let is_above = self.lines.line().depth < floor
            && match &mut self.mistakes {
                Some(mistakes) => !self.lines.move_to(&self.source, floor, &mut mistakes.doubtful),
                None => true,
            };
        Ok(if is_above { None } else { Some(self.lines.line()) })
    }

    /// Whether no line at `floor` or deeper follows.
    #[inline]
    pub(super) fn ends(&mut self, floor: usize) -> Result<bool> {
        if self.lines.is_above(&self.source, &self.lines.indent(floor)) {
            Ok(true)
        } else {
            self.ends_by_line(floor)
        }
    }

    /// Does the same for a line that must be prepared.
    fn ends_by_line(&mut self, floor: usize) -> Result<bool> {
        Ok(self.peek_from(floor)?.is_none())
    }

    /// Checks that no line follows the root value (§5).
    pub(super) fn end_document(&mut self) -> Result<()> {
        match self.peek()? {
            Some(line) => Err(self.fail(ErrorKind::TrailingContent, line.start)),
            None => Ok(()),
        }
    }

    /// Takes the line that was peeked.
    #[inline]
    pub(super) fn take(&mut self) -> Result<()> {
        self.lines.take();
        match self.lines.line().blank() {
            Some(blank) if self.spans > 0 => self.violation(ErrorKind::BlankLine, blank),
            _ => Ok(()),
        }
    }

    /// Whether nothing follows yet of a document whose beginning this is: open scopes may go on.
    pub(super) fn goes_on(&self) -> bool {
        self.source.left_out.is_prefix && self.lines.are_taken(&self.source)
    }

    /// Whether the line that contains `at` is not complete.
    pub(super) fn is_cut(&self, at: usize) -> bool {
        self.source.left_out.unfinished.is_some_and(|start| at >= start)
    }

    /// Parses the field list of the header with this `bracket`, on a line that ends at `end`.
    /// Reuses `last`.
    pub(super) fn fields(
        &self,
        bracket: &Bracket,
        end: usize,
        last: FieldList<'de>,
    ) -> Result<FieldList<'de>> {
        FieldList::parse(&self.source, bracket, end, self.strict, &self.depth, last)
    }

    /// The bracket segment at `open` in a line that ends at `end`, if a field list follows that can only
    /// be that of a table with this delimiter, whatever else is wrong with the line.
    pub(super) fn table_header(&self, open: usize, end: usize) -> Option<Bracket> {
        self.mistakes.as_ref()?;
        let bracket = parse_bracket(&self.source, open, end)?;
        let list = self.source.skip_spaces(bracket.after, end);
        (self.source.byte(list) == Some(b'{') && list < end).then_some(bracket)
    }

    /// Checks a header to its end.
    pub(super) fn check_header(&self, bracket: &Bracket, end: usize) -> Result<()> {
        match bracket.values(&self.source, end) {
            Some(_) => Ok(()),
            None => self.fields(bracket, end, FieldList::default()).map(|_| ()),
        }
    }
}
