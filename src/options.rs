//! Options for encoding and decoding.

mod decode;
mod encode;
pub(crate) mod names;
pub(crate) mod selection;

pub use crate::text::dialect::{Delimiter, SpecVersion};
pub use decode::DecodeOptions;
pub use encode::{EncodeOptions, KeyFolding};
