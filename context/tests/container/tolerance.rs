//! What tolerant mode reads, and reports.

use crate::support::{END, HEADER, block, container, error, hex, tolerant};
use toon_context::container::Unknown;
use toon_context::{Block, Code, Content, Conversation, Role};

fn turn(role: Role, content: &str) -> Vec<Block> {
    vec![Conversation::new(role, content).into()]
}

/// Each is an error in strict mode, and that same error is reported in tolerant mode.
#[test]
fn flaws_are_reported() {
    let marker = Unknown::new(0x42, "").into();
    for (bytes, blocks, expected) in [
        (hex(&format!("42435000 0100fc00 {END}")), vec![], "undefined flags are set: 0xfc, at byte 6"),
        (container("42 f8 00"), vec![marker], "undefined flags are set: 0xf8, at byte 9"),
        (
            block("02", "010082808000 020100"),
            turn(Role::User, ""),
            "an integer has more bytes than needed, at byte 13",
        ),
        (
            block("02", "0100 82808080808080808002 020100"),
            turn(Role::User, ""),
            "an integer has more than 64 bits, at byte 13",
        ),
        (
            block("02", "010182 020100")
                .iter()
                .map(|byte| if *byte == 0x82 { 0x02 } else { *byte })
                .collect(),
            turn(Role::User, ""),
            "expected the field `role` to be of type 0, found type 1, at byte 11",
        ),
        (
            block("02", "01008202 020100"),
            turn(Role::User, ""),
            "the field `role` has the value 258, which does not fit its 8 bits, at byte 13",
        ),
        (
            block("01", "010001 020100 030100 0400 8180808010 050002"),
            vec![Code::new("", "").lang(toon_context::Lang::Rust).lines(1, 2).into()],
            "the field `line_start` has the value 4294967297, which does not fit its 32 bits, at byte 22",
        ),
        (
            block("05", "01010361ff62 020100 030002"),
            vec![
                toon_context::Document::new("a\u{fffd}b", "")
                    .format(toon_context::DocumentFormat::Plain)
                    .into(),
            ],
            "invalid UTF-8 in the field `title`, at byte 15",
        ),
        (
            container("02 01 08 01ff 010002 020100"),
            vec![Conversation::user("").summary("\u{fffd}").into()],
            "invalid UTF-8 in the field `summary`, at byte 12",
        ),
        (hex(&format!("{HEADER} ff0101 00")), vec![], "the end marker has flags or content, at byte 8"),
        (hex(&format!("{HEADER} {END} deadbeef")), vec![], "data follows the end marker, at byte 12"),
    ] {
        assert_eq!(error(&bytes).to_string(), expected);
        let container = tolerant(&bytes).unwrap();
        assert_eq!(container.blocks, blocks, "{expected}");
        let tolerated: Vec<_> = container.tolerated.iter().map(ToString::to_string).collect();
        assert_eq!(tolerated, [expected]);
    }
}

#[test]
fn content_of_the_end_marker_follows_it() {
    let container = tolerant(&hex(&format!("{HEADER} ff0100 02 0102"))).unwrap();
    let tolerated: Vec<_> = container.tolerated.iter().map(ToString::to_string).collect();
    assert_eq!(
        tolerated,
        ["the end marker has flags or content, at byte 8", "data follows the end marker, at byte 12"]
    );
}

#[test]
fn contents_need_not_be_text() {
    let bytes = block("02", "010002 020102ff00");
    let Content::Conversation(turn) = tolerant(&bytes).unwrap().blocks.remove(0).content().clone() else {
        panic!("a conversation");
    };
    assert_eq!(turn.content, [0xff, 0x00]);
    assert!(toon_context::container::decode(&bytes).is_ok());
}

/// So do later versions of the format extend it.
#[test]
fn undefined_fields_are_skipped() {
    let expected = turn(Role::User, "x");
    for field in ["0900 ac02", "0901 03010203", "0902 03010001", "ac0200 07"] {
        for body in [format!("010002 {field} 02010178"), format!("{field} 010002 02010178 {field}")] {
            assert_eq!(toon_context::container::decode(&block("02", &body)).unwrap().blocks, expected);
        }
    }
}

#[test]
fn the_last_of_equal_fields_counts() {
    let bytes = block("02", "010001 02010179 010002 02010178");
    assert_eq!(toon_context::container::decode(&bytes).unwrap().blocks, turn(Role::User, "x"));
}

/// As the format says.
#[test]
fn half_a_range_is_no_range() {
    for field in ["040001", "050001"] {
        let bytes = block("01", &format!("010001 020100 030100 {field}"));
        let code = Code::new("", "").lang(toon_context::Lang::Rust);
        assert_eq!(toon_context::container::decode(&bytes).unwrap().blocks, [code.into()]);
    }
}

#[test]
fn only_the_first_flaws_are_kept() {
    let bytes = container(&"42 80 00".repeat(1000));
    let container = tolerant(&bytes).unwrap();
    assert_eq!((container.blocks.len(), container.tolerated.len()), (1000, 100));
}

#[test]
fn references_without_a_store_are_kept() {
    let hash = "bf506edf4e7a44e907d7af77d0655188c621f920036927f8f5a19f080ec503a3";
    let bytes = container(&format!("01 05 20 {hash}"));
    let message = error(&bytes).to_string();
    assert!(message.ends_with("at byte 11"), "{message}");
    let container = tolerant(&bytes).unwrap();
    let Content::Unknown(unknown) = container.blocks[0].content() else { panic!("a reference") };
    assert!(unknown.is_reference());
    assert_eq!((unknown.id, &unknown.body), (0x01, &hex(hash)));
    assert_eq!(container.tolerated.len(), 1);
    assert_eq!(toon_context::container::encode(&container.blocks).unwrap(), bytes);
    let with_summary = unknown.clone().summary("It has one already.").into();
    assert_eq!(toon_context::container::encode(&[with_summary]).unwrap(), bytes);
}
