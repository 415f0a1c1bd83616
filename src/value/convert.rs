//! Values from types of Rust and of `serde_json`.

use super::{Map, Number, Value};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

macro_rules! from {
    ($($ty:ty, |$value:pat_param| $result:expr;)*) => {$(
        impl From<$ty> for Value {
            fn from($value: $ty) -> Self {
                $result
            }
        }
    )*};
}

from! {
    (), |()| Value::Null;
    bool, |value| Value::Bool(value);
    Number, |number| Value::Number(number);
    &str, |string| Value::String(string.into());
    String, |string| Value::String(string);
    Cow<'_, str>, |string| Value::String(string.into_owned());
    char, |character| Value::String(character.into());
    Map, |entries| Value::Object(entries);
    // Like `to_string`, which writes `null` for numbers that are not finite (§3).
    f32, |float| Number::from_f32(float).map_or(Value::Null, Value::Number);
    f64, |float| Number::from_f64(float).map_or(Value::Null, Value::Number);
}

macro_rules! from_integers {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Self {
                Value::Number(value.into())
            }
        }

        impl PartialEq<$ty> for Value {
            fn eq(&self, other: &$ty) -> bool {
                matches!(self, Value::Number(number) if *number == Number::from(*other))
            }
        }
    )*};
}

from_integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Self {
        Value::Array(elements.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Value {
    fn from(elements: [T; N]) -> Self {
        Value::Array(elements.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// An object with these entries.
impl<K: Into<String>, V: Into<Value>> FromIterator<(K, V)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Value::Object(entries.into_iter().collect())
    }
}

impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

#[cfg(feature = "json")]
mod json {
    use super::{Map, Number, Value};
    use crate::error::Segment;
    use crate::value::inexact;
    use crate::{Error, Result};
    use alloc::string::ToString;

    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    impl From<serde_json::Value> for Value {
        fn from(value: serde_json::Value) -> Self {
            match value {
                serde_json::Value::Null => Value::Null,
                serde_json::Value::Bool(value) => Value::Bool(value),
                serde_json::Value::Number(number) => number.into(),
                serde_json::Value::String(string) => Value::String(string),
                serde_json::Value::Array(elements) => elements.into(),
                serde_json::Value::Object(entries) => entries.into_iter().collect(),
            }
        }
    }

    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    impl From<serde_json::Number> for Value {
        fn from(number: serde_json::Number) -> Self {
            let text = number.to_string();
            // `serde_json` writes only JSON.
            Number::new(&text).map_or(Value::String(text), Value::Number)
        }
    }

    /// # Errors
    /// Fails if a number has digits that `serde_json` cannot hold, which depends on its feature
    /// `arbitrary_precision`.
    ///
    /// ```
    /// let value: toon::Value = toon::from_str("ratio: 0.30000000000000000001")?;
    /// let error = serde_json::Value::try_from(value).unwrap_err();
    /// assert_eq!(error.path(), Some("ratio"));
    /// # Ok::<(), toon::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    impl TryFrom<Value> for serde_json::Value {
        type Error = Error;

        fn try_from(value: Value) -> Result<Self> {
            Ok(match value {
                Value::Null => serde_json::Value::Null,
                Value::Bool(value) => serde_json::Value::Bool(value),
                Value::Number(number) => serde_json::Value::Number(number.try_into()?),
                Value::String(string) => serde_json::Value::String(string),
                Value::Array(elements) => {
                    let convert = |(index, element): (usize, Value)| {
                        element.try_into().map_err(|error: Error| error.within(&Segment::Index(index as u64)))
                    };
                    serde_json::Value::Array(
                        elements.into_iter().enumerate().map(convert).collect::<Result<_>>()?,
                    )
                }
                Value::Object(entries) => serde_json::Value::Object(entries.try_into()?),
            })
        }
    }

    /// # Errors
    /// As for a [`Value`].
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    impl TryFrom<Map> for serde_json::Map<alloc::string::String, serde_json::Value> {
        type Error = Error;

        fn try_from(entries: Map) -> Result<Self> {
            let convert = |(key, value): (alloc::string::String, Value)| match value.try_into() {
                Ok(value) => Ok((key, value)),
                Err(error) => Err(Error::within(error, &Segment::Key(&key))),
            };
            entries.into_iter().map(convert).collect()
        }
    }

    /// # Errors
    /// As for a [`Value`].
    #[cfg_attr(docsrs, doc(cfg(feature = "json")))]
    impl TryFrom<Number> for serde_json::Number {
        type Error = Error;

        fn try_from(number: Number) -> Result<Self> {
            number.with_text(|text| {
                let parsed = serde_json::from_str::<serde_json::Number>(text).ok();
                let is_exact =
                    |parsed: &serde_json::Number| Number::new(&parsed.to_string()).as_ref() == Some(&number);
                parsed.filter(is_exact).ok_or_else(|| Error::new(inexact(text)))
            })
        }
    }
}
