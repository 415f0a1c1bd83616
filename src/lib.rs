//! [TOON](https://github.com/toon-format/spec) (Token-Oriented Object Notation) for
//! [serde](https://serde.rs): the JSON data model in a compact text form for language-model
//! prompts.
//!
//! toon-spec: 4.4
//!
//! A list of records names its fields once and then takes one row per record; objects are indented
//! instead of braced; strings are quoted only if they would otherwise be read as something else.
//! This crate serializes any [`Serialize`] type to that text and deserializes it into any
//! [`Deserialize`] type, without a JSON value in between.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Team {
//!     name: String,
//!     members: Vec<Member>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Member {
//!     id: u32,
//!     name: String,
//!     email: Option<String>,
//! }
//!
//! let team = Team {
//!     name: "Analytical engines".into(),
//!     members: vec![
//!         Member { id: 1, name: "Ada".into(), email: Some("ada@example.com".into()) },
//!         Member { id: 2, name: "Charles".into(), email: None },
//!     ],
//! };
//! let text = toon::to_string(&team)?;
//! assert_eq!(
//!     text,
//!     "\
//! name: Analytical engines
//! members[2]{id,name,email}:
//!   1,Ada,ada@example.com
//!   2,Charles,null",
//! );
//! assert_eq!(toon::from_str::<Team>(&text)?, team);
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! # What to call
//!
//! | you have | you call |
//! | --- | --- |
//! | a value | [`to_string`], [`to_vec`], [`to_writer`]; [`display()`] in `format!` or a log |
//! | a text | [`from_str`], [`from_slice`], [`from_reader`] |
//! | another delimiter or indentation, or specification 3 | [`EncodeOptions`], [`DecodeOptions`] |
//! | more fields than a prompt needs | [`EncodeOptions::fields`], which selects them at run time, by path and in any order |
//! | rows that repeat the values of some fields | [`Grouped`], which writes them in nested objects by these values |
//! | more rows than fit into memory | [`Rows`] to read them one by one, [`TableWriter`] to write them |
//! | a text that may contain mistakes | [`DecodeOptions::check`], which finds all of them |
//! | a prompt that needs to explain TOON | [`prompt::READING`], [`prompt::WRITING`], and shorter ones |
//! | data without a type | [`Value`], which keeps all digits and the order of keys |
//! | JSON text | feature `json`: `json::to_toon`, `from_toon`, `smallest`, `lines_to_toon_writer` |
//! | rows with dates, UUIDs, URLs or decimals | features `chrono`, `jiff`, `time`, `uuid`, `url`, `rust_decimal` |
//!
//! # How serde's data model is written
//!
//! The same way as in `serde_json`, so that a type means the same in both formats: a unit variant
//! is a string, any other variant is an object with one key; `None` and `()` are `null`; bytes are
//! an array of numbers; tuples are arrays. A map key is a string, an integer, a finite float, a
//! bool, a char, a unit variant, or a newtype or `Some` of one of these; any other key is an error,
//! and so is a duplicate key.
//!
//! The form follows from the value, as the specification requires (§9): arrays of objects with the
//! same keys are tables, objects of such objects are keyed tables, and nested objects in them are
//! groups of columns. It depends neither on the type nor on the length that the type announces.
//!
//! # Numbers
//!
//! Integers are written exactly, up to the limits of [`i128`] and [`u128`]; floats with the fewest
//! digits that round-trip, in decimal for 1e-6 ≤ |n| < 1e21 and with an exponent elsewhere; NaN and
//! the infinities as `null`; `-0.0` as `0` (§2, §3).
//!
//! A token whose value is an integer within [`i64`] or [`u64`] is read as an integer, no matter how
//! it is spelled (`1e3`, `1.0`, `-0`), since the specification has one number type. Other numbers
//! are read as `f64`, or exactly where the target asks for an `i128` or `u128`. Beyond the range of
//! `f64`, a target that requests a float gets an error, and one that accepts any type
//! (`deserialize_any`) gets the token as a string, so that no digit is lost and nothing becomes
//! infinite (§4).
//!
//! Arbitrary-precision types keep every digit. Those that serialize as strings or arrays, such as
//! the types of `bigdecimal` and `num-bigint`, always do. Those that serialize as numbers by means
//! of `serde_json`'s feature `arbitrary_precision` (its `Number` and `Value`,
//! `rust_decimal::serde::arbitrary_precision`, `bigdecimal::serde::json_num`) are always written
//! exactly, but reading them exactly requires this crate's feature of the same name. With it,
//! targets that accept any type receive numbers the way they do from `serde_json`: an integer
//! within 64 bits as an integer, and any other number as a private map, which these types expect.
//! As with `serde_json`, floats that serde buffers (in `#[serde(flatten)]` and untagged enums)
//! cannot be read from such a map. If `serde_json`'s feature is off, this crate's has no effect.
//!
//! # Reading
//!
//! Reading is strict by default (see [`DecodeOptions::strict`]): declared counts, row widths,
//! duplicate keys, escapes, indentation and trailing content are checked in every scope, including
//! those that the target ignores. Keys arrive in the order of the text; the keys of a table row
//! arrive in the order of the header (§2). No key has a special meaning.
//!
//! An [`Error`] has a line, a column, the path to the value, and a suggestion for fixing the text.
//! [`Partial`] reads a text that is still arriving, such as the answer of a model.
//!
//! # Extensions
//!
//! The following options are not part of the specification, and have no effect by default:
//! [`EncodeOptions::key_folding`] with [`EncodeOptions::flatten_depth`],
//! [`DecodeOptions::expand_paths`], [`DecodeOptions::detect_indent`],
//! [`DecodeOptions::infer_types`] and [`DecodeOptions::coerce`].
//!
//! # Prompts
//!
//! [`display`] inserts a value into a `format!` string, and the texts in [`prompt`] explain to a
//! model how to read and write TOON.
//!
//! # Features
//!
//! - `derive` (default): the derives of [`Serialize`] and [`Deserialize`], with
//!   [`#[toon(…)]`](mod@attributes) to control what a type looks like in TOON.
//! - `std` (default): `to_writer`, `TableWriter`, `from_reader`, `Rows` and I/O errors. Without it the crate is `no_std` +
//!   `alloc`.
//! - `json`: the module `toon::json`, which converts JSON text to TOON text and back, and writes
//!   whichever of the two is smaller; and conversions between [`Value`] and `serde_json::Value`.
//!   Depends on `serde_json`.
//! - `arbitrary_precision`: numbers are read with every digit into types that can hold them; see
//!   [Numbers](#numbers). Depends on `serde_json`, but does not enable its feature of this name.
//! - `chrono`, `jiff`, `rust_decimal`, `time`, `url`, `uuid`: the types of these crates are
//!   [cells](attributes#types-of-other-crates). Enables `derive`, and none of their features.
//!
//! [`Serialize`]: trait@serde::Serialize
//! [`Deserialize`]: trait@serde::Deserialize
#![forbid(unsafe_code)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[doc(hidden)]
#[path = "internal.rs"]
pub mod __internal;
#[cfg(feature = "derive")]
#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
#[cfg(feature = "derive")]
mod as_table;
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub mod attributes;
mod de;
#[cfg(feature = "derive")]
mod describe;
mod error;
mod event;
mod grouped;
#[cfg(feature = "std")]
mod input;
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
pub mod json;
mod options;
mod projection;
pub mod prompt;
mod recognize;
mod ser;
mod text;
pub mod value;
mod wrappers;

#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use as_table::AsTable;
pub use de::{Deserializer, Partial, Progress, from_slice, from_str};
#[cfg(feature = "std")]
pub use de::{Rows, from_reader};
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use describe::{Describe, Field};
pub use error::{Category, Error, ErrorKind, Result};
pub use grouped::{Grouped, GroupedSeed};
pub use options::{DecodeOptions, Delimiter, EncodeOptions, KeyFolding, SpecVersion};
pub use ser::{Display, Serializer, display, to_string, to_vec};
#[cfg(feature = "std")]
pub use ser::{TableWriter, to_writer};
pub use value::{Map, Number, Value, from_value, to_value};
/// serde's traits, with derives that do what serde's derives do and also support `#[toon(…)]`.
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use {
    // Imported from these modules, the traits come without serde's derives.
    serde::{de::Deserialize, ser::Serialize},
    toon_derive::{Deserialize, Serialize},
};

/// The media type of TOON, which the specification considers provisional (§17). The text is always
/// UTF-8; the parameter `; charset=utf-8` is optional.
///
/// ```
/// assert_eq!(toon::MEDIA_TYPE, "text/toon");
/// ```
pub const MEDIA_TYPE: &str = "text/toon";

/// Compiles the README's examples as tests.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../README.md")]
struct Readme;
