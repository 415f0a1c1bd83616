//! Finds the array at a path of keys in a document, line by line.
//!
//! Only the fields of the objects on the path are read. All other lines are deeper, and are skipped
//! by their indentation alone.

use super::entry::{Entry, KeySyntax, Node, colonless, key_end, read_entry, read_root};
use super::part::PartialDocument;
use super::reader::Reader;
use super::source::Source;
use crate::error::Segment;
use crate::options::selection::segments;
use crate::{DecodeOptions, Error, ErrorKind, Result};
use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use std::io::BufRead;

/// The search for the value at a path.
pub(super) struct PathSearch {
    path: String,
    segments: Vec<String>,
    /// The open objects on the path, from the root on.
    open: Vec<OpenObject>,
    /// The error for the object in which the search got furthest, and how many segments lead to it.
    failure: Option<(usize, Error)>,
}

/// An object on the path.
struct OpenObject {
    /// The number of segments that lead to it.
    segments: usize,
    /// The key that leads on, once it is found.
    key: Option<String>,
    /// The first few of its other keys.
    others: Vec<String>,
    /// The line and column of its own key.
    place: (usize, usize),
}

impl OpenObject {
    fn new(segments: usize, place: (usize, usize)) -> Self {
        OpenObject { segments, key: None, others: Vec::new(), place }
    }

    fn add_other(&mut self, key: String) {
        /// An error lists up to this many keys.
        const MAX_LISTED: usize = 24;
        if self.others.len() < MAX_LISTED {
            self.others.push(key);
        }
    }
}

impl PathSearch {
    pub(super) fn new(path: &str) -> Self {
        let segments = segments(path).map(Cow::into_owned).collect();
        PathSearch { path: path.to_owned(), segments, open: Vec::new(), failure: None }
    }

    /// The depth of the fields of the innermost open object.
    fn depth(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    /// Prepends the path of the innermost open object, or of the value once it is found.
    pub(super) fn within(&self, error: Error) -> Error {
        let keys = self.open.iter().rev().filter_map(|object| object.key.as_deref());
        keys.fold(error, |error, key| error.within(&Segment::Key(key)))
    }

    /// Reads up to the line with the value, which becomes the root's line of the document.
    pub(super) fn find<R: BufRead>(
        &mut self,
        document: &mut PartialDocument<R>,
        options: &DecodeOptions,
    ) -> Result<()> {
        self.open.push(OpenObject::new(0, (0, 0)));
        while let Some(depth) = document.next_line(options)? {
            if document.is_first_line() {
                self.check_root(document.line()?, options)?;
            }
            self.close(depth);
            if depth == self.depth() && self.is_next(document.line()?, options)? {
                document.take_root();
                return Ok(());
            }
        }
        Err(self.failed())
    }

    /// Skips the rest of the document, after the value. §14.3: no key on the path may occur again.
    pub(super) fn skip_rest<R: BufRead>(
        &mut self,
        document: &mut PartialDocument<R>,
        options: &DecodeOptions,
    ) -> Result<()> {
        while let Some(depth) = document.next_line(options)? {
            self.open.truncate(depth.saturating_add(1));
            let Some(OpenObject { key: Some(known), .. }) = self.open.last().filter(|_| options.strict)
            else {
                continue;
            };
            if depth == self.depth() {
                let mut reader = Reader::new(document.line()?, options);
                let mut entry = Entry::new();
                if read_field(&mut reader, &mut entry)? && entry.key.text() == *known {
                    let error = reader.fail(ErrorKind::DuplicateKey { key: known.clone() }, entry.key.at);
                    self.open.pop();
                    return Err(self.within(error));
                }
            }
        }
        Ok(())
    }

    /// Closes the objects whose fields are deeper than `depth`.
    fn close(&mut self, depth: usize) {
        while self.depth() > depth {
            let Some(object) = self.open.pop() else { return };
            self.note_failure(object.segments, self.missing(&object));
            if let Some(outer) = self.open.last_mut() {
                if let Some(key) = outer.key.take() {
                    outer.add_other(key);
                }
            }
        }
    }

    /// The error for an object that does not have the next key of the path.
    fn missing(&self, object: &OpenObject) -> Error {
        let key = self.segments.get(object.segments).cloned().unwrap_or_default();
        let known = object.others.clone();
        let (line, column) = object.place;
        let kind = ErrorKind::UnknownPath { path: self.path.clone(), key, known };
        self.within(Error::new(kind).set_place(line, column))
    }

    /// Notes an error after so many segments.
    fn note_failure(&mut self, segments: usize, error: Error) {
        if self.failure.as_ref().is_none_or(|(furthest, _)| *furthest < segments) {
            self.failure = Some((segments, error));
        }
    }

    /// The error at the end of the document.
    fn failed(&mut self) -> Error {
        self.close(0);
        let root = self.open.pop().unwrap_or_else(|| OpenObject::new(0, (0, 0)));
        let error = self.missing(&root);
        self.failure.take().map_or(error, |(_, furthest)| furthest)
    }

    /// Fails if the root, which begins on this line, is not an object with fields.
    fn check_root(&mut self, line: Source<'_>, options: &DecodeOptions) -> Result<()> {
        let mut reader = Reader::new(line, options);
        if let Node::Root { .. } = read_root(&mut reader)? {
            return Ok(());
        }
        let key = self.segments.first().cloned().unwrap_or_default();
        let kind = ErrorKind::UnknownPath { path: self.path.clone(), key, known: Vec::new() };
        let hint = "the root is not an object with fields: read a root array with `Rows::new`";
        Err(reader.fail(kind, 0).set_hint(hint.to_owned()))
    }

    /// Reads the line of a field of the innermost open object. Returns whether it is the value.
    fn is_next(&mut self, line: Source<'_>, options: &DecodeOptions) -> Result<bool> {
        let mut reader = Reader::new(line, options);
        let mut entry = Entry::new();
        if !read_field(&mut reader, &mut entry).map_err(|error| self.within(error))? {
            return Ok(false);
        }
        let key = entry.key.text().into_owned();
        let Some(object) = self.open.last_mut() else { return Ok(false) };
        let rest = self.segments.get(object.segments..).unwrap_or_default();
        let Some(count) = leading(rest, &key) else {
            object.add_other(key);
            return Ok(false);
        };
        let segments = object.segments + count;
        if segments == self.segments.len() {
            object.key = Some(key);
            return Ok(true);
        }
        if let Node::Nested { .. } = entry.node {
            object.key = Some(key);
            let place = reader.source.line_and_column(entry.key.at);
            self.open.push(OpenObject::new(segments, place));
        } else {
            let next = self.segments.get(segments).cloned().unwrap_or_default();
            let hint = "a path leads through objects whose fields are on lines of their own, not through arrays or tables";
            let kind = ErrorKind::UnknownPath { path: self.path.clone(), key: next, known: Vec::new() };
            let error = reader.fail(kind, entry.key.at).set_hint(hint.to_owned()).within(&Segment::Key(&key));
            let error = self.within(error);
            self.note_failure(segments, error);
        }
        Ok(false)
    }
}

/// How many segments, joined by dots, are the key. More than one are a folded key, or a key with dots
/// that the path does not quote; none of these is empty.
fn leading(segments: &[String], key: &str) -> Option<usize> {
    let mut rest = key;
    for (index, segment) in segments.iter().enumerate() {
        rest = rest.strip_prefix(segment.as_str())?;
        if rest.is_empty() && (index == 0 || !segment.is_empty()) {
            return Some(index + 1);
        }
        if segment.is_empty() {
            return None;
        }
        rest = rest.strip_prefix('.')?;
    }
    None
}

/// Reads the first line as a field. Returns `false` if there is no line.
pub(super) fn read_field<'de>(reader: &mut Reader<'de>, entry: &mut Entry<'de>) -> Result<bool> {
    let Some(line) = reader.peek()? else { return Ok(false) };
    reader.take()?;
    let Some(stop) = key_end(&reader.source, line.start, line.end) else {
        return Err(colonless(reader, line.start, line.end));
    };
    let rest = reader.source.bytes(stop, line.end);
    read_entry(reader, KeySyntax::Any, line.start, stop, rest, line.depth, entry)?;
    Ok(true)
}
