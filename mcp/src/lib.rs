//! TOON for the Model Context Protocol.

pub mod marker;
mod response;
pub mod tokens;

pub use response::{ResponseFormat, ResponseOptions, ResponseParams, Verbosity};
