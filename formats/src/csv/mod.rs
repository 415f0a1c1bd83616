//! CSV: records as the rows of a table.

mod columns;
mod dialect;
mod mistake;
mod names;
mod options;
mod quotes;
mod read;
mod record;
mod survey;
mod types;
mod write;

pub use columns::{Columns, Misfit};
pub use dialect::has_records;
pub use options::{Delimiter, Options, Ragged, Types};
pub use read::to_lines;
pub use record::Record;
pub use write::{Records, Refused};
