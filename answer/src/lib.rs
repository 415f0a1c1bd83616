//! Reads the answers of language models: finds the TOON in them, repairs it, and reads it into types.
//!
//! [`from_answer`] reads a value of a type from an answer. Its steps can be used alone: [`extract`]
//! finds the documents in an answer, and [`repair`] turns one with mistakes into valid TOON.
//! [`Options`] say what is known about the end of an answer, and which of several documents is wanted.
//!
//! [`template`] shows a model what to write, so that a type can be read from it. [`PartialAnswer`] reads an
//! answer while it arrives.
//!
//! Nothing that is complete is lost, and nothing is invented: what was changed is listed as a [`Fix`], what
//! is valid but probably not intended as a [`Warning`], and what is ambiguous is refused, with advice.
//! An answer that was cut off is an error of its own.
//!
//! The lenient reader turns the text into a tree of what was probably meant, and the ordinary
//! writer writes the tree, so the result is valid. What it recognizes is what the suggestions of
//! [`toon::Error`] explain.
#![forbid(unsafe_code)]
#![cfg_attr(not(any(feature = "std", test)), no_std)]

extern crate alloc;

mod answer;
mod answer_error;
mod bare;
mod choose;
mod cut_off;
mod document;
mod edits;
mod extract;
mod fences;
mod fix;
mod header;
mod indentation;
mod lines;
mod locate;
mod looks;
mod options;
mod partial;
mod reader;
mod repair;
mod table_above;
mod template;
mod token;
mod typed;
mod value;

pub use answer::{Answer, from_answer};
pub use answer_error::AnswerError;
pub use extract::{Block, extract};
pub use fix::{Fix, FixKind, Repaired, Warning, WarningKind};
pub use options::{Choice, Options};
pub use partial::PartialAnswer;
pub use repair::{RepairError, repair};
pub use template::template;

/// Compiles the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
