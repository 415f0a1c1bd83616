//! Files that are compressed with gzip or Zstandard, whatever their names are.

use flate2::bufread::GzDecoder;
use ruzstd::decoding::BlockDecodingStrategy::UptoBlocks;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};

/// The number of bytes by which a compression is recognized.
pub(super) const MAGIC: u64 = 4;

#[derive(Clone, Copy)]
pub(super) enum Compression {
    Gzip,
    Zstandard,
}

impl Compression {
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            // RFC 1952 knows no method but 8.
            [0x1f, 0x8b, 8, ..] => Some(Compression::Gzip),
            // A frame, or a frame of other data, which is skipped.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Some(Compression::Zstandard),
            _ => None,
        }
    }

    /// Decompresses a source, of which `head` has been read before.
    fn decoder(self, head: Vec<u8>, source: impl Read + 'static) -> Box<dyn Read> {
        let archive = BufReader::new(Cursor::new(head).chain(source));
        match self {
            Compression::Gzip => Box::new(Members { decoder: Some(GzDecoder::new(archive)) }),
            Compression::Zstandard => Box::new(Frames { archive, decoder: FrameDecoder::new() }),
        }
    }

    /// Says what is wrong with the archive.
    fn explain(self, error: &io::Error) -> io::Error {
        let name = match self {
            Compression::Gzip => "gzip",
            Compression::Zstandard => "Zstandard",
        };
        match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                io::Error::new(error.kind(), format!("the {name} data ends too early"))
            }
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                io::Error::new(error.kind(), format!("the {name} data cannot be decompressed: {error}"))
            }
            // The file cannot be read.
            kind => io::Error::new(kind, error.to_string()),
        }
    }
}

/// Decompresses a source while it is read.
pub(super) struct Decompressor {
    compression: Compression,
    decoder: Box<dyn Read>,
    /// The file to start again with. A pipe cannot be read again.
    file: Option<File>,
    /// The number of bytes that have been decompressed.
    position: u64,
}

impl Decompressor {
    /// Decompresses `source`, of which `head` has been read before. `file` is the same source if it
    /// can be read again.
    pub(super) fn new(
        compression: Compression,
        head: Vec<u8>,
        source: impl Read + 'static,
        file: Option<File>,
    ) -> Self {
        Decompressor { compression, decoder: compression.decoder(head, source), file, position: 0 }
    }

    fn restart(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Err(io::ErrorKind::NotSeekable.into()) };
        file.rewind()?;
        self.decoder = self.compression.decoder(Vec::new(), file.try_clone()?);
        self.position = 0;
        Ok(())
    }
}

impl Read for Decompressor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer).map_err(|error| self.compression.explain(&error))?;
        self.position += length as u64;
        Ok(length)
    }
}

/// Going back means to decompress again from the start.
impl Seek for Decompressor {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(target) => Some(target),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
            SeekFrom::End(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        let target = target.ok_or(io::ErrorKind::InvalidInput)?;
        if target < self.position {
            self.restart()?;
        }
        let missing = target - self.position;
        io::copy(&mut self.take(missing), &mut io::sink())?;
        Ok(self.position)
    }
}

/// Reads all members of gzip data.
struct Members<R> {
    /// `None` at the end.
    decoder: Option<GzDecoder<R>>,
}

/// Finds the next member, if there is one.
fn next_member<R: BufRead>(mut archive: R) -> io::Result<Option<GzDecoder<R>>> {
    loop {
        let rest = archive.fill_buf()?;
        match rest.iter().position(|byte| *byte != 0) {
            None if rest.is_empty() => return Ok(None),
            // Like `gzip`, ignores the padding of tapes.
            None => {
                let length = rest.len();
                archive.consume(length);
            }
            Some(0) if rest.first() == Some(&0x1f) => return Ok(Some(GzDecoder::new(archive))),
            Some(_) => {
                let message = "other data follows it";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let length = decoder.read(buffer)?;
            if length > 0 || buffer.is_empty() {
                return Ok(length);
            }
            self.decoder = match self.decoder.take() {
                Some(decoder) => next_member(decoder.into_inner())?,
                None => None,
            };
        }
        Ok(0)
    }
}

/// Reads all frames of Zstandard data.
struct Frames<R> {
    archive: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> Frames<R> {
    /// Starts the next frame, if there is one.
    fn next(&mut self) -> io::Result<bool> {
        if self
            .decoder
            .get_checksum_from_data()
            .is_some_and(|sum| Some(sum) != self.decoder.get_calculated_checksum())
        {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum"));
        }
        if self.archive.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.init(&mut self.archive) {
            Ok(()) => {}
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => {
                let length = u64::from(length);
                if io::copy(&mut (&mut self.archive).take(length), &mut io::sink())? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Err(error) => return Err(read_error(error)),
        }
        Ok(true)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 {
            if self.decoder.is_finished() {
                if !self.next()? {
                    return Ok(0);
                }
            } else {
                self.decoder.decode_blocks(&mut self.archive, UptoBlocks(1)).map_err(read_error)?;
            }
        }
        self.decoder.read(buffer)
    }
}

/// The error of the archive's reader, if that is the cause.
fn read_error(error: FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return io::Error::new(error.kind(), error.to_string());
        }
        cause = error.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, error)
}
