//! Budgets: how long a rendered context may be, and what is shown within that.

mod counter;
mod fill;
mod layout;
mod limit;
mod plan;
mod search;
mod share;
mod shorten;

#[cfg(feature = "tokens")]
pub use counter::{Cl100k, O200k};
pub use counter::{Counter, Estimate};
pub use limit::Budget;
pub(crate) use plan::plan;

#[cfg(test)]
mod tests;
