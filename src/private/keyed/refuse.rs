//! The methods that the serializers of lists and rows reject.

use serde::ser::Error;

/// The methods of a [`Serializer`] for values that are neither a list, a row nor a wrapper of one.
macro_rules! refuse_others {
    () => {
        type SerializeTupleStruct = Impossible<Self::Ok, Self::Error>;
        type SerializeTupleVariant = Impossible<Self::Ok, Self::Error>;
        type SerializeStructVariant = Impossible<Self::Ok, Self::Error>;

        refuse_others! {
            serialize_bool(bool) -> Ok; serialize_char(char) -> Ok; serialize_str(&str) -> Ok; serialize_bytes(&[u8]) -> Ok;
            serialize_i8(i8) -> Ok; serialize_i16(i16) -> Ok; serialize_i32(i32) -> Ok; serialize_i64(i64) -> Ok;
            serialize_u8(u8) -> Ok; serialize_u16(u16) -> Ok; serialize_u32(u32) -> Ok; serialize_u64(u64) -> Ok;
            serialize_i128(i128) -> Ok; serialize_u128(u128) -> Ok; serialize_f32(f32) -> Ok; serialize_f64(f64) -> Ok;
            serialize_unit() -> Ok; serialize_unit_struct(&'static str) -> Ok;
            serialize_unit_variant(&'static str, u32, &'static str) -> Ok;
            serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
        }

        fn serialize_newtype_variant<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Self::Ok, Self::Error> {
            refused()
        }
    };
    ($($method:ident($($ty:ty),*) -> $ok:ident;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<Self::$ok, Self::Error> {
            refused()
        }
    )*};
}

/// The same for the serializer of a row, which also rejects lists and `None`.
macro_rules! refuse_all_but_rows {
    () => {
        type SerializeSeq = Impossible<Self::Ok, Self::Error>;
        type SerializeTuple = Impossible<Self::Ok, Self::Error>;

        refuse_others!();

        refuse_others! {
            serialize_none() -> Ok;
            serialize_seq(Option<usize>) -> SerializeSeq;
            serialize_tuple(usize) -> SerializeTuple;
        }
    };
}

pub(super) fn refused<T, E: Error>() -> Result<T, E> {
    Err(E::custom("expected a list of structs for a table keyed by a field of its rows"))
}

pub(super) use {refuse_all_but_rows, refuse_others};
