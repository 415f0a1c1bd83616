//! Text that leaves before the document is complete: the complete rows of a table.

use super::{Document, Writer, own_keys};
use crate::ser::keys::KeyCheck;
use crate::ser::scope::{Scope, ScopeState};
use crate::ser::stream::Sink;
use crate::text::quote;
use crate::{ErrorKind, Result};

impl Document {
    /// Its text may leave as soon as it is final.
    pub(in crate::ser) fn stream(&mut self) {
        self.stream.has_sink = true;
    }
}

impl Writer<'_> {
    /// Its text may leave as soon as it is final.
    pub(in crate::ser) fn stream(&mut self) {
        self.doc.stream();
    }

    /// A container has ended. If it was a row, passes the text to the sink if there is enough that is
    /// final.
    pub(in crate::ser) fn pass_on(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.doc.scope.state != ScopeState::Table {
            return Ok(());
        }
        if self.doc.table.is_fixed() && self.doc.table.rows() == 1 {
            self.open_stream();
            if !self.doc.stream.is_open {
                self.reserve_rows();
            }
        } else if self.doc.table.may_settle() && self.doc.stream.is_worthwhile(self.out) {
            self.settle();
        }
        if self.doc.stream.is_due(self.out) { self.hand_on(sink) } else { Ok(()) }
    }

    /// Passes all complete rows to the sink.
    pub(in crate::ser) fn pass_on_rows(&mut self, sink: &mut dyn Sink) -> Result<()> {
        if self.doc.stream.is_open { self.hand_on(sink) } else { Ok(()) }
    }

    /// Fails unless the last value was a row of the open table, after so many others.
    pub(in crate::ser) fn check_row(&mut self, before: usize) -> Result<()> {
        self.check()?;
        if self.doc.scope.state == ScopeState::Table && self.doc.table.rows() == before + 1 {
            return Ok(());
        }
        self.error(ErrorKind::RowMisfit { row: before + 1, column: None, problem: "expected an object" })
    }

    /// Passes the text to the sink.
    fn hand_on(&mut self, sink: &mut dyn Sink) -> Result<()> {
        self.keep_leaving_keys();
        let result = self.doc.stream.hand_on(self.out, sink);
        // From here on, everything begins on a new line.
        for scope in self.doc.outer.iter_mut().chain([&mut self.doc.scope]) {
            scope.at = 0;
            scope.field_at = 0;
        }
        self.doc.folding.forget_place();
        self.or_fail(result)
    }

    /// Starts streaming a table of derived rows that may turn out not to be alike: from here on,
    /// that is an error.
    #[cold]
    fn settle(&mut self) {
        self.open_stream();
        if self.doc.stream.is_open {
            self.doc.table.settle(&self.doc.layout, self.out);
        } else {
            self.doc.table.stay_open();
        }
    }

    /// Starts streaming if everything written so far is final.
    fn open_stream(&mut self) {
        let is_final = |scope: &Scope| {
            scope.check != KeyCheck::Last
                && match scope.state {
                    ScopeState::Root | ScopeState::Done | ScopeState::Object | ScopeState::Field => true,
                    // Its header already has the right count.
                    ScopeState::List => scope.announced().is_some(),
                    _ => false,
                }
        };
        if self.doc.folding.open > 0 || !self.doc.outer.iter().all(is_final) {
            return;
        }
        if self.doc.scope.check == KeyCheck::Last {
            return;
        }
        self.doc.stream.is_open = true;
        for scope in self
            .doc
            .outer
            .iter_mut()
            .chain([&mut self.doc.scope])
            .filter(|scope| scope.check != KeyCheck::None)
        {
            scope.check = KeyCheck::Streamed;
        }
    }

    /// Keeps the keys of open structs whose text is about to be written to the sink: a hoisted
    /// column must not repeat them.
    fn keep_leaving_keys(&mut self) {
        let inner = self.doc.outer.iter().skip(1).chain([&self.doc.scope]);
        for (depth, (scope, inner)) in self.doc.outer.iter().zip(inner).enumerate() {
            if !self.doc.stream.has_left(scope) {
                self.doc.stream.forget_keys(depth);
            }
            let has_fields = scope.at < inner.at && scope.state == ScopeState::Object;
            if has_fields && scope.check == KeyCheck::None {
                let keys = own_keys(&self.out[..inner.at], scope, &self.doc.table, depth == 1);
                keys.for_each(|key| self.doc.stream.keep_key(depth, quote::unquote(key).into_owned()));
            }
        }
    }
}
