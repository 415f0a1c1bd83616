//! Reads a text as it is meant: a tree of lines, in which a deeper line belongs to the one above,
//! whatever its indentation.
//!
//! Values are mutually recursive, so the parts of the reader are one room: [`object`] has the
//! document and objects, [`list`] and [`table`] what has a header, and [`scalar`] what stands on a
//! line.

mod list;
mod object;
mod scalar;
mod table;

use super::fix::{Fix, FixKind, Warning, WarningKind};
use super::lines::{self, SourceLine};
use crate::{Error, ErrorKind, Result};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub(super) struct LenientReader<'t> {
    text: &'t str,
    lines: Vec<SourceLine<'t>>,
    comments: Vec<SourceLine<'t>>,
    /// The numbers of the lines that are parts of a string, with what looks like comments in them.
    inside: Vec<Range<usize>>,
    /// How much the first indented line is indented.
    unit: usize,
    /// The next one.
    next: usize,
    fixes: Vec<Fix>,
    warnings: Vec<Warning>,
    /// A fix says that the indentation was changed.
    is_reindented: bool,
    /// The place that was asked for last: its line, offset and column.
    placed: (usize, usize, usize),
    /// Levels that may still be opened, of so many.
    room: usize,
    max_depth: usize,
    /// How many bytes may still be looked at in search of where something ends.
    search: usize,
}

/// What holds a scope's lines.
#[derive(Clone, Copy)]
struct Parent {
    /// Its lines are indented more than this; all lines if there is none.
    indent: Option<usize>,
    /// The fields of a list item stand where the content of its line does.
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

/// The indentation of a level in valid text.
const UNIT: usize = 2;

impl<'t> LenientReader<'t> {
    pub(super) fn new(text: &'t str, max_depth: usize) -> Self {
        let (lines, comments) = lines::split(text);
        let base = lines.first().map_or(0, |line| line.indent);
        let unit = lines.iter().find_map(|line| line.indent.checked_sub(base).filter(|&indent| indent > 0));
        LenientReader {
            text,
            lines,
            comments,
            inside: Vec::new(),
            unit: unit.unwrap_or(UNIT),
            next: 0,
            fixes: Vec::new(),
            warnings: Vec::new(),
            is_reindented: false,
            placed: (0, 0, 1),
            room: max_depth,
            max_depth,
            search: text.len().saturating_mul(4),
        }
    }

    /// What was changed, and what is suspicious.
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

    // ---- lines ----

    fn peek(&self) -> Option<SourceLine<'t>> {
        self.lines.get(self.next).copied()
    }

    /// The next line, if it is one of `parent`'s.
    fn peek_in(&self, parent: Parent) -> Option<SourceLine<'t>> {
        self.peek().filter(|line| parent.holds(line))
    }

    /// Notes the first line that is not where it should be.
    fn note_indent(&mut self, line: &SourceLine<'t>, expected: usize) {
        if !self.is_reindented && (line.indent != expected || line.has_tab) {
            self.is_reindented = true;
            self.fix(FixKind::Indentation, line, line.at, "changed the indentation, from here on".into());
        }
    }

    // ---- notes ----

    /// The line and column of an offset in `line`. Most are asked for in order, so that the characters
    /// of a long line are counted once.
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

    /// The same for rows of the table whose header is on `line`: once for those in a row.
    fn fix_row(&mut self, kind: FixKind, header: usize, row: &SourceLine<'_>, at: usize, message: &str) {
        let is_noted = |fix: &Fix| fix.line() > header && fix.kind() == kind && fix.message() == message;
        if !self.fixes.last().is_some_and(is_noted) {
            self.fix(kind, row, at, message.into());
        }
    }

    /// Once for those of a kind that follow each other on a line.
    fn warn(&mut self, kind: WarningKind, line: &SourceLine<'_>, at: usize, message: &str) {
        let is_noted = |warning: &Warning| warning.line() == line.number && warning.kind() == kind;
        if !self.warnings.last().is_some_and(is_noted) {
            let place = self.place(line, at);
            self.warnings.push(Warning::new(kind, place, message.into()));
        }
    }

    fn error(&mut self, kind: ErrorKind, line: &SourceLine<'_>, at: usize) -> Error {
        let (line, column) = self.place(line, at);
        Error::new(kind).set_place(line, column)
    }

    fn enter(&mut self, line: &SourceLine<'_>) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => self.room = room,
            None => return Err(self.error(ErrorKind::DepthLimit { limit: self.max_depth }, line, line.at)),
        }
        Ok(())
    }

    fn leave(&mut self) {
        self.room += 1;
    }

    /// Where a part of the text begins in it.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }
}
