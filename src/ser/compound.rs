//! What is open in a [`Serializer`]: a thin handle, since all state is the writer's.

use super::Serializer;
use super::key::MapKey;
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
    /// A map whose last key is left out with its value.
    Skipped,
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
        if self.serializer.static_key(key)? { self.serializer.nested(value) } else { Ok(()) }
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
            Kind::Keyed | Kind::Skipped => {
                self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" })
            }
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
        if self.serializer.wants_value() { self.element(value) } else { Ok(()) }
    }

    fn end(self) -> Result<()> {
        self.end_array()
    }
}

impl ser::SerializeMap for Compound<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        let serializer = &mut *self.serializer;
        if let Kind::Keyed | Kind::Skipped = self.kind {
            return serializer.writer.error(ErrorKind::IncompleteEntry { missing: "value" });
        }
        let mut is_wanted = false;
        let result = key.serialize(MapKey(|key: &str| {
            is_wanted = serializer.key(key)?;
            Ok(())
        }));
        match result {
            Ok(()) => self.kind = if is_wanted { Kind::Keyed } else { Kind::Skipped },
            Err(_) => self.serializer.writer.fail(),
        }
        result
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match core::mem::replace(&mut self.kind, Kind::Plain) {
            Kind::Keyed => self.serializer.nested(value),
            Kind::Skipped => Ok(()),
            _ => self.serializer.writer.error(ErrorKind::IncompleteEntry { missing: "key" }),
        }
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
