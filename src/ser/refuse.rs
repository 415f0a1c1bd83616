//! Helps to implement serializers that accept only a few kinds of values.

/// Implements the methods of `Serializer` for the given kinds of values, and their associated
/// types. The methods return the error of the given function.
macro_rules! refuse {
    ($refused:path: $($kind:ident)*) => {
        $($crate::ser::refuse::refuse! { @$kind ($refused) })*
    };

    (@numbers $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused
            serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
            serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
            serialize_f32(f32) serialize_f64(f64)
        }
    };
    (@bool $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_bool(bool) }
    };
    (@char $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_char(char) }
    };
    (@str $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_str(&str) }
    };
    (@bytes $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_bytes(&[u8]) }
    };
    (@none $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_none() }
    };
    (@unit $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_unit() }
    };
    (@unit_struct $refused:tt) => {
        $crate::ser::refuse::refuse! { @methods $refused serialize_unit_struct(&'static str) }
    };
    (@unit_variant $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @methods $refused serialize_unit_variant(&'static str, u32, &'static str)
        }
    };
    (@some $refused:tt) => {
        $crate::ser::refuse::refuse! { @wrapper $refused serialize_some() }
    };
    (@newtype_struct $refused:tt) => {
        $crate::ser::refuse::refuse! { @wrapper $refused serialize_newtype_struct(&'static str) }
    };
    (@newtype_variant $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @wrapper $refused serialize_newtype_variant(&'static str, u32, &'static str)
        }
    };
    (@seq $refused:tt) => {
        $crate::ser::refuse::refuse! { @container $refused SerializeSeq serialize_seq(Option<usize>) }
    };
    (@tuple $refused:tt) => {
        $crate::ser::refuse::refuse! { @container $refused SerializeTuple serialize_tuple(usize) }
    };
    (@tuple_struct $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @container $refused SerializeTupleStruct serialize_tuple_struct(&'static str, usize)
        }
    };
    (@tuple_variant $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @container $refused
            SerializeTupleVariant serialize_tuple_variant(&'static str, u32, &'static str, usize)
        }
    };
    (@map $refused:tt) => {
        $crate::ser::refuse::refuse! { @container $refused SerializeMap serialize_map(Option<usize>) }
    };
    (@struct $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @container $refused SerializeStruct serialize_struct(&'static str, usize)
        }
    };
    (@struct_variant $refused:tt) => {
        $crate::ser::refuse::refuse! {
            @container $refused
            SerializeStructVariant serialize_struct_variant(&'static str, u32, &'static str, usize)
        }
    };

    (@methods $refused:tt $($method:ident($($ty:ty),*))*) => {$(
        fn $method(self, $(_: $ty),*) -> core::result::Result<Self::Ok, Self::Error> {
            $refused()
        }
    )*};
    (@wrapper $refused:tt $method:ident($($ty:ty),*)) => {
        fn $method<T: ?Sized + serde::Serialize>(
            self,
            $(_: $ty,)*
            _: &T,
        ) -> core::result::Result<Self::Ok, Self::Error> {
            $refused()
        }
    };
    (@container $refused:tt $container:ident $method:ident($($ty:ty),*)) => {
        type $container = serde::ser::Impossible<Self::Ok, Self::Error>;

        fn $method(self, $(_: $ty),*) -> core::result::Result<Self::$container, Self::Error> {
            $refused()
        }
    };
}

pub(crate) use refuse;
