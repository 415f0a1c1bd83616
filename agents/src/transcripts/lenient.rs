//! Reads JSON whose shape is not certain: what has another type than expected is absent.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// A string.
#[derive(Debug, Default)]
pub(super) struct Text<'a>(pub(super) Option<Cow<'a, str>>);

/// A number of tokens or milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count(pub(super) Option<u64>);

impl Text<'_> {
    pub(super) fn get(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

impl Count {
    pub(super) fn get(self) -> u64 {
        self.0.unwrap_or_default()
    }
}

/// Larger numbers are none of tokens. Any sum of this many stays far below the largest `u64`.
const MAX_COUNT: u64 = 1 << 40;

/// Whatever a value turns out to be.
enum Scalar<'a> {
    Text(Cow<'a, str>),
    Count(u64),
    Other,
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_u64<E>(self, count: u64) -> Result<Self::Value, E> {
        Ok(Scalar::Count(count))
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates
    fn visit_f64<E>(self, count: f64) -> Result<Self::Value, E> {
        Ok(Scalar::Count(count as u64))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Scalar::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(ScalarVisitor)? {
            Scalar::Text(text) => Text(Some(text)),
            Scalar::Count(_) | Scalar::Other => Text(None),
        })
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match deserializer.deserialize_any(ScalarVisitor)? {
            Scalar::Count(count) => Count(Some(count).filter(|count| *count <= MAX_COUNT)),
            Scalar::Text(_) | Scalar::Other => Count(None),
        })
    }
}

/// Reads a part of a record, if it has the expected shape.
pub(super) fn part<'a, T: Deserialize<'a>>(json: Option<&'a RawValue>) -> Option<T> {
    serde_json::from_str(json?.get()).ok()
}

/// A content block, in which other fields than these are not needed.
#[derive(serde::Deserialize)]
struct TextBlock<'a> {
    #[serde(borrow, default)]
    text: Text<'a>,
}

/// The text of a result: a string, or the texts of a list of blocks, one per line.
pub(super) fn text_of(content: Option<&RawValue>) -> Cow<'_, str> {
    let Text(Some(text)) = part(content).unwrap_or_default() else {
        let blocks: Vec<TextBlock<'_>> = part(content).unwrap_or_default();
        let mut texts = blocks.into_iter().filter_map(|block| block.text.0);
        let Some(first) = texts.next() else { return Cow::Borrowed("") };
        return texts.fold(first, |mut all, text| {
            let joined = all.to_mut();
            joined.push('\n');
            joined.push_str(&text);
            all
        });
    };
    text
}
