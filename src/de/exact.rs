//! Passes numbers to visitors with every digit (feature `arbitrary_precision`).
//!
//! With its own feature of that name, the `deserialize_any` of `serde_json` represents every number
//! that is not a 64-bit integer as a map from a private key to the digits. Its `Number` and `Value`
//! expect that, and so do decimal types that need all digits, which no other method of a visitor
//! could pass.

use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::de::{Error, IntoDeserializer, Visitor};

/// The key of the map. `Number` also serializes as a struct with this name.
pub(crate) const NUMBER: &str = "$serde_json::private::Number";

pub(crate) const IS_ON: bool = cfg!(feature = "arbitrary_precision");

/// Passes the digits of a number to `visitor`.
pub(crate) fn visit_digits<'de, E, V>(
    digits: impl IntoDeserializer<'de, E>,
    visitor: V,
) -> Result<V::Value, E>
where
    E: Error,
    V: Visitor<'de>,
{
    let entry = (BorrowedStrDeserializer::new(NUMBER), digits);
    visitor.visit_map(MapDeserializer::new(core::iter::once(entry)))
}

/// Whether `serde_json` is built with its feature `arbitrary_precision`. Without it, its `Value`
/// would mistake the map for an object.
#[cfg(feature = "arbitrary_precision")]
pub(crate) fn are_digits_expected() -> bool {
    use core::fmt::{self, Display, Formatter, Write};
    use serde::Serialize;

    /// Serializes a `Number` with a formatter, which accepts a number, but not the struct that
    /// `serde_json` writes with its feature.
    struct Zero;

    impl Display for Zero {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            serde_json::Number::from(0_u8).serialize(f)
        }
    }

    struct Nowhere;

    impl Write for Nowhere {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Ok(())
        }
    }

    write!(Nowhere, "{Zero}").is_err()
}

#[cfg(not(feature = "arbitrary_precision"))]
pub(crate) fn are_digits_expected() -> bool {
    false
}
