//! Documents whose text is still arriving.

mod examples;
mod linear;
mod same;
mod unfinished;
