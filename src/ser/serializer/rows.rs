//! A table whose rows are written one at a time.

use super::Serializer;
use crate::event::ObjectKind;
use crate::ser::filter::AnyFilter;
use crate::ser::level::Asked;
use crate::ser::select::FieldFilter;
use crate::ser::stream::Sink;
use crate::ser::table::TableHint;
use crate::ser::writer::{Document, Writer};
use crate::{EncodeOptions, Error, ErrorKind, Result};
use alloc::boxed::Box;
use alloc::string::String;
use serde::ser::Serialize;

/// A document that consists of a table, as the field `key` of the root or as the root itself. It
/// has a [`Serializer`] only for one row at a time, because that borrows the text.
pub(crate) struct RowSerializer {
    /// The text that has not left yet.
    text: String,
    /// `None` after an error.
    doc: Option<Document>,
    filter: Option<FieldFilter>,
    level: Option<Box<Asked>>,
    /// The number of containers that may still be opened.
    levels: usize,
    max_depth: usize,
}

impl RowSerializer {
    pub(crate) fn new(options: &EncodeOptions) -> Self {
        let mut doc = Document::new(options);
        doc.stream();
        RowSerializer {
            text: String::new(),
            doc: Some(doc),
            filter: options.fields.as_ref().map(FieldFilter::new),
            level: Asked::of(options).map(Box::new),
            levels: options.max_depth,
            max_depth: options.max_depth,
        }
    }

    /// Begins a table of `count` rows. Returns `false` if none of its fields are selected.
    pub(crate) fn begin(&mut self, key: Option<&str>, count: usize) -> Result<bool> {
        self.continued(|serializer| {
            if let Some(key) = key {
                serializer.begin_object(ObjectKind::STRUCT, Some(1))?;
                if !serializer.key(key)? {
                    return Ok(false);
                }
            }
            serializer.begin_array(Some(count))?;
            serializer.writer.set_hint(TableHint::Required);
            Ok(true)
        })
    }

    /// Writes a row, of which there are so many before it, and passes on the text if there is enough.
    pub(crate) fn row<T: ?Sized + Serialize>(
        &mut self,
        row: &T,
        before: usize,
        sink: &mut dyn Sink,
    ) -> Result<()> {
        self.continued(|serializer| {
            let result = serializer.nested(row);
            serializer.end_row(result, before, sink)
        })
    }

    /// Passes on all complete rows.
    pub(crate) fn pass_on(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.continued(|serializer| serializer.writer.pass_on_rows(sink))
    }

    /// Ends the table, and passes on the rest of the text.
    pub(crate) fn end(&mut self, key: Option<&str>, sink: &mut dyn Sink) -> Result<()> {
        self.continued(|serializer| {
            serializer.end_array()?;
            if key.is_some() {
                serializer.end_object()?;
            }
            serializer.check_names()
        })?;
        sink.push(&self.text)
    }

    /// Fails if an earlier call failed.
    pub(crate) fn check(&self) -> Result<()> {
        if self.doc.is_some() { Ok(()) } else { Err(Error::new(ErrorKind::AlreadyFailed)) }
    }

    /// Makes all further calls fail.
    pub(crate) fn fail(&mut self) {
        self.doc = None;
    }

    /// Continues the document, which is given up if this fails.
    fn continued<T>(&mut self, work: impl FnOnce(&mut Serializer<'_>) -> Result<T>) -> Result<T> {
        let Some(doc) = self.doc.take() else { return Err(Error::new(ErrorKind::AlreadyFailed)) };
        let mut serializer = Serializer {
            filter: self.filter.as_mut().map(|filter| AnyFilter::Borrowed(filter)),
            levels: self.levels,
            level: self.level.take(),
            ..Serializer::of(Writer::of(&mut self.text, doc), self.max_depth)
        };
        let result = work(&mut serializer)?;
        let Serializer { writer, level, levels, .. } = serializer;
        (self.doc, self.level, self.levels) = (Some(writer.into_document()), level, levels);
        Ok(result)
    }
}

impl Serializer<'_> {
    /// Ends a row that has been serialized with this `result`.
    fn end_row(&mut self, result: Result<()>, before: usize, sink: &mut dyn Sink) -> Result<()> {
        let is_empty = |error: &Error| matches!(error.kind(), ErrorKind::RowMisfit { column: None, .. });
        if before == 0 && result.as_ref().err().is_none_or(is_empty) {
            // Before anything is written, and rather than that there are no columns.
            self.check_names()?;
        }
        result?;
        self.writer.check_row(before)?;
        self.writer.pass_on(sink)
    }
}
