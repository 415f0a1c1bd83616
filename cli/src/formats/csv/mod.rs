//! CSV: records as the rows of a table.

mod read;
mod write;

pub(crate) use read::to_lines;
pub(crate) use write::{Record, Records, Refused};
