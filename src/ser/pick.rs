//! Picks the fields that [`EncodeOptions::fields`](crate::EncodeOptions::fields) asks for, between the events that come
//! and the writer.
//!
//! The value is visited once. A field that comes in its turn goes on to the writer; one that comes too early is held back
//! as events until its object ends, and then played through here again, since objects in it may have an order of their own
//! to come into. What nothing asks for goes nowhere.
//!
//! A picker is at work as long as the writer's form is [`ScopeState::Picking`], so that without one no event takes longer.

use super::hint::{Hint, Hinted};
use super::keys::Key;
use super::scope::ScopeState;
use super::tape::{Event, Tape};
use super::writer::Writer;
use crate::Result;
use crate::options::selection::{Field, Findings, ROOT, Selection};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// What is selected, and where in it the events are.
pub(super) struct Picker {
    selection: Arc<Selection>,
    /// The writer's own form, while [`ScopeState::Picking`] stands in its place.
    form: ScopeState,
    /// The open containers of which fields are picked.
    frames: Vec<Frame>,
    /// What is wanted of the value that comes in the innermost of them, or is open there.
    wanted: Wanted,
    /// The containers that are open in a value which is wanted whole, or not at all.
    depth: usize,
    /// For each node, the fields of its last struct as they came: those of the next will mostly be the same.
    learnt: Vec<Vec<(&'static str, Option<Field>)>>,
    /// Where in the writer's text a primitive begins that is none of the document as yet.
    aside: Option<usize>,
    /// The field that is being held back.
    holding: Option<Held>,
    /// Fields that are, those of inner containers last.
    held: Vec<Held>,
    /// Tapes that are done with, for their memory.
    spare: Vec<Tape>,
    /// What there is of the fields, if that alone is asked and nothing written.
    findings: Option<Findings>,
}

/// An object or array that a selection leads through.
struct Frame {
    /// Of an array, that of its elements as well.
    node: usize,
    is_array: bool,
    /// How many fields have come.
    count: usize,
    /// The place of the field whose turn it is.
    next: usize,
    /// Where its held fields begin.
    held: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Nothing,
    Whole,
    /// Of an object the fields of a node, of an array those of its elements, and all of anything else.
    Part(usize),
}

struct Held {
    place: usize,
    /// How many containers there are around it.
    frames: usize,
    tape: Tape,
}

/// Where an event goes.
enum Way<'t> {
    Nowhere,
    Tape(&'t mut Tape),
    Writer,
}

impl Writer<'_> {
    /// Nothing is written: what comes is only searched for the fields.
    pub(super) fn search_only(&mut self) {
        let Some(picker) = &mut self.picker else { return };
        picker.findings = Some(picker.selection.findings());
        if self.state() == ScopeState::Root {
            // A primitive is of interest too.
            self.replace_state(ScopeState::Picking);
        }
    }

    /// The fields asked for that have not come.
    pub(super) fn unknown_fields(&mut self) -> Vec<String> {
        let Some(mut picker) = self.picker.take() else { return Vec::new() };
        picker.settle(self);
        picker.findings.map_or_else(Vec::new, |findings| picker.selection.unknown(&findings))
    }

    /// Whether a container that begins is the picker's. The root is the first: one that is a primitive needs no picker.
    #[inline]
    pub(super) fn picks(&self) -> bool {
        self.is_picking() || (self.state() == ScopeState::Root && self.picker.is_some())
    }

    #[cold]
    fn is_unwanted(&self) -> bool {
        self.picker.as_ref().is_some_and(|picker| picker.wanted == Wanted::Nothing)
    }

    /// An event of the picker's.
    #[cold]
    pub(super) fn pick(&mut self, event: Event<&str>) -> Result<()> {
        match self.with_picker(|picker, writer| picker.event(writer, event)) {
            Some(result) => result,
            None => self.misplaced(),
        }
    }

    /// A primitive, which the caller appends to the text.
    #[cold]
    pub(super) fn pick_scalar(&mut self) -> Result<()> {
        match self.with_picker(Picker::scalar) {
            Some(result) => result,
            None => self.misplaced(),
        }
    }

    #[cold]
    pub(super) fn pick_key(&mut self, key: Key<'_>) -> Result<bool> {
        if let (Key::Bare(name), Some(picker)) = (key, &mut self.picker) {
            if picker.passes_over(name) {
                return Ok(false);
            }
        }
        self.pick(match key {
            Key::Bare(name) | Key::Quoted(name) => Event::StaticKey(name),
            Key::Text(key) => Event::Key(key),
        })?;
        Ok(!(self.is_picking() && self.is_unwanted()))
    }

    #[cold]
    pub(super) fn pick_begin_hinted(&mut self, hint: Hint) -> Result<Option<Hinted>> {
        match self.with_picker(|picker, writer| picker.begin_hinted(writer, hint)) {
            Some(result) => result,
            None => self.misplaced(),
        }
    }

    #[cold]
    pub(super) fn pick_end_hinted(&mut self, hinted: &Hinted) -> Result<()> {
        match self.with_picker(|picker, writer| picker.end_hinted(writer, hinted)) {
            Some(result) => result,
            None => self.misplaced(),
        }
    }

    /// Gives the writer to its picker, with its own form.
    fn with_picker<T>(&mut self, act: impl FnOnce(&mut Picker, &mut Self) -> T) -> Option<T> {
        let mut picker = self.picker.take()?;
        self.replace_state(picker.form);
        let result = act(&mut picker, self);
        if self.state() != ScopeState::Failed {
            picker.form = self.replace_state(ScopeState::Picking);
        }
        self.picker = Some(picker);
        Some(result)
    }

    fn play(&mut self, event: Event<&str>) -> Result<()> {
        match event {
            Event::BeginObject(kind, len) => self.begin_object(kind, len),
            Event::EndObject => self.end_object(),
            Event::BeginArray(len) => self.begin_array(len),
            Event::EndArray => self.end_array(),
            Event::StaticKey(name) => self.static_key(name).map(drop),
            Event::Key(key) => self.key(key).map(drop),
            Event::Scalar(text) => self.encoded_scalar(text),
            // Hints are the picker's own matter: what one begins with is needed at its end.
            Event::BeginHinted(_) | Event::EndHinted => Ok(()),
        }
    }
}

impl Picker {
    pub(super) fn new(selection: &Arc<Selection>) -> Box<Self> {
        Box::new(Picker {
            selection: Arc::clone(selection),
            form: ScopeState::Root,
            frames: Vec::new(),
            wanted: Wanted::Part(ROOT),
            depth: 0,
            learnt: Vec::new(),
            aside: None,
            holding: None,
            held: Vec::new(),
            spare: Vec::new(),
            findings: None,
        })
    }

    /// Whether the root value is written.
    pub(super) fn is_complete(&self) -> bool {
        self.form == ScopeState::Done
    }

    fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        self.settle(writer);
        match event {
            Event::BeginObject(..) | Event::BeginArray(_) => self.begin(writer, event),
            Event::EndObject | Event::EndArray => self.end(writer, event),
            Event::StaticKey(key) | Event::Key(key) => self.key(writer, key, event),
            Event::Scalar(text) => {
                self.scalar(writer)?;
                writer.out().push_str(text);
                Ok(())
            }
            _ => self.pass(writer, event),
        }
    }

    /// A primitive's text is appended behind this call, wherever it is to go.
    fn scalar(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        self.settle(writer);
        if let Way::Writer = self.way() {
            return writer.scalar();
        }
        self.aside = Some(writer.out().len());
        Ok(())
    }

    /// Takes the text of a primitive that is not for the document out of it.
    #[inline]
    fn settle(&mut self, writer: &mut Writer<'_>) {
        if let Some(at) = self.aside.take() {
            self.take_text(writer, at);
        }
    }

    fn take_text(&mut self, writer: &mut Writer<'_>, at: usize) {
        let text = writer.out().get(at..).unwrap_or_default();
        if let Way::Tape(tape) = self.way() {
            tape.push(Event::Scalar(text));
        }
        if let (Some(findings), Wanted::Part(node), 0) = (&mut self.findings, self.wanted, self.depth) {
            // Where there is no value, it is no wonder that it has no fields.
            if text != "null" {
                findings.search(node);
            }
        }
        writer.out().truncate(at);
    }

    fn begin(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        let (Wanted::Part(node), 0) = (self.wanted, self.depth) else {
            self.depth += 1;
            return self.pass(writer, event);
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
        self.frames.push(Frame { node, is_array, count: 0, next: 0, held: self.held.len() });
        Ok(())
    }

    fn end(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        if self.depth > 0 {
            self.depth -= 1;
            return self.pass(writer, event);
        }
        self.play_held(writer)?;
        self.frames.pop();
        self.wanted = match self.frames.last() {
            Some(&Frame { node, is_array: true, .. }) => Wanted::Part(node),
            _ => Wanted::Whole,
        };
        self.pass(writer, event)
    }

    fn key(&mut self, writer: &mut Writer<'_>, key: &str, event: Event<&str>) -> Result<()> {
        if self.depth > 0 {
            return self.pass(writer, event);
        }
        self.hold_no_longer();
        let Some(field) = self.field(key, event) else {
            self.wanted = Wanted::Nothing;
            return Ok(());
        };
        self.wanted = self.wanted_of(field.node);
        if let Some(findings) = &mut self.findings {
            findings.find(field.node);
        }
        if self.holding.is_none() {
            self.take_turn(field.place);
        }
        self.pass(writer, event)
    }

    /// The short way for most fields where a few of many are picked: whether nothing is wanted of `name`, as it was in
    /// the struct before, and nothing waits for it to come.
    fn passes_over(&mut self, name: &'static str) -> bool {
        if self.depth > 0 || self.aside.is_some() || self.holding.is_some() {
            return false;
        }
        let Some(frame) = self.frames.last_mut() else { return false };
        let passes = match self.learnt.get(frame.node).and_then(|learnt| learnt.get(frame.count)) {
            Some((known, None)) => core::ptr::eq(*known, name),
            _ => false,
        };
        if passes {
            frame.count += 1;
            self.wanted = Wanted::Nothing;
        }
        passes
    }

    /// The field of the innermost object that has come, if something of it is wanted.
    fn field(&mut self, key: &str, event: Event<&str>) -> Option<Field> {
        let frame = self.frames.last_mut()?;
        let at = frame.count;
        frame.count += 1;
        let Event::StaticKey(name) = event else { return self.selection.field(frame.node, key) };
        if frame.node >= self.learnt.len() {
            self.learnt.resize_with(frame.node + 1, Vec::new);
        }
        let learnt = self.learnt.get_mut(frame.node)?;
        match learnt.get(at) {
            Some((known, field)) if core::ptr::eq(*known, name) => *field,
            _ => {
                let field = self.selection.field(frame.node, key);
                learnt.truncate(at);
                if learnt.len() == at {
                    learnt.push((name, field));
                }
                field
            }
        }
    }

    fn wanted_of(&self, node: usize) -> Wanted {
        let fields = self.selection.count(node);
        match &self.findings {
            // What is wanted whole may be asked for parts of it nonetheless.
            Some(_) if fields > 0 => Wanted::Part(node),
            Some(_) => Wanted::Nothing,
            None if self.selection.is_whole(node) => Wanted::Whole,
            None => Wanted::Part(node),
        }
    }

    /// The innermost object's field at `place` comes now, or is held back until its turn.
    fn take_turn(&mut self, place: usize) {
        let frames = self.frames.len();
        let Some(frame) = self.frames.last_mut() else { return };
        if place > frame.next {
            let tape = self.spare.pop().unwrap_or_default();
            self.holding = Some(Held { place, frames, tape });
        } else if place == frame.next {
            frame.next += 1;
        }
    }

    /// The field of the innermost object that is being held back, if there is one, is complete.
    fn hold_no_longer(&mut self) {
        if let Some(held) = self.holding.take_if(|held| held.frames == self.frames.len()) {
            self.held.push(held);
        }
    }

    /// The innermost container ends: the fields that it holds back come, in their order.
    fn play_held(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        self.hold_no_longer();
        let Some(&Frame { held: start, .. }) = self.frames.last() else { return Ok(()) };
        if let Some(held) = self.held.get_mut(start..) {
            held.sort_by_key(|held| Reverse(held.place));
        }
        while self.held.len() > start {
            let Some(Held { place, mut tape, .. }) = self.held.pop() else { break };
            if let Some(frame) = self.frames.last_mut() {
                frame.next = place;
            }
            self.replay(writer, &tape)?;
            tape.clear();
            self.spare.push(tape);
        }
        Ok(())
    }

    fn replay(&mut self, writer: &mut Writer<'_>, tape: &Tape) -> Result<()> {
        let mut open = Vec::new();
        // How many hints are around what does not come.
        let mut left_out = 0_usize;
        for event in tape.events() {
            match event {
                Event::BeginHinted(_) if left_out > 0 => left_out += 1,
                Event::EndHinted if left_out > 0 => left_out -= 1,
                _ if left_out > 0 => {}
                Event::BeginHinted(hint) => match self.begin_hinted(writer, hint)? {
                    Some(hinted) => open.push(hinted),
                    None => left_out = 1,
                },
                Event::EndHinted => {
                    if let Some(hinted) = open.pop() {
                        self.end_hinted(writer, &hinted)?;
                    }
                }
                _ => self.event(writer, event)?,
            }
        }
        Ok(())
    }

    fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<Hinted>> {
        self.settle(writer);
        match self.way() {
            Way::Writer => return writer.begin_hinted(hint),
            Way::Tape(tape) => tape.push(Event::BeginHinted(hint)),
            Way::Nowhere => {}
        }
        Ok(Some(Hinted::Done))
    }

    fn end_hinted(&mut self, writer: &mut Writer<'_>, hinted: &Hinted) -> Result<()> {
        self.settle(writer);
        match self.way() {
            Way::Writer => return writer.end_hinted(hinted),
            Way::Tape(tape) => tape.push(Event::EndHinted),
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn pass(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        match self.way() {
            Way::Writer => return writer.play(event),
            Way::Tape(tape) => tape.push(event),
            Way::Nowhere => {}
        }
        Ok(())
    }

    fn way(&mut self) -> Way<'_> {
        match &mut self.holding {
            _ if self.findings.is_some() || self.wanted == Wanted::Nothing => Way::Nowhere,
            Some(held) => Way::Tape(&mut held.tape),
            None => Way::Writer,
        }
    }
}
