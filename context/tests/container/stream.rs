//! Reading block by block.

use crate::support::{Broken, container, goldens, hex};
use std::io::{self, BufRead, BufReader, Read};
use toon_context::Block;
use toon_context::container::{DecodeError, DecodeErrorKind, DecodeOptions, EncodeOptions};

/// Gives a single byte at a time.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = out.len().min(1);
        self.0.read(&mut out[..len])
    }
}

/// Is interrupted before it gives a byte, or says that it is at the end.
struct Interrupted<'b> {
    slow: Slow<'b>,
    was_interrupted: bool,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.was_interrupted = !self.was_interrupted;
        if self.was_interrupted { Err(io::ErrorKind::Interrupted.into()) } else { self.slow.read(out) }
    }
}

fn read<R: BufRead>(options: &DecodeOptions, reader: R) -> Result<Vec<Block>, DecodeError> {
    options.read(reader)?.collect()
}

#[test]
fn pieces_of_any_length_are_read_alike() {
    for (name, bytes, blocks) in goldens() {
        let options = DecodeOptions::new();
        assert_eq!(read(&options, bytes.as_slice()).unwrap(), blocks, "{name}");
        assert_eq!(read(&options, BufReader::with_capacity(1, Slow(&bytes))).unwrap(), blocks, "{name}");
    }
}

#[test]
fn interrupted_readers_are_read_again() {
    let options = DecodeOptions::new();
    let read_interrupted = |bytes: &[u8]| {
        let reader = Interrupted { slow: Slow(bytes), was_interrupted: false };
        read(&options, BufReader::with_capacity(1, reader)).unwrap()
    };
    for (name, bytes, blocks) in goldens() {
        assert_eq!(read_interrupted(&bytes), blocks, "{name}");
        if cfg!(feature = "zstd") {
            let compress = EncodeOptions::new().compress_payload(true);
            assert_eq!(read_interrupted(&compress.encode(&blocks).unwrap()), blocks, "{name}");
        }
    }
}

#[test]
fn errors_are_those_of_slices() {
    for strict in [true, false] {
        let options = DecodeOptions::new().strict(strict);
        for (_, bytes, _) in goldens() {
            for len in (0..bytes.len()).take(500) {
                let slice = options.decode(&bytes[..len]).unwrap_err().to_string();
                let stream = read(&options, BufReader::with_capacity(3, Slow(&bytes[..len])));
                assert_eq!(stream.unwrap_err().to_string(), slice);
            }
        }
    }
}

#[test]
fn blocks_before_an_error_are_read() {
    let bytes = container("42 00 00 01 00 00");
    let mut blocks = DecodeOptions::new().read(bytes.as_slice()).unwrap();
    assert!(blocks.next().unwrap().is_ok());
    assert!(blocks.next().unwrap().is_err());
    assert!(blocks.next().is_none());
}

/// So that several containers can follow each other.
#[test]
fn tolerant_mode_stops_at_the_end_marker() {
    let (_, bytes, expected) = goldens().swap_remove(0);
    let twice = [bytes.clone(), bytes].concat();
    let options = DecodeOptions::new().strict(false);
    let mut rest = twice.as_slice();
    for _ in 0..2 {
        let mut blocks = options.read(rest).unwrap();
        assert_eq!(blocks.by_ref().collect::<Result<Vec<_>, _>>().unwrap(), expected);
        assert!(blocks.tolerated().is_empty());
        rest = blocks.into_inner();
    }
    assert!(rest.is_empty());
    assert!(read(&DecodeOptions::new(), twice.as_slice()).is_err());
}

#[test]
fn errors_of_the_reader_are_passed_on() {
    let start = hex("4243500001000000 42");
    let reader = BufReader::new(start.as_slice().chain(Broken));
    let error = read(&DecodeOptions::new(), reader).unwrap_err();
    assert!(matches!(error.kind(), DecodeErrorKind::Io(_)));
    assert_eq!(error.to_string(), "the container cannot be read: unplugged, at byte 9");
}
