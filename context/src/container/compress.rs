//! Compression with Zstandard.

use super::counted::Counted;
use super::error::DecodeErrorKind as Kind;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, BufRead, Read};

/// The largest window, as in the reference implementation. The decoder holds as much of what it has
/// decompressed.
const MAX_WINDOW: u64 = 128 << 20;

/// What is wrong with data that ends too early.
const TRUNCATED: &str = "it ends within a frame";

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

/// Compressed data as the decoder reads it, whose errors do not always say that reading failed.
struct Compressed<R> {
    bytes: Counted<R>,
    /// Why reading failed.
    failure: Option<io::Error>,
    /// Whether the decoder needed more bytes than there are.
    is_truncated: bool,
}

impl<R: BufRead> Read for Compressed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.bytes.fill_buf() {
            Ok(mut available) => {
                let len = available.read(out)?;
                self.is_truncated |= len == 0 && !out.is_empty();
                self.bytes.consume(len);
                Ok(len)
            }
            Err(error) => {
                let kind = error.kind();
                self.failure = Some(error);
                Err(kind.into())
            }
        }
    }
}

/// What is wrong with compressed data, and after how many bytes of it.
pub(super) type Failure = (Kind, u64);

/// Decompresses what `source` contains, piece by piece.
pub(super) struct Decompressor<R> {
    source: Compressed<R>,
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
    /// The number of frames that have ended, and whether one of them was not skipped.
    frames: usize,
    has_data: bool,
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
    pub(super) fn new(bytes: Counted<R>, limit: usize, allow_several: bool) -> Self {
        Decompressor {
            source: Compressed { bytes, failure: None, is_truncated: false },
            decoder: FrameDecoder::new(),
            piece: Vec::new(),
            consumed: 0,
            limit,
            produced: 0,
            produced_at_least: 0,
            frame_start: 0,
            state: State::BetweenFrames,
            frames: 0,
            has_data: false,
            allow_several,
        }
    }

    /// Whether there was more than one frame.
    pub(super) fn has_several(&self) -> bool {
        self.frames > 1
    }

    pub(super) fn into_reader(self) -> R {
        self.source.bytes.into_inner()
    }

    /// What was decompressed and not yet consumed. Empty at the end only.
    pub(super) fn fill(&mut self) -> Result<&[u8], Failure> {
        while self.consumed == self.piece.len()
            && self.advance().map_err(|kind| (kind, self.source.bytes.count()))?
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
            let decoded = self.decoder.decode_blocks(&mut self.source, step);
            let is_finished = decoded.map_err(|error| self.failure(&error))?;
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
        while !self.source.bytes.fill_buf().map_err(Kind::Io)?.is_empty() {
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
                Err(error) => return Err(self.failure(&error)),
            }
        }
        if self.has_data { Ok(false) } else { Err(Kind::Compression("it has no frame with data")) }
    }

    fn end_frame(&mut self) -> Result<(), Kind> {
        let error = |message| Err(Kind::Compression(message));
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
        self.has_data = true;
        Ok(())
    }

    fn skip(&mut self, len: u32) -> Result<(), Kind> {
        let mut remaining = usize::try_from(len).unwrap_or(usize::MAX);
        while remaining > 0 {
            let available = self.source.bytes.fill_buf().map_err(Kind::Io)?.len();
            if available == 0 {
                return Err(Kind::Compression(TRUNCATED));
            }
            let skipped = available.min(remaining);
            self.source.bytes.consume(skipped);
            remaining -= skipped;
        }
        Ok(())
    }

    /// Why the decoder failed.
    fn failure(&mut self, error: &FrameDecoderError) -> Kind {
        if let Some(error) = self.source.failure.take() {
            return Kind::Io(error);
        }
        Kind::Compression(match error {
            _ if self.source.is_truncated => TRUNCATED,
            FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::BadMagicNumber(_)) => {
                "expected the start of a Zstandard frame"
            }
            FrameDecoderError::WindowSizeTooBig { .. } => "it needs a window of more than 128 MiB",
            FrameDecoderError::DictNotProvided { .. } => "it needs a dictionary",
            _ => "it is damaged",
        })
    }
}
