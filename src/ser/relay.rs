//! Sends the events to a receiver other than the writer. Hinted fields that can be omitted are;
//! other hints concern layout and have no effect.

use super::hint::Hint;
use crate::Result;
use crate::event::{Event, Events};
use alloc::string::String;

pub(super) struct Relay<'a> {
    receiver: &'a mut dyn Events,
    /// The last event was a key, so the next value belongs to a field, which can be omitted.
    is_member: bool,
    /// A buffer for the text of a scalar.
    text: String,
}

impl<'a> Relay<'a> {
    pub(super) fn new(receiver: &'a mut dyn Events) -> Self {
        Relay { receiver, is_member: false, text: String::new() }
    }
}

impl Relay<'_> {
    pub(super) fn event(&mut self, event: Event<&str>) -> Result<()> {
        self.is_member = false;
        match event {
            Event::BeginObject(..) => self.receiver.begin_object(),
            Event::EndObject => self.receiver.end_object(),
            Event::BeginArray(_) => self.receiver.begin_array(),
            Event::EndArray => self.receiver.end_array(),
            Event::StaticKey(key) | Event::Key(key) => self.key(key).map(drop),
            Event::Scalar(text) => self.scalar(|out| out.push_str(text)),
        }
    }

    /// A key. Returns whether its value is wanted.
    pub(super) fn key(&mut self, key: &str) -> Result<bool> {
        self.is_member = true;
        self.receiver.key(key)?;
        Ok(self.wants_value())
    }

    pub(super) fn wants_value(&self) -> bool {
        self.receiver.wants_value()
    }

    /// A number or a literal, whose text `push` appends.
    pub(super) fn scalar(&mut self, push: impl FnOnce(&mut String)) -> Result<()> {
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

    pub(super) fn string(&mut self, string: &str) -> Result<()> {
        self.is_member = false;
        self.receiver.string(string)
    }

    /// Returns whether the value with this hint is to be sent.
    pub(super) fn begin_hinted(&mut self, hint: Hint) -> Result<bool> {
        match hint {
            Hint::Null | Hint::Default => Ok(!self.is_member),
            Hint::NullGroup => {
                self.scalar(|out| out.push_str("null"))?;
                Ok(false)
            }
            _ => Ok(true),
        }
    }

    /// A value that is hidden at the requested level: it is omitted, or `null` in an array.
    pub(super) fn hide(&mut self) -> Result<()> {
        if self.is_member { Ok(()) } else { self.receiver.word("null") }
    }
}
