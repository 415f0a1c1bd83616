//! The lexical level, shared by both directions: quoting, keys and numbers. It is independent of
//! serde and of layout.

pub(crate) mod block;
pub(crate) mod copy;
pub(crate) mod decimal;
pub(crate) mod dialect;
pub(crate) mod digits;
pub(crate) mod find;
pub mod key;
mod lanes;
pub mod list_cell;
pub(crate) mod marks;
pub(crate) mod message;
pub mod number;
pub(crate) mod path;
pub(crate) mod quote;
pub(crate) mod unescape;
pub mod unquoted;
pub mod words;
