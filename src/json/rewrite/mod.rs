//! Rewrites JSON so that its TOON is smaller: leaves out entries, and fills rows.

mod columns;
mod dropped;
mod filled;
#[cfg(feature = "std")]
mod lines;
mod list_form;
mod lists;
mod selected;
mod survey;

#[cfg(feature = "std")]
pub use lines::RewrittenLines;
pub use list_form::{ListForm, ListReason, Remedy};
pub use survey::{Rewrite, Rewritten, Survey};
