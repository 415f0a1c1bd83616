//! Contexts as the published driver renders them: the same bytes, except for what the README of
//! `toon-context` lists.

use crate::random::Generator;
use crate::theirs;
use bcp_decoder::BcpDecoder;
use bcp_driver::{BcpDriver, DefaultDriver, DriverConfig, OutputMode, Verbosity};
use bcp_types::BlockContent;
use bcp_types::enums::DataFormat;
use toon_context::{Budget, Context, Style, container};

const CONTEXTS: u64 = 10_000;

const STYLES: [(OutputMode, Style); 3] = [
    (OutputMode::Xml, Style::Xml),
    (OutputMode::Markdown, Style::Markdown),
    (OutputMode::Minimal, Style::Minimal),
];

/// Whether the block is not among the differences.
fn is_alike(content: &BlockContent) -> bool {
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    match content {
        BlockContent::Code(code) => code.line_range.is_none() && is_text(&code.content),
        BlockContent::Conversation(turn) => is_text(&turn.content),
        BlockContent::ToolResult(result) => is_text(&result.content),
        BlockContent::Document(document) => is_text(&document.content),
        BlockContent::StructuredData(data) => data.format != DataFormat::Json && is_text(&data.content),
        BlockContent::Diff(diff) => {
            diff.hunks.len() < 2
                && diff.hunks.iter().all(|hunk| hunk.lines.is_empty() || hunk.lines.ends_with(b"\n"))
        }
        BlockContent::Extension(extension) => is_text(&extension.content),
        BlockContent::Annotation(_) => false,
        _ => true,
    }
}

#[test]
fn the_same_text() {
    let mut compared = 0;
    for seed in 0..CONTEXTS {
        let mut blocks = Generator::new(seed).blocks(true);
        blocks.retain(|block| is_alike(&block.content));
        if blocks.is_empty() {
            continue;
        }
        let bytes = theirs::encoder(&blocks).encode().unwrap();
        let payload = BcpDecoder::decode(&bytes).unwrap();
        let context: Context = container::decode(&bytes).unwrap().into_blocks().into_iter().collect();
        for (mode, style) in STYLES {
            let config = DriverConfig {
                mode,
                target_model: None,
                include_types: None,
                token_budget: None,
                verbosity: Verbosity::Full,
            };
            let theirs = DefaultDriver.render(&payload.blocks, &config).unwrap();
            let ours = context.render(&Budget::unlimited(), style).unwrap();
            assert_eq!(ours.text, theirs, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}
