//! What both sides do differently, in the order of the table.

use bcp_decoder::{BcpDecoder, DecodeError as TheirError};
use bcp_encoder::BcpEncoder;
use bcp_types::enums::{Lang as TheirLang, Priority as TheirPriority};
use bcp_types::{BlockContent, block::Block as TheirBlock};
use toon_context::container::{
    self, Container, DecodeError, DecodeErrorKind as Kind, DecodeOptions, Encoder, Limits,
};
use toon_context::{Content, Conversation, Lang, Priority};

const HEADER: &[u8] = b"BCP\0\x01\0\0\0";
const END: &[u8] = b"\xff\x01\0\0";

fn container(blocks: &[u8]) -> Vec<u8> {
    [HEADER, blocks, END].concat()
}

/// A block of less than 128 bytes.
fn block(kind: u8, body: &[u8]) -> Vec<u8> {
    container(&[&[kind, 0, u8::try_from(body.len()).unwrap()], body].concat())
}

fn tolerant(bytes: &[u8]) -> Result<Container, DecodeError> {
    DecodeOptions::new().strict(false).decode(bytes)
}

fn theirs(bytes: &[u8]) -> Result<Vec<TheirBlock>, TheirError> {
    BcpDecoder::decode(bytes).map(|payload| payload.blocks)
}

/// Theirs reads it, we only in tolerant mode, and then alike.
fn only_tolerated(bytes: &[u8], is_expected: impl Fn(&Kind) -> bool) {
    let error = container::decode(bytes).unwrap_err();
    assert!(is_expected(error.kind()), "{error}");
    let container = tolerant(bytes).unwrap();
    assert!(is_expected(container.tolerated[0].kind()));
    let theirs: Vec<_> =
        theirs(bytes).unwrap().iter().map(|block| crate::ours::block(&block.content)).collect();
    let ours: Vec<_> = container.blocks.iter().map(|block| block.content().clone()).collect();
    assert_eq!(ours, theirs.iter().map(|block| block.content().clone()).collect::<Vec<_>>());
}

#[test]
fn compressed_data() {
    let text = "Fix the timeout. ".repeat(100);
    let mut ours = Encoder::new();
    ours.add_code(Lang::Rust, "a.rs", text.as_str()).compress_payload();
    let mut theirs = BcpEncoder::new();
    theirs.add_code(TheirLang::Rust, "a.rs", text.as_bytes()).compress_payload();
    let (ours, theirs) = (ours.encode().unwrap(), theirs.encode().unwrap());
    assert_ne!(ours, theirs);
    // The flag of the checksum.
    assert_eq!((ours[12] & 0b100, theirs[12] & 0b100), (0b100, 0));
}

#[test]
fn with_summary_after_with_priority() {
    let mut ours = Encoder::new();
    ours.add_code(Lang::Rust, "a.rs", "")
        .with_priority(Priority::High)
        .unwrap()
        .with_summary("Entry")
        .unwrap();
    let blocks = container::decode(&ours.encode().unwrap()).unwrap().blocks;
    assert_eq!((blocks[0].summary(), blocks[1].summary()), (Some("Entry"), None));

    let mut theirs = BcpEncoder::new();
    theirs.add_code(TheirLang::Rust, "a.rs", b"").with_priority(TheirPriority::High).unwrap();
    let bytes = theirs.with_summary("Entry").unwrap().encode().unwrap();
    let blocks = container::decode(&bytes).unwrap().blocks;
    assert_eq!((blocks[0].summary(), blocks[1].summary()), (None, Some("Entry")));
}

#[test]
fn with_priority_twice() {
    let targets = |bytes: &[u8]| -> Vec<u32> {
        let target = |block: TheirBlock| match block.content {
            BlockContent::Annotation(annotation) => Some(annotation.target_block_id),
            _ => None,
        };
        theirs(bytes).unwrap().into_iter().filter_map(target).collect()
    };
    let mut ours = Encoder::new();
    ours.add_code(Lang::Rust, "a.rs", "").with_priority(Priority::High).unwrap();
    let bytes = ours.with_priority(Priority::Low).unwrap().encode().unwrap();
    assert_eq!(targets(&bytes), [0, 0]);
    assert_eq!(container::decode(&bytes).unwrap().into_blocks()[0].priority(), Priority::Low);

    let mut theirs = BcpEncoder::new();
    theirs.add_code(TheirLang::Rust, "a.rs", b"").with_priority(TheirPriority::High).unwrap();
    let bytes = theirs.with_priority(TheirPriority::Low).unwrap().encode().unwrap();
    assert_eq!(targets(&bytes), [0, 1]);
}

#[test]
fn deep_file_trees() {
    use bcp_types::file_tree::{FileEntry, FileEntryKind};

    let tree = |depth: usize| {
        let mut entries = Vec::new();
        for _ in 0..depth {
            entries = vec![FileEntry {
                name: "d".into(),
                kind: FileEntryKind::Directory,
                size: 0,
                children: entries,
            }];
        }
        BcpEncoder::new().add_file_tree("", entries).encode().unwrap()
    };
    assert!(container::decode(&tree(container::MAX_DEPTH)).is_ok());
    let bytes = tree(container::MAX_DEPTH + 1);
    assert!(theirs(&bytes).is_ok());
    for error in [container::decode(&bytes).unwrap_err(), tolerant(&bytes).unwrap_err()] {
        assert!(matches!(error.kind(), Kind::TooDeep));
    }
}

#[test]
fn large_blocks() {
    let limits = Limits::new().block(1 << 30);
    let large = Conversation::user("x".repeat(16 << 20));
    let bytes = container::EncodeOptions::new().limits(limits).encode(&[large.into()]).unwrap();
    assert!(theirs(&bytes).is_ok());
    let error = container::decode(&bytes).unwrap_err();
    assert!(matches!(error.kind(), Kind::BlockTooLarge { limit: 0x0100_0000 }));
    assert!(DecodeOptions::new().limits(limits).decode(&bytes).is_ok());
}

#[test]
fn large_containers() {
    let bytes = container(&[0x42, 0, 0].repeat(1_000_001));
    assert_eq!(theirs(&bytes).unwrap().len(), 1_000_001);
    let error = container::decode(&bytes).unwrap_err();
    assert!(matches!(error.kind(), Kind::TooManyItems { limit: 1_000_000 }));
    assert!(DecodeOptions::new().limits(Limits::new().items(1_000_001)).decode(&bytes).is_ok());
}

/// Both reject them. That we do so earlier is a matter of memory.
#[test]
fn bombs() {
    let bomb = zstd::encode_all(vec![0; (16 << 20) + 1].as_slice(), 3).unwrap();
    let mut bytes = container::encode(&[container::Unknown::new(0x42, bomb).into()]).unwrap();
    bytes[9] = 0x02;
    assert!(matches!(theirs(&bytes), Err(TheirError::DecompressionBomb { .. })));
    assert!(matches!(container::decode(&bytes).unwrap_err().kind(), Kind::BlockTooLarge { .. }));
}

#[test]
fn first_magic() {
    let bytes = [b"LCP\0\x01\0\0\0", END].concat();
    assert!(matches!(theirs(&bytes), Err(TheirError::InvalidHeader(_))));
    assert_eq!(container::decode(&bytes).unwrap().magic, container::Magic::Lcp);
}

#[test]
fn undefined_flags() {
    let is_expected = |kind: &Kind| matches!(kind, Kind::ReservedFlags(_));
    only_tolerated(&[b"BCP\0\x01\0\xfc\0", END].concat(), is_expected);
    only_tolerated(&container(b"\x42\xf8\0"), is_expected);
}

#[test]
fn longer_integers() {
    only_tolerated(&block(0x02, b"\x01\0\x82\0\x02\x01\0"), |kind| matches!(kind, Kind::OverlongVarint));
    only_tolerated(&container(b"\xc2\0\0\0"), |kind| matches!(kind, Kind::OverlongVarint));
    let bytes = block(0x02, b"\x01\0\x82\x80\x80\x80\x80\x80\x80\x80\x80\x02\x02\x01\0");
    only_tolerated(&bytes, |kind| matches!(kind, Kind::VarintOverflow));
}

#[test]
fn other_types() {
    let is_expected = |kind: &Kind| matches!(kind, Kind::WrongWireType { .. });
    only_tolerated(&block(0x02, b"\x01\x01\x02\x02\x01\0"), is_expected);
    only_tolerated(&block(0x02, b"\x01\0\x02\x02\0\0"), is_expected);
}

#[test]
fn values_out_of_range() {
    let is_expected = |kind: &Kind| matches!(kind, Kind::OutOfRange { .. });
    only_tolerated(&block(0x02, b"\x01\0\x82\x02\x02\x01\0"), is_expected);
    only_tolerated(&block(0x01, b"\x01\0\x81\x02\x02\x01\0\x03\x01\0"), is_expected);
    only_tolerated(&block(0x08, b"\x01\0\x81\x80\x80\x80\x10\x02\0\x03\x03\x01\0"), is_expected);
}

#[test]
fn invalid_text() {
    let is_expected = |kind: &Kind| matches!(kind, Kind::InvalidUtf8 { .. });
    only_tolerated(&block(0x05, b"\x01\x01\x02a\xff\x02\x01\0\x03\0\x01"), is_expected);
}

#[test]
fn flags_of_the_end_marker() {
    only_tolerated(&[HEADER, b"\xff\x01\x01\0"].concat(), |kind| matches!(kind, Kind::InvalidEnd));
}

#[test]
fn several_frames() {
    let frame = |bytes: &[u8]| zstd::encode_all(bytes, 3).unwrap();
    let payload = [&b"BCP\0\x01\0\x01\0"[..], &frame(b"\x42\0\x01x"), &frame(END)].concat();
    only_tolerated(&payload, |kind| matches!(kind, Kind::SeveralFrames));
}

#[test]
fn no_frame_with_data() {
    let skipped = container(b"\x42\x02\x0b\x50\x2a\x4d\x18\x03\0\0\0\x01\x02\x03");
    assert!(theirs(&skipped).is_ok());
    let empty = container(b"\x42\x02\0");
    assert!(matches!(theirs(&empty), Err(TheirError::DecompressFailed(_))));
    for bytes in [skipped, empty] {
        for error in [container::decode(&bytes).unwrap_err(), tolerant(&bytes).unwrap_err()] {
            assert!(matches!(error.kind(), Kind::Compression(_)));
        }
    }
}

#[test]
fn trailing_data() {
    let bytes = [&container(b"\x42\0\0"), &b"\xde\xad\xbe\xef"[..]].concat();
    assert!(matches!(theirs(&bytes), Err(TheirError::TrailingData { extra_bytes: 4 })));
    assert!(matches!(container::decode(&bytes).unwrap_err().kind(), Kind::TrailingData));
    assert_eq!(tolerant(&bytes).unwrap().blocks.len(), 1);
}

#[test]
fn references_without_a_store() {
    let bytes = container(&[&[0x01, 0x04, 32][..], &[0xab; 32]].concat());
    assert!(matches!(theirs(&bytes), Err(TheirError::MissingContentStore)));
    assert!(matches!(container::decode(&bytes).unwrap_err().kind(), Kind::MissingStore));
    let blocks = tolerant(&bytes).unwrap().blocks;
    assert!(matches!(blocks[0].content(), Content::Unknown(unknown) if unknown.is_reference()));
    assert_eq!(container::encode(&blocks).unwrap(), bytes);
}
