//! `tabular(key = "…")`: a list of rows that is written as a map, keyed by one of their fields.

mod read;
mod write;

pub(super) use read::AsList;
pub use read::as_list;
pub use write::Keyed;
