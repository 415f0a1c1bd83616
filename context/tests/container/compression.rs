//! Compression of blocks and of whole containers.

use crate::support::{Broken, error, hex, tolerant};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{BufReader, Read};
use toon_context::container::{
    DecodeErrorKind, DecodeOptions, EncodeError, EncodeOptions, Limits, decode, encode,
};
use toon_context::container::{Encoder, Unknown};
use toon_context::{Block, Code, Conversation, Lang};

fn repetitive(len: usize) -> Block {
    Conversation::user("Fix the timeout. ".repeat(len.div_ceil(17))[..len].to_owned()).into()
}

/// Bytes that cannot be compressed.
fn noise(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..len).map(|_| next()).collect()
}

/// A block of the kind 0x42 with this compressed content.
fn compressed_block(content: &[u8]) -> Vec<u8> {
    let block = Unknown::new(0x42, content);
    let mut bytes = encode(&[block.into()]).unwrap();
    bytes[9] = 0x02;
    bytes
}

/// A container whose blocks are these compressed bytes.
fn compressed_payload(content: &[u8]) -> Vec<u8> {
    [&hex("4243500001000100"), content].concat()
}

fn zstd(content: &[u8]) -> Vec<u8> {
    compress_to_vec(content, CompressionLevel::Fastest)
}

/// A frame of RLE blocks of 128 KiB each, with a window of 128 KiB.
fn bomb(blocks: usize) -> Vec<u8> {
    let mut frame = hex("28b52ffd 00 38");
    for index in 0..blocks {
        let header = (0x20000_u32 << 3) | (1 << 1) | u32::from(index + 1 == blocks);
        frame.extend(&header.to_le_bytes()[..3]);
        frame.push(0);
    }
    frame
}

#[test]
fn blocks_are_compressed_where_they_become_shorter() {
    let blocks = [repetitive(1000), repetitive(100), Code::new("noise", noise(1000)).into()];
    let bytes = EncodeOptions::new().compress_blocks(true).encode(&blocks).unwrap();
    assert_eq!(bytes[8..10], [0x02, 0x02]);
    assert_eq!(decode(&bytes).unwrap().blocks, blocks);
    // Only the first one becomes shorter.
    let plain = encode(&blocks[1..]).unwrap();
    assert!(bytes.ends_with(&plain[8..]));
}

#[test]
fn short_blocks_are_not_compressed() {
    let fields = 7;
    for (len, is_compressed) in [(255 - fields, false), (256 - fields - 1, false), (256 - fields, true)] {
        let bytes = EncodeOptions::new().compress_blocks(true).encode(&[repetitive(len)]).unwrap();
        assert_eq!(bytes[9] == 0x02, is_compressed, "{len}");
    }
}

#[test]
fn single_blocks_can_be_compressed() -> Result<(), EncodeError> {
    let text = "fn main() {}\n".repeat(100);
    let mut encoder = Encoder::new();
    encoder.add_code(Lang::Rust, "a.rs", text.as_str()).with_priority(toon_context::Priority::High)?;
    let plain = encoder.clone().add_code(Lang::Rust, "b.rs", text.as_str()).encode()?;
    encoder.with_compression()?.add_code(Lang::Rust, "b.rs", text.as_str());
    let bytes = encoder.encode()?;
    assert_eq!(bytes[8..10], [0x01, 0x02]);
    assert!((1300..1500).contains(&bytes.len()));
    let all = encoder.compress_blocks().encode()?;
    assert!(all.len() < 200);
    let together = encoder.compress_payload().encode()?;
    assert_eq!((together[6], together.len() < 200), (0x01, true));
    for bytes in [&all, &together] {
        assert_eq!(decode(bytes).unwrap().blocks, decode(&plain).unwrap().blocks);
    }
    Ok(())
}

#[test]
fn whole_containers_are_compressed_if_they_become_shorter() {
    let options = EncodeOptions::new().compress_payload(true);
    let blocks = [repetitive(10_000), repetitive(20)];
    let bytes = options.encode(&blocks).unwrap();
    assert_eq!(bytes[..8], hex("4243500001000100"));
    assert!(bytes.len() < 200);
    assert_eq!(decode(&bytes).unwrap().blocks, blocks);
    let short = [repetitive(20)];
    assert_eq!(options.encode(&short).unwrap(), encode(&short).unwrap());
}

#[test]
fn frames_that_state_their_length_are_read() {
    let frame = hex("28b52ffd 2005 290000 68656c6c6f");
    let container = decode(&compressed_block(&frame)).unwrap();
    assert_eq!(container.blocks, [Unknown::new(0x42, "hello").into()]);
}

#[test]
fn compressed_containers_are_streamed() {
    let blocks: Vec<_> = (0..200).map(|n| repetitive(20_000 + n)).collect();
    let bytes = EncodeOptions::new().compress_payload(true).encode(&blocks).unwrap();
    let reader = BufReader::with_capacity(7, bytes.as_slice());
    let read: Result<Vec<_>, _> = DecodeOptions::new().read(reader).unwrap().collect();
    assert_eq!(read.unwrap(), blocks);
}

#[test]
fn bombs_are_stopped_by_the_limit_of_a_block() {
    assert_eq!(decode(&compressed_block(&bomb(128))).unwrap().blocks.len(), 1);
    for (blocks, offset) in [(129, 12), (1 << 15, 13)] {
        let message = format!("the block has more than the limit of 16777216 bytes, at byte {offset}");
        assert_eq!(error(&compressed_block(&bomb(blocks))).to_string(), message);
    }
}

#[test]
fn bombs_are_stopped_by_the_limit_of_all_blocks() {
    // A block that is never complete, and blocks without content.
    let payload = |first: &[u8]| {
        let mut frame = hex("28b52ffd 00 38");
        let len = first.len() << 3;
        frame.extend(&len.to_le_bytes()[..3]);
        frame.extend(first);
        frame.extend(&bomb(1 << 13)[6..]);
        compressed_payload(&frame)
    };
    let limits = Limits::new().payload(1 << 20).block(1 << 30);
    let options = DecodeOptions::new().limits(limits);
    let error = options.decode(&payload(&hex("42 00 80808080 01"))).unwrap_err();
    assert!(matches!(error.kind(), DecodeErrorKind::PayloadTooLarge { limit: 0x10_0000 }), "{error}");
    let error = decode(&payload(&[])).unwrap_err();
    assert_eq!(error.kind().to_string(), DecodeErrorKind::TooManyItems { limit: 1_000_000 }.to_string());
}

/// Many blocks, each within the limit.
#[test]
fn many_small_bombs_are_stopped() {
    let mut bytes = hex("4243500001000000");
    let one = compressed_block(&bomb(8));
    for _ in 0..5 {
        bytes.extend(&one[8..one.len() - 4]);
    }
    bytes.extend(hex("ff010000"));
    let read = |limit| DecodeOptions::new().limits(Limits::new().payload(limit)).decode(&bytes);
    assert_eq!(read(5 << 20).unwrap().blocks.len(), 5);
    let message =
        "the container has more than the limit of 5242879 bytes, at byte 0 of the decompressed block 4";
    assert_eq!(read((5 << 20) - 1).unwrap_err().to_string(), message);
}

#[test]
fn damaged_data_is_rejected() {
    let frame = zstd(&[b'x'; 1000]);
    for len in 0..frame.len() {
        for bytes in [compressed_block(&frame[..len]), compressed_payload(&frame[..len])] {
            assert!(decode(&bytes).is_err(), "{len}");
        }
    }
    // Its first block is of a type that is not defined.
    let message = "the compressed data is invalid: it is damaged, at byte 20";
    assert_eq!(error(&compressed_block(&hex("28b52ffd 2005 2f0000 68656c6c6f"))).to_string(), message);
    // The checksum is at the end.
    let mut damaged = frame.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let message = "the compressed data is invalid: the checksum does not match, at byte";
    assert!(error(&compressed_block(&damaged)).to_string().starts_with(message));
    // It states a length of 6.
    let message = "the compressed data is invalid: it is not of the length that it states, at byte";
    assert!(
        error(&compressed_block(&hex("28b52ffd 2006 290000 68656c6c6f"))).to_string().starts_with(message)
    );
}

#[test]
fn errors_say_what_is_wrong_with_compressed_data() {
    for (data, expected) in [
        ("", "it has no frame with data"),
        // A frame to be skipped.
        ("502a4d18 03000000 010203", "it has no frame with data"),
        ("502a4d18 03000000 0102", "it ends within a frame"),
        ("28b52f", "it ends within a frame"),
        ("28b52ffd 2005 290000 68656c6c", "it ends within a frame"),
        ("68656c6c6f", "expected the start of a Zstandard frame"),
        // 2^41 bytes.
        ("28b52ffd 00 f8 010000", "it needs a window of more than 128 MiB"),
        ("28b52ffd 2107 05 290000 68656c6c6f", "it needs a dictionary"),
        ("28b52ffd 2005 2f0000 68656c6c6f", "it is damaged"),
    ] {
        for bytes in [compressed_block(&hex(data)), compressed_payload(&hex(data))] {
            let expected = format!("the compressed data is invalid: {expected}, at byte ");
            for error in [error(&bytes), tolerant(&bytes).unwrap_err()] {
                assert!(error.to_string().starts_with(&expected), "{error}, not {expected}");
            }
        }
    }
}

#[test]
fn frames_can_be_empty() {
    let empty = hex("28b52ffd 2000 010000");
    assert_eq!(decode(&compressed_block(&empty)).unwrap().blocks, [Unknown::new(0x42, "").into()]);
    let message = "the container ends without the end marker, at byte 0 of the decompressed data";
    assert_eq!(error(&compressed_payload(&empty)).to_string(), message);
}

/// Wherever the reader fails, also where the decompressor reads.
#[test]
fn errors_of_the_reader_are_not_those_of_the_data() {
    let bytes = EncodeOptions::new().compress_payload(true).encode(&[repetitive(1000)]).unwrap();
    for len in 0..bytes.len() {
        let reader = BufReader::with_capacity(1, bytes[..len].chain(Broken));
        let read = DecodeOptions::new().read(reader).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let error = read.unwrap_err();
        assert!(matches!(error.kind(), DecodeErrorKind::Io(_)), "{len}: {error}");
        let message = format!("the container cannot be read: unplugged, at byte {len}");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn several_frames_are_tolerated() {
    let skippable = hex("502a4d18 03000000 010203");
    let frames = [skippable, zstd(b"he"), zstd(b"llo")].concat();
    let bytes = compressed_block(&frames);
    assert_eq!(error(&bytes).to_string(), "more data follows the compressed data, at byte 22");
    let container = tolerant(&bytes).unwrap();
    assert_eq!(container.blocks, [Unknown::new(0x42, "hello").into()]);
    assert_eq!(container.tolerated.len(), 1);

    let payload = hex("42 00 01 07 ff010000");
    let bytes = compressed_payload(&[zstd(&payload[..3]), zstd(&payload[3..])].concat());
    assert!(matches!(error(&bytes).kind(), DecodeErrorKind::SeveralFrames));
    let container = tolerant(&bytes).unwrap();
    assert_eq!((container.blocks.len(), container.tolerated.len()), (1, 1));
}

#[test]
fn nothing_may_follow() {
    let end = hex("ff010000");
    let bytes = compressed_payload(&zstd(&[&end[..], b"more"].concat()));
    assert_eq!(error(&bytes).to_string(), "data follows the end marker, at byte 4 of the decompressed data");
    assert_eq!(tolerant(&bytes).unwrap().tolerated.len(), 1);
    let bytes = [compressed_payload(&zstd(&end)), b"more".to_vec()].concat();
    assert!(matches!(error(&bytes).kind(), DecodeErrorKind::SeveralFrames));
}

#[test]
fn errors_say_where_in_the_decompressed_data() {
    let bytes = compressed_payload(&zstd(&hex("01 00 02 0100")));
    let message = "a field extends beyond the end of its block, at byte 5 of the decompressed data";
    assert_eq!(error(&bytes).to_string(), message);
    let mut bytes = compressed_block(&zstd(&hex("0100")));
    bytes[8] = 0x01;
    let message = "a field extends beyond the end of its block, at byte 2 of the decompressed block 0";
    assert_eq!(error(&bytes).to_string(), message);
}
