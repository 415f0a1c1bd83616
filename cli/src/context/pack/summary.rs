//! What was packed.

use super::super::render::{self, one_line};
use super::shown::{Shown, ShownFile};
use crate::args::Rendering;
use crate::count::{counted, grouped};
use crate::report;
use std::cmp::Reverse;
use toon_context::{Block, Content, Counter, Label, Rendered};

/// How many of the largest blocks are named, and with `--verbose`.
const LARGEST: usize = 5;
const MORE_LARGEST: usize = 20;
/// Of how many times as many the tokens are counted: those with the most bytes.
const COUNTED: usize = 4;

/// Notes what was left out, the total, and the largest blocks.
pub(super) fn tell(
    out: &Rendered,
    blocks: &[Block],
    files: &[ShownFile<'_>],
    of_folder: usize,
    args: &Rendering,
) {
    // There may be very many files, of which a total says enough.
    let is_told = |index: usize| args.verbose || index >= of_folder;
    render::tell(out.omitted.iter().filter(|omitted| is_told(omitted.block)), args.verbose);
    let total = render::total(out.tokens, args);
    let files = if files.is_empty() { String::new() } else { format!("; {}", extents(files)) };
    report::note(&format!("{total}{files}"));
    let largest = largest(out, blocks, args);
    if largest.len() > 1 {
        report::note(&format!("largest: {}", largest.join(", ")));
    }
}

/// Such as `12 files in full, 30 in part, 4 not shown`.
fn extents(files: &[ShownFile<'_>]) -> String {
    let count = |is: fn(&Shown) -> bool| files.iter().filter(|file| is(&file.extent)).count();
    let full = count(|shown| *shown == Shown::Full);
    let others = [
        (count(|shown| matches!(shown, Shown::Part(_))), "in part"),
        (count(|shown| *shown == Shown::Nothing), "not shown"),
    ];
    let others = others.iter().filter(|(count, _)| *count > 0);
    let full = format!("{} in full", counted(full as u64, "file"));
    let all = [full].into_iter().chain(others.map(|(count, how)| format!("{} {how}", grouped(*count))));
    all.collect::<Vec<_>>().join(", ")
}

/// The blocks with the most tokens, such as `src/main.rs (1,200)`.
fn largest(out: &Rendered, blocks: &[Block], args: &Rendering) -> Vec<String> {
    let most = if args.verbose { MORE_LARGEST } else { LARGEST };
    let shown = blocks.iter().zip(&out.blocks).filter(|(_, range)| !range.is_empty());
    let mut shown: Vec<(&Block, &str)> =
        shown.filter_map(|(block, range)| Some((block, out.text.get(range.clone())?))).collect();
    shown.sort_by_key(|(_, text)| Reverse(text.len()));
    let tokenizer = args.tokenizer.unwrap_or_default();
    let counted = shown.into_iter().take(most * COUNTED).map(|(block, text)| (block, tokenizer.count(text)));
    let mut counted: Vec<(&Block, usize)> = counted.collect();
    counted.sort_by_key(|(_, tokens)| Reverse(*tokens));
    counted.truncate(most);
    counted.into_iter().map(|(block, tokens)| format!("{} ({})", name(block), grouped(tokens))).collect()
}

/// The path of a file, or what the block is.
fn name(block: &Block) -> String {
    let label = Label::new(block.content());
    let is_plain = match block.content() {
        Content::Code(_) | Content::Document(_) | Content::FileTree(_) | Content::Conversation(_) => true,
        Content::Data(data) => data.name.is_some(),
        _ => false,
    };
    one_line(&if is_plain { label.name } else { label.to_string() })
}
