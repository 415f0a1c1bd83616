//! `toon context stats`.

use super::inspect::stored;
use super::read;
use crate::args::{ContextStats, Tokenizer};
use crate::failure::Failure;
use crate::{output, tokens};
use serde::Serialize;
use toon_context::{Budget, Context, Counter, Estimate, RenderError, Style};

#[derive(Serialize)]
struct Stats {
    blocks: usize,
    types: Vec<Type>,
    styles: Vec<InStyle>,
}

/// The blocks of a type. Their tokens are those of the text in XML.
#[derive(Serialize)]
struct Type {
    #[serde(rename = "type")]
    kind: &'static str,
    blocks: usize,
    bytes: usize,
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
    let context: Context = read::container(&args.reading)?.into_blocks().into_iter().collect();
    let stats = stats(&context, args.tokenizer).map_err(|error| Failure::Input(error.to_string()))?;
    let text = toon::to_string(&stats).map_err(|error| Failure::Input(error.to_string()))?;
    output::write(None, &text)
}

fn stats(context: &Context, tokenizer: Tokenizer) -> Result<Stats, RenderError> {
    let count = |text: &str| tokens::count(text, tokenizer).unwrap_or_else(|| Estimate.count(text));
    let budget = Budget::unlimited().counter(count);
    let mut types: Vec<Type> = Vec::new();
    for block in context.blocks() {
        let kind = block.content().kind();
        let alone: Context = [block.clone()].into_iter().collect();
        let (bytes, tokens) = (stored(block).len(), alone.render(&budget, Style::Xml)?.tokens);
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
    let styles = styles.into_iter().map(|(style, name)| {
        let out = context.render(&budget, style)?;
        Ok(InStyle { style: name, bytes: out.text.len(), tokens: out.tokens })
    });
    Ok(Stats { blocks: context.blocks().len(), types, styles: styles.collect::<Result<_, _>>()? })
}
