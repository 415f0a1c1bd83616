//! Reads text that is almost TOON, as language models write it.
//!
//! The lenient [`reader`] turns the text into a tree of what was probably meant, and the ordinary
//! writer writes the tree, so the result is valid.

#![forbid(unsafe_code)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

mod answer;
mod answer_error;
mod document;
mod extract;
mod fix;
mod header;
mod lines;
mod locate;
mod reader;
mod token;
mod value;

pub use answer::{Answer, from_answer};
pub use answer_error::AnswerError;
pub use document::repair;
pub use extract::{Block, extract};
pub use fix::{Fix, FixKind, Repaired, Warning, WarningKind};
