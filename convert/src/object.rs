//! A JSON object whose values are not parsed.

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Keys and values in order. Values are kept as text.
#[derive(Clone, Debug, Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Cow<'a, RawValue>)>);

impl<'a> Object<'a> {
    /// The value of `key`. If there are several, the last one.
    pub fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }

    /// Whether there are several values of `key`. Readers differ in which one they take.
    pub fn has_several(&self, key: &str) -> bool {
        self.0.iter().filter(|(name, _)| name == key).count() > 1
    }

    /// The value of `key`, borrowed from the text that the object was parsed from.
    pub fn borrowed(&self, key: &str) -> Option<&'a RawValue> {
        self.0.iter().rev().find(|(name, _)| name == key).and_then(|(_, value)| match value {
            Cow::Borrowed(value) => Some(*value),
            Cow::Owned(_) => None,
        })
    }

    /// Replaces the value of `key`, or adds it at the end.
    pub fn set(&mut self, key: &'a str, value: Box<RawValue>) {
        let value = Cow::Owned(value);
        match self.0.iter_mut().rev().find(|(name, _)| name == key) {
            Some(entry) => entry.1 = value,
            None => self.0.push((Cow::Borrowed(key), value)),
        }
    }

    /// Removes all entries with this key.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|(name, _)| name != key);
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The keys of entries that are neither `null` nor an empty object.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, value)| !matches!(value.get(), "null" | "{}")).map(|(key, _)| &**key)
    }

    /// The entries, borrowed from the text that the object was parsed from.
    pub fn into_entries(self) -> impl Iterator<Item = (String, &'a RawValue)> {
        self.0.into_iter().filter_map(|(key, value)| match value {
            Cow::Borrowed(value) => Some((key.into_owned(), value)),
            Cow::Owned(_) => None,
        })
    }

    /// The value of the only entry, borrowed from the text that the object was parsed from.
    pub fn into_only_value(self) -> Option<&'a RawValue> {
        let mut values = self.0.into_iter();
        match (values.next(), values.next()) {
            (Some((_, Cow::Borrowed(value))), None) => Some(value),
            _ => None,
        }
    }

    /// The value of `key` as an object.
    pub fn object(&self, key: &str) -> Option<Object<'_>> {
        serde_json::from_str(self.get(key)?.get()).ok()
    }

    /// The value of `key` as a string.
    pub fn string(&self, key: &str) -> Option<Cow<'_, str>> {
        #[derive(serde::Deserialize)]
        struct BorrowedText<'b>(#[serde(borrow)] Cow<'b, str>);
        serde_json::from_str::<BorrowedText<'_>>(self.get(key)?.get()).ok().map(|text| text.0)
    }
}

/// Serializes a value as JSON. Never fails for the types used here.
pub fn raw<T: ?Sized + Serialize>(value: &T) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(value).ok()
}

impl<'de: 'a, 'a> Deserialize<'de> for Object<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

struct ObjectVisitor;

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        /// Borrowed unless it contains escapes.
        #[derive(serde::Deserialize)]
        struct EntryKey<'b>(#[serde(borrow)] Cow<'b, str>);
        let mut entries = Vec::new();
        while let Some((key, value)) = map.next_entry::<EntryKey<'de>, &'de RawValue>()? {
            entries.push((key.0, Cow::Borrowed(value)));
        }
        Ok(Object(entries))
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}
