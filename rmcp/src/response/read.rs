//! Parses parameters. Models send `null` for missing values, so it counts as missing.

use super::{ResponseFormat, Verbosity, page};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use toon_convert::__internal::shorten_message;

pub(super) fn response_format<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<ResponseFormat, D::Error> {
    or_default(deserializer, "responseFormat")
}

pub(super) fn verbosity<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Verbosity, D::Error> {
    or_default(deserializer, "verbosity")
}

pub(super) fn fields<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    or_default(deserializer, "fields")
}

/// Parses a value. `null` is the default.
fn or_default<'de, D, T>(deserializer: D, name: &str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer).map_err(|error| named(name, &error))?.unwrap_or_default())
}

/// serde's messages do not name a parameter if parameters are flattened, so this adds the name.
fn named<E: Error>(name: &str, error: &E) -> E {
    E::custom(format_args!("{name}: {}", shorten_message(&error.to_string())))
}

pub(super) fn page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, "page", page::FIRST, u32::MAX)
}

pub(super) fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, "limit", page::DEFAULT_LIMIT, page::MAX_LIMIT)
}

fn number<'de, D>(deserializer: D, name: &str, default: u32, most: u32) -> Result<u32, D::Error>
where
    D: Deserializer<'de>,
{
    match Option::deserialize(deserializer) {
        Ok(number) => Ok(number.unwrap_or(default)),
        Err(error) => {
            let error = shorten_message(&error.to_string());
            Err(D::Error::custom(format_args!("{name} must be an integer from 1 to {most}: {error}")))
        }
    }
}

/// Parses a string or a list of strings. An empty string is an empty list.
pub(super) fn sort_by<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    deserializer.deserialize_any(OneOrMany).map_err(|error| named("sortBy", &error))
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a list of strings")
    }

    fn visit_str<E: Error>(self, one: &str) -> Result<Vec<String>, E> {
        Ok(if one.is_empty() { Vec::new() } else { vec![one.to_owned()] })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
        let mut many = Vec::new();
        while let Some(one) = list.next_element()? {
            many.push(one);
        }
        Ok(many)
    }

    fn visit_unit<E: Error>(self) -> Result<Vec<String>, E> {
        Ok(Vec::new())
    }

    fn visit_none<E: Error>(self) -> Result<Vec<String>, E> {
        Ok(Vec::new())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<String>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// The keys of an object.
pub(super) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    deserializer.deserialize_map(Names)
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<String>, A::Error> {
        let mut names = Vec::new();
        while let Some((name, IgnoredAny)) = map.next_entry()? {
            names.push(name);
        }
        Ok(names)
    }
}
