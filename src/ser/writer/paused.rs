//! A writer between two rows, without what it borrows.

use super::{HintReplay, Writer};
use crate::ser::fold::FieldFolding;
use crate::ser::keys::{Keys, PendingKey};
use crate::ser::layout::Layout;
use crate::ser::scope::{Scope, ScopeState};
use crate::ser::spare::Spare;
use crate::ser::stream::{PausedStream, Sink, Stream};
use crate::ser::table::Table;
use crate::{ErrorKind, Result};
use alloc::string::String;
use alloc::vec::Vec;

/// The state of a [`Writer`], except for the text and the sink.
pub(in crate::ser) struct PausedWriter {
    layout: Layout,
    scope: Scope,
    outer: Vec<Scope>,
    table: Table,
    pending: PendingKey,
    keys: Keys,
    stream: PausedStream,
    rows_once: Option<usize>,
    folding: FieldFolding,
    hint_replay: Option<HintReplay>,
    spare: Spare,
}

impl<'a> Writer<'a> {
    pub(in crate::ser) fn pause(self) -> PausedWriter {
        let Writer {
            out: _,
            layout,
            scope,
            outer,
            table,
            pending,
            keys,
            stream,
            rows_once,
            folding,
            hint_replay,
            spare,
        } = self;
        let stream = stream.pause();
        PausedWriter {
            layout,
            scope,
            outer,
            table,
            pending,
            keys,
            stream,
            rows_once,
            folding,
            hint_replay,
            spare,
        }
    }

    /// Fails unless the last value was a row of the open table, after so many others.
    pub(in crate::ser) fn check_row(&mut self, before: usize) -> Result<()> {
        self.check()?;
        if self.scope.state == ScopeState::Table && self.table.rows() == before + 1 {
            return Ok(());
        }
        self.error(ErrorKind::RowMisfit { row: before + 1, column: None, problem: "expected an object" })
    }

    /// Passes all complete rows to the sink.
    pub(in crate::ser) fn hand_on_rows(&mut self) -> Result<()> {
        if self.stream.is_open { self.hand_on() } else { Ok(()) }
    }

    /// Continues with the same text, and with `sink` for text that is final.
    pub(in crate::ser) fn resume(paused: PausedWriter, out: &'a mut String, sink: &'a mut dyn Sink) -> Self {
        let PausedWriter {
            layout,
            scope,
            outer,
            table,
            pending,
            keys,
            stream,
            rows_once,
            folding,
            hint_replay,
            spare,
        } = paused;
        let stream = Stream::resume(stream, sink);
        Writer {
            out,
            layout,
            scope,
            outer,
            table,
            pending,
            keys,
            stream,
            rows_once,
            folding,
            hint_replay,
            spare,
        }
    }
}
