//! What all scopes of a document share.

use super::fields::Fields;
use super::lines::{Line, Lines, detect_unit};
use super::seen::Seen;
use super::siblings::Blocks;
use super::source::Source;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::vec::Vec;

#[allow(clippy::struct_excessive_bools)] // the options, copied to where they are asked for
pub(super) struct State<'de> {
    pub(super) source: Source<'de>,
    pub(super) lines: Lines,
    pub(super) strict: bool,
    pub(super) infer_types: bool,
    pub(super) expand_paths: bool,
    /// `deserialize_any` hands on numbers as newtypes of their tokens, for a visitor that wants every digit.
    #[cfg(feature = "json")]
    pub(super) number_text: bool,
    /// Levels that may still be opened.
    pub(super) room: usize,
    pub(super) limit: usize,
    /// Headers whose first row, entry or item has been taken: a blank line in front of a line stands in their span.
    pub(super) spans: usize,
    pub(super) blocks: Blocks,
    /// The last header's: the next one often has the same. There are never two at a time.
    pub(super) last_fields: Fields<'de>,
    /// The keys of all open objects, innermost last.
    pub(super) seen: Vec<Seen>,
}

impl<'de> State<'de> {
    pub(super) fn new(source: Source<'de>, options: &DecodeOptions) -> Self {
        let detect = || source.left_out.unit.or_else(|| detect_unit(&source));
        let detected = if options.detect_indent { detect() } else { None };
        let lines = Lines::new(&source, detected.unwrap_or(options.indent), options.strict);
        State {
            source,
            lines,
            strict: options.strict,
            infer_types: options.infer_types,
            expand_paths: options.expand_paths,
            #[cfg(feature = "json")]
            number_text: false,
            room: options.max_depth,
            limit: options.max_depth,
            spans: 0,
            blocks: Blocks::default(),
            last_fields: Fields::default(),
            seen: Vec::new(),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail(&self, kind: ErrorKind, at: usize) -> Error {
        self.source.fail(kind, at)
    }

    /// The next line, which stays the next one until taken.
    #[inline(never)]
    pub(super) fn peek(&mut self) -> Result<Option<Line>> {
        Ok(if self.lines.peek(&self.source)? { Some(*self.lines.line()) } else { None })
    }

    /// The next line if it stands at `floor` or deeper.
    #[inline(always)]
    pub(super) fn peek_from(&mut self, floor: usize) -> Result<Option<&Line>> {
        if !self.lines.peek(&self.source)? {
            return Ok(None);
        }
        let line = self.lines.line();
        Ok(if line.depth >= floor { Some(line) } else { None })
    }

    /// Whether no line follows that stands at `floor` or deeper.
    #[inline(always)]
    pub(super) fn ends(&mut self, floor: usize) -> Result<bool> {
        if self.lines.is_above(&self.source, &self.lines.indent(floor)) {
            Ok(true)
        } else {
            self.ends_by_line(floor)
        }
    }

    /// The same, of a line that has to be looked at more closely.
    #[inline(never)]
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

    pub(super) fn seek(&mut self, line: Option<Line>) {
        self.lines.seek(line, &self.source);
    }

    /// Takes the line that was peeked.
    #[inline(always)]
    pub(super) fn take(&mut self, line: &Line) -> Result<()> {
        self.lines.take();
        match line.blank() {
            Some(blank) if self.spans > 0 && self.strict => Err(self.fail(ErrorKind::BlankLine, blank)),
            _ => Ok(()),
        }
    }

    /// Takes the line that was peeked.
    #[inline(always)]
    pub(super) fn take_peeked(&mut self) -> Result<()> {
        self.lines.take();
        if self.spans > 0 && self.strict {
            if let Some(blank) = self.lines.line().blank() {
                return Err(self.fail(ErrorKind::BlankLine, blank));
            }
        }
        Ok(())
    }

    /// What `read` reads, as JSON text: numbers are handed on as they stand.
    #[cfg(feature = "json")]
    pub(super) fn json(
        &mut self,
        read: impl FnOnce(&mut Self, crate::json::EventsOf<'_, crate::json::JsonText>) -> Result<()>,
    ) -> Result<alloc::string::String> {
        let mut json = crate::json::JsonText::default();
        let outer = core::mem::replace(&mut self.number_text, true);
        let result = read(self, crate::json::EventsOf(&mut json));
        self.number_text = outer;
        result.map(|()| json.text)
    }

    /// One level down: `work` reads a container, the inside of `Some` or of a newtype.
    #[inline]
    pub(super) fn nested<R>(&mut self, work: impl FnOnce(&mut Self) -> Result<R>) -> Result<R> {
        let room = self.room;
        let result = match self.enter() {
            Ok(()) => work(self),
            Err(error) => Err(error),
        };
        self.room = room;
        result
    }

    /// As [`nested`](Self::nested), for who restores the room.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(self.too_deep()),
        }
    }

    /// Without a place: the value that is too deep is placed by the scope that holds it.
    #[cold]
    pub(super) fn too_deep(&self) -> Error {
        Error::new(ErrorKind::DepthLimit { limit: self.limit })
    }
}
