//! Results that do not fit into a model's context.
//!
//! An [`Outline`] tells which paths a document has, in a few hundred tokens.
//!
//! `outline` collects and writes it, and `budget` measures texts.

mod budget;
mod outline;

pub use budget::Budget;
pub use outline::{Collector, Outline};

/// The examples in the README, as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
