//! Changes JSON so that its TOON is smaller: leaves out entries, and fills rows.

mod columns;
mod dropped;
mod filled;
#[cfg(feature = "std")]
mod lines;
mod lists;
mod plain_list;
mod selected;
mod survey;

#[cfg(feature = "std")]
pub use lines::RewrittenLines;
pub use plain_list::{Misfit, PlainList, Remedy};
pub use survey::{Rewrite, Rewritten, Survey};
