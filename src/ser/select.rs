//! The fields that [`EncodeOptions::fields`](crate::EncodeOptions::fields) selects: a filter in
//! front of the writer.
//!
//! The value is visited once. A field that comes in its turn goes on to the writer; one that comes
//! too early is deferred as events until its object ends, and then sent through here again, since
//! objects in it may have an order of their own to come into. What nothing selects goes nowhere.

use super::hint::Hint;
use super::known::KnownFields;
use super::tape::{Tape, Taped};
use super::writer::{Hinted, Writer};
use crate::Result;
use crate::event::Event;
use crate::options::selection::{Findings, ROOT, SelectedField, SelectedPart, Selection, SelectionCursor};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// What is selected, and how far the events are.
pub(super) struct FieldFilter {
    selection: Arc<Selection>,
    cursor: SelectionCursor,
    /// For each open container of which fields are selected, how far these have come.
    turns: Vec<Turns>,
    /// For each node, the fields of its last struct as they came: those of the next will mostly be
    /// the same.
    learned: Vec<Vec<(&'static str, Option<SelectedField>)>>,
    /// The field that is being deferred.
    deferring: Option<Deferred>,
    /// Fields that are, those of inner containers last.
    deferred: Vec<Deferred>,
    /// Tapes that are done with, for their memory.
    spare: Vec<Tape>,
    /// What there is of the fields, if that alone is asked and nothing written.
    findings: Option<Findings>,
    known: KnownFields,
}

/// The fields of a container: an array has none.
struct Turns {
    /// How many have come.
    count: usize,
    /// The place of the field whose turn it is.
    next: usize,
    /// Where its deferred ones begin.
    deferred: usize,
    /// It is the first derived struct at its node, whose names are noted.
    is_noted: bool,
}

struct Deferred {
    place: usize,
    /// How many containers there are around it.
    depth: usize,
    tape: Tape,
}

/// Where an event goes.
enum Way<'t> {
    Nowhere,
    Tape(&'t mut Tape),
    Writer,
}

impl FieldFilter {
    pub(super) fn new(selection: &Arc<Selection>) -> Box<Self> {
        Box::new(FieldFilter {
            selection: Arc::clone(selection),
            cursor: SelectionCursor::new(SelectedPart::Fields(ROOT)),
            turns: Vec::new(),
            learned: Vec::new(),
            deferring: None,
            deferred: Vec::new(),
            spare: Vec::new(),
            findings: None,
            known: KnownFields::new(selection),
        })
    }

    /// Nothing is written: what comes is only searched for the fields.
    pub(super) fn search_only(&mut self) {
        self.findings = Some(self.selection.findings());
    }

    /// The fields asked for that have not come.
    pub(super) fn unknown_fields(&self) -> Vec<String> {
        self.findings.as_ref().map_or_else(Vec::new, |findings| self.selection.unknown(findings))
    }

    /// An error if derived structs do not have one of the fields, and no other object has it.
    pub(super) fn check(&self) -> Result<()> {
        if self.findings.is_some() { Ok(()) } else { self.known.check(&self.selection) }
    }

    /// The object that has just begun is a derived struct.
    pub(super) fn note_struct(&mut self) {
        if let (Some(node), Some(turns)) = (self.cursor.node(), self.turns.last_mut()) {
            turns.is_noted = self.known.is_unknown(node);
        }
    }

    /// The innermost object is a struct that leaves out a field.
    pub(super) fn skip_field(&mut self, name: &'static str) {
        let (Some(node), Some(turns)) = (self.cursor.node(), self.turns.last()) else { return };
        if turns.is_noted {
            self.known.add(node, name);
        }
        if let Some(field) = self.selection.field(node, name) {
            self.known.find(field.node);
        }
    }

    /// Whether anything is wanted of the value that comes, or is open.
    pub(super) fn wants_value(&self) -> bool {
        self.cursor.part() != SelectedPart::Nothing
    }

    pub(super) fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        writer.check()?;
        match event {
            Event::BeginObject(..) | Event::BeginArray(_) => self.begin(writer, event),
            Event::EndObject | Event::EndArray => self.end(writer, event),
            Event::StaticKey(key) | Event::Key(key) => self.key(writer, key, event),
            Event::Scalar(text) => self.scalar(writer, |out| out.push_str(text)),
        }
    }

    /// The key of a field, and whether its value is wanted.
    pub(super) fn static_key(&mut self, writer: &mut Writer<'_>, name: &'static str) -> Result<bool> {
        if self.is_unwanted_again(name) {
            writer.check()?;
            return Ok(false);
        }
        self.event(writer, Event::StaticKey(name))?;
        Ok(self.wants_value())
    }

    /// A primitive, whose text `push` appends.
    pub(super) fn scalar(&mut self, writer: &mut Writer<'_>, push: impl FnOnce(&mut String)) -> Result<()> {
        writer.check()?;
        match self.way() {
            Way::Writer => {
                writer.scalar()?;
                push(writer.out());
            }
            Way::Tape(tape) => tape.push_scalar(push),
            Way::Nowhere => {
                if let (Some(findings), Some(node)) = (&mut self.findings, self.cursor.next_node()) {
                    let mut text = String::new();
                    push(&mut text);
                    // Where there is no value, it is no wonder that it has no fields.
                    if text != "null" {
                        findings.search(node);
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn string(&mut self, writer: &mut Writer<'_>, string: &str) -> Result<()> {
        if let Way::Writer = self.way() {
            return writer.string(string);
        }
        let layout = *writer.layout();
        self.scalar(writer, |out| layout.push_string(out, string))
    }

    /// As [`Writer::begin_hinted`].
    pub(super) fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<Hinted>> {
        writer.check()?;
        match self.way() {
            Way::Writer => return writer.begin_hinted(hint),
            Way::Tape(tape) => tape.begin_hinted(hint),
            Way::Nowhere => {}
        }
        Ok(Some(Hinted::Done))
    }

    pub(super) fn end_hinted(&mut self, writer: &mut Writer<'_>, hinted: &Hinted) -> Result<()> {
        writer.check()?;
        match self.way() {
            Way::Writer => return writer.end_hinted(hinted),
            Way::Tape(tape) => tape.end_hinted(),
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn begin(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        let Some(node) = self.cursor.next_node() else {
            self.pass(writer, event)?;
            self.cursor.begin(false);
            return Ok(());
        };
        let (event, is_array) = match event {
            Event::BeginObject(kind, _) => {
                if let Some(findings) = &mut self.findings {
                    findings.search(node);
                }
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
            // What comes again has been noted.
            if let Some(turns) = self.turns.last_mut() {
                turns.is_noted = false;
            }
            self.send_deferred(writer)?;
            self.turns.pop();
        }
        self.cursor.end();
        self.pass(writer, event)
    }

    fn key(&mut self, writer: &mut Writer<'_>, key: &str, event: Event<&str>) -> Result<()> {
        if self.cursor.node().is_some() {
            self.end_deferring();
            let field = self.field(key, event);
            self.cursor.key(field.map_or(SelectedPart::Nothing, |field| self.wanted_of(field.node)));
            let Some(field) = field else { return Ok(()) };
            self.known.find(field.node);
            if let Some(findings) = &mut self.findings {
                findings.find(field.node);
            }
            if self.deferring.is_none() {
                self.take_turn(field.place);
            }
        }
        self.pass(writer, event)
    }

    /// The short way for most fields where a few of many are selected: whether nothing is wanted of
    /// `name`, as it was in the struct before, and nothing waits for it to come.
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

    /// The field of the innermost object that has come, if something of it is wanted.
    fn field(&mut self, key: &str, event: Event<&str>) -> Option<SelectedField> {
        let node = self.cursor.node()?;
        let turns = self.turns.last_mut()?;
        let at = turns.count;
        turns.count += 1;
        let Event::StaticKey(name) = event else { return self.selection.field(node, key) };
        if turns.is_noted {
            self.known.add(node, name);
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
        match &self.findings {
            // What is wanted whole may be asked for parts of it nonetheless.
            Some(_) if self.selection.count(node) > 0 => SelectedPart::Fields(node),
            Some(_) => SelectedPart::Nothing,
            None => self.selection.part(node),
        }
    }

    /// The innermost object's field at `place` comes now, or is deferred until its turn.
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

    /// The field of the innermost object that is being deferred, if there is one, is complete.
    fn end_deferring(&mut self) {
        if let Some(deferred) = self.deferring.take_if(|deferred| deferred.depth == self.turns.len()) {
            self.deferred.push(deferred);
        }
    }

    /// The innermost container ends: the fields that it has deferred come, in their order.
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
        // How many hints are around what does not come.
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
            _ if self.findings.is_some() || self.cursor.part() == SelectedPart::Nothing => Way::Nowhere,
            Some(deferred) => Way::Tape(&mut deferred.tape),
            None => Way::Writer,
        }
    }
}
