//! The vocabulary that the layers of the crate share: a value as a stream of events.
//!
//! [`Events`] receives values of JSON's data model. [`Event`] is an event from the encoder to its
//! writer, as a value that can be stored and sent later: it includes the kind of object that
//! begins, and its scalars are already in their encoded form.

use crate::Result;

/// Receives the parts of a value, in order.
///
/// # Errors
///
/// Every method fails if the receiver cannot take the part. The sender then stops.
#[allow(clippy::missing_errors_doc, reason = "the same for every method")]
pub trait Events {
    /// An object begins.
    fn begin_object(&mut self) -> Result<()>;
    /// The next event begins the key's value.
    fn key(&mut self, key: &str) -> Result<()>;
    /// The innermost object ends.
    fn end_object(&mut self) -> Result<()>;
    /// An array begins.
    fn begin_array(&mut self) -> Result<()>;
    /// The innermost array ends.
    fn end_array(&mut self) -> Result<()>;
    /// A string.
    fn string(&mut self, string: &str) -> Result<()>;
    /// A number, as spelled.
    fn number(&mut self, number: &str) -> Result<()>;
    /// `true`, `false` or `null`.
    fn word(&mut self, word: &'static str) -> Result<()>;
    /// Whether any part of the next or open value is needed. If not, a sender may leave it out.
    fn wants_value(&self) -> bool {
        true
    }
}

/// An event for the writer. `T` is a text, or the end of one among the texts of a tape.
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

/// What is known about an object when it begins.
#[derive(Clone, Copy)]
pub(crate) struct ObjectKind {
    /// Its keys come from a map, so there may be duplicates.
    pub(crate) is_map: bool,
    /// It cannot be a table: it is an enum variant, which has a single entry, or a table was
    /// already tried and failed.
    pub(crate) is_decided: bool,
}

impl ObjectKind {
    pub(crate) const STRUCT: Self = ObjectKind { is_map: false, is_decided: false };
    pub(crate) const MAP: Self = ObjectKind { is_map: true, is_decided: false };
    pub(crate) const VARIANT: Self = ObjectKind { is_map: false, is_decided: true };
}
