//! CSV: records as the rows of a table.

mod columns;
mod dialect;
mod lines;
mod mistake;
mod names;
mod number;
mod options;
mod quotes;
mod read;
mod record;
mod survey;
mod types;
mod write;

pub use columns::{Columns, Lists, Misfit, is_flat};
pub use dialect::has_records;
pub use options::{Decimal, Delimiter, Options, Ragged, Types};
pub use read::{JsonLines, to_lines};
pub use record::Record;
pub use write::{Records, Refused};
