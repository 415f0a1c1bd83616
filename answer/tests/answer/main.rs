//! Feature `repair`: texts that are almost TOON, as language models write them.
#![allow(clippy::unwrap_used, clippy::panic, dead_code, missing_docs, unreachable_pub)]

mod answers;
mod extract;
mod from_answer;
mod loss;
mod nothing_is_lost;
mod partial;
mod properties;
mod template;
mod typed;
