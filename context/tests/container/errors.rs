//! What strict mode rejects, and where.

use crate::support::{END, HEADER, block, container, error, hex, tolerant};
use toon_context::container::Unknown;
use toon_context::container::{decode, encode};

/// The errors of containers that are rejected in both modes.
#[test]
fn invalid_containers_are_rejected() {
    for (bytes, expected) in [
        (vec![], "the container ends within its header, at byte 0"),
        (hex("42435000 0100"), "the container ends within its header, at byte 6"),
        (
            hex("7f454c46 01000000"),
            r"not a container: expected it to begin with `BCP\0` or `LCP\0`, found `\x7fELF`, at byte 0",
        ),
        (hex("42435000 02010000"), "containers of version 2.1 are not supported, at byte 4"),
        (hex("42435000 01000001"), "the reserved byte of the header is 0x01, not 0, at byte 7"),
        (hex(HEADER), "the container ends without the end marker, at byte 8"),
        (container("8002 00 00"), "invalid kind of block: 256, at byte 8"),
        // Its low byte is that of the end marker.
        (container("ff7f 00 00"), "invalid kind of block: 16383, at byte 8"),
        (container("80808080808080808080 01"), "an integer has more than 10 bytes, at byte 8"),
        (hex(&format!("{HEADER} ff01 00")), "the container ends within a block, at byte 11"),
        (block("01", ""), "the field `lang` is missing, at byte 11"),
        (block("01", "010001 020100"), "the field `content` is missing, at byte 17"),
        (block("02", "010009 020100"), "the field `role` has the undefined value 9, at byte 13"),
        (block("02", "010001 0201"), "a field extends beyond the end of its block, at byte 16"),
        (block("02", "010001 02017f"), "a field extends beyond the end of its block, at byte 16"),
        (block("02", "010001 020380"), "a field is of the undefined type 3, at byte 15"),
        (
            block("03", "010100 0202 06 010100 020002"),
            "the field `kind` has the undefined value 2, at byte 22",
        ),
        (block("03", "010100 0202 03 010100"), "the field `kind` is missing, at byte 20"),
        (block("07", "010100 0202 03 010001"), "the field `new_start` is missing, at byte 20"),
        (
            block("02", "010001 0201 ffffffffffffffff7f"),
            "a field extends beyond the end of its block, at byte 16",
        ),
    ] {
        assert_eq!(error(&bytes).to_string(), expected);
        assert_eq!(tolerant(&bytes).unwrap_err().to_string(), expected);
    }
}

#[test]
fn errors_know_the_block() {
    let good = "42 00 00";
    let error = error(&container(&format!("{good} {good} 01 00 00")));
    assert_eq!((error.block(), error.offset()), (Some(2), 17));
    // It ends within the third block, and before it.
    let bytes = container(&format!("{good} {good} {good}"));
    assert_eq!(decode(&bytes[..15]).unwrap_err().block(), Some(2));
    assert_eq!(decode(&bytes[..14]).unwrap_err().block(), None);
}

#[test]
fn errors_of_the_header_and_the_end_have_no_block() {
    for bytes in [
        vec![],
        hex("42435000 02010000"),
        container("")[..8].to_vec(),
        container("42 00 00")[..11].to_vec(),
        container("42 00 00")[..13].to_vec(),
        hex(&format!("{HEADER} ff0101 00")),
        [container("42 00 00"), hex("deadbeef")].concat(),
    ] {
        let error = error(&bytes);
        assert_eq!(error.block(), None, "{error}");
    }
}

#[test]
fn unknown_blocks_cannot_be_of_known_kinds() {
    for kind in [0x01, 0x0a, 0xfe, 0xff] {
        let message = format!("`Unknown` block 0 has kind 0x{kind:02x}, which is a known kind");
        assert_eq!(encode(&[Unknown::new(kind, "").into()]).unwrap_err().to_string(), message);
    }
    for kind in [0x00, 0x0b, 0xfd] {
        assert!(encode(&[Unknown::new(kind, "").into()]).is_ok());
    }
}

#[test]
fn empty_containers_are_read() {
    assert!(crate::support::tolerant(&hex(&format!("{HEADER} {END}"))).unwrap().blocks.is_empty());
}

#[test]
#[cfg(not(feature = "zstd"))]
fn compressed_containers_need_a_feature() {
    for bytes in [hex("4243500001000100"), container("02 02 00")] {
        let message = error(&bytes).to_string();
        assert!(
            message.starts_with("reading it needs the feature `zstd` of toon-context, at byte"),
            "{message}"
        );
    }
}
