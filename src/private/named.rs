//! What a derived type tells the serializer: whether the fields of its objects are known.

use crate::ser::{DERIVED_ROW, DERIVED_ROW_WITH_DEFAULTS};
use core::fmt::Display;
use serde::ser::{Serialize, Serializer};

/// Whether `E` is the error type of this crate, which means that the format is TOON, even behind
/// serde's adapters.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
pub fn is_toon<E>() -> bool {
    typeid::of::<E>() == typeid::of::<crate::Error>()
}

/// Whether `S` is the serializer of this crate itself, not one around it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "a constant once it is inlined")]
fn is_direct<S>() -> bool {
    typeid::of::<S>() == typeid::of::<&mut crate::Serializer<'_>>()
}

/// Tells the serializer that the values of a type may be structs of several types.
#[inline]
pub fn may_differ<S: Serializer>(serializer: &S) {
    // This is the only method that does not consume the serializer. It has no other effect.
    serializer.is_human_readable();
}

/// The name under which a struct is serialized whose fields are the same in all values.
pub const STRUCT: &str = crate::ser::DERIVED_STRUCT;
/// The name for enums with a tag: the fields of other variants are not in the value.
pub const TAGGED: &str = "";

/// A serializer that gives structs another name, if the format is TOON, which does not write it.
pub struct Named<S>(pub S, pub &'static str);

macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*) -> $result:ident;)*) => {$(
        #[inline]
        fn $method(self, $($argument: $ty),*) -> Result<S::$result, S::Error> {
            self.0.$method($($argument),*)
        }
    )*};
}

macro_rules! forward_with_value {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        #[inline]
        fn $method<T: ?Sized + Serialize>(self, $($argument: $ty,)* value: &T) -> Result<S::Ok, S::Error> {
            self.0.$method($($argument,)* value)
        }
    )*};
}

impl<S: Serializer> Serializer for Named<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = S::SerializeSeq;
    type SerializeTuple = S::SerializeTuple;
    type SerializeTupleStruct = S::SerializeTupleStruct;
    type SerializeTupleVariant = S::SerializeTupleVariant;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = S::SerializeStructVariant;

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<S::SerializeStruct, S::Error> {
        let name = match self.1 {
            _ if !is_toon::<S::Error>() => name,
            // Behind an adapter, such as that for tags, the row may have other columns.
            DERIVED_ROW | DERIVED_ROW_WITH_DEFAULTS if !is_direct::<S>() => STRUCT,
            known => known,
        };
        self.0.serialize_struct(name, len)
    }

    forward! {
        serialize_bool(value: bool) -> Ok;
        serialize_i8(value: i8) -> Ok;
        serialize_i16(value: i16) -> Ok;
        serialize_i32(value: i32) -> Ok;
        serialize_i64(value: i64) -> Ok;
        serialize_i128(value: i128) -> Ok;
        serialize_u8(value: u8) -> Ok;
        serialize_u16(value: u16) -> Ok;
        serialize_u32(value: u32) -> Ok;
        serialize_u64(value: u64) -> Ok;
        serialize_u128(value: u128) -> Ok;
        serialize_f32(value: f32) -> Ok;
        serialize_f64(value: f64) -> Ok;
        serialize_char(value: char) -> Ok;
        serialize_str(value: &str) -> Ok;
        serialize_bytes(value: &[u8]) -> Ok;
        serialize_none() -> Ok;
        serialize_unit() -> Ok;
        serialize_unit_struct(name: &'static str) -> Ok;
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> Ok;
        serialize_seq(len: Option<usize>) -> SerializeSeq;
        serialize_tuple(len: usize) -> SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> SerializeMap;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> SerializeStructVariant;
    }

    forward_with_value! {
        serialize_some();
        serialize_newtype_struct(name: &'static str);
        serialize_newtype_variant(name: &'static str, index: u32, variant: &'static str);
    }

    fn collect_str<T: ?Sized + Display>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.0.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}
