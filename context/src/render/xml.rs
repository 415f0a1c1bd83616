//! An element for each block.

use super::form::Shown;
use super::label::Label;
use crate::block::Content;
use std::fmt::Write;

pub(super) fn write(content: &Content, shown: &Shown<'_>) -> String {
    let text = shown.text;
    let mut tag = match content {
        Content::Code(code) => {
            let tag = Tag::new("code").with("lang", code.lang.as_str()).with("path", &code.path);
            match code.lines {
                Some((first, last)) => tag.with("lines", &format!("{first}-{last}")),
                None => tag,
            }
        }
        Content::Conversation(turn) => Tag::new("turn").with("role", turn.role.as_str()),
        Content::Turns(_) => Tag::new("turns"),
        Content::FileTree(tree) => Tag::new("tree").with("root", &tree.root),
        Content::ToolResult(result) => {
            Tag::new("tool").with("name", &result.name).with("status", result.status.as_str())
        }
        Content::Document(document) => {
            Tag::new("doc").with("title", &document.title).with("format", document.format.as_str())
        }
        Content::Data(data) => {
            let tag = Tag::new("data");
            match (data.name_beside(shown.is_summary), shown.format) {
                (Some(name), None) => tag.with("name", name),
                (Some(name), Some(format)) => tag.with("format", format).with("name", name),
                (None, format) => tag.with("format", format.unwrap_or_else(|| data.format.as_str())),
            }
        }
        Content::Diff(diff) => Tag::new("diff").with("path", &diff.path),
        Content::Annotation(_) => Tag::new("annotation"),
        Content::EmbeddingRef(embedding) => Tag::new("embed-ref").with("model", &embedding.model),
        Content::Image(image) => {
            Tag::new("image").with("type", image.media_type.as_str()).with("alt", &image.alt)
        }
        Content::Extension(extension) => {
            Tag::new("ext").with("ns", &extension.namespace).with("type", &extension.type_name)
        }
        Content::Unknown(unknown) => {
            let mark = if shown.is_summary { " (summary)" } else { "" };
            return format!("<!-- unknown block type 0x{:02X}{mark} -->\n{text}", unknown.id);
        }
    };
    if shown.is_summary {
        tag = tag.with("summary", "true");
    }
    match content {
        Content::Conversation(_) | Content::Turns(_) | Content::Image(_) => tag.around("", text, ""),
        Content::EmbeddingRef(_) if !shown.is_summary => tag.empty(),
        // Their lines have an end already.
        Content::FileTree(_) | Content::Diff(_) if !shown.is_summary => tag.around("\n", text, ""),
        _ => tag.around("\n", text, "\n"),
    }
}

pub(super) fn placeholder(label: &Label, tokens: usize) -> String {
    let tag = Tag::new("omitted").with("type", label.kind).with("desc", &label.name);
    tag.with("tokens", &tokens.to_string()).empty()
}

/// The element in place of turns.
pub(super) fn turns(which: &str, turns: usize) -> String {
    format!("<{which}-turns count=\"{turns}\" />")
}

/// An element that is being written.
struct Tag {
    name: &'static str,
    text: String,
}

impl Tag {
    fn new(name: &'static str) -> Self {
        Tag { name, text: format!("<{name}") }
    }

    fn with(mut self, attribute: &str, value: &str) -> Self {
        // Writing to a string does not fail.
        let _ = write!(self.text, " {attribute}=\"");
        for char in value.chars() {
            match char {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                // A reader would take them for spaces.
                '\n' => self.text.push_str("&#10;"),
                '\r' => self.text.push_str("&#13;"),
                '\t' => self.text.push_str("&#9;"),
                _ => self.text.push(char),
            }
        }
        self.text.push('"');
        self
    }

    fn around(self, before: &str, text: &str, after: &str) -> String {
        let Tag { name, text: tag } = self;
        if text.contains(['<', '&']) {
            // Escaping each character would change code, and cost more.
            let text = text.replace("]]>", "]]]]><![CDATA[>");
            return format!("{tag}><![CDATA[{before}{text}{after}]]></{name}>");
        }
        format!("{tag}>{before}{text}{after}</{name}>")
    }

    fn empty(self) -> String {
        self.text + " />"
    }
}
