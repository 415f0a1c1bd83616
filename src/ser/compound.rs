//! What is open in a [`Serializer`]: a thin handle, since all state is the writer's.

use super::Serializer;
use super::key::MapKey;
use super::pick::Refusal;
use super::special::{self, Special};
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
    /// No container to us, though it is one to serde: the string in it is still to come.
    Special(Special),
    /// The same, behind its string.
    Written,
}

impl Compound<'_, '_> {
    fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.serializer.nested(value)
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        if let Kind::Special(_) | Kind::Written = self.kind {
            return self.special(value);
        }
        if let Err(refusal) = self.serializer.writer.static_key(key) {
            return self.refused(refusal);
        }
        self.serializer.nested(value)
    }

    /// A cold call tells the compiler that this is rare; without, it takes the code behind a few fields for rarely run.
    #[cold]
    #[inline(never)]
    fn refused(&mut self, refusal: Refusal) -> Result<()> {
        let result = Refusal::failed(Err(refusal));
        if result.is_err() {
            self.serializer.writer.fail();
        }
        result
    }

    #[cold]
    #[inline(never)]
    fn special<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match core::mem::replace(&mut self.kind, Kind::Written) {
            Kind::Special(special) => special.write(self.serializer, value),
            _ => self.not_one_string(),
        }
    }

    #[cold]
    #[inline(never)]
    fn not_one_string(&mut self) -> Result<()> {
        self.serializer.writer.fail();
        Err(special::not_one_string())
    }

    fn end_array(self) -> Result<()> {
        self.serializer.end_array()?;
        if self.kind == Kind::Variant { self.serializer.end_object() } else { Ok(()) }
    }

    #[inline]
    fn end_object(self) -> Result<()> {
        if self.kind == Kind::Plain { self.serializer.end_object() } else { self.end_other() }
    }

    /// Out of line, so that the end of most is one comparison, and no jump through a table.
    #[inline(never)]
    fn end_other(mut self) -> Result<()> {
        match self.kind {
            Kind::Plain => self.serializer.end_object(),
            Kind::Variant => {
                self.serializer.end_object()?;
                self.serializer.end_object()
            }
            Kind::Keyed => self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" }),
            Kind::Special(_) => self.not_one_string(),
            Kind::Written => Ok(()),
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
        self.serializer.asked_for(value)
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
        let result = key.serialize(MapKey(|key: &str| writer.key(key)));
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
        self.serializer.asked_for(value)
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
