//! How the parameters are read. Models send `null` for what they do not want to say, so that it is as good as nothing.

use super::page;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// A value, or its default for `null`.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

pub(super) fn page<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, "page", page::FIRST)
}

pub(super) fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    number(deserializer, "limit", page::DEFAULT_LIMIT)
}

/// Where the parameters are flattened, serde's messages do not say whose value is wrong. This one does.
fn number<'de, D: Deserializer<'de>>(deserializer: D, name: &str, default: u32) -> Result<u32, D::Error> {
    match Option::deserialize(deserializer) {
        Ok(number) => Ok(number.unwrap_or(default)),
        Err(error) => {
            Err(D::Error::custom(format_args!("{name} has to be a positive whole number: {error}")))
        }
    }
}

/// A string, or a list of them. An empty string is an empty list.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    deserializer.deserialize_any(OneOrMany)
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
