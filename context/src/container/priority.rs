//! Priorities, which a container states in blocks of their own.

use crate::block::{Block, Content};
use crate::words::{AnnotationKind, Priority};

/// The priorities that annotations state, each with the index of the block that has it. The last one of
/// a block counts.
pub(super) fn stated(blocks: &[Block]) -> impl Iterator<Item = (usize, Priority)> + '_ {
    blocks.iter().filter_map(|block| {
        let Content::Annotation(annotation) = &block.content else { return None };
        // Like the published driver, it does not matter what follows the first byte.
        let (Some(byte), AnnotationKind::Priority) = (annotation.value.first(), annotation.kind) else {
            return None;
        };
        Some((usize::try_from(annotation.target).ok()?, Priority::from_byte(*byte)?))
    })
}

/// Gives blocks the priorities that annotations state.
pub(super) fn apply(blocks: &mut [Block]) {
    let stated: Vec<_> = stated(blocks).collect();
    for (target, priority) in stated {
        if let Some(block) = blocks.get_mut(target) {
            block.modifiers.priority = priority;
        }
    }
}
