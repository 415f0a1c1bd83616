//! Filters: what can sit between a [`Serializer`](super::Serializer) and its writer.
//!
//! A serializer refers to its filter by this trait only, so that a program contains a filter only
//! if it creates one.

use super::hint::Hint;
use super::writer::{AfterHint, Writer};
use crate::Result;
use crate::event::{Event, ObjectKind};
use alloc::boxed::Box;
use alloc::string::String;
use core::ops::{Deref, DerefMut};

/// Appends the encoded form of a scalar.
pub(super) type PushScalar<'p> = &'p dyn Fn(&mut String);

/// Receives the events instead of the writer.
pub(super) trait Filter {
    fn event(&mut self, writer: &mut Writer<'_>, event: Event<&str>) -> Result<()>;

    /// A struct of this name begins.
    fn begin_struct(&mut self, writer: &mut Writer<'_>, _name: &'static str, len: usize) -> Result<()> {
        self.event(writer, Event::BeginObject(ObjectKind::STRUCT, Some(len)))
    }

    /// The open struct leaves out a field.
    fn skip_field(&mut self, _name: &'static str) {}

    /// A struct field or a variant name. Returns whether its value is wanted.
    fn static_key(&mut self, writer: &mut Writer<'_>, name: &'static str) -> Result<bool>;

    /// A map key. Returns whether its value is wanted.
    fn key(&mut self, writer: &mut Writer<'_>, key: &str) -> Result<bool>;

    /// Whether the elements of the open array are wanted.
    fn wants_value(&self) -> bool {
        true
    }

    /// Whether a value may follow that is not wanted.
    fn takes_unwanted(&self) -> bool {
        true
    }

    /// A primitive.
    fn scalar(&mut self, writer: &mut Writer<'_>, push: PushScalar<'_>) -> Result<()>;

    fn string(&mut self, writer: &mut Writer<'_>, string: &str) -> Result<()>;

    /// Like [`Writer::begin_hinted`].
    fn begin_hinted(&mut self, writer: &mut Writer<'_>, hint: Hint) -> Result<Option<AfterHint>>;

    /// Like [`Writer::end_hinted`].
    fn end_hinted(&mut self, writer: &mut Writer<'_>, hinted: &AfterHint) -> Result<()>;

    /// The field whose key came last is hidden.
    fn hide(&mut self, writer: &mut Writer<'_>) -> Result<()>;

    /// The value that came last is raw JSON text.
    #[cfg(feature = "json")]
    fn end_raw_json(&mut self) {}

    /// After the value: fails if it is known not to have a selected field.
    fn check_names(&self) -> Result<()> {
        Ok(())
    }
}

/// A filter that a serializer owns, or that is needed after it. One that is owned borrows nothing, so
/// that what a serializer borrows is free once it has been used for the last time.
pub(super) enum AnyFilter<'a> {
    Own(Box<dyn Filter + Send + Sync>),
    Borrowed(&'a mut (dyn Filter + 'a)),
}

impl<'a> Deref for AnyFilter<'a> {
    type Target = dyn Filter + 'a;

    fn deref(&self) -> &Self::Target {
        match self {
            AnyFilter::Own(filter) => &**filter,
            AnyFilter::Borrowed(filter) => *filter,
        }
    }
}

impl DerefMut for AnyFilter<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            AnyFilter::Own(filter) => &mut **filter,
            AnyFilter::Borrowed(filter) => *filter,
        }
    }
}
