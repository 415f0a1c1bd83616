//! `toon context inspect`.

use super::read;
use super::render::at;
use crate::args::Inspect;
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use std::fmt::Write;
use toon_context::container::{self, Annotation, AnnotationKind};
use toon_context::{Block, Budget, Content, Context, Label, Priority, Style};

/// How much of a text is shown, in characters.
const SHOWN: usize = 80;

#[derive(Serialize)]
struct Listing {
    format: &'static str,
    blocks: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    index: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    name: String,
    bytes: usize,
    priority: String,
    summary: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

pub(super) fn run(args: &Inspect) -> Result<(), Failure> {
    let container = read::container(&args.reading)?;
    let format = if container.magic == container::Magic::Lcp { "LCP" } else { "BCP" };
    let stored: Vec<Vec<u8>> = container.blocks.iter().map(stored).collect();
    let blocks = container.into_blocks();
    if let Some(index) = args.block.filter(|index| *index >= blocks.len()) {
        return Err(Failure::Usage(format!("there is no block {index}: the container has {}", blocks.len())));
    }
    let shown = |index: usize| args.block.is_none_or(|only| only == index);
    let rows = blocks.iter().zip(stored).enumerate().filter(|(index, _)| shown(*index));
    let rows = rows.map(|(index, (block, stored))| Row {
        index,
        kind: block.content().kind(),
        name: Label::new(block.content()).name,
        bytes: stored.len(),
        priority: block.priority().to_string(),
        summary: block.summary().map(str::to_owned),
        body: args.show_body.then(|| body(index, block)),
        hex: args.show_hex.then(|| hex(&stored)),
    });
    let listing = Listing { format, blocks: rows.collect() };
    let text = toon::to_string(&listing).map_err(|error| Failure::Input(error.to_string()))?;
    output::write(None, &text)
}

/// The block in a container, without compression.
pub(super) fn stored(block: &Block) -> Vec<u8> {
    // The header has eight bytes, and the end marker four.
    let bytes = container::encode(std::slice::from_ref(block)).unwrap_or_default();
    bytes.get(8..bytes.len().saturating_sub(4)).unwrap_or_default().to_vec()
}

/// The beginning of the text, or why the block with this index has none.
fn body(index: usize, block: &Block) -> String {
    if let Content::Annotation(annotation) = block.content() {
        return format!("block {}: {}", annotation.target, value(annotation));
    }
    let context: Context = [block.clone()].into_iter().collect();
    match context.render(&Budget::unlimited(), Style::Minimal) {
        Ok(out) => out.text.chars().take(SHOWN).collect(),
        Err(error) => at(error, |_| index).to_string(),
    }
}

/// What an annotation states: the word for a priority, or a text.
fn value(annotation: &Annotation) -> String {
    let priority = match (annotation.kind, &*annotation.value) {
        (AnnotationKind::Priority, [byte]) => Priority::from_byte(*byte),
        _ => None,
    };
    let text = || String::from_utf8_lossy(&annotation.value).escape_debug().take(SHOWN).collect();
    priority.map_or_else(text, |priority| priority.to_string())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
