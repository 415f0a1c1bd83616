//! Filters the events for the writer, for [`EncodeOptions::fields`](crate::EncodeOptions::fields).
//!
//! The value is visited once. A field whose turn it is goes straight to the writer. A field that
//! comes too early is deferred: its events are recorded on a tape until its object ends, and then
//! pass through the filter again, since the fields of objects in it may need reordering, too.
//! Fields that are not selected are dropped.

use super::filter::{Filter, PushScalar};
use super::hint::Hint;
use super::known;
use super::tape::{Tape, Taped};
use super::writer::{AfterHint, Writer};
use crate::Result;
use crate::event::{Event, ObjectKind};
use crate::options::selection::{Findings, ROOT, SelectedField, SelectedPart, Selection, SelectionCursor};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Passes the selected fields on to the writer, in the selected order.
pub(super) struct FieldFilter {
    selection: Arc<Selection>,
    cursor: SelectionCursor,
    /// The progress in each open container of which fields are selected.
    turns: Vec<Turns>,
    /// For each node, the fields of its last struct in the order they came. The next struct usually
    /// has the same ones, which saves looking them up by name.
    learned: Vec<Vec<(&'static str, Option<SelectedField>)>>,
    /// The field that is being deferred.
    deferring: Option<Deferred>,
    /// The fields that have been deferred, those of inner containers last.
    deferred: Vec<Deferred>,
    /// Finished tapes, whose memory is reused.
    spare: Vec<Tape>,
    findings: Findings,
    /// A field was found to which a path leads.
    has_match: bool,
    /// Nothing is written; the value is only searched.
    is_search: bool,
}

/// The progress in the fields of a container. An array has none.
struct Turns {
    /// The number of fields so far, selected or not.
    count: usize,
    /// The place of the field whose turn it is.
    next: usize,
    /// The index of its first deferred field in `FieldFilter::deferred`.
    deferred: usize,
    /// It is the first derived struct at its node, so its field names are noted.
    is_noted: bool,
}

struct Deferred {
    place: usize,
    /// The length of `FieldFilter::turns` when the field began.
    depth: usize,
    tape: Tape,
}

/// The destination of an event.
enum Way<'t> {
    Nowhere,
    Tape(&'t mut Tape),
    Writer,
}

impl FieldFilter {
    pub(super) fn new(selection: &Arc<Selection>) -> Self {
        FieldFilter {
            selection: Arc::clone(selection),
            cursor: SelectionCursor::new(SelectedPart::Fields(ROOT)),
            turns: Vec::new(),
            learned: Vec::new(),
            deferring: None,
            deferred: Vec::new(),
            spare: Vec::new(),
            findings: selection.findings(),
            has_match: false,
            is_search: false,
        }
    }

    /// Only searches the value for the fields, and writes nothing.
    pub(super) fn searching(selection: &Arc<Selection>) -> Self {
        FieldFilter { is_search: true, ..FieldFilter::new(selection) }
    }

    /// The requested fields that the value does not have.
    pub(super) fn unknown_fields(&self) -> Vec<String> {
        self.selection.unknown(&self.findings)
    }

    /// Notes that the object that has just begun is a derived struct.
    fn note_struct(&mut self) {
        if let (Some(node), Some(turns)) = (self.cursor.node(), self.turns.last_mut()) {
            turns.is_noted = self.findings.begin_declared(node);
        }
    }

    /// Whether any part of the next or open value is selected.
    fn is_wanted(&self) -> bool {
        self.cursor.part() != SelectedPart::Nothing
    }

    fn begin(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        let Some(node) = self.cursor.next_node() else {
            self.pass(writer, event)?;
            self.cursor.begin(false);
            return Ok(());
        };
        let (event, is_array) = match event {
            Event::BeginObject(kind, _) => {
                self.findings.search(node);
                (Event::BeginObject(kind, Some(self.selection.count(node))), false)
            }
            _ => (event, true),
        };
        self.pass(writer, event)?;
        self.cursor.begin(is_array);
        self.turns.push(Turns { count: 0, next: 0, deferred: self.deferred.len(), is_noted: false });
        Ok(())
    }

    fn end(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        if self.cursor.node().is_some() {
            // The names in deferred fields have already been noted.
            if let Some(turns) = self.turns.last_mut() {
                turns.is_noted = false;
            }
            self.send_deferred(writer)?;
            self.turns.pop();
        }
        self.cursor.end();
        self.pass(writer, event)
    }

    fn any_key(&mut self, writer: &mut Writer<'_>, key: &str, event: Event<&str>) -> Result<()> {
        if let Some(node) = self.cursor.node() {
            self.end_deferring();
            let field = self.field(key, event);
            self.cursor.key(field.map_or(SelectedPart::Nothing, |field| self.wanted_of(field.node)));
            let Some(field) = field else {
                if !self.has_match {
                    self.findings.note(node, key);
                }
                return Ok(());
            };
            self.findings.find(field.node);
            self.has_match |= self.selection.is_whole(field.node);
            if self.deferring.is_none() {
                self.take_turn(field.place);
            }
        }
        self.pass(writer, event)
    }

    /// A fast path for the case that few of many fields are selected, where most fields are
    /// dropped. Returns whether no part of `name` is selected, which is only known if the previous
    /// struct had the same field in the same position.
    fn is_unwanted_again(&mut self, name: &'static str) -> bool {
        if self.cursor.node().is_none() || self.deferring.is_some() {
            return false;
        }
        let (Some(node), Some(turns)) = (self.cursor.node(), self.turns.last_mut()) else { return false };
        if turns.is_noted {
            return false;
        }
        let is_unwanted = match self.learned.get(node).and_then(|learned| learned.get(turns.count)) {
            Some((known, None)) => core::ptr::eq(*known, name),
            _ => false,
        };
        if is_unwanted {
            turns.count += 1;
            self.cursor.key(SelectedPart::Nothing);
        }
        is_unwanted
    }

    /// The field `key` of the innermost object, if any part of it is selected.
    fn field(&mut self, key: &str, event: Event<&str>) -> Option<SelectedField> {
        let node = self.cursor.node()?;
        let turns = self.turns.last_mut()?;
        let at = turns.count;
        turns.count += 1;
        let Event::StaticKey(name) = event else { return self.selection.field(node, key) };
        if turns.is_noted {
            self.findings.declare(node, name);
        }
        if node >= self.learned.len() {
            self.learned.resize_with(node + 1, Vec::new);
        }
        let learned = self.learned.get_mut(node)?;
        match learned.get(at) {
            Some((known, field)) if core::ptr::eq(*known, name) => *field,
            _ => {
                let field = self.selection.field(node, key);
                learned.truncate(at);
                if learned.len() == at {
                    learned.push((name, field));
                }
                field
            }
        }
    }

    fn wanted_of(&self, node: usize) -> SelectedPart {
        match self.selection.count(node) {
            _ if !self.is_search => self.selection.part(node),
            0 => SelectedPart::Nothing,
            // Fields may be listed below a field that is selected completely.
            _ => SelectedPart::Fields(node),
        }
    }

    /// Lets the innermost object's field at `place` pass, or starts deferring it until its turn.
    fn take_turn(&mut self, place: usize) {
        let depth = self.turns.len();
        let Some(turns) = self.turns.last_mut() else { return };
        if place > turns.next {
            let tape = self.spare.pop().unwrap_or_default();
            self.deferring = Some(Deferred { place, depth, tape });
        } else if place == turns.next {
            turns.next += 1;
        }
    }

    /// Completes the field of the innermost object that is being deferred, if there is one.
    fn end_deferring(&mut self) {
        if let Some(deferred) = self.deferring.take_if(|deferred| deferred.depth == self.turns.len()) {
            self.deferred.push(deferred);
        }
    }

    /// Sends the deferred fields of the innermost container, which ends, in their order.
    fn send_deferred(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        self.end_deferring();
        let Some(&Turns { deferred: start, .. }) = self.turns.last() else { return Ok(()) };
        if let Some(deferred) = self.deferred.get_mut(start..) {
            deferred.sort_by_key(|deferred| Reverse(deferred.place));
        }
        while self.deferred.len() > start {
            let Some(Deferred { place, mut tape, .. }) = self.deferred.pop() else { break };
            if let Some(turns) = self.turns.last_mut() {
                turns.next = place;
            }
            self.send(writer, &tape)?;
            tape.clear();
            self.spare.push(tape);
        }
        Ok(())
    }

    fn send(&mut self, writer: &mut Writer<'_>, tape: &Tape) -> Result<()> {
        let mut open = Vec::new();
        // The number of open hints around values that are left out.
        let mut left_out = 0_usize;
        for taped in tape.events() {
            match taped {
                Taped::BeginHinted(_) if left_out > 0 => left_out += 1,
                Taped::EndHinted if left_out > 0 => left_out -= 1,
                _ if left_out > 0 => {}
                Taped::BeginHinted(hint) => match self.begin_hinted(writer, hint)? {
                    Some(hinted) => open.push(hinted),
                    None => left_out = 1,
                },
                Taped::EndHinted => {
                    if let Some(hinted) = open.pop() {
                        self.end_hinted(writer, &hinted)?;
                    }
                }
                Taped::Event(event) => self.event(writer, event)?,
            }
        }
        Ok(())
    }

    fn pass(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        match self.way() {
            Way::Writer => return writer.event(event),
            Way::Tape(tape) => tape.push(event),
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn way(&mut self) -> Way<'_> {
        match &mut self.deferring {
            _ if self.is_search || self.cursor.part() == SelectedPart::Nothing => Way::Nowhere,
            Some(deferred) => Way::Tape(&mut deferred.tape),
            None => Way::Writer,
        }
    }
}

impl Filter for FieldFilter {
    fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        writer.check()?;
        match event {
            Event::BeginObject(..) | Event::BeginArray(_) => self.begin(writer, event),
            Event::EndObject | Event::EndArray => self.end(writer, event),
            Event::StaticKey(key) | Event::Key(key) => self.any_key(writer, key, event),
            Event::Scalar(text) => self.scalar(writer, &|out| out.push_str(text)),
        }
    }

    fn begin_struct(&mut self, writer: &mut Writer<'_>, name: &'static str, len: usize) -> Result<()> {
        self.event(writer, Event::BeginObject(ObjectKind::STRUCT, Some(len)))?;
        if known::is_derived(name) {
            self.note_struct();
        }
        Ok(())
    }

    fn skip_field(&mut self, name: &'static str) {
        let (Some(node), Some(turns)) = (self.cursor.node(), self.turns.last()) else { return };
        if turns.is_noted {
            self.findings.declare(node, name);
        }
        if let Some(field) = self.selection.field(node, name) {
            self.findings.find(field.node);
        }
    }

    fn static_key(&mut self, writer: &mut Writer<'_>, name: &'static str) -> Result<bool> {
        if self.is_unwanted_again(name) {
            writer.check()?;
            return Ok(false);
        }
        self.event(writer, Event::StaticKey(name))?;
        Ok(self.is_wanted())
    }

    fn key(&mut self, writer: &mut Writer<'_>, key: &str) -> Result<bool> {
        self.event(writer, Event::Key(key))?;
        Ok(self.is_wanted())
    }

    fn wants_value(&self) -> bool {
        self.is_wanted()
    }

    fn scalar(&mut self, writer: &mut Writer<'_>, push: PushScalar<'_>) -> Result<()> {
        writer.check()?;
        match self.way() {
            Way::Writer => {
                writer.scalar()?;
                push(writer.out());
            }
            Way::Tape(tape) => tape.push_scalar(push),
            Way::Nowhere => {
                if let (true, Some(node)) = (self.is_search, self.cursor.next_node()) {
                    let mut text = String::new();
                    push(&mut text);
                    // `null` cannot have fields.
                    if text != "null" {
                        self.findings.search(node);
                    }
                }
            }
        }
        Ok(())
    }

    fn string(&mut self, writer: &mut Writer<'_>, string: &str) -> Result<()> {
        if let Way::Writer = self.way() {
            return writer.string(string);
        }
        let layout = *writer.layout();
        self.scalar(writer, &|out| layout.push_string(out, string))
    }

    fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<AfterHint>> {
        writer.check()?;
        match self.way() {
            Way::Writer => return writer.begin_hinted(hint),
            Way::Tape(tape) => tape.begin_hinted(hint),
            Way::Nowhere => {}
        }
        Ok(Some(AfterHint::Done))
    }

    fn end_hinted(&mut self, writer: &mut Writer<'_>, hinted: &AfterHint) -> Result<()> {
        writer.check()?;
        match self.way() {
            Way::Writer => return writer.end_hinted(hinted),
            Way::Tape(tape) => tape.end_hinted(),
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn hide(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        writer.hide()
    }

    fn check_names(&self) -> Result<()> {
        if self.is_search { Ok(()) } else { self.selection.check(&self.findings) }
    }
}
