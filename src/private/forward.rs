//! The methods that an adapter forwards unchanged to the serializer it wraps.

/// Forwards everything of `Serializer` except `serialize_struct` to the given field.
macro_rules! forward_to_serializer {
    ($field:tt) => {
        type Ok = S::Ok;
        type Error = S::Error;
        type SerializeSeq = S::SerializeSeq;
        type SerializeTuple = S::SerializeTuple;
        type SerializeTupleStruct = S::SerializeTupleStruct;
        type SerializeTupleVariant = S::SerializeTupleVariant;
        type SerializeMap = S::SerializeMap;
        type SerializeStructVariant = S::SerializeStructVariant;

        $crate::__private::forward::forward_to_serializer! { @methods $field
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

        $crate::__private::forward::forward_to_serializer! { @with_value $field
            serialize_some();
            serialize_newtype_struct(name: &'static str);
            serialize_newtype_variant(name: &'static str, index: u32, variant: &'static str);
        }

        fn collect_str<T: ?Sized + core::fmt::Display>(self, value: &T) -> Result<S::Ok, S::Error> {
            self.$field.collect_str(value)
        }

        fn is_human_readable(&self) -> bool {
            self.$field.is_human_readable()
        }
    };
    (@methods $field:tt $($method:ident($($argument:ident: $ty:ty),*) -> $result:ident;)*) => {$(
        #[inline]
        fn $method(self, $($argument: $ty),*) -> Result<S::$result, S::Error> {
            self.$field.$method($($argument),*)
        }
    )*};
    (@with_value $field:tt $($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        #[inline]
        fn $method<T: ?Sized + serde::Serialize>(self, $($argument: $ty,)* value: &T) -> Result<S::Ok, S::Error> {
            self.$field.$method($($argument,)* value)
        }
    )*};
}

pub(super) use forward_to_serializer;
