//! The bytes of a container, one after the other.

use super::checks::{Checks, Origin};
#[cfg(feature = "zstd")]
use super::compress::Decompressor;
use super::counted::Counted;
use super::error::{DecodeError, DecodeErrorKind as Kind, Within};
use super::{header, varint};
use std::io::BufRead;

type Result<T> = std::result::Result<T, DecodeError>;

/// How much memory is allocated for a length before as many bytes are there.
const MAX_RESERVED: usize = 64 << 10;

/// The bytes of a container, decompressed if all blocks are compressed together.
pub(super) struct Input<R> {
    source: Source<R>,
    /// How many bytes were consumed of the container, or after its header if that is compressed.
    offset: u64,
    /// The index of the block that is read.
    pub(super) block: Option<usize>,
}

enum Source<R> {
    Plain(Counted<R>),
    #[cfg(feature = "zstd")]
    Compressed(Box<Decompressor<R>>),
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Input { source: Source::Plain(Counted::new(reader)), offset: 0, block: None }
    }

    /// Decompresses what follows.
    #[cfg(feature = "zstd")]
    #[expect(clippy::unnecessary_wraps, reason = "it fails without the feature")]
    pub(super) fn decompress(self, checks: &Checks) -> Result<Self> {
        let source = match self.source {
            Source::Plain(reader) => {
                let decompressor = Decompressor::new(reader, checks.limits.payload, !checks.strict);
                Source::Compressed(Box::new(decompressor))
            }
            compressed @ Source::Compressed(_) => compressed,
        };
        Ok(Input { source, offset: 0, block: None })
    }

    /// Fails, since the feature that is needed is not enabled.
    #[cfg(not(feature = "zstd"))]
    pub(super) fn decompress(self, _checks: &Checks) -> Result<Self> {
        Err(self.error(Kind::MissingFeature { feature: "zstd" }))
    }

    /// The reader, after what was consumed of it.
    pub(super) fn into_reader(self) -> R {
        match self.source {
            Source::Plain(reader) => reader.into_inner(),
            #[cfg(feature = "zstd")]
            Source::Compressed(decompressor) => decompressor.into_reader(),
        }
    }

    /// What comes from here on.
    pub(super) fn origin(&self) -> Origin {
        let within = match self.source {
            Source::Plain(_) => Within::Container,
            #[cfg(feature = "zstd")]
            Source::Compressed(_) => Within::Payload,
        };
        Origin { base: self.offset, within, block: self.block }
    }

    pub(super) fn error(&self, kind: Kind) -> DecodeError {
        self.origin().error(kind, 0)
    }

    /// The next bytes. Empty at the end only.
    fn fill(&mut self) -> Result<&[u8]> {
        let origin = Origin { base: self.offset, within: Within::Container, block: self.block };
        match &mut self.source {
            Source::Plain(reader) => reader.fill_buf().map_err(|error| origin.error(Kind::Io(error), 0)),
            #[cfg(feature = "zstd")]
            Source::Compressed(decompressor) => {
                decompressor.fill().map_err(|(kind, base)| Origin { base, ..origin }.error(kind, 0))
            }
        }
    }

    fn consume(&mut self, len: usize) {
        match &mut self.source {
            Source::Plain(reader) => reader.consume(len),
            #[cfg(feature = "zstd")]
            Source::Compressed(decompressor) => decompressor.consume(len),
        }
        self.offset += len as u64;
    }

    pub(super) fn is_at_end(&mut self) -> Result<bool> {
        Ok(self.fill()?.is_empty())
    }

    pub(super) fn byte(&mut self, what: &'static str) -> Result<u8> {
        match self.fill()?.first() {
            Some(&byte) => {
                self.consume(1);
                Ok(byte)
            }
            None => Err(self.error(Kind::Truncated(what))),
        }
    }

    pub(super) fn header(&mut self) -> Result<[u8; header::LEN]> {
        let mut bytes = [0; header::LEN];
        for byte in &mut bytes {
            *byte = self.byte("its header")?;
        }
        Ok(bytes)
    }

    pub(super) fn varint(&mut self, checks: &mut Checks) -> Result<u64> {
        let origin = self.origin();
        let Some(varint) = varint::read(|| self.byte("a block"))? else {
            return Err(origin.error(Kind::VarintTooLong, 0));
        };
        if varint.is_overlong {
            checks.tolerate(origin.error(Kind::OverlongVarint, 0))?;
        }
        if varint.overflows {
            checks.tolerate(origin.error(Kind::VarintOverflow, 0))?;
        }
        Ok(varint.value)
    }

    /// Replaces `out` with the next `len` bytes.
    pub(super) fn read(&mut self, len: usize, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        out.reserve(len.min(MAX_RESERVED));
        while out.len() < len {
            let available = self.fill()?;
            if available.is_empty() {
                return Err(self.error(Kind::Truncated("a block")));
            }
            let piece = available.get(..len - out.len()).unwrap_or(available);
            out.extend_from_slice(piece);
            let consumed = piece.len();
            self.consume(consumed);
        }
        Ok(())
    }

    /// Whether all blocks were compressed together, but not in one frame.
    pub(super) fn has_several_frames(&self) -> bool {
        match &self.source {
            Source::Plain(_) => false,
            #[cfg(feature = "zstd")]
            Source::Compressed(decompressor) => decompressor.has_several(),
        }
    }
}
