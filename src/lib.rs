//! [TOON](https://github.com/toon-format/spec) (Token-Oriented Object Notation) for [serde](https://serde.rs): the
//! JSON data model in a compact text form for language-model prompts.
//!
//! toon-spec: 4.4
//!
//! A list of records names its fields once and then takes one row a record; objects are indented rather than braced;
//! strings are quoted only where they would be read as something else. This crate turns any [`Serialize`] type into
//! that text and reads it back into any [`Deserialize`] type, without a JSON value in between.
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
//! # How serde's data model is written
//!
//! As `serde_json` does it, so that a type means the same thing in both: a unit variant is a string, another variant
//! an object with one key; `None` and `()` are `null`; bytes are an array of numbers; tuples are arrays. A map key is
//! a string, an integer, a finite float, a bool, a char, a unit variant, or a newtype or `Some` of one of these; any
//! other is an error, and so is the same key twice in one object.
//!
//! The form follows from the value, as the specification demands (§9): arrays of objects with the same keys are
//! tables, objects of such objects are tables with keys, and nested objects in them are groups of columns. Nothing
//! about a type decides it, and neither do announced lengths.
//!
//! # Numbers
//!
//! Integers are written exactly, up to the limits of [`i128`] and [`u128`]; floats with the fewest digits that read
//! back equal, in decimal for 1e-6 ≤ |n| < 1e21 and with an exponent elsewhere; NaN and the infinities as `null`;
//! `-0.0` as `0` (§2, §3).
//!
//! A token whose value is an integer within [`i64`] or [`u64`] is read as an integer however it is spelled (`1e3`,
//! `1.0`, `-0`), since the specification has one number type. Other numbers are read as `f64`, or exactly where the
//! target asks for an `i128` or `u128`. Beyond the range of `f64`, a target that asks for a float gets an error, and
//! one that takes anything (`deserialize_any`) gets the token as a string, so that no digit is lost and nothing
//! becomes infinite (§4).
//!
//! # Some of the fields
//!
//! Prompts are short of room: [`EncodeOptions::fields`] picks the fields that are written, by path and in any order, while
//! the program runs.
//!
//! # Reading
//!
//! Reading is strict unless [`DecodeOptions::strict`] says otherwise: declared counts, widths of rows, duplicate keys,
//! escapes, indentation and what follows a root array or table are checked in every scope, also in those that the
//! target ignores. Keys arrive in the order of the text; those of a table's row in the order of its header (§2). No
//! key has a special meaning.
//!
//! An [`Error`] knows its line, its column, the path to the value, and how to mend the text.
//!
//! # Extensions
//!
//! These are no part of the specification, and off unless asked for: [`EncodeOptions::key_folding`] with
//! [`EncodeOptions::flatten_depth`], [`DecodeOptions::expand_paths`], [`DecodeOptions::detect_indent`] and
//! [`DecodeOptions::infer_types`].
//!
//! # Features
//!
//! - `derive` (default): the derives of [`Serialize`] and [`Deserialize`], with [`#[toon(…)]`](mod@attributes) for what a
//!   type sends in TOON.
//! - `std` (default): `to_writer`, `from_reader` and I/O errors. Without it the crate is `no_std` + `alloc`.
//! - `json`: the module `toon::json`, JSON text to TOON text and back, and whichever of the two is smaller.
//! - `normal`: the module `toon::normal`, which states once what repeats in a value, in ordinary TOON that loses nothing:
//!   some 30 % fewer tokens than compact JSON for API responses, 80 % fewer for lists of them. Needs `std` and `json`.
//!
//! [`Serialize`]: trait@serde::Serialize
//! [`Deserialize`]: trait@serde::Deserialize
#![forbid(unsafe_code)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[cfg(feature = "derive")]
#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub mod attributes;
mod de;
#[cfg(feature = "derive")]
mod describe;
mod error;
#[cfg(feature = "std")]
mod input;
#[cfg(feature = "json")]
#[cfg_attr(docsrs, doc(cfg(feature = "json")))]
pub mod json;
#[cfg(feature = "normal")]
#[cfg_attr(docsrs, doc(cfg(feature = "normal")))]
pub mod normal;
mod options;
mod ser;
mod text;

pub use de::{Deserializer, from_slice, from_str};
#[cfg(feature = "std")]
pub use de::{Rows, from_reader};
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use describe::{Describe, Field};
pub use error::{Category, Error, ErrorKind, Result};
pub use options::{DecodeOptions, Delimiter, EncodeOptions, KeyFolding, SpecVersion};
#[cfg(feature = "std")]
pub use ser::to_writer;
pub use ser::{Serializer, to_string, to_vec};
/// serde's traits, and derives for them that do what serde's do and know `#[toon(…)]`.
#[cfg(feature = "derive")]
#[cfg_attr(docsrs, doc(cfg(feature = "derive")))]
pub use {
    // From these modules they come without serde's derives.
    serde::{de::Deserialize, ser::Serialize},
    toon_derive::{Deserialize, Serialize},
};

/// The examples of the README, which are tests here.
#[cfg(all(doctest, feature = "derive"))]
#[doc = include_str!("../README.md")]
struct Readme;
