//! The binary container: blocks as bytes, and bytes as blocks.
//!
//! It is the format of BCP, the *bit context protocol*, version 1.0, and of LCP, as it was called
//! before. [`encode`] writes blocks, [`decode`] reads them, and [`DecodeOptions::read`] reads them one by
//! one.
//!
//! ```
//! use toon_context::{Code, Conversation, Priority, container};
//!
//! let code = Code::new("src/main.rs", "fn main() {}").summary("Entry point").priority(Priority::High);
//! let bytes = container::encode(&[code.into(), Conversation::user("Fix the timeout.").into()])?;
//! assert_eq!(bytes.len(), 97);
//!
//! let blocks = container::decode(&bytes).unwrap().into_blocks();
//! assert_eq!((blocks[0].summary(), blocks[0].priority()), (Some("Entry point"), Priority::High));
//! # Ok::<(), container::EncodeError>(())
//! ```
//!
//! # What is kept
//!
//! The contents of blocks are bytes, and stay what they are. Blocks of kinds that this version does not
//! know are kept, too. A container that is read and written again, with the same [`Magic`], is the same,
//! byte for byte, if its writer followed the format, compressed nothing, replaced no block with a reference,
//! and wrote the fields that the format defines, and no others, once and in the order of their numbers. The
//! optional size of an entry in a file tree is always written, and half a range of lines is not.
//!
//! Data has no name in the format: [`Data`](crate::Data) with one is written as an
//! [`Extension`] of the namespace `toon` and the type `table`, whose content is TOON,
//! and read as a table again. The schema hint of a [`ToolResult`](crate::ToolResult) tells data apart
//! from text: `application/json` or `text/toon`. How few lines or rows of a block are shown is not
//! written.

mod body;
mod checks;
#[cfg(feature = "zstd")]
mod compress;
mod counted;
mod decode;
mod encode;
mod encoder;
mod error;
mod field;
mod frame;
mod header;
mod input;
mod limits;
mod priority;
#[cfg(feature = "blake3")]
mod store;
mod stream;
mod turns;
mod varint;

pub use crate::block::{Annotation, EmbeddingRef, Extension, Unknown};
pub use crate::words::AnnotationKind;
pub use decode::{Container, DecodeOptions, decode};
use encode::Item;
pub use encode::{EncodeOptions, encode};
pub use encoder::Encoder;
pub use error::{DecodeError, DecodeErrorKind, EncodeError, Within};
pub use header::Magic;
pub use limits::{Limits, MAX_DEPTH};
#[cfg(feature = "blake3")]
pub use store::{ContentStore, DirectoryStore, MemoryStore};
pub use stream::Blocks;
