//! CSV: records as the rows of a table.

mod dialect;
mod mistake;
mod names;
mod read;
mod types;
mod write;

pub(crate) use read::to_lines;
pub(crate) use write::{Record, Records, Refused};
