//! The vocabulary that the layers of the crate share: a value as a stream of events.
//!
//! [`Events`] is a receiver of values as JSON has them. [`Event`] is what the encoder tells its
//! writer, as a value that can be kept and sent later: it also tells what kind of object begins, and
//! its scalars are in the form in which they are written.

use crate::Result;

/// Receives the parts of a value, in order.
pub(crate) trait Events {
    fn begin_object(&mut self) -> Result<()>;
    /// The next event begins the key's value.
    fn key(&mut self, key: &str) -> Result<()>;
    fn end_object(&mut self) -> Result<()>;
    fn begin_array(&mut self) -> Result<()>;
    fn end_array(&mut self) -> Result<()>;
    fn string(&mut self, string: &str) -> Result<()>;
    /// A number, as spelled.
    fn number(&mut self, number: &str) -> Result<()>;
    /// `true`, `false` or `null`.
    fn word(&mut self, word: &'static str) -> Result<()>;
    /// Whether anything of the value that comes next, or is open, is needed. A sender for which it
    /// is easy to leave out the rest does so.
    fn wants_value(&self) -> bool {
        true
    }
}

/// An event for the writer of text. `T` is a text, or where it ends among others.
#[derive(Clone, Copy)]
pub(crate) enum Event<T> {
    /// With the number of entries, if it is announced.
    BeginObject(ObjectKind, Option<usize>),
    EndObject,
    /// With the number of elements, if it is announced.
    BeginArray(Option<usize>),
    EndArray,
    /// A struct's field or a variant's name.
    StaticKey(&'static str),
    /// A map's key.
    Key(T),
    /// A primitive in its encoded form.
    Scalar(T),
}

impl<T> Event<T> {
    pub(crate) fn map<U>(self, text: impl FnOnce(T) -> U) -> Event<U> {
        match self {
            Event::BeginObject(kind, len) => Event::BeginObject(kind, len),
            Event::EndObject => Event::EndObject,
            Event::BeginArray(len) => Event::BeginArray(len),
            Event::EndArray => Event::EndArray,
            Event::StaticKey(name) => Event::StaticKey(name),
            Event::Key(key) => Event::Key(text(key)),
            Event::Scalar(scalar) => Event::Scalar(text(scalar)),
        }
    }
}

/// What is known of an object as it begins.
#[derive(Clone, Copy)]
pub(crate) struct ObjectKind {
    /// Its keys come from a map: the same one may come twice.
    pub(crate) is_map: bool,
    /// It cannot be a table: an enum variant has one entry, and others are known to fail.
    pub(crate) is_decided: bool,
}

impl ObjectKind {
    pub(crate) const STRUCT: Self = ObjectKind { is_map: false, is_decided: false };
    pub(crate) const MAP: Self = ObjectKind { is_map: true, is_decided: false };
    pub(crate) const VARIANT: Self = ObjectKind { is_map: false, is_decided: true };
}
