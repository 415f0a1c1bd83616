//! `toon context stats`.

use super::inspect::stored;
use super::read;
use super::render::at;
use crate::args::{ContextStats, Tokenizer};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use toon_context::{Block, Budget, Context, Counter, RenderError, Style};

#[derive(Serialize)]
struct BlockStats {
    blocks: usize,
    types: Vec<Type>,
    styles: Vec<InStyle>,
}

/// The blocks of a type.
#[derive(Serialize)]
struct Type {
    #[serde(rename = "type")]
    kind: &'static str,
    blocks: usize,
    /// In a container, without compression.
    bytes: usize,
    /// Of the elements in XML.
    tokens: usize,
}

/// The whole context in a style.
#[derive(Serialize)]
struct InStyle {
    style: &'static str,
    bytes: usize,
    tokens: usize,
}

pub(super) fn run(args: &ContextStats) -> Result<(), Failure> {
    let container = read::container(&args.reading)?;
    // Before they have priorities, for which a container would have more blocks.
    let bytes: Vec<usize> = container.blocks.iter().map(|block| stored(block).len()).collect();
    let stats = stats(container.into_blocks(), &bytes, args.tokenizer);
    let stats = stats.map_err(|error| Failure::Input(error.to_string()))?;
    let text = toon::to_string(&stats).map_err(|error| Failure::Input(error.to_string()))?;
    output::write(None, &text)
}

/// Statistics of blocks that have so many bytes each.
fn stats(blocks: Vec<Block>, bytes: &[usize], tokenizer: Tokenizer) -> Result<BlockStats, RenderError> {
    let budget = Budget::unlimited().counter(tokenizer);
    let mut types: Vec<Type> = Vec::new();
    for (index, (block, &bytes)) in blocks.iter().zip(bytes).enumerate() {
        let alone: Context = [block.clone()].into_iter().collect();
        let out = alone.render(&budget, Style::Xml).map_err(|error| at(error, |_| index))?;
        let (kind, tokens) = (block.content().kind(), tokenizer.count(element(&out.text)));
        if let Some(known) = types.iter_mut().find(|known| known.kind == kind) {
            known.blocks += 1;
            known.bytes += bytes;
            known.tokens += tokens;
        } else {
            types.push(Type { kind, blocks: 1, bytes, tokens });
        }
    }
    let styles = [
        (Style::Xml, "xml"),
        (Style::Markdown, "markdown"),
        (Style::Minimal, "minimal"),
        (Style::Toon, "toon"),
    ];
    let context: Context = blocks.into_iter().collect();
    let styles = styles.into_iter().map(|(style, name)| {
        let out = context.render(&budget, style)?;
        Ok(InStyle { style: name, bytes: out.text.len(), tokens: out.tokens })
    });
    Ok(BlockStats { blocks: bytes.len(), types, styles: styles.collect::<Result<_, _>>()? })
}

/// The element of the only block in a context, without that of the context.
fn element(text: &str) -> &str {
    let inner = text.strip_prefix("<context>\n").and_then(|rest| rest.strip_suffix("\n</context>"));
    inner.unwrap_or(text)
}
