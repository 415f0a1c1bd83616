//! `join`: a list of scalars, written as one cell.

use crate::text::list_cell::{self, JOIN, NUMBERS, STRINGS};
use crate::text::quote::push_quoted;
use crate::{DecodeOptions, Number, Value};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};

/// The separator of the normal form's list cells.
pub const DEFAULT_SEPARATOR: char = '\0';

const NOT_A_LIST: &str = "`join` requires a list of scalars";

/// Functions for a field whose elements are joined by `SEPARATOR`.
pub struct Joined<const SEPARATOR: char>;

impl<const SEPARATOR: char> Joined<SEPARATOR> {
    /// Writes a list as one cell.
    pub fn serialize<T: ?Sized + Serialize, S: Serializer>(
        list: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let items = match crate::to_value(list).map_err(|error| S::Error::custom(error.kind()))? {
            Value::Array(items) => items,
            Value::Null => return serializer.serialize_none(),
            _ => return Err(S::Error::custom(NOT_A_LIST)),
        };
        if let [one @ Value::Number(_)] = items.as_slice() {
            return one.serialize(serializer);
        }
        match Separators::of(SEPARATOR, &mut [0; 4]).join(&items) {
            Some(text) => serializer.serialize_str(&text),
            None => Err(S::Error::custom(NOT_A_LIST)),
        }
    }

    /// Reads a list from one cell, or as it would be written without `join`.
    pub fn deserialize<'de, T: DeserializeOwned, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        deserializer.deserialize_newtype_struct(JOIN, CellVisitor::<T, SEPARATOR>(PhantomData))
    }
}

struct CellVisitor<T, const SEPARATOR: char>(PhantomData<T>);

impl<'de, T: DeserializeOwned, const SEPARATOR: char> Visitor<'de> for CellVisitor<T, SEPARATOR> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of scalars")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let list = match Value::deserialize(deserializer)? {
            Value::String(text) => {
                Separators::of(SEPARATOR, &mut [0; 4]).split(&text).map_err(D::Error::custom)?
            }
            one @ (Value::Number(_) | Value::Bool(_)) => Value::Array([one].into()),
            other => other,
        };
        crate::from_value(&list).map_err(|error| D::Error::custom(error.kind()))
    }
}

struct Separators<'s> {
    strings: &'s str,
    numbers: &'s str,
}

impl<'s> Separators<'s> {
    fn of(separator: char, buffer: &'s mut [u8; 4]) -> Self {
        if separator == DEFAULT_SEPARATOR {
            return Separators { strings: STRINGS, numbers: NUMBERS };
        }
        let separator = &*separator.encode_utf8(buffer);
        Separators { strings: separator, numbers: separator }
    }

    /// The cell of a list. `None` if it has anything but scalars.
    fn join(&self, items: &[Value]) -> Option<String> {
        let strings: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
        if let Some(strings) = strings.filter(|strings| !strings.is_empty()) {
            let text = strings.join(self.strings);
            let is_exact = strings.iter().all(|string| list_cell::is_joinable(string, self.strings));
            if is_exact && in_brackets(&text).is_none() && self.numbers(&text).is_none() {
                return Some(text);
            }
        } else if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Number(_))) {
            let numbers: Vec<String> = items.iter().map(Value::to_string).collect();
            if !numbers.iter().any(|number| number.contains(self.numbers)) {
                return Some(numbers.join(self.numbers));
            }
        }
        let mut text = String::from("[");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            match item {
                Value::String(string) => push_quoted(&mut text, string),
                Value::Array(_) | Value::Object(_) => return None,
                other => text.push_str(&other.to_string()),
            }
        }
        text.push(']');
        Some(text)
    }

    /// The list of a cell.
    fn split(&self, text: &str) -> Result<Value, String> {
        if text.is_empty() {
            return Ok(Value::Array(Vec::new()));
        }
        if let Some(inner) = in_brackets(text) {
            // Without `strict`, the number of elements may be any.
            let array = if inner.is_empty() { text.into() } else { format!("[1]: {inner}") };
            let list = DecodeOptions::new().strict(false).from_str(&array);
            return list.map_err(|error: crate::Error| format!("list in a cell: {}", error.kind()));
        }
        if let Some(numbers) = self.numbers(text) {
            return Ok(Value::Array(numbers));
        }
        match list_cell::split(text, self.strings) {
            Some(strings) => Ok(Value::Array(strings.into_iter().map(Value::from).collect())),
            None => Err(format!("empty element in a list separated by `{}`", self.strings)),
        }
    }

    /// Several numbers.
    fn numbers(&self, text: &str) -> Option<Vec<Value>> {
        if !text.contains(self.numbers) {
            return None;
        }
        let numbers = list_cell::split(text, self.numbers)?.into_iter();
        numbers.map(|number| number.parse::<Number>().ok().map(Value::Number)).collect()
    }
}

/// What a list is within its brackets, where strings are in quotes.
fn in_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}
