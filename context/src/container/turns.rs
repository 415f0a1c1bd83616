//! Runs of turns, for which the format has no block.

use crate::block::{Annotation, Block, Content};
use crate::words::Priority;
use std::borrow::Cow;

/// The blocks, with those of a run in its place. They have the priority of the run. Annotations state the
/// new indexes; that of a run is the index of its first block.
pub(super) fn one_by_one(blocks: &[Block]) -> Cow<'_, [Block]> {
    if !blocks.iter().any(|block| matches!(block.content, Content::Turns(_))) {
        return Cow::Borrowed(blocks);
    }
    let mut all: Vec<Block> = Vec::new();
    let mut indexes = Vec::with_capacity(blocks.len());
    for block in blocks {
        indexes.push(all.len());
        match &block.content {
            Content::Turns(turns) => {
                let priority = Some(block.priority()).filter(|priority| *priority != Priority::default());
                all.extend(turns.blocks().iter().map(|turn| turn.clone().with(None, priority)));
            }
            _ => all.push(block.clone()),
        }
    }
    for block in &mut all {
        if let Content::Annotation(Annotation { target, .. }) = &mut block.content
            && let Some(index) = usize::try_from(*target).ok().and_then(|target| indexes.get(target))
        {
            // As many blocks do not fit into memory.
            *target = u32::try_from(*index).unwrap_or(u32::MAX);
        }
    }
    Cow::Owned(all)
}
