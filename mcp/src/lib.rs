//! TOON for the Model Context Protocol.

pub mod marker;
mod result;
pub mod tokens;

pub use result::{Toon, ToonOr};
