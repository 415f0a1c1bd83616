//! Headings and fenced code.

use super::form::Shown;
use super::label::Label;
use super::name::on_one_line;
use crate::block::Content;
use crate::fences::{Fences, closed, lines};
use crate::words::DocumentFormat;
use std::cmp::max;

pub(super) fn write(content: &Content, shown: &Shown<'_>) -> String {
    let (text, mark) = (shown.text, if shown.is_summary { " (summary)" } else { "" });
    let head = heading(content, shown);
    let head = on_one_line(&head);
    let fenced = |language, end| format!("{head}\n\n{}", fenced(language, text, end));
    let prose = || closed(format!("{head}{mark}\n\n{text}"));
    match content {
        Content::Conversation(_) => {
            // A fence must begin a line.
            let space = if begins_with_fence(text) { '\n' } else { ' ' };
            closed(format!("{head}{mark}:{space}{text}"))
        }
        _ if shown.is_summary => prose(),
        Content::Code(code) => fenced(code.lang.as_str(), "\n"),
        Content::FileTree(_) => fenced("", ""),
        Content::Diff(_) => fenced("diff", ""),
        Content::Document(document) => match document.format {
            DocumentFormat::Plain => fenced("", "\n"),
            format => fenced(format.as_str(), "\n"),
        },
        // The name is the first key of the text, if it has one.
        Content::Data(data) if data.name_beside(false).is_none() => {
            self::fenced(shown.format.unwrap_or_default(), text, "\n")
        }
        Content::Data(_) | Content::ToolResult(_) => fenced(shown.format.unwrap_or_default(), "\n"),
        Content::EmbeddingRef(embedding) => {
            format!("*[Embedding ref: model={}]*", on_one_line(&embedding.model))
        }
        Content::Unknown(unknown) => {
            closed(format!("<!-- unknown block type 0x{:02X} -->\n{text}", unknown.id))
        }
        Content::Turns(_) | Content::Image(_) | Content::Extension(_) | Content::Annotation(_) => prose(),
    }
}

fn heading(content: &Content, shown: &Shown<'_>) -> String {
    match content {
        Content::Code(code) => match code.lines {
            Some((first, last)) => format!("## {} (lines {first}-{last})", code.path),
            None => format!("## {}", code.path),
        },
        Content::Conversation(turn) => format!("**{}**", capitalized(turn.role.as_str())),
        Content::Turns(_) => "### Turns".to_owned(),
        Content::FileTree(tree) => format!("### File Tree: {}", tree.root),
        Content::ToolResult(result) => format!("### Tool: {} ({})", result.name, result.status),
        Content::Document(document) => format!("### Document: {} [{}]", document.title, document.format),
        Content::Data(data) => {
            let name = data.name_beside(shown.is_summary);
            format!("### Data: {}", name.or(shown.format).unwrap_or_else(|| data.format.as_str()))
        }
        Content::Diff(diff) => format!("### Diff: {}", diff.path),
        Content::EmbeddingRef(embedding) => format!("### Embedding ref: {}", embedding.model),
        Content::Image(image) => format!("### Image ({}): {}", image.media_type, image.alt),
        Content::Extension(extension) => {
            format!("### Extension: {}/{}", extension.namespace, extension.type_name)
        }
        Content::Unknown(unknown) => format!("### Unknown 0x{:02X}", unknown.id),
        Content::Annotation(_) => "### Annotation".to_owned(),
    }
}

pub(super) fn placeholder(label: &Label, tokens: usize) -> String {
    format!("_[Omitted: {label}, ~{tokens} tokens]_")
}

/// The line in place of turns.
pub(super) fn turns(which: &str, turns: usize) -> String {
    let noun = if turns == 1 { "turn" } else { "turns" };
    format!("_[{turns} {which} {noun}]_")
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn begins_with_fence(text: &str) -> bool {
    lines(text).next().is_some_and(|line| Fences::default().read(line))
}

/// The text between fences that are longer than any in it. `end` ends its last line.
fn fenced(language: &str, text: &str, end: &str) -> String {
    let longest = lines(text).map(|line| {
        let line = line.trim_start();
        line.len() - line.trim_start_matches('`').len()
    });
    let fence = "`".repeat(max(3, longest.max().unwrap_or(0) + 1));
    format!("{fence}{language}\n{text}{end}{fence}")
}
