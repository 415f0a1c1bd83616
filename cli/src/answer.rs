//! Documents in the answers of models.

use crate::failure::Failure;
use crate::formats::BYTE_ORDER_MARK;
use crate::formats::detect::is_whole_json;
use crate::report;
use std::borrow::Cow;
use toon::{Block, DecodeOptions, EncodeOptions, json};

/// Whether a text is searched for a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extract {
    /// The text is the document.
    Never,
    /// If it begins with a Markdown fence.
    Fenced,
    Always,
}

/// Returns the document in `text`, with an empty line for each line before it, so that the places
/// of mistakes are those in `text`. The first valid document is preferred to the first one. JSON in
/// an answer is converted to TOON.
pub(crate) fn document<'t>(
    name: &str,
    text: &'t str,
    extract: Extract,
    options: &DecodeOptions,
) -> Result<Cow<'t, str>, Failure> {
    let is_searched = match extract {
        Extract::Never => false,
        Extract::Fenced => begins_with_fence(text),
        Extract::Always => true,
    };
    if !is_searched {
        return Ok(Cow::Borrowed(text));
    }
    let blocks: Vec<Block<'_>> = toon::extract(text).collect();
    let is_valid =
        |block: &&Block<'_>| is_whole_json(block.text()) || json::from_toon(block.text(), options).is_ok();
    let chosen = match blocks.as_slice() {
        [block] => Some(block),
        blocks => blocks.iter().find(is_valid).or(blocks.first()),
    };
    match chosen {
        Some(block) => {
            say_chosen(name, block, &blocks);
            let document = in_place(block);
            if !is_whole_json(&document) {
                return Ok(document);
            }
            report::note(&format!("the document in {name} is JSON"));
            let toon = json::to_toon(&document, &EncodeOptions::new().indent(options.get_indent()));
            toon.map(Cow::Owned).map_err(|error| Failure::toon(name, &error, &document))
        }
        None if extract == Extract::Fenced => Ok(Cow::Borrowed(text)),
        None => Err(none(name)),
    }
}

/// The failure to find a document.
pub(crate) fn none(name: &str) -> Failure {
    Failure::Input(format!("{name} contains no TOON document; put it between a line ```toon and a line ```"))
}

/// Reports which of several documents is read.
pub(crate) fn say_chosen(name: &str, chosen: &Block<'_>, blocks: &[Block<'_>]) {
    /// The maximum number of lines that are listed.
    const LISTED: usize = 5;
    let others = blocks.iter().map(Block::line).filter(|line| *line != chosen.line());
    let mut lines: Vec<String> = others.take(LISTED + 1).map(|line| line.to_string()).collect();
    if lines.len() > LISTED {
        lines.pop();
        lines.push("…".to_owned());
    }
    if !lines.is_empty() {
        report::note(&format!(
            "{name} contains {} documents: read the one at line {}, and not {}",
            blocks.len(),
            chosen.line(),
            lines.join(", ")
        ));
    }
}

/// The text of `block`, below as many empty lines as there are lines before it.
pub(crate) fn in_place<'t>(block: &Block<'t>) -> Cow<'t, str> {
    match block.line() - 1 {
        0 => Cow::Borrowed(block.text()),
        lines => Cow::Owned("\n".repeat(lines) + block.text()),
    }
}

/// Where a document begins in a text.
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1 };

    pub(crate) fn of(text: &str, block: &Block<'_>) -> Self {
        let before = text.get(..block.offset()).unwrap_or_default();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        Place { line: block.line(), column }
    }

    /// The place in the text of a place in the document.
    pub(crate) fn in_text(&self, line: usize, column: usize) -> (usize, usize) {
        match line {
            // It is in no line.
            0 => (0, 0),
            1 => (self.line, self.column + column - 1),
            _ => (self.line + line - 1, column),
        }
    }
}

/// Whether the first line that is not blank is a Markdown fence.
pub(crate) fn begins_with_fence(text: &str) -> bool {
    let text = text.trim_start_matches(BYTE_ORDER_MARK).trim_start();
    text.starts_with("```") || text.starts_with("~~~")
}
