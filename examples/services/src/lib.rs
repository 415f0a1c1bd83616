//! Code for services to copy, with one recipe per module. `docs/recipes.md` explains them.
#![forbid(unsafe_code)]

pub mod ask;
pub mod body;
pub mod config;
pub mod log;
pub mod negotiation;
