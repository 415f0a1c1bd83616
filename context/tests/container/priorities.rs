//! Priorities of blocks, and the annotations that state them.

use crate::support::hex;
use toon_context::container::{Annotation, AnnotationKind};
use toon_context::container::{decode, encode};
use toon_context::{Block, Code, Content, Priority};

fn code(priority: Priority) -> Block {
    Code::new("a.rs", "").priority(priority).into()
}

fn annotation(target: u32, value: &[u8]) -> Block {
    Annotation::new(target, AnnotationKind::Priority, value).into()
}

fn priorities(blocks: &[Block]) -> Vec<Priority> {
    blocks.iter().map(Block::priority).collect()
}

#[test]
fn annotations_follow_blocks_with_a_priority() {
    let blocks = [Priority::Critical, Priority::Normal, Priority::Background].map(code);
    let bytes = encode(&blocks).unwrap();
    let container = decode(&bytes).unwrap();
    let expected = [
        code(Priority::Normal),
        annotation(0, &[1]),
        code(Priority::Normal),
        code(Priority::Normal),
        annotation(3, &[5]),
    ];
    assert_eq!(container.blocks, expected);
    let blocks = container.into_blocks();
    assert_eq!(blocks[0].priority(), Priority::Critical);
    assert_eq!(blocks[3].priority(), Priority::Background);
    assert_eq!(encode(&blocks).unwrap(), bytes);
}

#[test]
fn the_last_annotation_counts() {
    let bytes = encode(&[code(Priority::Normal), annotation(0, &[2]), annotation(0, &[4])]).unwrap();
    let blocks = decode(&bytes).unwrap().into_blocks();
    assert_eq!(priorities(&blocks), [Priority::Low, Priority::Normal, Priority::Normal]);
    assert_eq!(encode(&blocks).unwrap(), bytes);
}

#[test]
fn annotations_can_precede_their_block() {
    let bytes = encode(&[annotation(1, &[1]), code(Priority::Normal)]).unwrap();
    let blocks = decode(&bytes).unwrap().into_blocks();
    assert_eq!(priorities(&blocks), [Priority::Normal, Priority::Critical]);
    assert_eq!(encode(&blocks).unwrap(), bytes);
}

#[test]
fn annotations_without_meaning_are_ignored_and_kept() {
    let blocks = [
        code(Priority::Normal),
        annotation(7, &[1]),
        annotation(0, &[]),
        annotation(0, &[9]),
        annotation(0, &[9, 1]),
    ];
    let bytes = encode(&blocks).unwrap();
    let read = decode(&bytes).unwrap().into_blocks();
    assert_eq!(read, blocks);
    assert_eq!(encode(&read).unwrap(), bytes);
}

#[test]
fn the_first_byte_of_an_annotation_counts() {
    let bytes = encode(&[code(Priority::Normal), annotation(0, &[1, 9])]).unwrap();
    let blocks = decode(&bytes).unwrap().into_blocks();
    assert_eq!(blocks[0].priority(), Priority::Critical);
    assert_eq!(encode(&blocks).unwrap(), bytes);
}

/// Their indexes stay the same, which annotations state.
#[test]
fn blocks_that_were_read_can_get_another_priority() {
    let bytes = encode(&[
        code(Priority::Normal),
        code(Priority::Normal),
        code(Priority::Normal),
        code(Priority::Normal),
        annotation(3, &[2]),
        Annotation::new(2, AnnotationKind::Tag, "entry-point").into(),
    ]);
    let mut blocks = decode(&bytes.unwrap()).unwrap().into_blocks();
    for (index, priority) in [(0, Priority::Low), (3, Priority::Critical)] {
        blocks[index] = blocks[index].clone().with(None, Some(priority));
    }
    let read = decode(&encode(&blocks).unwrap()).unwrap().into_blocks();
    assert_eq!(read[..blocks.len()], blocks);
    assert_eq!(read[blocks.len()..], [annotation(0, &[4]), annotation(3, &[1])]);
}

#[test]
fn blocks_can_be_appended() {
    let mut blocks = decode(&encode(&[code(Priority::High)]).unwrap()).unwrap().into_blocks();
    blocks.push(code(Priority::Low));
    let read = decode(&encode(&blocks).unwrap()).unwrap().into_blocks();
    let annotations = read.iter().filter(|block| matches!(block.content(), Content::Annotation(_))).count();
    assert_eq!((read.len(), annotations), (4, 2));
    assert_eq!((read[0].priority(), read[2].priority()), (Priority::High, Priority::Low));
}

/// The published encoder writes that if the priority is given before the summary.
#[test]
fn annotations_can_have_summaries() {
    let bytes = hex("4243500001000000 42 00 00 08 01 0c 0178 01000002000103010102 ff010000");
    let container = decode(&bytes).unwrap();
    assert_eq!(container.blocks[1].summary(), Some("x"));
    assert_eq!(encode(&container.into_blocks()).unwrap(), bytes);
}
