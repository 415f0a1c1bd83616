//! JSON values that keep the order of keys and every digit of a number.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use toon::{DecodeOptions, EncodeOptions};

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// Its text.
    Number(String),
    String(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// # Errors
    /// If `text` is not JSON.
    pub fn parse(text: &str) -> serde_json::Result<Self> {
        serde_json::from_str(text)
    }

    pub fn text(text: impl Into<String>) -> Self {
        Json::String(text.into())
    }

    pub fn int(number: usize) -> Self {
        Json::Number(number.to_string())
    }

    pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Json)>) -> Self {
        Json::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// How many values it has, itself included.
    pub fn count(&self) -> usize {
        1 + match self {
            Json::List(items) => items.iter().map(Json::count).sum::<usize>(),
            Json::Object(members) => members.iter().map(|(_, value)| value.count()).sum(),
            _ => 0,
        }
    }

    /// The compact text of everything that equals this value by §2: with canonical numbers.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        self.push(&mut out, &canonical_number);
        out
    }

    fn push(&self, out: &mut String, spelling: &impl Fn(&str) -> Cow<'_, str>) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(true) => out.push_str("true"),
            Json::Bool(false) => out.push_str("false"),
            Json::Number(number) => out.push_str(&spelling(number)),
            Json::String(text) => push_string(out, text),
            Json::List(items) => push_joined(out, ['[', ']'], items, |out, item| item.push(out, spelling)),
            Json::Object(members) => push_joined(out, ['{', '}'], members, |out, (key, value)| {
                push_string(out, key);
                out.push(':');
                value.push(out, spelling);
            }),
        }
    }

    /// The value with the keys of each object in alphabetical order.
    #[must_use]
    pub fn sorted(&self) -> Json {
        match self {
            Json::List(items) => Json::List(items.iter().map(Json::sorted).collect()),
            Json::Object(members) => {
                let members: BTreeMap<&String, Json> =
                    members.iter().map(|(key, value)| (key, value.sorted())).collect();
                Json::object(members.into_iter().map(|(key, value)| (key.as_str(), value)))
            }
            scalar => scalar.clone(),
        }
    }
}

/// As JSON text, with numbers as they are spelled.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.push(&mut out, &|number| Cow::Borrowed(number));
        f.write_str(&out)
    }
}

fn push_joined<T>(out: &mut String, [open, close]: [char; 2], parts: &[T], push: impl Fn(&mut String, &T)) {
    out.push(open);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, part);
    }
    out.push(close);
}

fn push_string(out: &mut String, text: &str) {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        out.extend(["\"", text, "\""]);
    } else {
        // Strings can always be written.
        out.push_str(&serde_json::to_string(text).unwrap_or_default());
    }
}

/// Canonical numbers have tests of their own: here, they are what the ordinary writer and reader
/// make of them.
fn canonical_number(number: &str) -> Cow<'_, str> {
    if number.len() < 16 && number.bytes().all(|byte| byte.is_ascii_digit()) {
        return number.into();
    }
    toon::json::to_toon(number, &EncodeOptions::new())
        .and_then(|text| toon::json::from_toon(&text, &DecodeOptions::new()))
        .unwrap_or_else(|error| error.to_string())
        .into()
}

impl<'de> Deserialize<'de> for Json {
    /// `serde_json` has numbers only as floats and short integers, so that every value is read from
    /// its raw text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        match raw.as_bytes().first() {
            Some(b'n') => Ok(Json::Null),
            Some(b't') => Ok(Json::Bool(true)),
            Some(b'f') => Ok(Json::Bool(false)),
            Some(b'"') => serde_json::from_str(raw).map(Json::String),
            Some(b'[') => serde_json::from_str(raw).map(Json::List),
            Some(b'{') => serde_json::from_str(raw).map(|Members(members)| Json::Object(members)),
            _ => Ok(Json::Number(raw.to_owned())),
        }
        .map_err(D::Error::custom)
    }
}

struct Members(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}
