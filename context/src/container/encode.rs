//! Writes containers.

#[cfg(feature = "zstd")]
use super::compress::compress;
use super::error::EncodeError;
use super::field::Writer;
use super::frame::{self, COMPRESSED, HAS_SUMMARY, IS_REFERENCE};
use super::header::{self, Header, Magic};
use super::limits::Limits;
#[cfg(feature = "blake3")]
use super::store::{self, ContentStore};
use super::turns::one_by_one;
use super::{body, priority};
use crate::block::{Annotation, Block, Content, Unknown};
use crate::words::{AnnotationKind, Priority};
use std::borrow::Cow;
use std::collections::HashMap;
#[cfg(feature = "blake3")]
use std::sync::Arc;

/// Shorter blocks are not compressed.
const MIN_COMPRESSED: usize = 256;

/// Writes blocks to a container with the default [options](EncodeOptions).
///
/// # Errors
/// Like [`EncodeOptions::encode`].
///
/// ```
/// use toon_context::{Code, container};
///
/// let bytes = container::encode(&[Code::new("empty.rs", "").into()])?;
/// assert_eq!(bytes, b"BCP\0\x01\0\0\0\x01\0\x11\x01\0\x01\x02\x01\x08empty.rs\x03\x01\0\xff\x01\0\0");
/// # Ok::<(), container::EncodeError>(())
/// ```
pub fn encode(blocks: &[Block]) -> Result<Vec<u8>, EncodeError> {
    EncodeOptions::new().encode(blocks)
}

/// How a container is written.
///
/// ```
/// use toon_context::{Conversation, container};
///
/// let blocks = [Conversation::user("Fix the timeout. ".repeat(100)).into()];
/// let plain = container::encode(&blocks)?;
/// # #[cfg(feature = "zstd")] {
/// let bytes = container::EncodeOptions::new().compress_payload(true).encode(&blocks)?;
/// assert!(bytes.len() < plain.len() / 10);
/// assert_eq!(container::decode(&bytes).unwrap().blocks, blocks);
/// # }
/// # Ok::<(), container::EncodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    pub(crate) magic: Magic,
    pub(crate) compress_blocks: bool,
    pub(crate) compress_payload: bool,
    pub(crate) limits: Limits,
    #[cfg(feature = "blake3")]
    pub(crate) store: Option<Arc<dyn ContentStore>>,
    #[cfg(feature = "blake3")]
    pub(crate) dedup: bool,
}

/// A block in the order of the container, and how it is written.
#[derive(Clone, Debug)]
pub(crate) struct Item<'b> {
    pub(crate) block: Cow<'b, Block>,
    pub(crate) compress: bool,
    /// Whether it is replaced with a reference in any case.
    #[cfg(feature = "blake3")]
    pub(crate) by_reference: bool,
}

impl<'b> Item<'b> {
    pub(crate) fn new(block: Cow<'b, Block>) -> Self {
        Item {
            block,
            compress: false,
            #[cfg(feature = "blake3")]
            by_reference: false,
        }
    }

    /// The statement that the block with the index `target` has a priority.
    pub(crate) fn priority(target: usize, priority: Priority) -> Self {
        // As many blocks do not fit into memory.
        let target = u32::try_from(target).unwrap_or(u32::MAX);
        let annotation = Annotation::new(target, AnnotationKind::Priority, [priority.to_byte()]);
        Item::new(Cow::Owned(annotation.into()))
    }
}

impl EncodeOptions {
    /// `BCP\0`, without compression and references.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the bytes that the container begins with.
    #[must_use]
    pub fn magic(mut self, magic: Magic) -> Self {
        self.magic = magic;
        self
    }

    /// Compresses each block of at least 256 bytes, if it becomes shorter. It needs the feature `zstd`.
    #[must_use]
    pub fn compress_blocks(mut self, compress: bool) -> Self {
        self.compress_blocks = compress;
        self
    }

    /// Compresses all blocks together, if they become shorter. It needs the feature `zstd`, and takes
    /// precedence over [`compress_blocks`](Self::compress_blocks).
    #[must_use]
    pub fn compress_payload(mut self, compress: bool) -> Self {
        self.compress_payload = compress;
        self
    }

    /// Sets how large the container may be.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets where the contents of blocks are kept that are replaced with references.
    #[cfg(feature = "blake3")]
    #[must_use]
    pub fn store(mut self, store: Arc<dyn ContentStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Replaces each block with a reference whose content is in the [store](Self::store) already, and
    /// puts the content of the others there. Only blocks that are equal in all respects are duplicates.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toon_context::{Code, container};
    ///
    /// let store = Arc::new(container::MemoryStore::new());
    /// let code = Code::new("a.rs", "fn shared() -> u32 { 42 }");
    /// let options = container::EncodeOptions::new().store(store.clone()).dedup(true);
    /// let bytes = options.encode(&[code.clone().into(), code.into()])?;
    /// assert_eq!(bytes.len(), 88);
    ///
    /// let options = container::DecodeOptions::new().store(store);
    /// let blocks = options.decode(&bytes).unwrap().blocks;
    /// assert_eq!(blocks[0], blocks[1]);
    /// # Ok::<(), container::EncodeError>(())
    /// ```
    #[cfg(feature = "blake3")]
    #[must_use]
    pub fn dedup(mut self, dedup: bool) -> Self {
        self.dedup = dedup;
        self
    }

    /// Writes blocks to a container.
    ///
    /// A block with a priority other than [`Priority::Normal`] is followed by an [`Annotation`] that
    /// states it, unless one of `blocks` does. If there are annotations in `blocks`, the further ones are
    /// written at the end, since they state the indexes of blocks. [`Data`](crate::Data) with a name becomes an
    /// [`Extension`](crate::container::Extension), since the format does not have tables,
    /// and the blocks of [`Turns`](crate::Turns) are written one after another, without its summary. Values are written as
    /// JSON. Without the feature `json`, results of tools are written as TOON, and other values cannot
    /// be written.
    ///
    /// # Errors
    /// Fails if there are no blocks, a limit is exceeded, the data of a block cannot be written, a
    /// feature or the store is missing that the options need, or the store fails.
    pub fn encode(&self, blocks: &[Block]) -> Result<Vec<u8>, EncodeError> {
        self.encode_items(&with_priorities(&one_by_one(blocks)))
    }

    pub(crate) fn encode_items(&self, items: &[Item<'_>]) -> Result<Vec<u8>, EncodeError> {
        if items.is_empty() {
            return Err(EncodeError::Empty);
        }
        self.check_features(items)?;
        let mut frames = Vec::new();
        let (mut bytes, mut messages) = (0usize, 0usize);
        for (index, item) in items.iter().enumerate() {
            let writer = self.body(&item.block, index)?;
            messages += writer.items + 1;
            bytes += writer.out.len();
            if messages > self.limits.items {
                return Err(EncodeError::TooManyItems { limit: self.limits.items });
            }
            if bytes > self.limits.payload {
                return Err(EncodeError::PayloadTooLarge { limit: self.limits.payload });
            }
            let (flags, body) = self.shorten(item, writer.out)?;
            frame::write(&mut frames, body::kind(&item.block.content), flags, &body);
        }
        frame::write_end(&mut frames);
        self.finish(&frames)
    }

    /// The content of a block, with its summary.
    fn body(&self, block: &Block, index: usize) -> Result<Writer, EncodeError> {
        let mut writer = Writer::new(index);
        // The summary of a reference is part of what it refers to.
        if let Some(summary) = block.summary()
            && !is_reference(block)
        {
            writer.length_and_bytes(summary.as_bytes());
        }
        body::write(&block.content, &mut writer)?;
        let (size, limit) = (writer.out.len(), self.limits.block);
        if size > limit {
            return Err(EncodeError::BlockTooLarge { block: index, size, limit });
        }
        Ok(writer)
    }

    /// The content of a block as it is stored, and the flags that say so.
    fn shorten(&self, item: &Item<'_>, body: Vec<u8>) -> Result<(u8, Vec<u8>), EncodeError> {
        if let Content::Unknown(Unknown { reference: Some(flags), .. }) = item.block.content {
            return Ok((flags | IS_REFERENCE, body));
        }
        let flags = item.block.summary().map_or(0, |_| HAS_SUMMARY);
        if let Some(hash) = self.reference(item, &body)? {
            return Ok((flags | IS_REFERENCE, hash.to_vec()));
        }
        let compress_block = (item.compress || self.compress_blocks) && !self.compress_payload;
        if compress_block
            && body.len() >= MIN_COMPRESSED
            && let Some(compressed) = compress(&body)
        {
            return Ok((flags | COMPRESSED, compressed));
        }
        Ok((flags, body))
    }

    /// The hash of the content of a block that is replaced with a reference.
    #[cfg(feature = "blake3")]
    fn reference(&self, item: &Item<'_>, body: &[u8]) -> Result<Option<[u8; 32]>, EncodeError> {
        if !item.by_reference && !self.dedup {
            return Ok(None);
        }
        let store = self.store.as_ref().ok_or(EncodeError::MissingStore)?;
        let is_reference =
            item.by_reference || store.contains(&store::hash(body)).map_err(EncodeError::Store)?;
        // Also if the store has it: what it has can be damaged.
        let hash = store.put(body).map_err(EncodeError::Store)?;
        Ok(is_reference.then_some(hash))
    }

    #[cfg(not(feature = "blake3"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "the feature `blake3` adds the store")]
    fn reference(&self, _item: &Item<'_>, _body: &[u8]) -> Result<Option<[u8; 32]>, EncodeError> {
        Ok(None)
    }

    fn finish(&self, frames: &[u8]) -> Result<Vec<u8>, EncodeError> {
        if self.compress_payload && frames.len() > self.limits.payload {
            return Err(EncodeError::PayloadTooLarge { limit: self.limits.payload });
        }
        let compressed = if self.compress_payload { compress(frames) } else { None };
        let header = Header { magic: self.magic, is_compressed: compressed.is_some() };
        let payload = compressed.as_deref().unwrap_or(frames);
        let mut out = Vec::with_capacity(header::LEN + payload.len());
        out.extend_from_slice(&header.to_bytes());
        out.extend_from_slice(payload);
        Ok(out)
    }

    fn check_features(&self, items: &[Item<'_>]) -> Result<(), EncodeError> {
        #[cfg(feature = "blake3")]
        if self.store.is_none() && (self.dedup || items.iter().any(|item| item.by_reference)) {
            return Err(EncodeError::MissingStore);
        }
        let compress =
            self.compress_payload || self.compress_blocks || items.iter().any(|item| item.compress);
        if compress && cfg!(not(feature = "zstd")) {
            return Err(EncodeError::MissingFeature { feature: "zstd" });
        }
        Ok(())
    }
}

fn is_reference(block: &Block) -> bool {
    matches!(&block.content, Content::Unknown(unknown) if unknown.is_reference())
}

/// Compression is refused earlier.
#[cfg(not(feature = "zstd"))]
fn compress(_bytes: &[u8]) -> Option<Vec<u8>> {
    None
}

/// The blocks, each followed by an annotation if it has a priority that no annotation states. If there
/// are annotations already, the further ones are at the end, so that no block gets another index.
fn with_priorities(blocks: &[Block]) -> Vec<Item<'_>> {
    let stated: HashMap<usize, Priority> = priority::stated(blocks).collect();
    let has_annotations = blocks.iter().any(|block| matches!(block.content, Content::Annotation(_)));
    let mut items = Vec::with_capacity(blocks.len());
    let mut at_end = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let target = if has_annotations { index } else { items.len() };
        items.push(Item::new(Cow::Borrowed(block)));
        let priority = block.priority();
        if priority != Priority::default() && stated.get(&index) != Some(&priority) {
            let annotations = if has_annotations { &mut at_end } else { &mut items };
            annotations.push(Item::priority(target, priority));
        }
    }
    items.append(&mut at_end);
    items
}
