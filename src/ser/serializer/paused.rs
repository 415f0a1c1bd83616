//! A serializer between two rows, without what it borrows.

use super::Serializer;
use crate::event::ObjectKind;
use crate::ser::filter::{AnyFilter, Filter};
use crate::ser::level::Asked;
use crate::ser::stream::Sink;
use crate::ser::table::TableHint;
use crate::ser::writer::Writer;
use crate::ser::writer::paused::PausedWriter;
use crate::wrappers::Wrappers;
use crate::{Error, ErrorKind, Result};
use alloc::boxed::Box;
use alloc::string::String;
use core::cell::Cell;
use serde::ser::Serialize;

/// The state of a [`Serializer`] that streams, except for the text and the sink.
pub(crate) struct PausedSerializer {
    writer: PausedWriter,
    filter: Option<Box<dyn Filter + Send + Sync>>,
    levels: usize,
    max_depth: usize,
    wrappers: Wrappers,
    level: Option<Box<Asked>>,
}

impl<'a> Serializer<'a> {
    pub(crate) fn pause(self) -> PausedSerializer {
        let Serializer { writer, filter, levels, max_depth, wrappers, level, .. } = self;
        let filter = match filter {
            Some(AnyFilter::Own(filter)) => Some(filter),
            _ => None,
        };
        PausedSerializer { writer: writer.pause(), filter, levels, max_depth, wrappers, level }
    }

    /// Continues with the same text, and with `sink` for text that is final.
    pub(crate) fn resume(paused: PausedSerializer, out: &'a mut String, sink: &'a mut dyn Sink) -> Self {
        let PausedSerializer { writer, filter, levels, max_depth, wrappers, level } = paused;
        Serializer {
            writer: Writer::resume(writer, out, sink),
            filter: filter.map(AnyFilter::Own),
            levels,
            max_depth,
            wrappers,
            outer_wrappers: wrappers,
            was_asked: Cell::new(false),
            level,
            folding: None,
        }
    }
}

/// A table whose rows are written one at a time.
impl Serializer<'_> {
    /// Begins a table of `count` rows, as the field `key` of the root or as the root itself.
    /// Returns `false` if none of its fields are selected.
    pub(crate) fn begin_rows(&mut self, key: Option<&str>, count: usize) -> Result<bool> {
        if let Some(key) = key {
            self.begin_object(ObjectKind::STRUCT, Some(1))?;
            if !self.key(key)? {
                return Ok(false);
            }
        }
        self.begin_array(Some(count))?;
        self.writer.set_hint(TableHint::Required);
        Ok(true)
    }

    /// Writes a row, of which there are so many before it.
    pub(crate) fn row<T: ?Sized + Serialize>(&mut self, row: &T, before: usize) -> Result<()> {
        let result = self.nested(row);
        let is_empty = |error: &Error| matches!(error.kind(), ErrorKind::RowMisfit { column: None, .. });
        if before == 0 && result.as_ref().err().is_none_or(is_empty) {
            // Before anything is written, and rather than that there are no columns.
            self.check_names()?;
        }
        result?;
        self.writer.check_row(before)
    }

    /// Passes all complete rows to the sink.
    pub(crate) fn hand_on(&mut self) -> Result<()> {
        self.writer.hand_on_rows()
    }

    pub(crate) fn end_rows(&mut self, key: Option<&str>) -> Result<()> {
        self.end_array()?;
        if key.is_some() {
            self.end_object()?;
        }
        self.check_names()
    }
}
