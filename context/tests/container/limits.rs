//! Limits.

use crate::support::{block, container, error, hex};
use toon_context::container::{DecodeError, DecodeOptions, EncodeOptions, Limits, MAX_DEPTH, decode, encode};
use toon_context::{Block, Conversation, Data, DataFormat, Diff, Entry, FileTree, Hunk};

fn read(limits: Limits, bytes: &[u8]) -> Result<Vec<Block>, DecodeError> {
    DecodeOptions::new().limits(limits).decode(bytes).map(|container| container.blocks)
}

/// A block with a content of `len` bytes.
fn turn(len: usize) -> Block {
    let fields = "010002 0201".len() / 2 + if len - 6 < 128 { 1 } else { 2 };
    Conversation::user("x".repeat(len - fields)).into()
}

/// What can be written within limits can be read within them, and what cannot be written cannot be read.
fn check(limits: Limits, fits: &[Block], does_not_fit: &[Block], written: &str, read_at: &str) {
    let options = EncodeOptions::new().limits(limits);
    assert_eq!(read(limits, &options.encode(fits).unwrap()).unwrap(), fits);
    assert_eq!(options.encode(does_not_fit).unwrap_err().to_string(), written);
    assert_eq!(read(limits, &encode(does_not_fit).unwrap()).unwrap_err().to_string(), read_at);
}

#[test]
fn blocks_have_a_limit() {
    check(
        Limits::new().block(100),
        &[turn(100)],
        &[turn(101)],
        "block 0 has 101 bytes, more than the limit of 100",
        "the block has more than the limit of 100 bytes, at byte 10",
    );
}

#[test]
fn the_default_limit_of_a_block_is_that_of_the_format() {
    const LIMIT: usize = 16 * 1024 * 1024;
    let block = |len: usize| [Conversation::user("x".repeat(len)).into()];
    let bytes = encode(&block(LIMIT - 9)).unwrap();
    assert_eq!(bytes.len(), 8 + 2 + 4 + LIMIT + 4);
    assert_eq!(decode(&bytes).unwrap().blocks, block(LIMIT - 9));
    let message = "block 0 has 16777217 bytes, more than the limit of 16777216";
    assert_eq!(encode(&block(LIMIT - 8)).unwrap_err().to_string(), message);
}

#[test]
fn all_blocks_have_a_limit() {
    check(
        Limits::new().payload(100),
        &[turn(60), turn(40)],
        &[turn(60), turn(41)],
        "the container has more than the limit of 100 bytes",
        "the container has more than the limit of 100 bytes, at byte 74",
    );
}

#[test]
fn the_number_of_blocks_has_a_limit() {
    check(
        Limits::new().items(3),
        &[turn(60), turn(60), turn(60)],
        &[turn(60), turn(60), turn(60), turn(60)],
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks",
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks, at byte 197",
    );
}

#[test]
fn entries_and_hunks_count() {
    let tree =
        |count: usize| FileTree::new("", [Entry::directory("", vec![Entry::file("", 0); count - 1])]).into();
    check(
        Limits::new().items(3),
        &[tree(2)],
        &[tree(3)],
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks",
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks, at byte 40",
    );
    let diff = |count| Diff::new("", vec![Hunk::new(1, 1, ""); count]).into();
    check(
        Limits::new().items(3),
        &[diff(2)],
        &[diff(3)],
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks",
        "the container has more than the limit of 3 blocks, entries of file trees, and hunks, at byte 40",
    );
}

fn tree(depth: usize) -> Block {
    let mut entries = vec![];
    for _ in 0..depth {
        entries = vec![Entry::directory("d", entries)];
    }
    FileTree::new("", entries).into()
}

#[test]
fn file_trees_have_a_maximum_depth() {
    let bytes = encode(&[tree(MAX_DEPTH)]).unwrap();
    assert_eq!(decode(&bytes).unwrap().blocks, [tree(MAX_DEPTH)]);
    let message = "the file tree of block 0 has more than 128 levels";
    assert_eq!(encode(&[tree(MAX_DEPTH + 1)]).unwrap_err().to_string(), message);
}

/// A body of nested entries, made from the inside.
#[test]
fn deep_file_trees_are_rejected() {
    let mut body = Vec::new();
    for level in 0..100_000 {
        let mut outer = hex("010100 020001");
        if level > 0 {
            field(&mut outer, 4, &body);
        }
        body = outer;
        if level == 128 {
            let message = container_of(&body);
            let text = error(&message).to_string();
            assert!(text.starts_with("the file tree has more than 128 levels, at byte "), "{text}");
        }
        if body.len() > 60_000 {
            break;
        }
    }
    let text = error(&container_of(&body)).to_string();
    assert!(text.starts_with("the file tree has more than 128 levels, at byte "), "{text}");
}

fn container_of(entry: &[u8]) -> Vec<u8> {
    let mut body = hex("010100");
    field(&mut body, 2, entry);
    let mut bytes = hex("4243500001000000 03 00");
    varint(&mut bytes, body.len());
    bytes.extend(body);
    bytes.extend(hex("ff010000"));
    bytes
}

fn field(out: &mut Vec<u8>, id: u8, value: &[u8]) {
    out.extend([id, 2]);
    varint(out, value.len());
    out.extend(value);
}

fn varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// Nothing is allocated for lengths that are only stated.
#[test]
fn stated_lengths_are_not_trusted() {
    for (bytes, expected) in [
        (
            container("01 00 8080808080808080 8001"),
            "the block has more than the limit of 16777216 bytes, at byte 10",
        ),
        (
            container("01 00 ffffffffffffffffff01"),
            "the block has more than the limit of 16777216 bytes, at byte 10",
        ),
        (container("01 00 8080808080808080 80 7f"), "an integer has more than 64 bits, at byte 10"),
        (container("01 00 80808008"), "the container ends within a block, at byte 18"),
        (
            block("01", "010001 0201 80808080808080808001"),
            "a field extends beyond the end of its block, at byte 16",
        ),
        (
            container("01 01 0a 80808080808080808001"),
            "a field extends beyond the end of its block, at byte 11",
        ),
    ] {
        assert_eq!(error(&bytes).to_string(), expected);
    }
}

/// They decide what is a value, but not what can be read.
#[test]
fn values_count_apart_from_blocks() {
    let limits = Limits::new().items(10);
    let data =
        |count: usize| Block::from(Data::text(DataFormat::Json, format!("[{}]", vec!["1"; count].join(","))));
    let blocks = |count| vec![data(count), turn(10), turn(10), data(count)];
    for (count, values) in [(4, 2), (5, 1), (9, 1), (10, 0), (1000, 0)] {
        let bytes = EncodeOptions::new().limits(limits).encode(&blocks(count)).unwrap();
        let read = read(limits, &bytes).unwrap();
        assert_eq!(encode(&read).unwrap(), bytes);
        let is_value = |block: &&Block| **block != data(count);
        if cfg!(feature = "json") {
            assert_eq!(read.iter().step_by(3).filter(is_value).count(), values, "{count}");
        }
    }
}
