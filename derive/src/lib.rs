//! The derives of [`toon`](https://docs.rs/toon-serde):
//! `#[derive(toon::Serialize, toon::Deserialize)]` do what serde's own derives do, and `#[toon(…)]`
//! controls what a type looks like in TOON. The guide to the attributes is in the documentation of
//! `toon`.
//!
//! # How it works
//!
//! `serde_derive` does all of serde's work, on hidden copies of the type that have it as their
//! `remote` type: one as the user wrote it, and one with the changes for TOON, if there are any.
//! The implementation for the type itself finds out which format it is used with, and calls one of
//! them.
//!
//! | module | what it does |
//! | --- | --- |
//! | `attr` | reads `#[serde(…)]` and `#[toon(…)]` |
//! | `ast` | the type with its attributes |
//! | `valid` | what hints cannot stand together |
//! | `receiver` | `Self` becomes the type |
//! | `bound` | which bounds and lifetimes serde would ask for |
//! | `name` | the keys of fields |
//! | `default` | what a field is when it is not written |
//! | `level` | how much of a type is sent |
//! | `row` | rows, and the fields that hold them |
//! | `hinted` | a field's hints in serde's attributes |
//! | `shadow` | the hidden copies |
//! | `remote` | what copies of other crates' types need besides |
//! | `expand` | the implementations |
#![forbid(unsafe_code)]

mod ast;
mod attr;
mod bound;
mod default;
mod describe;
mod expand;
mod hinted;
mod hoist;
mod level;
mod name;
mod receiver;
mod remote;
mod row;
mod shadow;
mod valid;

use attr::Direction;
use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `serde::Serialize` as serde's own derive does, with `#[toon(…)]` for TOON.
#[proc_macro_derive(Serialize, attributes(serde, toon))]
pub fn derive_serialize(input: TokenStream) -> TokenStream {
    expand::derive(parse_macro_input!(input as DeriveInput), Direction::Serialize).into()
}

/// Implements `serde::Deserialize` as serde's own derive does, with `#[toon(…)]` for TOON.
#[proc_macro_derive(Deserialize, attributes(serde, toon))]
pub fn derive_deserialize(input: TokenStream) -> TokenStream {
    expand::derive(parse_macro_input!(input as DeriveInput), Direction::Deserialize).into()
}
