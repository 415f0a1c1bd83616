//! `toon context render`, and what renders contexts.

use super::read;
use crate::args::{Render, Rendering, Tokenizer, Verbosity};
use crate::count::{counted, grouped};
use crate::failure::Failure;
use crate::{args, output, report};
use std::path::Path;
use toon_context::{Block, Budget, Context, Omitted, Remainder, RenderError, Rendered, Style};

/// The names of blocks that can be included.
const KINDS: [&str; 11] = [
    "code",
    "conversation",
    "file_tree",
    "tool_result",
    "document",
    "structured_data",
    "diff",
    "embedding_ref",
    "image",
    "extension",
    "unknown",
];

pub(super) fn run(args: &Render) -> Result<(), Failure> {
    args.rendering.check()?;
    let include: Vec<String> = args.include.iter().map(|kind| kind.replace('-', "_")).collect();
    if let Some(kind) = include.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
        return Err(Failure::Usage(format!(
            "unknown type of block `{kind}`; the types are {}",
            KINDS.join(", ")
        )));
    }
    let blocks = read::container(&args.reading)?.into_blocks();
    let is_included =
        |kind: &'static str| include.is_empty() || include.iter().any(|included| included == kind);
    let included = blocks.into_iter().enumerate().filter(|(_, block)| is_included(block.content().kind()));
    let (indexes, blocks): (Vec<usize>, Vec<Block>) = included.unzip();
    let context: Context = blocks.into_iter().collect();
    let context = context.summarize(args.verbosity == Verbosity::Summary);
    let budget = args.rendering.budget.filter(|_| args.verbosity == Verbosity::Adaptive);
    let rendering = Rendering { budget, ..args.rendering };
    write(&context, &rendering, args.output.as_deref(), &|index| indexes.get(index).copied().unwrap_or(index))
}

/// Writes the text of a context, and says what was left out. Errors name blocks by `index`.
fn write(
    context: &Context,
    args: &Rendering,
    output: Option<&Path>,
    index: &dyn Fn(usize) -> usize,
) -> Result<(), Failure> {
    let out = render(context, args).map_err(|error| Failure::Input(at(error, index).to_string()))?;
    put(&out.text, output)?;
    tell(&out.omitted, args.verbose);
    if args.budget.is_some() {
        report::note(&total(out.tokens, args));
    }
    Ok(())
}

/// Writes the text. A line feed may be a token, so only a terminal gets one, which shows the prompt below.
pub(super) fn put(text: &str, output: Option<&Path>) -> Result<(), Failure> {
    let end = if output::is_terminal(output) { "\n" } else { "" };
    output::put(output, &[text.as_bytes(), end.as_bytes()])
}

/// Such as `52 of 100 tokens`.
pub(super) fn total(tokens: usize, args: &Rendering) -> String {
    match budget(args).limit() {
        Some(limit) => format!("{} of {}", grouped(tokens), counted(limit as u64, "token")),
        None => counted(tokens as u64, "token"),
    }
}

/// How much may be shown.
pub(super) fn budget(args: &Rendering) -> Budget<Tokenizer> {
    let budget = args.budget.map_or_else(Budget::unlimited, Budget::tokens);
    budget.counter(args.tokenizer.unwrap_or_default()).reserve(args.reserve.unwrap_or(0))
}

/// The error with the index of the block in the container, which `index` knows.
pub(super) fn at(mut error: RenderError, index: impl FnOnce(usize) -> usize) -> RenderError {
    if let RenderError::InvalidUtf8 { block, .. } | RenderError::Data { block, .. } = &mut error {
        *block = index(*block);
    }
    error
}

/// How many blocks that are shortened are named, and how many that are not shown.
const NAMED: usize = 10;

/// Says what was shortened or left out.
pub(super) fn tell<'o>(omitted: impl IntoIterator<Item = &'o Omitted>, verbose: bool) {
    let is_shown = |omitted: &&Omitted| !matches!(omitted.shown, Remainder::Placeholder | Remainder::Nothing);
    let (shown, hidden): (Vec<_>, Vec<_>) = omitted.into_iter().partition(is_shown);
    for (what, blocks) in [("shortened", shown), ("left out", hidden)] {
        let named = if verbose { blocks.len() } else { NAMED };
        for omitted in blocks.iter().take(named) {
            report::note(&describe(omitted));
        }
        if let Some(others) = blocks.get(named..).filter(|others| !others.is_empty()) {
            let tokens: usize = others.iter().map(|omitted| omitted.tokens).sum();
            let (blocks, tokens) =
                (counted(others.len() as u64, "more block"), counted(tokens as u64, "token"));
            report::note(&format!("{what} {blocks} ({tokens}); --verbose lists them"));
        }
    }
}

pub(super) fn render(context: &Context, args: &Rendering) -> Result<Rendered, RenderError> {
    context.render(&budget(args), args.style.unwrap_or_default().into())
}

/// What is shown of a block.
fn describe(omitted: &Omitted) -> String {
    let label = one_line(&omitted.label.to_string());
    let tokens = counted(omitted.tokens as u64, "token");
    match remainder(omitted.shown) {
        Some(shown) => format!("{label}: {shown} ({tokens} fewer)"),
        None => format!("{label}: left out ({tokens})"),
    }
}

/// What is left of a block, such as `40 of 213 lines`. `None` if nothing is.
pub(super) fn remainder(shown: Remainder) -> Option<String> {
    let of = |shown: usize, all: usize, noun| format!("{} of {}", grouped(shown), counted(all as u64, noun));
    Some(match shown {
        Remainder::Lines { shown, all } => of(shown, all, "line"),
        Remainder::Rows { shown, all } => of(shown, all, "row"),
        Remainder::Turns { shown, all, cut: 0 } => of(shown, all, "turn"),
        Remainder::Turns { shown, all, cut } => {
            format!("{}, {} cut", of(shown, all, "turn"), counted(cut as u64, "long result"))
        }
        Remainder::Summary => "only its summary".to_owned(),
        Remainder::Placeholder => "only a placeholder".to_owned(),
        _ => return None,
    })
}

/// A text without line feeds and other control characters, which names may contain.
pub(super) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_control() { line.extend(char.escape_default()) } else { line.push(char) }
    }
    line
}

impl From<args::Style> for Style {
    fn from(style: args::Style) -> Self {
        match style {
            args::Style::Xml => Style::Xml,
            args::Style::Markdown => Style::Markdown,
            args::Style::Minimal => Style::Minimal,
            args::Style::Toon => Style::Toon,
        }
    }
}
