//! What `toon-mcp` uses of this crate. Not covered by semantic versioning: it depends on exactly this
//! version.

pub use crate::result::block;
