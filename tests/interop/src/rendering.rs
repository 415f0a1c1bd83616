//! Contexts as the published driver renders them: the same bytes, except for what the README of
//! `toon-context` lists.

use crate::random::Generator;
use crate::theirs;
use bcp_decoder::BcpDecoder;
use bcp_driver::{BcpDriver, DefaultDriver, DriverConfig, OutputMode, Verbosity};
use bcp_types::BlockContent;
use bcp_types::enums::DataFormat;
use bcp_types::file_tree::{FileEntry, FileEntryKind};
use toon_context::{Budget, Context, Style, container};

const CONTEXTS: u64 = 10_000;

const STYLES: [(OutputMode, Style); 3] = [
    (OutputMode::Xml, Style::Xml),
    (OutputMode::Markdown, Style::Markdown),
    (OutputMode::Minimal, Style::Minimal),
];

/// Whether the block is not among the differences in this style.
fn is_alike(content: &BlockContent, style: Style) -> bool {
    // Line breaks of names are escaped, in XML as in attributes. There, text with markup is in CDATA.
    let is_plain = |name: &str| match style {
        Style::Xml => !name.contains(['\n', '\r', '\t']),
        _ => !name.contains(char::is_control),
    };
    let is_text = |bytes: &[u8]| {
        std::str::from_utf8(bytes).is_ok_and(|text| style != Style::Xml || !text.contains(['<', '&']))
    };
    match content {
        BlockContent::Code(code) => {
            code.line_range.is_none() && is_plain(&code.path) && is_text(&code.content)
        }
        BlockContent::Conversation(turn) => is_text(&turn.content),
        // In Markdown, they are fenced.
        BlockContent::ToolResult(_) | BlockContent::Document(_) if style == Style::Markdown => false,
        BlockContent::FileTree(tree) => is_plain(&tree.root_path) && has_only_folders(&tree.entries),
        BlockContent::ToolResult(result) => is_plain(&result.tool_name) && is_text(&result.content),
        BlockContent::Document(document) => is_plain(&document.title) && is_text(&document.content),
        BlockContent::StructuredData(data) => data.format != DataFormat::Json && is_text(&data.content),
        // The header of a hunk is kept.
        BlockContent::Diff(diff) => diff.hunks.is_empty() && is_plain(&diff.path),
        BlockContent::EmbeddingRef(embedding) => is_plain(&embedding.model),
        BlockContent::Image(image) => is_plain(&image.alt_text),
        BlockContent::Extension(extension) => {
            is_plain(&extension.namespace) && is_plain(&extension.type_name) && is_text(&extension.content)
        }
        BlockContent::Unknown { body, .. } => is_text(body),
        BlockContent::Annotation(_) => false,
        _ => true,
    }
}

/// Whether there are no files, whose sizes are not shown, and all names are shown as they are: control
/// characters are escaped, and in XML, markup is in CDATA.
fn has_only_folders(entries: &[FileEntry]) -> bool {
    entries.iter().all(|entry| {
        entry.kind == FileEntryKind::Directory
            && !entry.name.contains(|char: char| char.is_control() || "<&".contains(char))
            && has_only_folders(&entry.children)
    })
}

#[test]
fn the_same_text() {
    let mut compared = 0;
    for seed in 0..CONTEXTS {
        for (mode, style) in STYLES {
            let mut blocks = Generator::new(seed).blocks(true);
            blocks.retain(|block| is_alike(&block.content, style));
            if blocks.is_empty() {
                continue;
            }
            let bytes = theirs::encoder(&blocks).encode().unwrap();
            let payload = BcpDecoder::decode(&bytes).unwrap();
            let context: Context = container::decode(&bytes).unwrap().into_blocks().into_iter().collect();
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
