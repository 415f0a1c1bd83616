//! This crate writes and reads back everything that `serde_json` does: case by case, at every
//! position.
//!
//! `cargo test --test serde` prints the number of cases of each topic, and of all, on stderr.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, reason = "the modules are shared with other targets")]

#[path = "../support/mod.rs"]
mod support;

mod compare;
mod slot;

/// Declares the topics: one module with a function `cases` each, and one test.
macro_rules! topics {
    ($($topic:ident),+ $(,)?) => {
        $(mod $topic;)+

        mod compared_with_serde_json {
            const TOPICS: usize = [$(stringify!($topic)),+].len();

            $(
                #[test]
                fn $topic() {
                    crate::compare::topic(stringify!($topic), TOPICS, crate::$topic::cases);
                }
            )+
        }
    };
}

topics! {
    scalars,
    odd_strings,
    options,
    structs,
    attributes,
    enums,
    flatten,
    maps,
    keys,
    sequences,
    recursive,
    any,
    foreign,
    lengths,
}

mod borrowed;
mod depth;
mod tables;
mod visitors;
