//! TOON for the Model Context Protocol.

#[cfg(feature = "cli")]
pub mod http;
pub mod marker;
#[cfg(feature = "cli")]
pub mod server;
pub mod tokens;
