//! Elements that are objects.

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::fmt;

/// An element that is an object, with its values as JSON.
pub struct Record(pub(super) Vec<(String, Box<RawValue>)>);

impl Record {
    /// The record for an entry of a keyed table. Its key is the first field, called `name`.
    ///
    /// `None` if the element has a field with that name itself.
    pub fn keyed(self, name: &str, key: &str) -> Option<Self> {
        let Record(mut entries) = self;
        if entries.iter().any(|(field, _)| field == name) {
            return None;
        }
        entries.insert(0, (name.to_owned(), serde_json::value::to_raw_value(key).ok()?));
        Some(Record(entries))
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Record;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object, which a CSV record must be")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Record, A::Error> {
                let mut entries = Vec::with_capacity(map.size_hint().unwrap_or_default().min(64));
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Record(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}
