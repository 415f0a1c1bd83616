//! The methods that an adapter forwards unchanged to the deserializer it wraps.

/// Forwards all methods of `Deserializer` to `self.0`. Of those for structs and newtypes, which
/// differ between adapters, it forwards only the named ones.
macro_rules! forward {
    ($($own:ident($($argument:ident: $ty:ty),*);)*) => {
        forward! { methods:
            $($own($($argument: $ty),*);)*
            deserialize_any(); deserialize_bool(); deserialize_i8(); deserialize_i16(); deserialize_i32();
            deserialize_i64(); deserialize_i128(); deserialize_u8(); deserialize_u16(); deserialize_u32();
            deserialize_u64(); deserialize_u128(); deserialize_f32(); deserialize_f64(); deserialize_char();
            deserialize_str(); deserialize_string(); deserialize_bytes(); deserialize_byte_buf();
            deserialize_option(); deserialize_unit(); deserialize_seq(); deserialize_map();
            deserialize_identifier(); deserialize_ignored_any();
            deserialize_unit_struct(name: &'static str);
            deserialize_tuple(len: usize);
            deserialize_tuple_struct(name: &'static str, len: usize);
            deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        }

        fn is_human_readable(&self) -> bool {
            self.0.is_human_readable()
        }
    };
    (methods: $($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* visitor)
        }
    )*};
}

pub(super) use forward;
