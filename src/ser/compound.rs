//! What is open in a [`Serializer`]: a thin handle, since all state is the writer's.

use super::Serializer;
use super::key::MapKey;
use super::special::Special;
use crate::{Error, ErrorKind, Result};
use serde::ser::{self, Serialize};

/// A container that takes elements, entries or fields until it ends.
pub struct Compound<'s, 'a> {
    pub(super) serializer: &'s mut Serializer<'a>,
    pub(super) kind: Kind,
}

/// What a [`Compound`] ends as, and what it waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// An array, or an object between two entries.
    Plain,
    /// The content of `{variant: …}`.
    Variant,
    /// A map whose last key waits for its value.
    Keyed,
    /// No container to us, though it is one to serde.
    Special(Special),
}

impl Compound<'_, '_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.serializer.nested(value)
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        if let Kind::Special(special) = self.kind {
            return special.write(self.serializer, value);
        }
        if let Err(error) = self.serializer.writer.static_key(key) {
            // Also tells the compiler that this is rare: it would take the fields behind for the rare ones.
            self.serializer.writer.fail();
            return Err(error);
        }
        self.serializer.nested(value)
    }

    fn end_array(self) -> Result<()> {
        self.serializer.end_array()?;
        if self.kind == Kind::Variant { self.serializer.end_object() } else { Ok(()) }
    }

    fn end_object(self) -> Result<()> {
        match self.kind {
            Kind::Plain => self.serializer.end_object(),
            Kind::Variant => {
                self.serializer.end_object()?;
                self.serializer.end_object()
            }
            Kind::Keyed => self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" }),
            Kind::Special(_) => Ok(()),
        }
    }
}

impl ser::SerializeSeq for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeTuple for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeTupleStruct for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeTupleVariant for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.element(value)
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        let writer = &mut self.serializer.writer;
        if self.kind == Kind::Keyed {
            return writer.error(ErrorKind::IncompleteEntry { missing: "value" });
        }
        let result = key.serialize(MapKey(writer));
        match result {
            Ok(()) => self.kind = Kind::Keyed,
            Err(_) => writer.fail(),
        }
        result
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if self.kind != Kind::Keyed {
            return self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "key" });
        }
        self.kind = Kind::Plain;
        self.serializer.nested(value)
    }

    fn end(self) -> Result<()> {
        self.end_object()
    }
}

impl ser::SerializeStruct for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        self.field(key, value)
    }

    #[inline]
    fn end(self) -> Result<()> {
        self.end_object()
    }
}

impl ser::SerializeStructVariant for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        self.field(key, value)
    }

    fn end(self) -> Result<()> {
        self.end_object()
    }
}
