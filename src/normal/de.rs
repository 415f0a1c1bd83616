//! Deserializes values from trees, by the same rules as from TOON text.

use super::tree::{Str, Tree};
use crate::de::access::{EnumFrom, no_more, unread};
use crate::de::depth::{Depth, UNWRITTEN_OBJECT};
use crate::de::exact;
use crate::de::key_de::{KeyDe, KeyStr};
use crate::de::token_de::{as_written, out_of_range, visit_number};
use crate::error::{Segment, quote_value};
use crate::json::{JsonText, RAW_VALUE, visit_raw_value};
use crate::text::number::{self, Number};
use crate::{Error, Result};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Expected, MapAccess, SeqAccess, Unexpected, Visitor,
};
use std::slice;

/// Deserializes `tree`, with at most `max_depth` nested containers.
pub(super) fn read<T: DeserializeOwned>(tree: &Tree, max_depth: usize) -> Result<T> {
    T::deserialize(TreeDe { tree, depth: Depth::new(max_depth) })
}

/// The deserializer for one value.
#[derive(Clone, Copy)]
struct TreeDe<'t> {
    tree: &'t Tree,
    depth: Depth,
}

impl<'t> TreeDe<'t> {
    /// The same value, inside a container.
    fn nested(mut self) -> Result<Self> {
        self.depth.enter().map(|()| self)
    }

    /// The same value, inside `Some` or a newtype.
    fn unwrapped(mut self) -> Result<Self> {
        self.depth.wrappers.enter().map(|()| self)
    }

    /// A deserializer for another value at the same depth.
    fn at(self, tree: &'t Tree) -> Self {
        TreeDe { tree, ..self }
    }

    /// The text of a string, or of a number that exceeds `f64` (§4) if no number was requested.
    fn text(self) -> Option<&'t str> {
        match self.tree {
            Tree::String(text) => Some(text),
            Tree::Number(text) if number::parse(text.as_bytes()) == Some(Number::Huge) => Some(text),
            _ => None,
        }
    }

    fn mismatch<T>(self, expected: &dyn Expected) -> Result<T> {
        let written;
        let unexpected = match self.tree {
            Tree::Null => Unexpected::Unit,
            Tree::Bool(value) => Unexpected::Bool(*value),
            Tree::String(text) => Unexpected::Str(text),
            Tree::List(_) => Unexpected::Seq,
            Tree::Object(_) => Unexpected::Map,
            Tree::Number(text) => match number::parse(text.as_bytes()) {
                Some(Number::Unsigned(value)) => Unexpected::Unsigned(value),
                Some(Number::Negative(value)) => Unexpected::Signed(value),
                Some(Number::Float(_)) => {
                    written = as_written(text);
                    Unexpected::Other(&written)
                }
                Some(Number::Huge) | None => Unexpected::Str(text),
            },
        };
        Err(serde::de::Error::invalid_type(unexpected, expected))
    }

    fn elements<V: Visitor<'t>>(self, items: &'t [Tree], visitor: V) -> Result<V::Value> {
        let mut access = ListElements { items: items.iter(), index: 0, place: self.nested()? };
        let value = visitor.visit_seq(&mut access)?;
        unread(access.items.len()).map(|()| value)
    }

    fn entries<V: Visitor<'t>>(self, members: &'t [(Str, Tree)], visitor: V) -> Result<V::Value> {
        let mut access = ObjectEntries { members: members.iter(), value: None, place: self.nested()? };
        let value = visitor.visit_map(&mut access)?;
        unread(access.members.len()).map(|()| value)
    }

    fn integer<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Number(text) => match number::parse(text.as_bytes()) {
                Some(number) => visit_number(number, text, visitor),
                None => self.mismatch(&visitor),
            },
            _ => self.mismatch(&visitor),
        }
    }

    /// The sign and magnitude of an integer, if it fits in 128 bits.
    fn wide(self) -> Option<(bool, u128)> {
        match self.tree {
            Tree::Number(text) => number::exact_integer(text.as_bytes()),
            _ => None,
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        }
    )*};
}

macro_rules! as_others {
    ($($method:ident($($argument:ty),*) = $other:ident;)*) => {$(
        fn $method<V: Visitor<'t>>(self, $(_: $argument,)* visitor: V) -> Result<V::Value> {
            self.$other(visitor)
        }
    )*};
}

impl<'t> Deserializer<'t> for TreeDe<'t> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Null => visitor.visit_unit(),
            Tree::Bool(value) => visitor.visit_bool(*value),
            Tree::String(text) => visitor.visit_borrowed_str(text),
            Tree::Number(text) => match number::parse(text.as_bytes()) {
                Some(Number::Float(_) | Number::Huge) if exact::are_digits_expected() => {
                    exact::visit_digits(BorrowedStrDeserializer::new(text), visitor)
                }
                Some(Number::Huge) | None => visitor.visit_borrowed_str(text),
                Some(number) => visit_number(number, text, visitor),
            },
            Tree::List(items) => self.elements(items, visitor),
            Tree::Object(members) => self.entries(members, visitor),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_i128<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.wide().and_then(|(is_negative, magnitude)| number::signed(is_negative, magnitude)) {
            Some(value) => visitor.visit_i128(value),
            None => self.integer(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.wide() {
            Some((is_negative, value)) if !is_negative || value == 0 => visitor.visit_u128(value),
            _ => self.integer(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let Tree::Number(text) = self.tree else { return self.mismatch(&visitor) };
        match number::float32(text.as_bytes()) {
            value if value.is_finite() => visitor.visit_f32(value),
            _ => Err(out_of_range(text)),
        }
    }

    fn deserialize_f64<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        let Tree::Number(text) = self.tree else { return self.mismatch(&visitor) };
        match number::scan(text.as_bytes()).map(|scan| scan.float(text.as_bytes())) {
            Some(value) if value.is_finite() => visitor.visit_f64(value),
            _ => Err(out_of_range(text)),
        }
    }

    fn deserialize_bool<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Bool(value) => visitor.visit_bool(*value),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_str<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        if let Some(text) = self.text() {
            return visitor.visit_borrowed_str(text);
        }
        let hint = match self.tree {
            Tree::Number(text) => quote_value(text),
            Tree::Bool(value) => quote_value(if *value { "true" } else { "false" }),
            _ => return self.mismatch(&visitor),
        };
        self.mismatch(&visitor).map_err(|error| error.set_hint(hint))
    }

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.text() {
            Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            None => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self.unwrapped()?),
        }
    }

    fn deserialize_unit<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Null => visitor.visit_unit(),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == RAW_VALUE {
            let mut json = JsonText::default();
            self.tree.send(&mut json)?;
            return visit_raw_value(json.text, visitor);
        }
        if name == UNWRITTEN_OBJECT {
            return visitor.visit_newtype_struct(self.nested()?);
        }
        visitor.visit_newtype_struct(self.unwrapped()?)
    }

    fn deserialize_seq<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::List(items) => self.elements(items, visitor),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_map<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        match self.tree {
            Tree::Object(members) => self.entries(members, visitor),
            _ => self.mismatch(&visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.tree {
            Tree::List(items) => self.elements(items, visitor),
            _ => self.deserialize_map(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Some(text) = self.text() {
            return visitor.visit_enum(BorrowedStrDeserializer::new(text));
        }
        let Tree::Object(members) = self.tree else { return self.mismatch(&visitor) };
        let mut access = ObjectEntries { members: members.iter(), value: None, place: self.nested()? };
        let value = visitor.visit_enum(EnumFrom(&mut access))?;
        no_more(&mut access).map(|()| value)
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    as_others! {
        deserialize_char() = deserialize_str;
        deserialize_string() = deserialize_str;
        deserialize_identifier() = deserialize_str;
        deserialize_byte_buf() = deserialize_bytes;
        deserialize_unit_struct(&'static str) = deserialize_unit;
        deserialize_tuple(usize) = deserialize_seq;
        deserialize_tuple_struct(&'static str, usize) = deserialize_seq;
    }
}

/// The elements of a list.
struct ListElements<'t> {
    items: slice::Iter<'t, Tree>,
    /// The index of the next element.
    index: u64,
    /// The deserializer of the list itself. Its elements are at the same depth.
    place: TreeDe<'t>,
}

impl<'t> SeqAccess<'t> for ListElements<'t> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        let value = seed.deserialize(self.place.at(item));
        value.map(Some).map_err(|error| error.within(&Segment::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// The members of an object.
struct ObjectEntries<'t> {
    members: slice::Iter<'t, (Str, Tree)>,
    /// The last member whose key was read, until its value is read.
    value: Option<&'t (Str, Tree)>,
    /// The deserializer of the object itself. Its values are at the same depth.
    place: TreeDe<'t>,
}

impl<'t> MapAccess<'t> for ObjectEntries<'t> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.value = self.members.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        let Depth { wrappers, .. } = self.place.depth;
        seed.deserialize(KeyDe { text: KeyStr::Written(key), wrappers }).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<S::Value> {
        let Some((key, value)) = self.value.take() else {
            return Err(serde::de::Error::custom("a value was requested before its key"));
        };
        seed.deserialize(self.place.at(value)).map_err(|error| error.within(&Segment::Key(key)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.members.len())
    }
}
