//! Reads a text leniently, as a tree of lines: a line belongs to the nearest one above it that is
//! indented less, by whatever amount.
//!
//! Values are mutually recursive, so the parts of the reader share one type: [`object`] reads the
//! document and objects, [`list`] and [`table`] what follows a header, and [`scalar`] values on a
//! line.

mod foreign;
mod list;
mod object;
mod rows;
mod scalar;
mod table;

use super::cut_off::{Cut, End};
use super::fix::{Fix, FixKind, Warning, WarningKind};
use super::lines::{self, SourceLine};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use toon::{__internal, Error, ErrorKind, Result};

pub(super) struct LenientReader<'t> {
    text: &'t str,
    /// What is known about the end of the text.
    end: End,
    /// The text is valid, and only read for warnings.
    is_valid: bool,
    /// The first sign that the text was cut off.
    cut: Option<Cut>,
    lines: Vec<SourceLine<'t>>,
    comments: Vec<SourceLine<'t>>,
    /// The lines inside of multi-line strings, where nothing is a comment.
    inside: Vec<Range<usize>>,
    /// The indentation of the first indented line, relative to the first line.
    unit: usize,
    /// The index of the next line.
    next: usize,
    fixes: Vec<Fix>,
    warnings: Vec<Warning>,
    /// The first line that is valid, but does not mean what it says if other lines have mistakes.
    doubtful: Option<Error>,
    /// The value of `next` when the last fix of a row was made.
    fixed_row: usize,
    /// A fix already reports that the indentation was changed.
    is_reindented: bool,
    /// The last position that was computed: line, offset and column.
    placed: (usize, usize, usize),
    /// How many more levels may be opened, out of `max_depth`.
    room: usize,
    max_depth: usize,
    /// How many more bytes may be searched for the ends of strings and JSON, which keeps repairs
    /// linear.
    search: usize,
}

/// What the lines of a scope belong to.
#[derive(Clone, Copy)]
struct Parent {
    /// Its lines are indented more than this; all lines if there is none.
    indent: Option<usize>,
    /// Where its own content should begin, in columns of valid text.
    content: usize,
}

impl Parent {
    const ROOT: Self = Parent { indent: None, content: 0 };

    fn of(line: &SourceLine<'_>) -> Self {
        Parent { indent: Some(line.indent), content: line.indent }
    }

    fn holds(self, line: &SourceLine<'_>) -> bool {
        self.indent.is_none_or(|indent| line.indent > indent)
    }
}

/// The spaces per level in valid text.
const UNIT: usize = 2;

impl<'t> LenientReader<'t> {
    pub(super) fn new(text: &'t str, is_valid: bool, end: End, max_depth: usize) -> Self {
        let (lines, comments) = lines::split(text, is_valid);
        let base = lines.first().map_or(0, |line| line.indent);
        let unit = lines.iter().find_map(|line| line.indent.checked_sub(base).filter(|&indent| indent > 0));
        LenientReader {
            text,
            end,
            is_valid,
            cut: None,
            lines,
            comments,
            inside: Vec::new(),
            unit: unit.unwrap_or(UNIT),
            next: 0,
            fixes: Vec::new(),
            warnings: Vec::new(),
            doubtful: None,
            fixed_row: 0,
            is_reindented: false,
            placed: (0, 0, 1),
            room: max_depth,
            max_depth,
            search: text.len().saturating_mul(4),
        }
    }

    /// The fixes, in text order, and the warnings.
    pub(super) fn into_notes(self) -> (Vec<Fix>, Vec<Warning>) {
        let LenientReader { comments, inside, mut fixes, warnings, .. } = self;
        let mut inside = inside.into_iter().peekable();
        for SourceLine { number, indent, .. } in comments {
            while inside.next_if(|lines| lines.end <= number).is_some() {}
            if inside.peek().is_none_or(|lines| number < lines.start) {
                fixes.push(Fix::new(FixKind::Comment, (number, 1 + indent), "removed a comment".into()));
            }
        }
        fixes.sort_by_key(|fix| (fix.line(), fix.column()));
        (fixes, warnings)
    }

    /// Where the text was cut off, if it was.
    pub(super) fn cut(&self) -> Option<Cut> {
        self.cut
    }

    // ---- lines ----

    fn peek(&self) -> Option<SourceLine<'t>> {
        self.lines.get(self.next).copied()
    }

    /// The next line, if it belongs to `parent`.
    fn peek_in(&self, parent: Parent) -> Option<SourceLine<'t>> {
        self.peek().filter(|line| parent.holds(line))
    }

    /// Reports the first line with unexpected indentation.
    fn note_indent(&mut self, line: &SourceLine<'t>, expected: usize) {
        if !self.is_reindented && (line.indent != expected || line.has_tab) {
            self.is_reindented = true;
            self.fix(FixKind::Indentation, line, line.at, "changed the indentation from here on".into());
        }
    }

    /// Whether there are comments between `line` and the next line that is still to be read.
    fn has_comments_after(&self, line: &SourceLine<'_>) -> bool {
        let end = self.peek().map_or(usize::MAX, |next| next.number);
        let first = self.comments.partition_point(|comment| comment.number < line.number);
        self.comments.get(first).is_some_and(|comment| comment.number < end)
    }

    /// Whether `line` is the last one, and may go on after the end of the text.
    fn is_unfinished(&self, line: &SourceLine<'_>) -> bool {
        !self.end.is_line_ended && self.lines.last().is_none_or(|last| last.number <= line.number)
    }

    /// Notes that the text was cut off in an array of which so many elements of
    /// `declared` are complete; `what` they are.
    fn note_cut(&mut self, what: &'static str, complete: usize, declared: Option<u64>) {
        self.cut.get_or_insert(Cut { what, counts: declared.map(|declared| (complete as u64, declared)) });
    }

    // ---- notes ----

    /// The line and column of an offset in `line`. Positions are mostly requested in order, so the
    /// characters of a long line are counted only once.
    fn place(&mut self, line: &SourceLine<'_>, at: usize) -> (usize, usize) {
        if self.placed.0 != line.number || self.placed.1 > at {
            let begin = self.text[..line.at].rfind('\n').map_or(0, |end| end + 1);
            self.placed = (line.number, begin, 1);
        }
        let (number, from, column) = self.placed;
        let column = column + self.text.get(from..at).unwrap_or_default().chars().count();
        self.placed = (number, at, column);
        (number, column)
    }

    fn fix(&mut self, kind: FixKind, line: &SourceLine<'_>, at: usize, message: String) {
        let place = self.place(line, at);
        self.fixes.push(Fix::new(kind, place, message));
    }

    /// Like [`fix`](Self::fix), for rows of the table whose header is on line `header`. The same
    /// fix in consecutive rows is reported once.
    fn fix_row(&mut self, kind: FixKind, header: usize, row: &SourceLine<'_>, at: usize, message: &str) {
        let is_noted = |fix: &Fix| fix.line() > header && fix.kind() == kind && fix.message() == message;
        let is_consecutive = self.fixed_row + 1 == self.next && self.fixes.last().is_some_and(is_noted);
        if !is_consecutive {
            self.fix(kind, row, at, message.into());
        }
        self.fixed_row = self.next;
    }

    /// Reports consecutive warnings of the same kind on a line only once.
    fn warn(&mut self, kind: WarningKind, line: &SourceLine<'_>, at: usize, message: &str) {
        let is_noted = |warning: &Warning| warning.line() == line.number && warning.kind() == kind;
        if !self.warnings.last().is_some_and(is_noted) {
            let place = self.place(line, at);
            self.warnings.push(Warning::new(kind, place, message.into()));
        }
    }

    fn doubt(&mut self, line: &SourceLine<'_>, at: usize, message: &str) {
        if self.doubtful.is_none() && !self.is_valid {
            self.doubtful = Some(self.error(ErrorKind::Custom(message.into()), line, at));
        }
    }

    fn error(&mut self, kind: ErrorKind, line: &SourceLine<'_>, at: usize) -> Error {
        let (line, column) = self.place(line, at);
        __internal::placed(__internal::error(kind), line, column)
    }

    fn enter(&mut self, line: &SourceLine<'_>) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => self.room = room,
            None => return Err(self.error(__internal::depth_limit(self.max_depth), line, line.at)),
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.room += 1;
    }

    /// The offset of `part`, which is a slice of the text.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}
