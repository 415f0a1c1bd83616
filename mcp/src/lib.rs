//! TOON for the Model Context Protocol.

pub mod marker;
pub mod tokens;
