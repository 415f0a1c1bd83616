//! Outlines, previews, rows and files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod files;
mod notices;
mod outlines;
mod previews;
mod rows;
