//! The binary container.

#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, reason = "tests")]

mod support;

#[cfg(feature = "zstd")]
mod compression;
mod data;
mod encoder;
mod errors;
mod goldens;
mod hostile;
mod limits;
mod priorities;
mod random;
#[cfg(feature = "blake3")]
mod references;
mod stream;
mod tolerance;
