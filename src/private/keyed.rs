//! `tabular(key = "…")`: a list of rows that is written as a map, keyed by one of their fields.

mod key;
mod read;
mod row;
mod write;

pub(crate) use key::KeyValue;
pub use read::AsList;
pub use write::Keyed;
