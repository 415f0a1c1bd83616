//! Why a container cannot be written or read.

use std::{fmt, io};
use thiserror::Error;

/// Why blocks cannot be written to a container.
///
/// ```
/// use toon_context::container::{self, Unknown};
///
/// let error = container::encode(&[Unknown::new(0x01, *b"code?").into()]).unwrap_err();
/// assert_eq!(error.to_string(), "`Unknown` block 0 has kind 0x01, which is a known kind");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// There are no blocks.
    #[error("a container needs at least one block")]
    Empty,
    /// A method of [`Encoder`](crate::container::Encoder) acts on the last block, but there is none yet.
    #[error("`{method}` needs a block to act on")]
    NoBlock {
        /// The method.
        method: &'static str,
    },
    /// The content of a block is longer than the [limit](super::Limits::block).
    #[error("block {block} has {size} bytes, more than the limit of {limit}")]
    BlockTooLarge {
        /// The index of the block in the container.
        block: usize,
        /// The number of bytes of its content, with its summary.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// All blocks together are longer than the [limit](super::Limits::payload).
    #[error("the container has more than the limit of {limit} bytes")]
    PayloadTooLarge {
        /// The limit.
        limit: usize,
    },
    /// There are more blocks, entries of file trees, and hunks than the [limit](super::Limits::items).
    #[error("the container has more than the limit of {limit} blocks, entries of file trees, and hunks")]
    TooManyItems {
        /// The limit.
        limit: usize,
    },
    /// A file tree is deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("the file tree of block {block} has more than {} levels", super::MAX_DEPTH)]
    TooDeep {
        /// The index of the block in the container.
        block: usize,
    },
    /// The data of a block cannot be written.
    #[error("the data of block {block} cannot be written: {message}")]
    Data {
        /// The index of the block in the container.
        block: usize,
        /// The reason.
        message: String,
    },
    /// A block claims to be of an unknown kind, but the format defines its kind.
    #[error("`Unknown` block {block} has kind 0x{kind:02x}, which is a known kind")]
    KnownKind {
        /// The index of the block in the container.
        block: usize,
        /// The byte of the kind.
        kind: u8,
    },
    /// Blocks should be stored by their hash, but there is no store.
    #[error("blocks cannot be replaced with references without a content store")]
    MissingStore,
    /// The store failed.
    #[error("the content store failed: {0}")]
    Store(#[source] io::Error),
    /// A Cargo feature is needed that is not enabled.
    #[error("compression needs the feature `{feature}` of toon-context")]
    MissingFeature {
        /// The feature.
        feature: &'static str,
    },
}

/// Why a container cannot be read, and where.
///
/// ```
/// use toon_context::{Code, container};
///
/// let bytes = container::encode(&[Code::new("a.rs", "").into()])?;
/// let error = container::decode(&bytes[..12]).unwrap_err();
/// assert_eq!(error.to_string(), "the container ends within a block, at byte 12");
/// assert_eq!((error.offset(), error.block()), (12, Some(0)));
/// # Ok::<(), container::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct DecodeError {
    kind: DecodeErrorKind,
    place: Place,
}

/// What is wrong with a container.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// The reader failed.
    #[error("the container cannot be read: {0}")]
    Io(#[source] io::Error),
    /// It does not begin as a container does.
    #[error("not a container: expected it to begin with `BCP\\0` or `LCP\\0`, found `{}`", .0.escape_ascii())]
    InvalidMagic([u8; 4]),
    /// It is of a version that cannot be read.
    #[error("containers of version {major}.{minor} are not supported")]
    UnsupportedVersion {
        /// The first number of the version.
        major: u8,
        /// The second number of the version.
        minor: u8,
    },
    /// A byte of the header that must be 0 is not.
    #[error("the reserved byte of the header is 0x{0:02x}, not 0")]
    ReservedByte(u8),
    /// Flags are set that the format does not define.
    #[error("undefined flags are set: 0x{0:02x}")]
    ReservedFlags(u8),
    /// It ends in the middle of the header or of a block.
    #[error("the container ends within {0}")]
    Truncated(&'static str),
    /// It ends without the end marker.
    #[error("the container ends without the end marker")]
    MissingEnd,
    /// The end marker has flags or content.
    #[error("the end marker has flags or content")]
    InvalidEnd,
    /// Data follows the end marker.
    #[error("data follows the end marker")]
    TrailingData,
    /// A kind of block is not a byte.
    #[error("invalid kind of block: {0}")]
    InvalidKind(u64),
    /// An integer has more than ten bytes.
    #[error("an integer has more than 10 bytes")]
    VarintTooLong,
    /// An integer has more bytes than needed.
    #[error("an integer has more bytes than needed")]
    OverlongVarint,
    /// An integer has more than 64 bits.
    #[error("an integer has more than 64 bits")]
    VarintOverflow,
    /// A block is longer than the [limit](super::Limits::block).
    #[error("the block has more than the limit of {limit} bytes")]
    BlockTooLarge {
        /// The limit.
        limit: usize,
    },
    /// All blocks together are longer than the [limit](super::Limits::payload).
    #[error("the container has more than the limit of {limit} bytes")]
    PayloadTooLarge {
        /// The limit.
        limit: usize,
    },
    /// There are more blocks, entries of file trees, and hunks than the [limit](super::Limits::items).
    #[error("the container has more than the limit of {limit} blocks, entries of file trees, and hunks")]
    TooManyItems {
        /// The limit.
        limit: usize,
    },
    /// A file tree is deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("the file tree has more than {} levels", super::MAX_DEPTH)]
    TooDeep,
    /// A field extends beyond what contains it.
    #[error("a field extends beyond the end of its block")]
    FieldTooLong,
    /// A field is of a type that the format does not define.
    #[error("a field is of the undefined type {0}")]
    InvalidWireType(u64),
    /// A field is of another type than the format says.
    #[error("expected the field `{field}` to be of type {expected}, found type {found}")]
    WrongWireType {
        /// The field.
        field: &'static str,
        /// The type that the format says.
        expected: u8,
        /// The type that was found.
        found: u8,
    },
    /// A field is missing.
    #[error("the field `{field}` is missing")]
    MissingField {
        /// The field.
        field: &'static str,
    },
    /// A field has a value that the format does not define.
    #[error("the field `{field}` has the undefined value {value}")]
    UndefinedValue {
        /// The field.
        field: &'static str,
        /// The value.
        value: u64,
    },
    /// A number is too large for its field.
    #[error("the field `{field}` has the value {value}, which does not fit its {bits} bits")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// The value.
        value: u64,
        /// The number of bits of the field.
        bits: u32,
    },
    /// Text is not UTF-8.
    #[error("invalid UTF-8 in the field `{field}`")]
    InvalidUtf8 {
        /// The field.
        field: &'static str,
    },
    /// Compressed data is not valid.
    #[error("the compressed data is invalid: {0}")]
    Compression(&'static str),
    /// Compressed data has more than one frame.
    #[error("more data follows the compressed data")]
    SeveralFrames,
    /// A Cargo feature is needed that is not enabled.
    #[error("reading it needs the feature `{feature}` of toon-context")]
    MissingFeature {
        /// The feature.
        feature: &'static str,
    },
    /// A reference is not a hash.
    #[error("expected a reference of 32 bytes, found {0}")]
    InvalidReference(usize),
    /// A reference cannot be resolved without a store.
    #[error("the block is a reference, which cannot be resolved without a content store")]
    MissingStore,
    /// The store does not have the content of a reference.
    #[error("the content store does not have {}", hex(.0))]
    UnresolvedReference([u8; 32]),
    /// The store failed.
    #[error("the content store failed: {0}")]
    Store(#[source] io::Error),
}

/// What offsets count in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Within {
    /// The container as it is stored.
    Container,
    /// What follows the header, after decompression of all blocks together.
    Payload,
    /// A block, after decompression.
    Decompressed,
    /// A block that was replaced with a reference.
    Referenced,
}

/// A place in a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) within: Within,
    pub(super) block: Option<usize>,
}

impl DecodeError {
    pub(super) fn new(kind: DecodeErrorKind, place: Place) -> Self {
        DecodeError { kind, place }
    }

    /// What is wrong.
    pub fn kind(&self) -> &DecodeErrorKind {
        &self.kind
    }

    /// The number of bytes before the place of the error, in what [`within`](Self::within) says.
    pub fn offset(&self) -> u64 {
        self.place.offset
    }

    /// What the offset counts in.
    pub fn within(&self) -> Within {
        self.place.within
    }

    /// The index of the block. `None` for errors of the header, of the end marker, and of what follows it.
    pub fn block(&self) -> Option<usize> {
        self.place.block
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { offset, within, block } = self.place;
        write!(f, "{}, at byte {offset}", self.kind)?;
        let block = block.unwrap_or_default();
        match within {
            Within::Container => Ok(()),
            Within::Payload => f.write_str(" of the decompressed data"),
            Within::Decompressed => write!(f, " of the decompressed block {block}"),
            Within::Referenced => write!(f, " of the content that block {block} refers to"),
        }
    }
}

impl std::error::Error for DecodeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.kind.source()
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0x0f]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
