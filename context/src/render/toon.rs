//! A field for each block, so that the whole is one TOON document.

use super::body::DataRows;
use super::form::{Key, Shown};
use crate::block::{Content, Data};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

pub(super) fn write(key: Key, content: &Content, shown: &Shown<'_>) -> String {
    let field = if shown.is_summary { "summary" } else { "content" };
    KeyFields::named(content).write(key, Some((field, &shown.text)), None)
}

/// Data with its first `units` rows, or with all of them.
pub(super) fn rows(key: Key, content: &Content, data: &DataRows<'_>, units: Option<usize>) -> String {
    let value = data.value.first_rows(units.unwrap_or(data.total));
    let more = data.more(units);
    let more = more.map(|(count, is_all)| (if is_all { "more_rows" } else { "more_rows_at_least" }, count));
    // Data has no other fields than its name and `more_rows`.
    let name = data.name.filter(|name| *name != "more_rows").unwrap_or("content");
    KeyFields::new(content).write(key, Some((name, &value)), more)
}

pub(super) fn placeholder(key: Key, content: &Content, tokens: usize) -> String {
    KeyFields::named(content).write::<()>(key, None, Some(("omitted_tokens", tokens)))
}

/// The field in place of turns.
pub(super) fn turns(key: Key, which: &str, turns: usize) -> String {
    format!("{which}_turns_{key}: {turns}")
}

/// The fields that tell a block apart.
struct KeyFields<'c> {
    /// What the key of the block begins with.
    kind: &'static str,
    fields: Vec<(&'static str, Cow<'c, str>)>,
}

impl<'c> KeyFields<'c> {
    fn new(content: &'c Content) -> Self {
        let mut fields = KeyFields { kind: kind(content), fields: Vec::new() };
        match content {
            Content::Code(code) => {
                fields.text("path", &code.path).text("lang", code.lang.as_str());
                if let Some((first, last)) = code.lines {
                    fields.text("lines", format!("{first}-{last}"));
                }
            }
            Content::Conversation(turn) => {
                fields.text("role", turn.role.as_str());
            }
            Content::FileTree(tree) => {
                fields.text("root", &tree.root);
            }
            Content::ToolResult(result) => {
                fields.text("name", &result.name).text("status", result.status.as_str());
            }
            Content::Document(document) => {
                fields.text("title", &document.title).text("format", document.format.as_str());
            }
            Content::Diff(diff) => {
                fields.text("path", &diff.path);
            }
            Content::EmbeddingRef(embedding) => {
                fields.text("model", &embedding.model);
            }
            Content::Image(image) => {
                fields.text("type", image.media_type.as_str()).text("alt", &image.alt);
            }
            Content::Extension(extension) => {
                fields.text("namespace", &extension.namespace).text("type", &extension.type_name);
            }
            Content::Unknown(unknown) => {
                fields.text("type", format!("0x{:02X}", unknown.id));
            }
            Content::Data(_) | Content::Annotation(_) | Content::Turns(_) => {}
        }
        fields
    }

    /// The same, and the name of data, which is otherwise the key of its value.
    fn named(content: &'c Content) -> Self {
        let mut fields = KeyFields::new(content);
        if let Content::Data(Data { name: Some(name), .. }) = content {
            fields.text("name", name);
        }
        fields
    }

    fn text(&mut self, key: &'static str, text: impl Into<Cow<'c, str>>) -> &mut Self {
        self.fields.push((key, text.into()));
        self
    }

    /// Writes the block with its content and a number.
    fn write<T: Serialize>(
        &self,
        key: Key,
        content: Option<(&str, &T)>,
        number: Option<(&str, usize)>,
    ) -> String {
        let key = format!("{}_{key}", self.kind);
        let block = BlockField { fields: &self.fields, content, number };
        // It has only text and a `Value`, which can always be written.
        toon::to_string(&SingleEntry { key: &key, value: block }).unwrap_or_default()
    }
}

/// What the key of a block begins with.
fn kind(content: &Content) -> &'static str {
    match content {
        Content::Code(_) => "code",
        Content::Conversation(_) => "turn",
        Content::Turns(_) => "turns",
        Content::FileTree(_) => "tree",
        Content::ToolResult(_) => "tool",
        Content::Document(_) => "doc",
        Content::Data(_) => "data",
        Content::Diff(_) => "diff",
        Content::Annotation(_) => "annotation",
        Content::EmbeddingRef(_) => "embedding",
        Content::Image(_) => "image",
        Content::Extension(_) => "extension",
        Content::Unknown(_) => "unknown",
    }
}

/// An object with one field.
struct SingleEntry<'k, V> {
    key: &'k str,
    value: V,
}

impl<V: Serialize> Serialize for SingleEntry<'_, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.key, &self.value)?;
        map.end()
    }
}

/// A block as the value of a field.
struct BlockField<'f, T> {
    fields: &'f [(&'static str, Cow<'f, str>)],
    content: Option<(&'f str, &'f T)>,
    number: Option<(&'f str, usize)>,
}

impl<T: Serialize> Serialize for BlockField<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (key, text) in self.fields {
            map.serialize_entry(key, text)?;
        }
        if let Some((key, content)) = self.content {
            map.serialize_entry(key, content)?;
        }
        if let Some((key, number)) = self.number {
            map.serialize_entry(key, &number)?;
        }
        map.end()
    }
}
