//! What is shown of the files of a folder.

use super::sources::Sources;
use std::collections::HashMap;
use toon_context::sources::Ranked;
use toon_context::{Block, Label, Remainder, Rendered};

/// What is shown of a file.
pub(super) struct ShownFile<'a> {
    pub(super) ranked: &'a Ranked,
    /// Its text.
    pub(super) text: &'a str,
    pub(super) extent: Shown,
}

/// How much of a file is shown.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shown {
    Full,
    Part(Remainder),
    Nothing,
}

/// The files, best first.
pub(super) fn files<'a>(sources: &'a Sources, blocks: &[Block], out: &'a Rendered) -> Vec<ShownFile<'a>> {
    let of_folder = blocks.iter().enumerate().take(sources.of_folder);
    let by_path: HashMap<String, usize> =
        of_folder.map(|(index, block)| (Label::new(block.content()).name, index)).collect();
    let omitted: HashMap<usize, Remainder> =
        out.omitted.iter().map(|omitted| (omitted.block, omitted.shown)).collect();
    let file = |ranked: &'a Ranked| {
        let block = by_path.get(&ranked.path);
        let range = block.and_then(|block| out.blocks.get(*block)).cloned().unwrap_or_default();
        let text = out.text.get(range).unwrap_or_default();
        let extent = match block.and_then(|block| omitted.get(block)) {
            _ if text.is_empty() => Shown::Nothing,
            Some(Remainder::Placeholder | Remainder::Nothing) => Shown::Nothing,
            Some(shown) => Shown::Part(*shown),
            None => Shown::Full,
        };
        ShownFile { ranked, text, extent }
    };
    sources.ranked.iter().map(file).collect()
}
