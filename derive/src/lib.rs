//! The derives of [`toon`](https://docs.rs/toon-serde).
//! `#[derive(toon::Serialize, toon::Deserialize)]` does what serde's own derives do, and
//! `#[toon(…)]` controls how a type is written in TOON. The guide to the attributes is in the
//! documentation of `toon`.
//!
//! # How it works
//!
//! `serde_derive` does all of serde's work, on hidden copies of the type that declare it as their
//! `remote` type: one copy as the user wrote it, and one with the changes for TOON, if there are
//! any. The implementation for the type itself detects which format it is used with, and calls one
//! of them.
//!
//! | module | what it does |
//! | --- | --- |
//! | `attr` | parses `#[serde(…)]` and `#[toon(…)]` |
//! | `ast` | the type with its attributes |
//! | `valid` | rejects hints that cannot be combined |
//! | `receiver` | replaces `Self` by the type |
//! | `bound` | the bounds and lifetimes that serde infers |
//! | `name` | the keys of fields |
//! | `default` | the values of missing fields |
//! | `skip_default` | fields that are left out if they have their default |
//! | `level` | levels of detail |
//! | `range` | two fields of a row that are written as one column |
//! | `derived` | fields that follow from others |
//! | `row` | rows, and the fields that contain tables |
//! | `group` | groups of columns that may be `None` |
//! | `hoist` | columns that are written once before their table |
//! | `by_variant` | lists that are written as one table per variant |
//! | `child` | lists in rows that are tables of their own |
//! | `copied` | a field of a copy, and the functions that its attributes name |
//! | `hinted` | translates a field's hints into serde's attributes |
//! | `wrap` | the hints around the values of fields |
//! | `in_parts` | enums with a tag, and structs with flattened fields, which are read without buffers |
//! | `read` | the adapters around the deserializer of a type |
//! | `shadow` | the hidden copies |
//! | `remote` | what copies of other crates' types need in addition |
//! | `describe` | `toon::Describe` |
//! | `expand` | the implementations |
#![forbid(unsafe_code)]

mod ast;
mod attr;
mod bound;
mod by_variant;
mod child;
mod copied;
mod default;
mod derived;
mod describe;
mod expand;
mod group;
mod hinted;
mod hoist;
mod in_parts;
mod level;
mod name;
mod range;
mod read;
mod receiver;
mod remote;
mod row;
mod shadow;
mod skip_default;
mod valid;
mod wrap;

use attr::Direction;
use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `serde::Serialize` like serde's own derive, with `#[toon(…)]` for TOON.
#[proc_macro_derive(Serialize, attributes(serde, toon))]
pub fn derive_serialize(input: TokenStream) -> TokenStream {
    expand::derive(parse_macro_input!(input as DeriveInput), Direction::Serialize).into()
}

/// Implements `serde::Deserialize` like serde's own derive, with `#[toon(…)]` for TOON.
#[proc_macro_derive(Deserialize, attributes(serde, toon))]
pub fn derive_deserialize(input: TokenStream) -> TokenStream {
    expand::derive(parse_macro_input!(input as DeriveInput), Direction::Deserialize).into()
}

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
