//! Reads the blocks of a container one by one.

use super::body;
use super::checks::{Checks, Origin};
#[cfg(feature = "zstd")]
use super::compress::decompress;
use super::error::{DecodeError, DecodeErrorKind as Kind, Within};
use super::field::Reader;
use super::frame::{COMPRESSED, DEFINED_FLAGS, HAS_SUMMARY, HASH_LEN, IS_REFERENCE, kind};
use super::header::{Header, Magic};
use super::input::Input;
#[cfg(feature = "blake3")]
use super::store::ContentStore;
use crate::block::{Block, Modifiers, Unknown};
use std::io::BufRead;
#[cfg(feature = "blake3")]
use std::sync::Arc;

type Result<T> = std::result::Result<T, DecodeError>;

/// The blocks of a container, read one by one, with one block in memory at a time: the iterator that
/// [`DecodeOptions::read`](super::DecodeOptions::read) returns.
///
/// It ends after the first error.
pub struct Blocks<R> {
    input: Input<R>,
    magic: Magic,
    checks: Checks,
    #[cfg(feature = "blake3")]
    store: Option<Arc<dyn ContentStore>>,
    /// Whether nothing may follow the end marker.
    is_whole: bool,
    is_done: bool,
    /// The number of blocks so far.
    count: usize,
    /// The content of the last block.
    body: Vec<u8>,
}

impl<R: BufRead> Blocks<R> {
    /// Reads the header.
    pub(super) fn new(reader: R, mut checks: Checks, is_whole: bool) -> Result<Self> {
        let mut input = Input::new(reader);
        let origin = input.origin();
        let header = Header::read(input.header()?, origin, &mut checks)?;
        if header.is_compressed {
            input = input.decompress(&checks)?;
        }
        Ok(Blocks {
            input,
            magic: header.magic,
            checks,
            #[cfg(feature = "blake3")]
            store: None,
            is_whole,
            is_done: false,
            count: 0,
            body: Vec::new(),
        })
    }

    #[cfg(feature = "blake3")]
    pub(super) fn with_store(self, store: Option<Arc<dyn ContentStore>>) -> Self {
        Blocks { store, ..self }
    }

    /// The bytes that the container begins with.
    pub fn magic(&self) -> Magic {
        self.magic
    }

    /// The errors that were tolerated so far, at most the first hundred.
    pub fn tolerated(&self) -> &[DecodeError] {
        self.checks.tolerated()
    }

    /// The reader, after what was consumed of it.
    pub fn into_inner(self) -> R {
        self.input.into_reader()
    }

    pub(super) fn into_tolerated(self) -> Vec<DecodeError> {
        self.checks.into_tolerated()
    }

    /// The next block. `None` at the end marker.
    fn read(&mut self) -> Result<Option<Block>> {
        self.input.block = Some(self.count);
        if self.input.is_at_end()? {
            self.input.block = None;
            return Err(self.input.error(Kind::MissingEnd));
        }
        let start = self.input.origin();
        let id = self.input.varint(&mut self.checks)?;
        if id == u64::from(kind::END) {
            self.input.block = None;
            return self.end(Origin { block: None, ..start }).map(|()| None);
        }
        let Ok(id) = u8::try_from(id) else {
            return Err(start.error(Kind::InvalidKind(id), 0));
        };
        self.checks.count_item().map_err(|kind| start.error(kind, 0))?;
        let flags = self.flags()?;
        let origin = self.body()?;
        if flags & IS_REFERENCE != 0 && !self.resolve(origin)? {
            let unknown = Unknown { reference: Some(flags), ..Unknown::new(id, self.body.as_slice()) };
            return Ok(Some(unknown.into()));
        }
        let origin = match flags & IS_REFERENCE {
            0 => origin,
            _ => Origin { base: 0, within: Within::Referenced, ..origin },
        };
        let origin = if flags & COMPRESSED != 0 { self.decompress(origin)? } else { origin };
        self.checks.count_bytes(self.body.len()).map_err(|kind| origin.error(kind, 0))?;

        let mut reader = Reader::new(&self.body, origin, &mut self.checks);
        let has_summary = flags & HAS_SUMMARY != 0;
        let summary = if has_summary { Some(reader.text("summary")?) } else { None };
        let content = body::read(id, &mut reader)?;
        Ok(Some(Block { content, modifiers: Modifiers { summary, ..Modifiers::default() } }))
    }

    fn flags(&mut self) -> Result<u8> {
        let origin = self.input.origin();
        let flags = self.input.byte("a block")?;
        let undefined = flags & !DEFINED_FLAGS;
        if undefined != 0 {
            self.checks.tolerate(origin.error(Kind::ReservedFlags(undefined), 0))?;
        }
        Ok(flags & DEFINED_FLAGS)
    }

    /// Reads the content of a block as it is stored, and returns where it comes from.
    fn body(&mut self) -> Result<Origin> {
        let origin = self.input.origin();
        let len = self.input.varint(&mut self.checks)?;
        let limit = self.checks.limits.block;
        let Some(len) = usize::try_from(len).ok().filter(|len| *len <= limit) else {
            return Err(origin.error(Kind::BlockTooLarge { limit }, 0));
        };
        let origin = self.input.origin();
        self.input.read(len, &mut self.body)?;
        Ok(origin)
    }

    /// Replaces a reference with what it refers to. `false` if that is not known, which is tolerated.
    fn resolve(&mut self, origin: Origin) -> Result<bool> {
        let Ok(hash) = <[u8; HASH_LEN]>::try_from(self.body.as_slice()) else {
            return Err(origin.error(Kind::InvalidReference(self.body.len()), 0));
        };
        match self.look_up(hash) {
            Ok(content) => {
                let limit = self.checks.limits.block;
                if content.len() > limit {
                    return Err(origin.error(Kind::BlockTooLarge { limit }, 0));
                }
                self.body = content;
                Ok(true)
            }
            Err(kind @ Kind::Store(_)) => Err(origin.error(kind, 0)),
            Err(kind) => self.checks.tolerate(origin.error(kind, 0)).map(|()| false),
        }
    }

    #[cfg(feature = "blake3")]
    fn look_up(&self, hash: [u8; HASH_LEN]) -> std::result::Result<Vec<u8>, Kind> {
        let store = self.store.as_ref().ok_or(Kind::MissingStore)?;
        store.get(&hash).map_err(Kind::Store)?.ok_or(Kind::UnresolvedReference(hash))
    }

    #[cfg(not(feature = "blake3"))]
    #[expect(clippy::unused_self, reason = "the feature `blake3` adds the store")]
    fn look_up(&self, _hash: [u8; HASH_LEN]) -> std::result::Result<Vec<u8>, Kind> {
        Err(Kind::MissingFeature { feature: "blake3" })
    }

    #[cfg(feature = "zstd")]
    fn decompress(&mut self, origin: Origin) -> Result<Origin> {
        let (limit, allow_several) = (self.checks.limits.block, !self.checks.strict);
        let (content, has_several) =
            decompress(&self.body, limit, allow_several).map_err(|(kind, at)| match kind {
                Kind::PayloadTooLarge { limit } => origin.error(Kind::BlockTooLarge { limit }, 0),
                kind => origin.error(kind, usize::try_from(at).unwrap_or_default()),
            })?;
        if has_several {
            self.checks.tolerate(origin.error(Kind::SeveralFrames, 0))?;
        }
        self.body = content;
        Ok(Origin { base: 0, within: Within::Decompressed, ..origin })
    }

    #[cfg(not(feature = "zstd"))]
    #[expect(clippy::unused_self, reason = "the feature `zstd` replaces the content")]
    fn decompress(&mut self, origin: Origin) -> Result<Origin> {
        Err(origin.error(Kind::MissingFeature { feature: "zstd" }, 0))
    }

    /// Reads what follows the first two bytes of the end marker.
    fn end(&mut self, start: Origin) -> Result<()> {
        let flags = self.input.byte("the end marker")?;
        let len = self.input.varint(&mut self.checks)?;
        if flags != 0 || len != 0 {
            self.checks.tolerate(start.error(Kind::InvalidEnd, 0))?;
        }
        if self.is_whole {
            // Behind compressed data, anything else is invalid data.
            match self.input.is_at_end() {
                Ok(true) => {}
                Ok(false) => self.checks.tolerate(self.input.error(Kind::TrailingData))?,
                Err(error) => self.checks.tolerate(error)?,
            }
        }
        if self.input.has_several_frames() {
            self.checks.tolerate(start.error(Kind::SeveralFrames, 0))?;
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let block = self.read().transpose();
        self.count += 1;
        self.is_done = !matches!(block, Some(Ok(_)));
        block
    }
}

impl<R: BufRead> std::iter::FusedIterator for Blocks<R> {}
