//! Reads containers.

use super::checks::Checks;
use super::error::DecodeError;
use super::header::Magic;
use super::limits::Limits;
use super::priority;
#[cfg(feature = "blake3")]
use super::store::ContentStore;
use super::stream::Blocks;
use crate::block::Block;
use std::io::BufRead;
#[cfg(feature = "blake3")]
use std::sync::Arc;

/// Reads a container with the default [options](DecodeOptions).
///
/// # Errors
/// Fails if it is not exactly as the format says, or exceeds the default [limits](Limits).
///
/// ```
/// use toon_context::{Conversation, container};
///
/// let blocks = [Conversation::user("Fix the timeout.").into()];
/// let bytes = container::encode(&blocks)?;
/// assert_eq!(container::decode(&bytes).unwrap().blocks, blocks);
///
/// let error = container::decode(&bytes[..bytes.len() - 4]).unwrap_err();
/// assert_eq!(error.to_string(), "the container ends without the end marker, at byte 33");
/// # Ok::<(), container::EncodeError>(())
/// ```
pub fn decode(bytes: &[u8]) -> Result<Container, DecodeError> {
    DecodeOptions::new().decode(bytes)
}

/// A container that was read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Container {
    /// The bytes that it begins with.
    pub magic: Magic,
    /// The blocks in order, also the annotations. The blocks themselves do not have priorities.
    pub blocks: Vec<Block>,
    /// The errors that were tolerated, at most the first hundred.
    pub tolerated: Vec<DecodeError>,
}

impl Container {
    /// The blocks, with the priorities that annotations state. The annotations stay where they are: they
    /// are not rendered, and without them, others would state something of the wrong block.
    ///
    /// Annotations refer to a block by its index. If the blocks are changed and written again, new ones can
    /// be added at the end; if others move, the annotations that refer to them must be replaced. To make
    /// the priority of a block normal again, replace the annotation that states another one.
    ///
    /// ```
    /// use toon_context::{Code, Priority, container};
    ///
    /// let code = Code::new("a.rs", "fn main() {}").priority(Priority::High);
    /// let blocks = container::decode(&container::encode(&[code.into()])?).unwrap().into_blocks();
    /// assert_eq!((blocks.len(), blocks[0].priority()), (2, Priority::High));
    /// # Ok::<(), container::EncodeError>(())
    /// ```
    pub fn into_blocks(mut self) -> Vec<Block> {
        priority::apply(&mut self.blocks);
        self.blocks
    }
}

/// How a container is read.
///
/// ```
/// use toon_context::{Conversation, container};
///
/// let mut bytes = container::encode(&[Conversation::user("Hi").into()])?;
/// bytes.extend(b"more");
/// let error = container::decode(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "data follows the end marker, at byte 23");
///
/// let container = container::DecodeOptions::new().strict(false).decode(&bytes).unwrap();
/// assert_eq!(container.blocks.len(), 1);
/// assert_eq!(container.tolerated[0].to_string(), error.to_string());
/// # Ok::<(), container::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    strict: bool,
    limits: Limits,
    #[cfg(feature = "blake3")]
    store: Option<Arc<dyn ContentStore>>,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        DecodeOptions {
            strict: true,
            limits: Limits::default(),
            #[cfg(feature = "blake3")]
            store: None,
        }
    }
}

impl DecodeOptions {
    /// Strict, with the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether containers must be exactly as the format says, which they must if it is not called.
    ///
    /// Otherwise, what can be understood is read: undefined flags, integers that are longer than needed
    /// or too large, of which the low bits count, fields of the wrong type, text that is not UTF-8, of
    /// which the invalid bytes are replaced, compressed data in several frames, and data that follows the
    /// end. References that cannot be resolved become [`Unknown`](crate::container::Unknown) blocks. See
    /// [`Container::tolerated`] for what was found.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Sets how large the container may be.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets where references are looked up.
    #[cfg(feature = "blake3")]
    #[must_use]
    pub fn store(mut self, store: Arc<dyn ContentStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Reads a container.
    ///
    /// # Errors
    /// Fails if it is not as the format says, exceeds a limit, refers to what the store does not have, or
    /// needs a feature that is not enabled.
    pub fn decode(&self, bytes: &[u8]) -> Result<Container, DecodeError> {
        let mut blocks = self.blocks(bytes, true)?;
        let magic = blocks.magic();
        let read = blocks.by_ref().collect::<Result<_, _>>()?;
        Ok(Container { magic, blocks: read, tolerated: blocks.into_tolerated() })
    }

    /// Reads the header of a container, and its blocks one by one, as the iterator is advanced. Data that
    /// is compressed is decompressed in the same way. Put a reader that only implements
    /// [`Read`](std::io::Read) into a [`BufReader`](std::io::BufReader).
    ///
    /// In strict mode, nothing may follow the container, so the reader is read to its end. Otherwise, it
    /// is not read beyond the end marker.
    ///
    /// # Errors
    /// Fails if the header cannot be read. The items of the iterator fail like
    /// [`decode`](Self::decode), with the same errors, and if the reader fails.
    ///
    /// ```
    /// use toon_context::{Content, Conversation, container};
    ///
    /// let bytes = container::encode(&[Conversation::user("Hi").into(), Conversation::assistant("Hello").into()])?;
    /// let mut turns = 0;
    /// for block in container::DecodeOptions::new().read(bytes.as_slice())? {
    ///     turns += usize::from(matches!(block?.content(), Content::Conversation(_)));
    /// }
    /// assert_eq!(turns, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read<R: BufRead>(&self, reader: R) -> Result<Blocks<R>, DecodeError> {
        self.blocks(reader, self.strict)
    }

    fn blocks<R: BufRead>(&self, reader: R, is_whole: bool) -> Result<Blocks<R>, DecodeError> {
        let blocks = Blocks::new(reader, Checks::new(self.strict, self.limits), is_whole)?;
        #[cfg(feature = "blake3")]
        let blocks = blocks.with_store(self.store.clone());
        Ok(blocks)
    }
}
