//! What serde may ask of something that is an object whatever is asked.

/// Implements `Deserializer` for a type with a `state`, with `entries`, `structure` and `skip`.
macro_rules! object_deserializer {
    ($name:ty) => {
        impl<'de> $name {
            #[cold]
            #[inline(never)]
            #[allow(clippy::unused_self)] // as `refusing!` calls it
            fn refuse<T>(&self, expected: &dyn serde::de::Expected) -> crate::Result<T> {
                Err(serde::de::Error::invalid_type(serde::de::Unexpected::Map, expected))
            }
        }

        impl<'de> serde::Deserializer<'de> for $name {
            type Error = crate::Error;

            #[inline]
            fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> crate::Result<V::Value> {
                self.entries($crate::de::value::AsMap(visitor))
            }

            #[inline]
            fn deserialize_map<V: serde::de::Visitor<'de>>(self, visitor: V) -> crate::Result<V::Value> {
                self.entries($crate::de::value::AsMap(visitor))
            }

            #[inline]
            fn deserialize_struct<V: serde::de::Visitor<'de>>(
                self,
                name: &'static str,
                fields: &'static [&'static str],
                visitor: V,
            ) -> crate::Result<V::Value> {
                self.structure(name, fields, visitor)
            }

            #[inline]
            fn deserialize_enum<V: serde::de::Visitor<'de>>(
                self,
                _: &'static str,
                _: &'static [&'static str],
                visitor: V,
            ) -> crate::Result<V::Value> {
                self.entries($crate::de::value::AsEnum(visitor))
            }

            #[inline]
            fn deserialize_option<V: serde::de::Visitor<'de>>(self, visitor: V) -> crate::Result<V::Value> {
                self.deeper(|this| visitor.visit_some(this))
            }

            #[inline]
            fn deserialize_newtype_struct<V: serde::de::Visitor<'de>>(
                self,
                name: &'static str,
                visitor: V,
            ) -> crate::Result<V::Value> {
                #[cfg(feature = "json")]
                if name == $crate::json::RAW_VALUE {
                    return $crate::json::visit_raw_value(self.json()?, visitor);
                }
                #[cfg(not(feature = "json"))]
                let _ = name;
                self.deeper(|this| visitor.visit_newtype_struct(this))
            }

            fn deserialize_ignored_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> crate::Result<V::Value> {
                self.skip()?;
                visitor.visit_unit()
            }

            $crate::de::object_de::refusing! {
                deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
                deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
                deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char() deserialize_str()
                deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_unit() deserialize_seq()
                deserialize_identifier() deserialize_unit_struct(&'static str) deserialize_tuple(usize)
                deserialize_tuple_struct(&'static str, usize)
            }
        }
    };
}

/// Implements methods of `Deserializer` by a method `refuse`, which gives the error.
macro_rules! refusing {
    ($($method:ident($($argument:ty),*))*) => {$(
        fn $method<V: serde::de::Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> crate::Result<V::Value> {
            self.refuse(&visitor)
        }
    )*};
}

pub(super) use {object_deserializer, refusing};
