//! The paths of a document, with their types and few of their values.
//!
//! `collect` keeps a `node` for each path in one pass, and `whole` is what is known then: `render` writes it, and
//! `filters` shows what can be asked.

mod collect;
mod filters;
mod node;
mod path;
mod render;
mod whole;

pub use collect::Collector;
pub(crate) use path::with_keys;
#[cfg(feature = "query")]
pub(crate) use whole::MAX_TOKENS;
pub use whole::Outline;
