//! A line in front of each block.

use super::form::Shown;
use super::label::Label;
use super::name::on_one_line;
use crate::block::Content;

pub(super) fn write(content: &Content, shown: &Shown<'_>) -> String {
    let (text, mark) = (shown.text, if shown.is_summary { " (summary)" } else { "" });
    let head = match content {
        Content::Conversation(turn) => return format!("[{}]{mark} {text}", turn.role),
        Content::EmbeddingRef(embedding) if shown.is_summary => format!("embed-ref: {}", embedding.model),
        Content::EmbeddingRef(embedding) => {
            return format!("[embed-ref: {}]", on_one_line(&embedding.model));
        }
        Content::Code(code) => match code.lines {
            Some((first, last)) => format!("{}:{first}-{last} [{}]", code.path, code.lang),
            None => format!("{} [{}]", code.path, code.lang),
        },
        Content::Turns(_) => "turns".to_owned(),
        Content::FileTree(tree) => format!("tree: {}", tree.root),
        Content::ToolResult(result) => format!("{} [{}]", result.name, result.status),
        Content::Document(document) => document.title.clone(),
        Content::Data(data) => match (data.name_beside(shown.is_summary), shown.format) {
            (Some(name), None) => format!("data: {name}"),
            (Some(name), Some(format)) => format!("data: {name} [{format}]"),
            (None, format) => format!("data [{}]", format.unwrap_or_else(|| data.format.as_str())),
        },
        Content::Diff(diff) => format!("diff: {}", diff.path),
        Content::Image(image) => format!("image [{}]: {}", image.media_type, image.alt),
        Content::Extension(extension) => format!("ext: {}/{}", extension.namespace, extension.type_name),
        Content::Unknown(unknown) => format!("unknown 0x{:02X}", unknown.id),
        Content::Annotation(_) => "annotation".to_owned(),
    };
    format!("--- {}{mark} ---\n{text}", on_one_line(&head))
}

pub(super) fn placeholder(label: &Label, tokens: usize) -> String {
    format!("[omitted: {label} ~{tokens}tok]")
}

/// The line in place of turns.
pub(super) fn turns(which: &str, turns: usize) -> String {
    let noun = if turns == 1 { "turn" } else { "turns" };
    format!("[{turns} {which} {noun}]")
}
