//! Texts that are almost TOON, as language models write them.

mod answers;
mod extract;
mod properties;
