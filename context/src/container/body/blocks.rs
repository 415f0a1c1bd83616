//! The fields of each kind of block.

use super::message::message;
use super::payload;
use crate::block::{
    Annotation, Code, Conversation, Data, Diff, Document, EmbeddingRef, Entry, Extension, FileTree, Hunk,
    Image, Modifiers, Payload, ToolResult,
};
use crate::words::{AnnotationKind, DataFormat, DocumentFormat, Lang, MediaType, Role, Status};

message! {
    code: Code {
        required 1 lang: Lang = &code.lang;
        required 2 path: String = &code.path;
        required 3 content: Vec<u8> = &code.content;
        optional 4 line_start: u32 = code.lines.as_ref().map(|(first, _)| first);
        optional 5 line_end: u32 = code.lines.as_ref().map(|(_, last)| last);
    } => Code { lines: line_start.zip(line_end), ..Code::new(path, content).lang(lang) }
}

message! {
    turn: Conversation {
        required 1 role: Role = &turn.role;
        required 2 content: Vec<u8> = &turn.content;
        optional 3 tool_call_id: String = turn.tool_call_id.as_deref();
    } => Conversation { role, content, tool_call_id, modifiers: Modifiers::default() }
}

message! {
    tree: FileTree {
        required 1 root_path: String = &tree.root;
        repeated 2 entries: Entry = &tree.entries;
    } => FileTree::new(root_path, entries)
}

message! {
    entry: Entry {
        required 1 name: String = &entry.name;
        required 2 kind: bool = &entry.is_directory;
        optional 3 size: u64 = Some(&entry.size);
        repeated 4 children: Entry = &entry.children;
    } => Entry { name, is_directory: kind, size: size.unwrap_or_default(), children, unlisted: 0 }
}

message! {
    result, block: ToolResult {
        required 1 tool_name: String = &result.name;
        required 2 status: Status = &result.status;
        required 3 content: Vec<u8> = &payload::of_result(result, block)?;
        optional 4 schema_hint: String = payload::hint(result);
    } => ToolResult {
        name: tool_name,
        status,
        schema_hint,
        payload: Payload::Text(content),
        modifiers: Modifiers::default(),
    }
}

message! {
    document: Document {
        required 1 title: String = &document.title;
        required 2 content: Vec<u8> = &document.content;
        required 3 format_hint: DocumentFormat = &document.format;
    } => Document { title, content, format: format_hint, modifiers: Modifiers::default() }
}

message! {
    data, block: Data {
        required 1 format: DataFormat = &payload::format(data);
        optional 2 schema: String = data.schema.as_deref();
        required 3 content: Vec<u8> = &payload::of_data(data, block)?;
    } => Data { schema, ..Data::text(format, content) }
}

message! {
    diff: Diff {
        required 1 path: String = &diff.path;
        repeated 2 hunks: Hunk = &diff.hunks;
    } => Diff { path, hunks, modifiers: Modifiers::default() }
}

message! {
    hunk: Hunk {
        required 1 old_start: u32 = &hunk.old_start;
        required 2 new_start: u32 = &hunk.new_start;
        required 3 lines: Vec<u8> = &hunk.lines;
    } => Hunk::new(old_start, new_start, lines)
}

message! {
    annotation: Annotation {
        required 1 target_block_id: u32 = &annotation.target;
        required 2 kind: AnnotationKind = &annotation.kind;
        required 3 value: Vec<u8> = &annotation.value;
    } => Annotation { target: target_block_id, kind, value }
}

message! {
    embedding: EmbeddingRef {
        required 1 vector_id: Vec<u8> = &embedding.vector_id;
        required 2 source_hash: Vec<u8> = &embedding.source_hash;
        required 3 model: String = &embedding.model;
    } => EmbeddingRef { vector_id, source_hash, model, modifiers: Modifiers::default() }
}

message! {
    image: Image {
        required 1 media_type: MediaType = &image.media_type;
        required 2 alt_text: String = &image.alt;
        required 3 data: Vec<u8> = &image.data;
    } => Image { media_type, alt: alt_text, data, modifiers: Modifiers::default() }
}

message! {
    extension: Extension {
        required 1 namespace: String = &extension.namespace;
        required 2 type_name: String = &extension.type_name;
        required 3 content: Vec<u8> = &extension.content;
    } => Extension { namespace, type_name, content, modifiers: Modifiers::default() }
}
