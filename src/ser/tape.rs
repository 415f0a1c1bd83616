//! Events that wait for their turn.

use super::hint::Hint;
use super::scope::ObjectKind;
use alloc::string::String;
use alloc::vec::Vec;

/// What the writer is told. `T` is a text, or its length.
#[derive(Clone, Copy)]
pub(super) enum Event<T> {
    BeginObject(ObjectKind, Option<usize>),
    EndObject,
    BeginArray(Option<usize>),
    EndArray,
    StaticKey(&'static str),
    Key(T),
    /// A primitive in its encoded form.
    Scalar(T),
    /// The next event is a value of which this is said.
    BeginHinted(Hint),
    EndHinted,
}

impl<T> Event<T> {
    fn map<U>(self, text: impl FnOnce(T) -> U) -> Event<U> {
        match self {
            Event::BeginObject(kind, len) => Event::BeginObject(kind, len),
            Event::EndObject => Event::EndObject,
            Event::BeginArray(len) => Event::BeginArray(len),
            Event::EndArray => Event::EndArray,
            Event::StaticKey(name) => Event::StaticKey(name),
            Event::Key(key) => Event::Key(text(key)),
            Event::Scalar(scalar) => Event::Scalar(text(scalar)),
            Event::BeginHinted(hint) => Event::BeginHinted(hint),
            Event::EndHinted => Event::EndHinted,
        }
    }
}

/// Events in the order in which they came, with their texts one behind the other.
#[derive(Default)]
pub(super) struct Tape {
    events: Vec<Event<usize>>,
    text: String,
}

impl Tape {
    pub(super) fn push(&mut self, event: Event<&str>) {
        self.events.push(event.map(|text| {
            self.text.push_str(text);
            text.len()
        }));
    }

    pub(super) fn events(&self) -> impl Iterator<Item = Event<&str>> {
        let mut rest = self.text.as_str();
        self.events.iter().map(move |event| {
            event.map(|len| {
                let (text, behind) = rest.split_at_checked(len).unwrap_or_default();
                rest = behind;
                text
            })
        })
    }

    /// Keeps nothing but its memory.
    pub(super) fn clear(&mut self) {
        self.events.clear();
        self.text.clear();
    }
}
