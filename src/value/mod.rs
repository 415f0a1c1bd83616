//! Any value of JSON's data model, with the order of its keys and every digit of its numbers.

mod access;
mod convert;
mod de;
mod events;
mod map;
mod number;
mod read;
mod tree;

use crate::ser::Relay;
use crate::{DecodeOptions, EncodeOptions, Result};
use alloc::string::String;
use serde::de::Deserialize;
use serde::ser::Serialize;

pub use access::ValueIndex;
#[doc(hidden)]
pub use events::ValueBuilder;
pub use map::{Entries, IntoIter, Iter, IterMut};
pub use number::Number;
#[cfg(feature = "json")]
pub(crate) use number::inexact;
pub use tree::{Map, Value};

/// Converts `value` to a [`Value`], by the same rules by which [`to_string`](crate::to_string)
/// writes it.
///
/// # Errors
/// Like [`to_string`](crate::to_string).
///
/// ```
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct User {
///     id: u128,
///     name: &'static str,
/// }
///
/// let value = toon::to_value(&User { id: u128::MAX, name: "Ada" })?;
/// assert_eq!(value["name"], "Ada");
/// assert_eq!(value["id"].to_string(), u128::MAX.to_string());
/// # Ok::<(), toon::Error>(())
/// ```
pub fn to_value<T: ?Sized + Serialize>(value: &T) -> Result<Value> {
    write(value, EncodeOptions::new().max_depth)
}

/// [`to_value`] with at most `max_depth` nested containers.
pub(crate) fn write<T: ?Sized + Serialize>(value: &T, max_depth: usize) -> Result<Value> {
    let mut builder = ValueBuilder::with_max_depth(max_depth);
    let mut unused = String::new();
    let options = EncodeOptions::new().max_depth(max_depth);
    let mut relay = Relay::new(&mut builder);
    value.serialize(&mut crate::Serializer::relaying(&mut unused, &mut relay, &options))?;
    builder.finish()
}

/// Reads a `T` from a [`Value`], by the same rules by which [`from_str`](crate::from_str) reads it
/// from the text of the value.
///
/// # Errors
/// Fails if the value does not have the types that `T` expects. The error has the path to the part
/// that does not, but no line.
///
/// ```
/// #[derive(Debug, serde::Deserialize)]
/// struct User {
///     id: u32,
/// }
///
/// let value = toon::Value::from_iter([("id", -1)]);
/// let error = toon::from_value::<User>(&value).unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: integer `-1`, expected u32, in id");
/// # Ok::<(), toon::Error>(())
/// ```
pub fn from_value<'v, T: Deserialize<'v>>(value: &'v Value) -> Result<T> {
    read(value, DecodeOptions::new().max_depth)
}

/// [`from_value`] with at most `max_depth` nested containers.
pub(crate) fn read<'v, T: Deserialize<'v>>(value: &'v Value, max_depth: usize) -> Result<T> {
    T::deserialize(de::TreeValueDe::new(value, max_depth))
}
