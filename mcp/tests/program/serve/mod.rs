//! The server with TOON tools, as a program.

mod errors;
mod guard;
mod observed;
mod order;
mod protocols;
mod raw;
