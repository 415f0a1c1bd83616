//! Damaged and random containers: an error or blocks, but never a panic.

use crate::support::{goldens, tolerant};
use proptest::prelude::*;
use toon_context::container::{DecodeErrorKind, DecodeOptions, decode};

#[test]
fn truncated_containers_are_errors() {
    for (name, bytes, _) in goldens() {
        for len in 0..bytes.len() {
            let error = decode(&bytes[..len]).unwrap_err();
            let kind = error.kind();
            let is_expected = matches!(kind, DecodeErrorKind::Truncated(_) | DecodeErrorKind::MissingEnd);
            assert!(is_expected, "{name}, {len} bytes: {error}");
            assert_eq!(error.offset(), len as u64, "{name}, {len} bytes: {error}");
            assert!(tolerant(&bytes[..len]).is_err());
        }
    }
}

/// Whatever can be read can be written, and read again.
fn check(bytes: &[u8]) {
    for strict in [true, false] {
        let Ok(container) = DecodeOptions::new().strict(strict).decode(bytes) else { continue };
        if container.blocks.is_empty() {
            continue;
        }
        let again = toon_context::container::encode(&container.blocks).unwrap();
        let options = DecodeOptions::new().strict(false);
        assert_eq!(options.decode(&again).unwrap().blocks, container.blocks);
    }
}

#[test]
fn every_changed_byte_is_an_error_or_a_container() {
    for (_, bytes, _) in goldens().into_iter().filter(|(_, bytes, _)| bytes.len() < 1000) {
        for at in 0..bytes.len() {
            for byte in [0x00, 0x01, 0x02, 0x7f, 0x80, 0xff, bytes[at] ^ 0x01, bytes[at].wrapping_add(1)] {
                let mut bytes = bytes.clone();
                bytes[at] = byte;
                check(&bytes);
            }
        }
    }
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check(&bytes);
    }

    #[test]
    fn random_blocks(bytes in prop::collection::vec(any::<u8>(), 0..200), flags in 0..2_u8) {
        check(&[b"BCP\0\x01\0", &[flags, 0][..], &bytes, b"\xff\x01\0\0"].concat());
    }

    /// Small bytes are likely to be meant.
    #[test]
    fn random_fields(kind in 1..=10_u8, flags in 0..8_u8, body in prop::collection::vec(0..5_u8, 0..60)) {
        let len = u8::try_from(body.len()).unwrap();
        check(&[b"BCP\0\x01\0\0\0", &[kind, flags, len][..], &body, b"\xff\x01\0\0"].concat());
    }

    #[test]
    fn changed_goldens(
        which in 0..5_usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let (_, mut bytes, _) = goldens().swap_remove(which);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        check(&bytes);
    }
}

#[cfg(feature = "zstd")]
mod compressed {
    use super::check;
    use proptest::prelude::*;
    use toon_context::container::EncodeOptions;
    use toon_context::{Block, Code};

    fn block() -> Block {
        let words = ["fn", "main", "let", "timeout", "=", "{", "}", "0xff", "\n", "    "];
        let text: String = (0..400_usize).map(|n| words[n * n * 7 % 31 % words.len()]).collect();
        Code::new("a.rs", text).into()
    }

    proptest! {
        #[test]
        fn changed_bytes(
            payload in any::<bool>(),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let options = EncodeOptions::new().compress_payload(payload).compress_blocks(!payload);
            let mut bytes = options.encode(&[block()]).unwrap();
            for (at, byte) in changes {
                let at = 8 + at.index(bytes.len() - 8);
                bytes[at] = byte;
            }
            check(&bytes);
        }

        #[test]
        fn random_frames(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            check(&[b"BCP\0\x01\0\x01\0\x28\xb5\x2f\xfd", &bytes[..]].concat());
        }
    }
}
