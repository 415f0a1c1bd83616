//! The smallest encoding of a value.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// What an encoded value is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    /// Canonical TOON.
    #[default]
    Toon,
    /// The normal form of TOON.
    #[cfg_attr(not(feature = "json"), expect(dead_code, reason = "all values are canonical TOON"))]
    Normal,
    #[cfg_attr(not(feature = "json"), expect(dead_code, reason = "all values are canonical TOON"))]
    Json,
}

impl Format {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Format::Toon | Format::Normal => "toon",
            Format::Json => "json",
        }
    }
}

/// A value as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) text: String,
    pub(crate) format: Format,
}

/// Writes a value as canonical TOON, in the normal form of TOON, or as compact JSON, whichever is the
/// smallest by `count`, and in this order if they are of the same size.
#[cfg(feature = "json")]
pub(crate) fn smallest(view: &impl Serialize, count: &dyn Fn(&str) -> usize) -> Encoded {
    use toon_normal::{Form, KeyOrder, Options};

    // Canonical TOON does not keep the order of keys in rows either.
    let options = Options::new().key_order(KeyOrder::Header).json(true).measure(count);
    let Ok(smallest) = options.to_string(view) else { return canonical(view) };
    let format = match smallest.form {
        Form::Normal => Format::Normal,
        Form::Json => Format::Json,
        _ => Format::Toon,
    };
    Encoded { text: smallest.text, format }
}

/// Writes a value in a format that [`smallest`] chose for more or fewer of its rows. Nothing is counted.
#[cfg(feature = "json")]
pub(crate) fn written(view: &impl Serialize, format: Format) -> Encoded {
    use toon_normal::{Form, KeyOrder, Options};

    match format {
        Format::Toon => canonical(view),
        Format::Json => match serde_json::to_string(view) {
            Ok(text) => Encoded { text, format },
            Err(_) => canonical(view),
        },
        Format::Normal => match Options::new().key_order(KeyOrder::Header).to_string(view) {
            Ok(text) if text.form == Form::Normal => Encoded { text: text.text, format },
            // With other rows, it may not be smaller.
            _ => canonical(view),
        },
    }
}

/// Writes a value as canonical TOON.
#[cfg(not(feature = "json"))]
pub(crate) fn written(view: &impl Serialize, _format: Format) -> Encoded {
    canonical(view)
}

/// Writes a value as canonical TOON.
#[cfg(not(feature = "json"))]
pub(crate) fn smallest(view: &impl Serialize, _count: &dyn Fn(&str) -> usize) -> Encoded {
    canonical(view)
}

/// All [values](super::Value) can be written as TOON.
fn canonical(view: &impl Serialize) -> Encoded {
    Encoded { text: toon::to_string(view).unwrap_or_default(), format: Format::Toon }
}

/// An object with a single entry.
pub(crate) fn named<'v>(name: &'v str, view: impl Serialize + 'v) -> impl Serialize + 'v {
    Named { name, view }
}

struct Named<'v, T> {
    name: &'v str,
    view: T,
}

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.name, &self.view)?;
        map.end()
    }
}
