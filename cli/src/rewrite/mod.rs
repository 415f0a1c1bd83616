//! Rewrites JSON so that its TOON is smaller: leaves out entries, and fills rows.

mod columns;
mod dropped;
mod filled;
mod lines;
mod list_form;
mod lists;
mod selected;
mod survey;
#[cfg(test)]
mod tests;

pub(crate) use list_form::{ListForm, Remedy};
pub(crate) use survey::{Rewrite, Rewritten, Survey};
