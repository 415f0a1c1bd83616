//! Filters: what can sit between a [`Serializer`](super::Serializer) and its writer.

use super::hint::Hint;
use super::keys::Key;
use super::known;
use super::relay::Relay;
use super::select::FieldFilter;
use super::survey::Surveyor;
use super::writer::{Hinted, Writer};
use crate::Result;
use crate::event::{Event, ObjectKind};
use alloc::boxed::Box;
use alloc::string::String;

/// Receives the events instead of the writer.
pub(super) enum Filter<'a> {
    /// Passes on the selected fields.
    Select(Box<FieldFilter>),
    /// Passes on nothing, and learns about the rows of a table.
    Survey(Box<Surveyor>),
    /// Sends the events to another receiver.
    Relay(Relay<'a>),
}

impl Filter<'_> {
    pub(super) fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        match self {
            Filter::Select(filter) => filter.event(writer, event),
            Filter::Survey(surveyor) => surveyor.event(event),
            Filter::Relay(relay) => checked(writer, || relay.event(event)),
        }
    }

    pub(super) fn begin_struct(
        &mut self,
        writer: &mut Writer<'_>,
        name: &'static str,
        len: usize,
    ) -> Result<()> {
        self.event(writer, Event::BeginObject(ObjectKind::STRUCT, Some(len)))?;
        match self {
            Filter::Select(filter) if known::is_derived(name) => filter.note_struct(),
            _ => {}
        }
        Ok(())
    }

    /// The open struct leaves out a field.
    pub(super) fn skip_field(&mut self, name: &'static str) {
        if let Filter::Select(filter) = self {
            filter.skip_field(name);
        }
    }

    /// A struct field or a variant name. Returns whether its value is wanted.
    pub(super) fn static_key(&mut self, writer: &mut Writer<'_>, name: &'static str) -> Result<bool> {
        match self {
            Filter::Select(filter) => filter.static_key(writer, name),
            Filter::Survey(surveyor) => surveyor.static_key(name),
            Filter::Relay(relay) => checked(writer, || relay.key(name)),
        }
    }

    /// A map key. Returns whether its value is wanted.
    pub(super) fn key(&mut self, writer: &mut Writer<'_>, key: &str) -> Result<bool> {
        match self {
            Filter::Select(filter) => {
                filter.event(writer, Event::Key(key))?;
                Ok(filter.wants_value())
            }
            Filter::Survey(surveyor) => surveyor.key(Key::Text(key)),
            Filter::Relay(relay) => checked(writer, || relay.key(key)),
        }
    }

    /// Whether the elements of the open array are wanted.
    pub(super) fn wants_value(&self) -> bool {
        match self {
            Filter::Select(filter) => filter.wants_value(),
            Filter::Survey(_) => true,
            Filter::Relay(relay) => relay.wants_value(),
        }
    }

    /// A scalar, whose text `push` appends.
    pub(super) fn scalar(&mut self, writer: &mut Writer<'_>, push: impl FnOnce(&mut String)) -> Result<()> {
        match self {
            Filter::Select(filter) => filter.scalar(writer, push),
            Filter::Survey(surveyor) => surveyor.scalar(push),
            Filter::Relay(relay) => checked(writer, || relay.scalar(push)),
        }
    }

    pub(super) fn string(&mut self, writer: &mut Writer<'_>, string: &str) -> Result<()> {
        match self {
            Filter::Select(filter) => filter.string(writer, string),
            Filter::Survey(surveyor) => surveyor.string(string),
            Filter::Relay(relay) => checked(writer, || relay.string(string)),
        }
    }

    /// Like [`Writer::begin_hinted`].
    pub(super) fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<Hinted>> {
        match self {
            Filter::Select(filter) => filter.begin_hinted(writer, hint),
            Filter::Survey(surveyor) => surveyor.begin_hinted(hint).map(|()| Some(Hinted::Done)),
            Filter::Relay(relay) => checked(writer, || Ok(relay.begin_hinted(hint)?.then_some(Hinted::Done))),
        }
    }

    pub(super) fn end_hinted(&mut self, writer: &mut Writer<'_>, hinted: &Hinted) -> Result<()> {
        match self {
            Filter::Select(filter) => filter.end_hinted(writer, hinted),
            Filter::Survey(surveyor) => surveyor.end_hinted(),
            Filter::Relay(_) => Ok(()),
        }
    }

    /// The field whose key came last is hidden.
    pub(super) fn hide(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        match self {
            Filter::Select(_) => writer.hide(),
            Filter::Survey(surveyor) => surveyor.hide(),
            Filter::Relay(relay) => checked(writer, || relay.hide()),
        }
    }

    /// The value that came last is raw JSON text.
    #[cfg(feature = "json")]
    pub(super) fn end_raw_json(&mut self) {
        if let Filter::Survey(surveyor) = self {
            surveyor.forget_cell();
        }
    }
}

/// Sends an event, unless the writer has failed. If sending fails, so does every later event.
fn checked<T>(writer: &mut Writer<'_>, send: impl FnOnce() -> Result<T>) -> Result<T> {
    writer.check()?;
    let result = send();
    if result.is_err() {
        writer.fail();
    }
    result
}
