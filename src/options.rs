//! Options for encoding and decoding.

mod decode;
mod encode;
pub(crate) mod selection;

pub use decode::DecodeOptions;
pub use encode::{Delimiter, EncodeOptions, KeyFolding, SpecVersion};
