//! The content of an enum value, without its variant.

use crate::ser::refuse::refuse;
use serde::ser::{Error, Serialize, SerializeMap, SerializeStruct, SerializeStructVariant, Serializer};

/// An enum value that serializes only its content: without the object around it, or without its
/// tag.
pub(super) struct Content<'a, T>(pub(super) &'a T);

impl<T: Serialize> Serialize for Content<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(ContentOnly(serializer))
    }
}

fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected an enum with content for a list that is grouped by variant"))
}

/// Serializes an enum value that is tagged externally as its content, and an object, as which
/// serde serializes one that is tagged internally, without its first field, the tag.
struct ContentOnly<S>(S);

impl<S: Serializer> Serializer for ContentOnly<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeMap = Untagged<S::SerializeMap>;
    type SerializeStruct = Untagged<S::SerializeStruct>;
    type SerializeStructVariant = Untagged<S::SerializeStruct>;

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self.0)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        // An empty name, since the fields of other variants are not in the value.
        Ok(Untagged { fields: self.0.serialize_struct("", len)?, tag: Tag::Gone })
    }

    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Self::SerializeStruct, S::Error> {
        let fields = self.0.serialize_struct(name, len.saturating_sub(1))?;
        Ok(Untagged { fields, tag: Tag::Key })
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let fields = self.0.serialize_map(len.map(|len| len.saturating_sub(1)))?;
        Ok(Untagged { fields, tag: Tag::Key })
    }

    refuse! { refused:
        numbers bool char str bytes none some unit unit_struct unit_variant newtype_struct
        seq tuple tuple_struct tuple_variant
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// The fields of a value after its tag.
struct Untagged<C> {
    fields: C,
    tag: Tag,
}

/// What comes next of the tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Key,
    Value,
    Gone,
}

impl<C: SerializeStruct> SerializeStruct for Untagged<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), C::Error> {
        if self.tag == Tag::Gone {
            return self.fields.serialize_field(name, value);
        }
        self.tag = Tag::Gone;
        Ok(())
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
        self.fields.skip_field(name)
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
    }
}

impl<C: SerializeStruct> SerializeStructVariant for Untagged<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_field<T: ?Sized + Serialize>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), C::Error> {
        self.fields.serialize_field(name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Result<(), C::Error> {
        self.fields.skip_field(name)
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
    }
}

impl<C: SerializeMap> SerializeMap for Untagged<C> {
    type Ok = C::Ok;
    type Error = C::Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), C::Error> {
        if self.tag == Tag::Gone {
            return self.fields.serialize_key(key);
        }
        self.tag = Tag::Value;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), C::Error> {
        if self.tag == Tag::Gone {
            return self.fields.serialize_value(value);
        }
        self.tag = Tag::Gone;
        Ok(())
    }

    fn end(self) -> Result<C::Ok, C::Error> {
        self.fields.end()
    }
}
