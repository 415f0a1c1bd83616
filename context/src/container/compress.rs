//! Compression with Zstandard.

use super::counted::Counted;
use super::error::DecodeErrorKind as Kind;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::BufRead;

/// The largest window, as in the reference implementation. The decoder holds as much of what it has
/// decompressed.
const MAX_WINDOW: u64 = 128 << 20;

/// How much is decompressed at once.
const STEP: usize = 128 << 10;

/// Compresses `bytes`. `None` if they do not become shorter.
pub(super) fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    // The crate has one level that compresses.
    let compressed = compress_to_vec(bytes, CompressionLevel::Fastest);
    (compressed.len() < bytes.len()).then_some(compressed)
}

/// Decompresses `bytes`, and says whether they have more than one frame.
pub(super) fn decompress(
    bytes: &[u8],
    limit: usize,
    allow_several: bool,
) -> Result<(Vec<u8>, bool), Failure> {
    let mut decompressor = Decompressor::new(Counted::new(bytes), limit, allow_several);
    let mut out = Vec::new();
    loop {
        let piece = decompressor.fill()?;
        if piece.is_empty() {
            return Ok((out, decompressor.frames > 1));
        }
        out.extend_from_slice(piece);
        let len = piece.len();
        decompressor.consume(len);
    }
}

/// What is wrong with compressed data, and after how many bytes of it.
pub(super) type Failure = (Kind, u64);

/// Decompresses what `source` contains, piece by piece.
pub(super) struct Decompressor<R> {
    source: Counted<R>,
    decoder: FrameDecoder,
    /// The last piece, and how much of it was consumed.
    piece: Vec<u8>,
    consumed: usize,
    limit: usize,
    /// How much was decompressed: exactly, and at least if what the decoder holds is included.
    produced: usize,
    produced_at_least: usize,
    /// The value of `produced` at the beginning of the frame.
    frame_start: usize,
    state: State,
    /// The number of frames that have ended.
    frames: usize,
    /// Whether more than one frame is read.
    allow_several: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    BetweenFrames,
    InFrame,
}

impl<R: BufRead> Decompressor<R> {
    /// Fails with [`Kind::PayloadTooLarge`] if there are more than `limit` bytes.
    pub(super) fn new(source: Counted<R>, limit: usize, allow_several: bool) -> Self {
        Decompressor {
            source,
            decoder: FrameDecoder::new(),
            piece: Vec::new(),
            consumed: 0,
            limit,
            produced: 0,
            produced_at_least: 0,
            frame_start: 0,
            state: State::BetweenFrames,
            frames: 0,
            allow_several,
        }
    }

    /// Whether there was more than one frame.
    pub(super) fn has_several(&self) -> bool {
        self.frames > 1
    }

    pub(super) fn into_reader(self) -> R {
        self.source.into_inner()
    }

    /// What was decompressed and not yet consumed. Empty at the end only.
    pub(super) fn fill(&mut self) -> Result<&[u8], Failure> {
        while self.consumed == self.piece.len()
            && self.advance().map_err(|kind| (kind, self.source.count()))?
        {}
        Ok(self.piece.get(self.consumed..).unwrap_or_default())
    }

    pub(super) fn consume(&mut self, len: usize) {
        self.consumed += len;
    }

    /// Decompresses the next piece, which can be empty. `false` at the end.
    fn advance(&mut self) -> Result<bool, Kind> {
        if self.state == State::BetweenFrames && !self.begin_frame()? {
            return Ok(false);
        }
        if !self.decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBytes(STEP);
            let is_finished =
                self.decoder.decode_blocks(&mut self.source, step).map_err(|error| invalid(&error))?;
            if !is_finished {
                self.produced_at_least += STEP;
            }
        }
        self.piece = self.decoder.collect().unwrap_or_default();
        self.consumed = 0;
        self.produced += self.piece.len();
        self.produced_at_least = self.produced_at_least.max(self.produced);
        if self.produced_at_least > self.limit {
            return Err(Kind::PayloadTooLarge { limit: self.limit });
        }
        if self.decoder.is_finished() {
            self.end_frame()?;
        }
        Ok(true)
    }

    /// `false` if there is none.
    fn begin_frame(&mut self) -> Result<bool, Kind> {
        while !self.source.fill_buf().map_err(Kind::Io)?.is_empty() {
            if self.frames > 0 && !self.allow_several {
                return Err(Kind::SeveralFrames);
            }
            // A used decoder would allocate the whole window at once.
            self.decoder = FrameDecoder::new();
            self.decoder.set_max_window_size(MAX_WINDOW);
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.state = State::InFrame;
                    self.frame_start = self.produced;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    self.skip(length)?;
                    self.frames += 1;
                }
                Err(error) => return Err(invalid(&error)),
            }
        }
        Ok(false)
    }

    fn end_frame(&mut self) -> Result<(), Kind> {
        let error = |message: &str| Err(Kind::Compression(message.to_owned()));
        let expected = self.decoder.content_size();
        if expected != 0 && expected != (self.produced - self.frame_start) as u64 {
            return error("it is not of the length that it states");
        }
        let checksum = self.decoder.get_checksum_from_data();
        if checksum.is_some() && checksum != self.decoder.get_calculated_checksum() {
            return error("the checksum does not match");
        }
        self.state = State::BetweenFrames;
        self.frames += 1;
        Ok(())
    }

    fn skip(&mut self, len: u32) -> Result<(), Kind> {
        let mut remaining = usize::try_from(len).unwrap_or(usize::MAX);
        while remaining > 0 {
            let available = self.source.fill_buf().map_err(Kind::Io)?.len();
            if available == 0 {
                return Err(Kind::Compression("it ends within a frame".to_owned()));
            }
            let skipped = available.min(remaining);
            self.source.consume(skipped);
            remaining -= skipped;
        }
        Ok(())
    }
}

fn invalid(error: &FrameDecoderError) -> Kind {
    Kind::Compression(error.to_string())
}
