//! Results that do not fit into a model's context.
//!
//! An [`Outline`] tells which paths a document has, in a few hundred tokens, and a [`query`] answers questions about it
//! in the language of jq.
//!
//! `outline` collects and writes outlines, `preview` the first rows, `notice` either of what a file has, for a `reader`,
//! and `budget` measures texts. `document` reads other formats, `rows` one row at a time, and `main_list` finds them.
//! `files` keeps results. `query` runs filters in a process of its own, and `answer` writes what they answer (feature
//! `query`); `command` is the command of programs (feature `command`).

#[cfg(feature = "query")]
pub mod answer;
mod budget;
#[cfg(feature = "command")]
mod command;
#[cfg(feature = "query")]
mod document;
mod files;
mod main_list;
pub mod notice;
mod outline;
pub mod preview;
#[cfg(feature = "query")]
pub mod query;
mod reader;
mod rows;

pub use budget::Budget;
#[cfg(feature = "command")]
pub use command::Query;
pub use files::{List, RowsIn, Store, Stored, is_id};
pub use outline::{Collector, Outline};
pub use reader::{Reader, TOOL, program};
pub use rows::Rows;

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
