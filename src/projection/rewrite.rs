//! One adapter around serializers, for all that writes a row with other fields than it has.

use crate::ser::refuse::refuse;
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, SerializeStructVariant, Serializer};

/// What is changed about the fields of a row, and how far it has been written. By default, nothing
/// is changed.
pub(crate) trait Rewrite: Copy {
    /// What a row must be, for an error.
    const EXPECTED: &'static str;
    /// Whether the row is an enum value, of which only the content is written.
    const IS_VARIANT: bool = false;

    /// The number of fields that are written of a row that has `len` of them.
    fn count(&self, len: usize) -> usize {
        len
    }

    /// Notes that the fields are those of a variant.
    fn begin_variant(&mut self) {}

    /// Writes what comes before the fields of a struct.
    fn begin_struct<R: SerializeStruct>(&self, _: &mut R) -> Result<(), R::Error> {
        Ok(())
    }

    /// Writes what comes before the entries of a map.
    fn begin_map<R: SerializeMap>(&self, _: &mut R) -> Result<(), R::Error> {
        Ok(())
    }

    /// Writes a field of a struct.
    fn field<R: SerializeStruct, T: ?Sized + Serialize>(
        &mut self,
        row: &mut R,
        name: &'static str,
        value: &T,
    ) -> Result<(), R::Error> {
        if self.leaves_out(name) { Ok(()) } else { row.serialize_field(name, value) }
    }

    /// Whether a struct is written without the field of this name.
    fn leaves_out(&mut self, _: &'static str) -> bool {
        false
    }

    /// Whether a map is written without the entry with this key.
    fn leaves_out_entry<K: ?Sized + Serialize>(&mut self, _: &K) -> bool {
        false
    }
}

/// A row whose fields are changed.
#[derive(Clone, Copy)]
pub(crate) struct Rewritten<'a, T: ?Sized, C> {
    pub(crate) row: &'a T,
    pub(crate) change: C,
}

impl<T: ?Sized + Serialize, C: Rewrite> Serialize for Rewritten<'_, T, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.row.serialize(RewriteSerializer { serializer, change: self.change })
    }
}

struct RewriteSerializer<S, C> {
    serializer: S,
    change: C,
}

fn refused<C: Rewrite, T, E: Error>() -> Result<T, E> {
    Err(E::custom(C::EXPECTED))
}

impl<S: Serializer, C: Rewrite> RewriteSerializer<S, C> {
    /// Begins a struct that is written with `len` fields.
    fn fields(self, name: &'static str, len: usize) -> Result<Fields<S::SerializeStruct, C>, S::Error> {
        let RewriteSerializer { serializer, change } = self;
        let mut row = serializer.serialize_struct(name, len)?;
        change.begin_struct(&mut row)?;
        Ok(Fields { row, change, is_left_out: false })
    }
}

impl<S: Serializer, C: Rewrite> Serializer for RewriteSerializer<S, C> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = Fields<S::SerializeMap, C>;
    type SerializeStruct = Fields<S::SerializeStruct, C>;
    type SerializeStructVariant = Fields<S::SerializeStruct, C>;

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let len = self.change.count(len);
        self.fields(name, len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let RewriteSerializer { serializer, change } = self;
        let mut row = serializer.serialize_map(len.map(|len| change.count(len)))?;
        change.begin_map(&mut row)?;
        Ok(Fields { row, change, is_left_out: false })
    }

    fn serialize_some<T: ?Sized + Serialize>(self, row: &T) -> Result<S::Ok, S::Error> {
        let RewriteSerializer { serializer, change } = self;
        if C::IS_VARIANT {
            refused::<C, _, _>()
        } else {
            serializer.serialize_some(&Rewritten { row, change })
        }
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        row: &T,
    ) -> Result<S::Ok, S::Error> {
        let RewriteSerializer { serializer, change } = self;
        if C::IS_VARIANT {
            return refused::<C, _, _>();
        }
        serializer.serialize_newtype_struct(name, &Rewritten { row, change })
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        content: &T,
    ) -> Result<S::Ok, S::Error> {
        if C::IS_VARIANT { content.serialize(self.serializer) } else { refused::<C, _, _>() }
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        if !C::IS_VARIANT {
            return refused::<C, _, _>();
        }
        self.change.begin_variant();
        // An empty name, since the fields of other variants are not in the value.
        self.fields("", len)
    }

    refuse! { refused::<C, _, _>:
        numbers bool char str bytes none unit unit_struct unit_variant seq tuple tuple_struct tuple_variant
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }
}

/// The fields of the row on their way to the serializer.
struct Fields<R, C> {
    row: R,
    change: C,
    /// Whether the next value of a map is left out.
    is_left_out: bool,
}

macro_rules! fields {
    ($($interface:ident)*) => {$(
        impl<R: SerializeStruct, C: Rewrite> $interface for Fields<R, C> {
            type Ok = R::Ok;
            type Error = R::Error;

            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), R::Error> {
                self.change.field(&mut self.row, name, value)
            }

            fn skip_field(&mut self, name: &'static str) -> Result<(), R::Error> {
                if self.change.leaves_out(name) { Ok(()) } else { self.row.skip_field(name) }
            }

            fn end(self) -> Result<R::Ok, R::Error> {
                self.row.end()
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl<R: SerializeMap, C: Rewrite> SerializeMap for Fields<R, C> {
    type Ok = R::Ok;
    type Error = R::Error;

    fn serialize_key<K: ?Sized + Serialize>(&mut self, key: &K) -> Result<(), R::Error> {
        self.is_left_out = self.change.leaves_out_entry(key);
        if self.is_left_out { Ok(()) } else { self.row.serialize_key(key) }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), R::Error> {
        if self.is_left_out { Ok(()) } else { self.row.serialize_value(value) }
    }

    fn end(self) -> Result<R::Ok, R::Error> {
        self.row.end()
    }
}
