//! Values of the JSON data model, whose largest list can be shortened, and their encodings.

#[cfg(feature = "container")]
mod decode;
mod encode;
#[cfg(feature = "json")]
mod json;
#[cfg(any(feature = "container", feature = "json"))]
mod quota;
mod rows;

use rows::{FirstRows, Path};
use serde::{Serialize, Serializer};

pub(crate) use encode::{Encoded, Format, named, smallest, written};
#[cfg(any(feature = "container", feature = "json"))]
pub(crate) use quota::Quota;

/// The maximum depth of lists and objects. It leaves room for objects around the value within the 128 levels that
/// `toon` and `serde_json` read and write.
const MAX_DEPTH: usize = 120;

/// A value of the JSON data model, and where in it the list is that loses rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Value {
    root: toon::Value,
    path: Option<Path>,
    /// Roughly the length of its text, in bytes.
    size: usize,
}

impl Value {
    /// The value that `value` serializes.
    pub(crate) fn new<T: ?Sized + Serialize>(value: &T) -> toon::Result<Self> {
        toon::__internal::value_of(value, MAX_DEPTH).map(Self::of)
    }

    /// The value of JSON text. `None` if the text is not JSON, contains a duplicate key or too many levels,
    /// or exceeds the quota.
    #[cfg(feature = "json")]
    pub(crate) fn from_json(text: &str, quota: &mut Quota) -> Option<Self> {
        json::read(text, MAX_DEPTH, quota).map(Self::of)
    }

    /// The value of TOON text. `None` if the text is not TOON as [`toon::to_string`] writes it, contains too
    /// many levels, or exceeds the quota.
    #[cfg(feature = "container")]
    pub(crate) fn from_toon(text: &[u8], quota: &mut Quota) -> Option<Self> {
        decode::read(text, MAX_DEPTH, quota).map(Self::of)
    }

    /// The name and the value of the only entry of TOON text. Like [`from_toon`](Self::from_toon), and `None`
    /// if the text is not an object with a single entry, which is a list.
    #[cfg(feature = "container")]
    pub(crate) fn from_toon_list(text: &[u8], quota: &mut Quota) -> Option<(String, Self)> {
        let toon::Value::Object(entries) = decode::read(text, MAX_DEPTH + 1, quota)? else { return None };
        let mut entries = entries.into_iter();
        let (name, list) = entries.next().filter(|(_, value)| value.as_array().is_some())?;
        entries.next().is_none().then(|| (name, Self::of(list)))
    }

    fn of(root: toon::Value) -> Self {
        let path = Path::of_largest_list(&root);
        Value { size: rows::size(&root), root, path }
    }

    /// The length of the list that loses rows: the value itself if that is a list, else the largest
    /// one that is reached through objects only. `None` if there is none with at least one element.
    pub(crate) fn rows(&self) -> Option<usize> {
        self.path.as_ref().map(Path::rows)
    }

    /// Roughly the length of its text with `rows` of its rows, in bytes.
    pub(crate) fn size(&self, rows: usize) -> usize {
        let Some(path) = &self.path else { return self.size };
        let list = path.size();
        self.size.saturating_sub(list) + list.saturating_mul(rows.min(path.rows())) / path.rows().max(1)
    }

    /// The value with the first `count` rows only.
    pub(crate) fn first_rows(&self, count: usize) -> impl Serialize + '_ {
        FirstRows::new(&self.root, self.path.as_ref(), count)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.root.serialize(serializer)
    }
}

#[cfg(test)]
mod tests;
