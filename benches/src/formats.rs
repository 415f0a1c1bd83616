//! What is compared, behind one trait.

use crate::lines;
use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};

/// A text format of one crate, in its default settings.
pub(crate) trait Format {
    const NAME: &'static str;

    /// `value` as text.
    fn write<T: Serialize>(value: &T) -> Result<String, String>;

    /// The value of `text`.
    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String>;
}

/// A format that hands out slices of its input.
pub(crate) trait Borrowing: Format {
    fn read_borrowed<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, String>;
}

macro_rules! format {
    ($type:ident, $name:literal, $write:path, $read:path) => {
        pub(crate) struct $type;

        impl Format for $type {
            const NAME: &'static str = $name;

            #[inline]
            fn write<T: Serialize>(value: &T) -> Result<String, String> {
                $write(value).map_err(|error| error.to_string())
            }

            #[inline]
            fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
                $read(text).map_err(|error| error.to_string())
            }
        }
    };
}

macro_rules! borrowing {
    ($type:ident, $read:path) => {
        impl Borrowing for $type {
            #[inline]
            fn read_borrowed<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, String> {
                $read(text).map_err(|error| error.to_string())
            }
        }
    };
}

format!(SerdeJson, "serde_json", serde_json::to_string, serde_json::from_str);
format!(Toon, "toon", toon::to_string, toon::from_str);
format!(Lines, "lines", lines::to_string, lines::from_str);
format!(SonicRs, "sonic-rs", sonic_rs::to_string, sonic_rs::from_str);
#[cfg(feature = "rivals")]
format!(SerdeToon, "serde_toon", serde_toon::to_string, serde_toon::from_str);
#[cfg(feature = "rivals")]
format!(ToonFormat, "toon-format", toon_format::encode_default, toon_format::decode_default);
#[cfg(feature = "rivals")]
format!(SerdeToonFormat, "serde_toon_format", serde_toon_format::to_string, serde_toon_format::from_str);

borrowing!(SerdeJson, serde_json::from_str);
borrowing!(Toon, toon::from_str);
borrowing!(SonicRs, sonic_rs::from_str);
#[cfg(feature = "rivals")]
borrowing!(SerdeToon, serde_toon::from_str);
