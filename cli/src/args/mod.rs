//! The command line.

#[cfg(feature = "context")]
mod amount;
mod answer;
mod cli;
#[cfg(feature = "context")]
mod context;
mod convert;
mod csv;
mod destination;
mod encoding;
mod files;
mod help;
mod lossy;
mod manual;
#[cfg(feature = "context")]
mod pack;
mod parse;
mod query;
mod read;
#[cfg(feature = "context")]
mod rendering;
mod rows;
mod search;
mod select;
mod values;
mod verbose;
mod write;

pub(crate) use answer::{Choosing, Repair};
pub(crate) use cli::{Cli, Command};
#[cfg(feature = "context")]
pub(crate) use context::{
    Context, ContextCommand, ContextStats, Inspect, ReadingContainer, Render, Validate, Verbosity,
};
pub(crate) use convert::{Common, Convert, Decode, Encode};
pub(crate) use files::{Check, Fmt, Stats};
pub(crate) use manual::Manual;
#[cfg(feature = "context")]
pub(crate) use pack::{OutputFormat, Pack, Storing};
pub(crate) use parse::{command, parse};
pub(crate) use read::Reading;
#[cfg(feature = "context")]
pub(crate) use rendering::{Rendering, Style};
pub(crate) use rows::Rows;
pub(crate) use search::Search;
pub(crate) use select::Selecting;
pub(crate) use values::{Report, To, Tokenizer};
pub(crate) use write::Writing;
