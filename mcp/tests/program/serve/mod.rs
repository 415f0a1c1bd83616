//! The server with TOON tools, as a program.

#[cfg(feature = "context")]
mod context;
mod errors;
mod guard;
mod observed;
mod order;
mod protocols;
mod raw;
