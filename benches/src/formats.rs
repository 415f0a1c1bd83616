//! The formats under test, behind a common trait.

use serde::Serialize;
use serde::de::{Deserialize, DeserializeOwned};

/// A text format, as implemented by one crate with its default settings.
pub(crate) trait Format {
    const NAME: &'static str;
    /// Whether reading is measured. `false` for an encoder without a decoder, whose text is checked
    /// with `toon`.
    const READS: bool = true;

    /// Serializes `value`.
    fn write<T: Serialize>(value: &T) -> Result<String, String>;

    /// Deserializes `text`.
    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String>;
}

/// A format that can borrow from its input.
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
format!(SonicRs, "sonic-rs", sonic_rs::to_string, sonic_rs::from_str);
#[cfg(feature = "peers")]
format!(SerdeToon, "serde_toon", serde_toon::to_string, serde_toon::from_str);
#[cfg(feature = "peers")]
format!(ToonFormat, "toon-format", toon_format::encode_default, toon_format::decode_default);
#[cfg(feature = "peers")]
format!(SerdeToonFormat, "serde_toon_format", serde_toon_format::to_string, serde_toon_format::from_str);
#[cfg(feature = "peers")]
format!(ReddbIoToon, "reddb-io-toon", reddb_io_toon::to_string, reddb_io_toon::from_str);

/// An encoder for JSON text. Values pass through `serde_json`, as its documentation suggests.
#[cfg(feature = "peers")]
pub(crate) struct Etoon;

#[cfg(feature = "peers")]
impl Format for Etoon {
    const NAME: &'static str = "etoon";
    const READS: bool = false;

    fn write<T: Serialize>(value: &T) -> Result<String, String> {
        let json = serde_json::to_vec(value).map_err(|error| error.to_string())?;
        _etoon::toon::encode(&json).map_err(|error| error.to_string())
    }

    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        Toon::read(text)
    }
}

/// Not TOON, but a format with the same purpose. It writes and reads `serde_json`'s `Value`.
#[cfg(feature = "peers")]
pub(crate) struct Gcf;

#[cfg(feature = "peers")]
impl Format for Gcf {
    const NAME: &'static str = "gcf";

    fn write<T: Serialize>(value: &T) -> Result<String, String> {
        gcf::encode_generic(&serde_json::to_value(value).map_err(|error| error.to_string())?)
    }

    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        serde_json::from_value(gcf::decode_generic(text)?).map_err(|error| error.to_string())
    }
}

borrowing!(SerdeJson, serde_json::from_str);
borrowing!(Toon, toon::from_str);
borrowing!(SonicRs, sonic_rs::from_str);
#[cfg(feature = "peers")]
borrowing!(SerdeToon, serde_toon::from_str);
