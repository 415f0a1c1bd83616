//! [`toon::DecodeOptions::check`]: all mistakes of a text.

mod all;
mod same;
