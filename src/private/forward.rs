//! What an adapter hands on to the deserializer that it wraps, as it is.

/// Methods of `Deserializer` that `self.0` has, too.
macro_rules! forward {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* visitor)
        }
    )*};
}

pub(super) use forward;
