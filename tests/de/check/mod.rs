//! [`toon::DecodeOptions::check`]: all mistakes of a text.

mod all;
mod planted;
mod same;
