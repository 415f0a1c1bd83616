//! Sends the events to a receiver other than the writer. Hinted fields that can be omitted are;
//! other hints concern layout and have no effect.

use super::filter::{Filter, PushScalar};
use super::hint::Hint;
use super::writer::{AfterHint, Writer};
use crate::Result;
use crate::event::{Event, Events};
use alloc::string::String;

/// Sends the events to a receiver.
pub struct Relay<'a> {
    receiver: &'a mut dyn Events,
    /// The last event was a key, so the next value belongs to a field, which can be omitted.
    is_member: bool,
    /// A buffer for the text of a scalar.
    text: String,
}

impl<'a> Relay<'a> {
    /// Sends them to `receiver`.
    pub fn new(receiver: &'a mut dyn Events) -> Self {
        Relay { receiver, is_member: false, text: String::new() }
    }
}

impl Relay<'_> {
    fn send(&mut self, event: Event<&str>) -> Result<()> {
        self.is_member = false;
        match event {
            Event::BeginObject(..) => self.receiver.begin_object(),
            Event::EndObject => self.receiver.end_object(),
            Event::BeginArray(_) => self.receiver.begin_array(),
            Event::EndArray => self.receiver.end_array(),
            Event::StaticKey(key) | Event::Key(key) => self.send_key(key).map(drop),
            Event::Scalar(text) => self.send_scalar(&|out| out.push_str(text)),
        }
    }

    fn send_key(&mut self, key: &str) -> Result<bool> {
        self.is_member = true;
        self.receiver.key(key)?;
        Ok(self.receiver.wants_value())
    }

    /// A number or a literal.
    fn send_scalar(&mut self, push: PushScalar<'_>) -> Result<()> {
        self.is_member = false;
        self.text.clear();
        push(&mut self.text);
        match &*self.text {
            "true" => self.receiver.word("true"),
            "false" => self.receiver.word("false"),
            "null" => self.receiver.word("null"),
            number => self.receiver.number(number),
        }
    }

    /// Returns whether the value with this hint is to be sent.
    fn send_hint(&mut self, hint: Hint) -> Result<bool> {
        match hint {
            Hint::Null | Hint::Default => Ok(!self.is_member),
            Hint::NullGroup => {
                self.send_scalar(&|out| out.push_str("null"))?;
                Ok(false)
            }
            _ => Ok(true),
        }
    }
}

impl Filter for Relay<'_> {
    fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()> {
        checked(writer, || self.send(event))
    }

    fn static_key(&mut self, writer: &mut Writer<'_>, name: &'static str) -> Result<bool> {
        checked(writer, || self.send_key(name))
    }

    fn key(&mut self, writer: &mut Writer<'_>, key: &str) -> Result<bool> {
        checked(writer, || self.send_key(key))
    }

    fn wants_value(&self) -> bool {
        self.receiver.wants_value()
    }

    fn scalar(&mut self, writer: &mut Writer<'_>, push: PushScalar<'_>) -> Result<()> {
        checked(writer, || self.send_scalar(push))
    }

    fn string(&mut self, writer: &mut Writer<'_>, string: &str) -> Result<()> {
        self.is_member = false;
        checked(writer, || self.receiver.string(string))
    }

    fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<AfterHint>> {
        checked(writer, || Ok(self.send_hint(hint)?.then_some(AfterHint::Done)))
    }

    fn end_hinted(&mut self, _: &mut Writer<'_>, _: &AfterHint) -> Result<()> {
        Ok(())
    }

    /// A value that is hidden at the requested level: it is omitted, or `null` in an array.
    fn hide(&mut self, writer: &mut Writer<'_>) -> Result<()> {
        checked(writer, || if self.is_member { Ok(()) } else { self.receiver.word("null") })
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
