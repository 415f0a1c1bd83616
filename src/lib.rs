//! TOON (Token-Oriented Object Notation) for serde.
//!
//! toon-spec: 4.4
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod de;
mod error;
mod options;
mod ser;
mod text;

#[cfg(feature = "std")]
pub use de::from_reader;
pub use de::{Deserializer, from_slice, from_str};
pub use error::{Category, Error, ErrorKind, Result};
pub use options::{DecodeOptions, Delimiter, EncodeOptions, KeyFolding, SpecVersion};
#[cfg(feature = "std")]
pub use ser::to_writer;
pub use ser::{Serializer, to_string, to_vec};
