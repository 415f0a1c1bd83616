//! Results that do not fit into a model's context.
//!
//! An [`Outline`] tells which paths a document has, in a few hundred tokens, and a [`query`] answers questions about it
//! in the language of jq.
//!
//! `outline` collects and writes outlines, `preview` the first rows, `notice`
//! either of what a file has, and `budget` measures texts. `document` reads other formats, and `rows`
//! one row at a time. `query` runs filters in a process of its own (feature `query`), `files` keeps
//! answers, and `command` is the command of programs (feature `command`).

mod budget;
#[cfg(feature = "command")]
mod command;
#[cfg(feature = "query")]
mod document;
mod files;
pub mod notice;
mod outline;
pub mod preview;
#[cfg(feature = "query")]
pub mod query;
mod rows;

pub use budget::Budget;
#[cfg(feature = "command")]
pub use command::Query;
pub use files::{List, Store, Stored};
pub use outline::{Collector, Outline};
pub use rows::Rows;

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
