//! Reads texts that are almost TOON, as language models write them.
//!
//! The [reader](reader) takes lines as they are meant, into a tree, and the ordinary writer writes
//! it: so what comes out is valid.

mod document;
mod extract;
mod fix;
mod header;
mod lines;
mod reader;
mod token;
mod value;

pub use document::repair;
pub use extract::{Block, extract};
pub use fix::{Fix, FixKind, Repaired, Warning, WarningKind};
