//! Macros for methods that deserializers have in common.

/// Implements methods of `Deserializer` with a method `refuse`, which returns the error.
macro_rules! refusing {
    ($($method:ident($($argument:ty),*))*) => {$(
        fn $method<V: serde::de::Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> crate::Result<V::Value> {
            self.refuse(&visitor)
        }
    )*};
}

/// Implements methods of `Deserializer` with the method `$target`, which takes only the visitor.
macro_rules! forwarding {
    ($target:ident: $($method:ident($($argument:ty),*))*) => {$(
        #[inline]
        fn $method<V: serde::de::Visitor<'de>>(self, $(_: $argument,)* visitor: V) -> crate::Result<V::Value> {
            self.$target(visitor)
        }
    )*};
}

/// Implements `Deserializer` for a value that is a token, an object or an array. The type has a
/// `context`, returns its `token` if it is one, reads `entries` and `elements`, and otherwise
/// reports a `mismatch`.
macro_rules! value_deserializer {
    ($value:ident) => {
        impl<'de> serde::Deserializer<'de> for $value<'_, 'de> {
            type Error = crate::Error;

            #[inline]
            fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_any(visitor),
                    None => self.container(visitor),
                }
            }

            $crate::de::adapters::value_deserializer! {
                @scalars
                deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
                deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
                deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
                deserialize_identifier deserialize_unit
            }

            $crate::de::adapters::forwarding! { deserialize_unit: deserialize_unit_struct(&'static str) }
            $crate::de::adapters::forwarding! { deserialize_bytes: deserialize_byte_buf() }
            $crate::de::adapters::forwarding! {
                deserialize_seq: deserialize_tuple(usize) deserialize_tuple_struct(&'static str, usize)
            }

            fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_bytes(visitor),
                    None => self.deserialize_seq(visitor),
                }
            }

            #[inline]
            fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_option(visitor),
                    None => self.unwrapped("", |value| visitor.visit_some(value)),
                }
            }

            #[inline]
            fn deserialize_newtype_struct<V: Visitor<'de>>(
                self,
                name: &'static str,
                visitor: V,
            ) -> Result<V::Value> {
                if name == $crate::de::keep::KEEP {
                    if let Some(token) = self.token() {
                        return TokenDe { context: self.context, token }.keep(visitor);
                    }
                }
                #[cfg(feature = "json")]
                if name == crate::json::RAW_VALUE {
                    return crate::json::visit_raw_value(self.json()?, visitor);
                }
                if name == $crate::de::nullable::NULLABLE_GROUP {
                    return if self.is_null_group() {
                        visitor.visit_none()
                    } else {
                        self.deserialize_option(visitor)
                    };
                }
                if name == IN_PARTS && self.is_object() {
                    return self.entries(InPartsUser(visitor));
                }
                self.unwrapped(name, |value| visitor.visit_newtype_struct(value))
            }

            #[inline]
            fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                if self.is_array() {
                    return self.elements(visitor);
                }
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_seq(visitor),
                    None => self.mismatch(&visitor),
                }
            }

            #[inline]
            fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                if self.is_object() {
                    return self.entries(MapUser(visitor));
                }
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_map(visitor),
                    None => self.mismatch(&visitor),
                }
            }

            #[inline]
            fn deserialize_struct<V: Visitor<'de>>(
                self,
                _: &'static str,
                _: &'static [&'static str],
                visitor: V,
            ) -> Result<V::Value> {
                if self.is_array() { self.elements(visitor) } else { self.deserialize_map(visitor) }
            }

            #[inline]
            fn deserialize_enum<V: Visitor<'de>>(
                self,
                name: &'static str,
                variants: &'static [&'static str],
                visitor: V,
            ) -> Result<V::Value> {
                match self.token() {
                    Some(token) => {
                        TokenDe { context: self.context, token }.deserialize_enum(name, variants, visitor)
                    }
                    None if self.is_object() => self.variant(visitor),
                    None => self.mismatch(&visitor),
                }
            }

            #[inline]
            fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
                match self.token() {
                    Some(token) => TokenDe { context: self.context, token }.deserialize_ignored_any(visitor),
                    None => {
                        // Reads the container as for any other target, so that the same rules are
                        // checked.
                        self.deserialize_any(IgnoredAny)?;
                        visitor.visit_unit()
                    }
                }
            }
        }
    };
    (@scalars $($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.token() {
                Some(token) => TokenDe { context: self.context, token }.$method(visitor),
                None => self.mismatch(&visitor),
            }
        }
    )*};
}

pub(super) use {forwarding, refusing, value_deserializer};
