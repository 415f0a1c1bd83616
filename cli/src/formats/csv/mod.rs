//! CSV: records as the rows of a table.

mod columns;
mod dialect;
mod mistake;
mod names;
mod quotes;
mod read;
mod record;
mod survey;
mod types;
mod write;

pub(crate) use columns::{Columns, Misfit};
pub(crate) use dialect::has_records;
pub(crate) use read::to_lines;
pub(crate) use record::Record;
pub(crate) use write::{Records, Refused};
