//! Documents in the answers of models.

use crate::args::{From, Lossy};
use crate::failure::Failure;
use crate::formats::detect::is_whole_json;
use crate::formats::{self, BYTE_ORDER_MARK, detect, jsonc, yaml};
use crate::report;
use std::borrow::Cow;
use std::io::Cursor;
use toon::__answer::{fence, header};
use toon::{DecodeOptions, EncodeOptions, json};
use toon_answer::{Block, WarningKind};

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
/// of mistakes are those in `text`. The first valid document is preferred to the first one. JSON and
/// YAML in an answer are converted to TOON.
pub(crate) fn document<'t>(
    name: &str,
    text: &'t str,
    extract: Extract,
    options: &DecodeOptions,
) -> Result<Cow<'t, str>, Failure> {
    let is_searched = match extract {
        Extract::Never => false,
        Extract::Fenced => fence::begins(text),
        Extract::Always => true,
    };
    if !is_searched {
        return Ok(Cow::Borrowed(text));
    }
    let blocks: Vec<Block<'_>> = toon_answer::extract(text).collect();
    let read = |block: &Block<'t>| read(name, text, block, options);
    let chosen = match blocks.as_slice() {
        [block] => Some(block),
        blocks => {
            let is_valid =
                |block: &&Block<'t>| read(block).is_ok_and(|text| json::from_toon(&text, options).is_ok());
            blocks.iter().find(is_valid).or(blocks.first())
        }
    };
    match chosen {
        Some(block) => {
            say_chosen(name, block, &blocks);
            let document = read(block)?;
            if let Some(format) = format(block) {
                report::note(&format!("the document in {name} is {}", format.name()));
            } else {
                say_prose(name, text, block);
                if let Some(error) =
                    json::from_toon(&document, options).err().filter(|_| indent(text, block) > 0)
                {
                    return Err(indented(name, text, block, &error));
                }
            }
            Ok(document)
        }
        None if extract == Extract::Fenced => Ok(Cow::Borrowed(text)),
        None => Err(none(name, text)),
    }
}

/// Warns about sentences around a document that read like fields.
fn say_prose(name: &str, text: &str, block: &Block<'_>) {
    let warnings = toon_answer::repair(block.text()).map(|repaired| repaired.warnings).unwrap_or_default();
    for warning in warnings.iter().filter(|warning| warning.kind() == WarningKind::Prose) {
        let (line, column) = Place::of(text, block).in_text(warning.line(), warning.column());
        let (message, help) = (warning.message(), warning.suggestion());
        report::note(&format!("{name}:{line}:{column}: warning: {message}; {help}"));
    }
}

/// The format of a document that is not TOON. To the strict reader, `{"a": 1,}` is a field with a
/// strange key, and `a: [1, 2]` is a string.
pub(crate) fn format(block: &Block<'_>) -> Option<From> {
    let is_of = |names: &[&str]| names.iter().any(|name| block.language().eq_ignore_ascii_case(name));
    let text = block.text();
    let is_json =
        text.trim() != "[]" && text.trim_start_matches(BYTE_ORDER_MARK).trim_start().starts_with(['{', '[']);
    let has_header = || text.lines().any(header::is_in);
    if is_json && detect::is_json(text.as_bytes()) {
        Some(if is_whole_json(text) || !detect::is_ndjson(text.as_bytes()) {
            From::Json
        } else {
            From::Ndjson
        })
    } else if is_of(&["json"]) && !has_header() {
        Some(From::Json)
    } else if is_of(&["yaml", "yml"]) && !has_header() {
        Some(From::Yaml)
    } else {
        None
    }
}

/// The document in `block` as TOON.
pub(crate) fn read<'t>(
    name: &str,
    text: &str,
    block: &Block<'t>,
    options: &DecodeOptions,
) -> Result<Cow<'t, str>, Failure> {
    let document = in_place(text, block);
    let encode = EncodeOptions::new().indent(options.get_indent());
    let toon = match format(block) {
        None => return Ok(document),
        Some(From::Yaml) => encode.to_string(&yaml::read(name, &document, Lossy::default())?),
        Some(From::Ndjson) => {
            json::to_toon(&formats::array(name, Cursor::new(document.as_bytes()))?, &encode)
        }
        Some(_) => json::to_toon(&jsonc::to_json(name, &document)?, &encode),
    };
    toon.map(Cow::Owned).map_err(|error| Failure::toon(name, &error, &document))
}

/// The failure to find a document.
pub(crate) fn none(name: &str, text: &str) -> Failure {
    let other = text.lines().enumerate().find_map(|(index, line)| {
        let (_, language) = fence::fence(line)?;
        let format =
            formats::of_extension(&language.to_ascii_lowercase()).filter(|format| is_apart(*format))?;
        Some((format, index + 1))
    });
    let help = match other {
        Some((format, line)) => {
            let (shown, option) = (format.name(), format.name().to_ascii_lowercase());
            format!("the block at line {line} is {shown}, which `toon encode --from {option}` reads")
        }
        None => "put it between a line ```toon and a line ```".to_owned(),
    };
    Failure::Input(format!("{name} contains no TOON document; {help}"))
}

/// Whether a format is never read in an answer.
fn is_apart(format: From) -> bool {
    matches!(format, From::Csv | From::Tsv | From::Toml)
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
fn in_place<'t>(text: &str, block: &Block<'t>) -> Cow<'t, str> {
    match block.line() - 1 {
        0 => Cow::Borrowed(block.text()),
        lines => Cow::Owned("\n".repeat(lines) + &*unindented(text, block)),
    }
}

/// The number of spaces in front of the fence that opens `block`, as in a list of Markdown.
fn indent(text: &str, block: &Block<'_>) -> usize {
    let before = text.get(..block.offset()).unwrap_or_default();
    let opening = before.strip_suffix('\n').and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    if fence::begins(opening) { spaces(opening) } else { 0 }
}

fn spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The text of `block` without the indentation of its fence, which Markdown removes from each line.
pub(crate) fn unindented<'t>(text: &str, block: &Block<'t>) -> Cow<'t, str> {
    let indent = indent(text, block);
    if indent == 0 {
        return Cow::Borrowed(block.text());
    }
    let lines = block.text().split('\n');
    let lines = lines.map(|line| line.get(indent.min(spaces(line))..).unwrap_or_default());
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// The failure for a mistake in an indented block, with its place in the text.
fn indented(name: &str, text: &str, block: &Block<'_>, error: &toon::Error) -> Failure {
    let line = error.line().checked_sub(1).and_then(|index| text.split('\n').nth(index)).unwrap_or_default();
    let column = error.column() + indent(text, block).min(spaces(line));
    let suggestion = error.suggestion();
    let help = report::advice(error).or(suggestion.as_deref()).unwrap_or("correct this line");
    let place = (error.line() as u64, column as u64);
    Failure::in_line(name, place, &error.kind().to_string(), help, Some(line))
}

/// Where a document begins in a text.
pub(crate) struct Place {
    line: usize,
    column: usize,
    /// The number of spaces that were removed from each line.
    indent: usize,
}

impl Place {
    pub(crate) const START: Place = Place { line: 1, column: 1, indent: 0 };

    pub(crate) fn of(text: &str, block: &Block<'_>) -> Self {
        let before = text.get(..block.offset()).unwrap_or_default();
        let column = 1 + before.rsplit('\n').next().unwrap_or_default().chars().count();
        Place { line: block.line(), column, indent: 0 }
    }

    /// The place of a block that is read without the indentation of its fence.
    pub(crate) fn of_unindented(text: &str, block: &Block<'_>) -> Self {
        Place { indent: indent(text, block), ..Place::of(text, block) }
    }

    /// The place in the text of a place in the document.
    pub(crate) fn in_text(&self, line: usize, column: usize) -> (usize, usize) {
        match line {
            // It is in no line.
            0 => (0, 0),
            1 => (self.line, self.column + self.indent + column - 1),
            _ => (self.line + line - 1, self.indent + column),
        }
    }
}
