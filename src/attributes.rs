//! A guide to `#[toon(…)]`: how a type is written in TOON, decided at compile time.
//!
//! With `use toon::{Deserialize, Serialize};` instead of serde's, the derives do the same as
//! serde's own derives, for every format: every `#[serde(…)]` attribute keeps its meaning.
//! `#[toon(…)]` adds hints that only affect TOON. The derived [`Deserialize`] reverses them, so
//! that [`from_str`](crate::from_str) restores the value that [`to_string`](crate::to_string)
//! wrote. Other readers, such as models and other decoders, see what is in the text:
//!
//! | attribute | on | what it does | does reading undo it? | what do other readers see? |
//! | --- | --- | --- | --- | --- |
//! | [`tabular`](#tabular-on-a-struct) | struct | its values are rows, and its fields must be columns | yes | `null` for a field that would be dropped |
//! | [`tabular(unchecked)`](#tabularunchecked-on-a-struct) | struct | the same, but fields that are not columns are an error at run time | yes | as `tabular` |
//! | [`tabular`](#tabular-on-a-field) | field | writes rows as a table, one by one | nothing to undo | the same value |
//! | [`tabular(header)`](#tabularheader-on-a-field) | field | shows the columns of an empty table | nothing to undo | the same value |
//! | [`tabular(key = "…")`](#tabularkey---on-a-field) | field | writes a list as a table keyed by a field of its rows | yes | an object with rows that lack this field |
//! | [`cell`](#tabular-on-a-struct) | field of a row | declares a cell of a type that is not known to be one | nothing to undo | the same value |
//! | [`nullable_group`](#nullable_group-on-a-field-of-a-row) | field of a row | writes `None` as a group of `null`s, so that the table stays | yes | an object of `null`s |
//! | [`hoist`](#hoist-on-a-field-of-a-row) | field of a row | writes the column once, if all rows have the same value | yes | a field before the table |
//! | [`child`](#child-on-a-list-in-a-row) | field of a row | writes the lists of all rows as one table beside that of the rows | yes | a count in the row, and a field after the table |
//! | [`child(key = "…")`](#child-on-a-list-in-a-row) | field of a row | the same, with a key instead of counts | yes | no such field in the row, and two fields after the table |
//! | [`join`, `join = "…"`](#join-on-a-field) | field | writes a list of scalars as one cell | yes | a string or number instead of a list |
//! | [`range(a, b) = "…"`](#rangestart-end---on-a-row) | row | writes two integers as one cell | yes | a string or number instead of two |
//! | [`by_variant`](#by_variant-on-a-field) | field | writes a list of an enum as one table per variant, and keeps their order | yes | an object of tables with a field `_order` |
//! | [`by_variant(unordered)`](#by_variant-on-a-field) | field | the same, without their order | yes, but the order across variants is lost | an object of tables |
//! | [`plural = "…"`](#by_variant-on-a-field) | variant | names its table in such a list | yes | the other key |
//! | [`skip_default`](#skip_default-on-a-struct-or-a-field) | struct, field | leaves out fields and columns that have their default | yes | no such field |
//! | [`skip_default = "…"`](#skip_default-on-a-struct-or-a-field) | field | leaves it out where a function says so | only if the function accepts nothing but the default | no such field |
//! | [`skip_default = false`](#skip_default-on-a-struct-or-a-field) | field | exempts it from the `skip_default` of its struct | nothing to undo | the same value |
//! | [`derived = "…"`](#derived--function-on-a-field) | field | leaves out a field that follows from others | yes | no such field |
//! | [`fold`](#fold-on-a-struct-or-a-field) | struct, field | joins the keys of nested objects | yes | a key with dots |
//! | [`level = "…"`, `levels(…)`](#level---on-a-field) | field, struct | leaves out fields above the level that is chosen at run time | if the fields have defaults | no such field |
//! | [`skip`](#skip-rename---with--module-on-a-field) | field | leaves out the field | no: it is read as its default | no such field |
//! | [`rename = "…"`](#skip-rename---with--module-on-a-field) | field | gives it another key | yes | the other key |
//! | [`with = "…"`](#skip-rename---with--module-on-a-field) | field | writes and reads it with the functions of a module | as these functions do | what they write |
//! | [`crate = "…"`](#crate--path-on-a-type) | type | where to find this crate | nothing to undo | the same value |
//!
//! An example with several of them:
//!
//! ```
//! use toon::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "camelCase")]
//! #[toon(fold, skip_default)]
//! struct ProjectList {
//!     #[toon(tabular)]
//!     projects: Vec<Project>,
//!     pagination: Pagination,
//!     warnings: Vec<String>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(tabular, skip_default)]
//! struct Project {
//!     id: u32,
//!     name: String,
//!     owner: Owner,
//!     archived: bool,
//!     note: Option<String>,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(tabular)]
//! struct Owner {
//!     login: String,
//! }
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
//! #[toon(skip_default)]
//! struct Pagination {
//!     next: Option<u32>,
//! }
//!
//! let owner = || Owner { login: "ada".into() };
//! let list = ProjectList {
//!     projects: vec![
//!         Project { id: 1, name: "engine".into(), owner: owner(), ..Project::default() },
//!         Project { id: 2, name: "loom".into(), owner: owner(), ..Project::default() },
//!     ],
//!     pagination: Pagination { next: Some(2) },
//!     warnings: vec![],
//! };
//! let text = toon::to_string(&list)?;
//! assert_eq!(
//!     text,
//!     "\
//! projects[2]{id,name,owner{login}}:
//!   1,engine,ada
//!   2,loom,ada
//! pagination.next: 2",
//! );
//! assert_eq!(toon::from_str::<ProjectList>(&text)?, list);
//! # #[derive(serde::Serialize)] struct L<'a> { projects: Vec<P<'a>>, pagination: G, warnings: [u8; 0] }
//! # #[derive(serde::Serialize)] struct P<'a> { id: u32, name: &'a str, owner: O<'a>, archived: bool, note: Option<u8> }
//! # #[derive(serde::Serialize)] struct O<'a> { login: &'a str }
//! # #[derive(serde::Serialize)] struct G { next: Option<u32> }
//! # let p = |p: &'static str, id| P { id, name: p, owner: O { login: "ada" }, archived: false, note: None };
//! # let plain = L { projects: vec![p("engine", 1), p("loom", 2)], pagination: G { next: Some(2) }, warnings: [] };
//! # let before = toon::to_string(&plain)?;
//! # assert_eq!(before, "projects[2]{id,name,owner{login},archived,note}:\n  1,engine,ada,false,null\n  2,loom,ada,false,null\npagination:\n  next: 2\nwarnings: []");
//! # assert_eq!((text.len(), before.len()), (81, 133));
//! # Ok::<(), toon::Error>(())
//! ```
//!
//! With serde's derives the same value takes 133 bytes instead of 81, and 48 tokens instead of 33;
//! as JSON it takes 206 bytes and 62 tokens (of `o200k_base`, by
//! `cargo run -p toon-benches --features tokens --bin tokens`):
//!
//! ```text
//! projects[2]{id,name,owner{login},archived,note}:
//!   1,engine,ada,false,null
//!   2,loom,ada,false,null
//! pagination:
//!   next: 2
//! warnings: []
//! ```
//!
//! [`Deserialize`]: crate::Deserialize
//!
#![doc = include_str!("attributes/rows.md")]
#![doc = include_str!("attributes/tables.md")]
#![doc = include_str!("attributes/fields.md")]
#![doc = include_str!("attributes/advice.md")]
