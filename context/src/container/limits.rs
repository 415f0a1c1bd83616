//! How large a container may be.

/// How deep file trees may be in a container.
pub const MAX_DEPTH: usize = 128;

/// How large a container may be. Both writing and reading keep to it: what is written within the limits
/// can be read within the same limits.
///
/// Lengths are those after decompression. They are checked before memory is allocated, and while data is
/// decompressed, so that hostile containers take no more memory than the limits allow.
///
/// ```
/// use toon_context::{Conversation, container};
///
/// let limits = container::Limits::new().block(1024);
/// let block = Conversation::user("x".repeat(2048)).into();
/// let error = container::EncodeOptions::new().limits(limits).encode(&[block]).unwrap_err();
/// assert_eq!(error.to_string(), "block 0 has 2055 bytes, more than the limit of 1024");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub(super) block: usize,
    pub(super) payload: usize,
    pub(super) items: usize,
}

impl Limits {
    /// The limits of the format, and a million blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// The length of a block in bytes, with its summary. 16 MiB if it is not called.
    #[must_use]
    pub fn block(mut self, bytes: usize) -> Self {
        self.block = bytes;
        self
    }

    /// The length of all blocks together in bytes, also of those that are references. 256 MiB if it is
    /// not called.
    #[must_use]
    pub fn payload(mut self, bytes: usize) -> Self {
        self.payload = bytes;
        self
    }

    /// The number of blocks, entries of file trees, and hunks of diffs, which can be much larger in
    /// memory than in a container. A million if it is not called.
    ///
    /// The values of data have the same limit, but count apart. In TOON, 64 bytes of keys count as another
    /// value, since each row of a table has copies of them. Data beyond the limit is read as text.
    #[must_use]
    pub fn items(mut self, count: usize) -> Self {
        self.items = count;
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { block: 16 << 20, payload: 256 << 20, items: 1_000_000 }
    }
}
