//! Random contexts in our types.

use crate::random::Random;
use bcp_types::BlockContent;
use bcp_types::file_tree::{FileEntry, FileEntryKind};
use toon_context::container::{Annotation, AnnotationKind, EmbeddingRef, Encoder, Extension, Unknown};
use toon_context::{
    Block, Code, Conversation, Data, DataFormat, Diff, Document, DocumentFormat, Entry, FileTree, Hunk,
    Image, Lang, MediaType, Priority, Role, Status, ToolResult,
};

fn lang(lang: bcp_types::enums::Lang) -> Lang {
    Lang::from_byte(lang.to_wire_byte())
}

fn role(role: bcp_types::enums::Role) -> Role {
    Role::from_byte(role.to_wire_byte()).unwrap()
}

fn status(status: bcp_types::enums::Status) -> Status {
    Status::from_byte(status.to_wire_byte()).unwrap()
}

fn document_format(format: bcp_types::enums::FormatHint) -> DocumentFormat {
    DocumentFormat::from_byte(format.to_wire_byte()).unwrap()
}

fn data_format(format: bcp_types::enums::DataFormat) -> DataFormat {
    DataFormat::from_byte(format.to_wire_byte()).unwrap()
}

fn media_type(media_type: bcp_types::enums::MediaType) -> MediaType {
    MediaType::from_byte(media_type.to_wire_byte()).unwrap()
}

fn annotation_kind(kind: bcp_types::enums::AnnotationKind) -> AnnotationKind {
    AnnotationKind::from_byte(kind.to_wire_byte()).unwrap()
}

pub(crate) fn priority(priority: bcp_types::enums::Priority) -> Priority {
    Priority::from_byte(priority.to_wire_byte()).unwrap()
}

fn entry(entry: &FileEntry) -> Entry {
    Entry {
        name: entry.name.clone(),
        is_directory: entry.kind == FileEntryKind::Directory,
        size: entry.size,
        children: entry.children.iter().map(self::entry).collect(),
        unlisted: 0,
    }
}

fn hunk(hunk: &bcp_types::diff::DiffHunk) -> Hunk {
    Hunk::new(hunk.old_start, hunk.new_start, hunk.lines.as_slice())
}

/// Data as it is read: JSON text has a value.
fn data(format: DataFormat, content: &[u8]) -> Data {
    match std::str::from_utf8(content) {
        Ok(text) if format == DataFormat::Json => Data::json(text),
        _ => Data::text(format, content),
    }
}

pub(crate) fn block(content: &BlockContent) -> Block {
    match content.clone() {
        BlockContent::Code(code) => {
            let block = Code::new(code.path, code.content).lang(lang(code.lang));
            match code.line_range {
                Some((first, last)) => block.lines(first, last).into(),
                None => block.into(),
            }
        }
        BlockContent::Conversation(turn) => {
            let mut block = Conversation::new(role(turn.role), turn.content);
            block.tool_call_id = turn.tool_call_id;
            block.into()
        }
        BlockContent::FileTree(tree) => FileTree::new(tree.root_path, tree.entries.iter().map(entry)).into(),
        BlockContent::ToolResult(result) => {
            let mut block = ToolResult::new(result.tool_name, status(result.status)).text(result.content);
            block.schema_hint = result.schema_hint;
            block.into()
        }
        BlockContent::Document(document) => Document::new(document.title, document.content)
            .format(document_format(document.format_hint))
            .into(),
        BlockContent::StructuredData(structured) => {
            let mut block = data(data_format(structured.format), &structured.content);
            block.schema = structured.schema;
            block.into()
        }
        BlockContent::Diff(diff) => Diff::new(diff.path, diff.hunks.iter().map(hunk)).into(),
        BlockContent::Annotation(annotation) => {
            Annotation::new(annotation.target_block_id, annotation_kind(annotation.kind), annotation.value)
                .into()
        }
        BlockContent::EmbeddingRef(embedding) => {
            EmbeddingRef::new(embedding.vector_id, embedding.source_hash, embedding.model).into()
        }
        BlockContent::Image(image) => {
            Image::new(media_type(image.media_type), image.alt_text, image.data).into()
        }
        BlockContent::Extension(extension) => {
            Extension::new(extension.namespace, extension.type_name, extension.content).into()
        }
        BlockContent::Unknown { type_id, body } => Unknown::new(type_id, body).into(),
        BlockContent::End => unreachable!("the end is not a block"),
    }
}

/// Adds the blocks with the methods of the builder.
pub(crate) fn encoder(blocks: &[Random]) -> Encoder {
    let mut encoder = Encoder::new();
    for Random { content, summary, priority } in blocks {
        add(&mut encoder, content);
        if let Some(summary) = summary {
            encoder.with_summary(summary).unwrap();
        }
        if let Some(priority) = priority {
            encoder.with_priority(self::priority(*priority)).unwrap();
        }
    }
    encoder
}

fn add(encoder: &mut Encoder, content: &BlockContent) {
    match content.clone() {
        BlockContent::Code(code) => match code.line_range {
            Some((first, last)) => {
                encoder.add_code_range(lang(code.lang), &code.path, code.content, first, last)
            }
            None => encoder.add_code(lang(code.lang), &code.path, code.content),
        },
        BlockContent::Conversation(turn) => match turn.tool_call_id {
            Some(id) => encoder.add_conversation_tool(role(turn.role), turn.content, &id),
            None => encoder.add_conversation(role(turn.role), turn.content),
        },
        BlockContent::FileTree(tree) => {
            encoder.add_file_tree(&tree.root_path, tree.entries.iter().map(entry))
        }
        BlockContent::ToolResult(result) => {
            encoder.add_tool_result(&result.tool_name, status(result.status), result.content)
        }
        BlockContent::Document(document) => {
            encoder.add_document(&document.title, document.content, document_format(document.format_hint))
        }
        BlockContent::StructuredData(data) => {
            encoder.add_structured_data(data_format(data.format), data.content)
        }
        BlockContent::Diff(diff) => encoder.add_diff(&diff.path, diff.hunks.iter().map(hunk)),
        BlockContent::Annotation(annotation) => encoder.add_annotation(
            annotation.target_block_id,
            annotation_kind(annotation.kind),
            annotation.value,
        ),
        BlockContent::EmbeddingRef(embedding) => {
            encoder.add_embedding_ref(embedding.vector_id, embedding.source_hash, &embedding.model)
        }
        BlockContent::Image(image) => {
            encoder.add_image(media_type(image.media_type), &image.alt_text, image.data)
        }
        BlockContent::Extension(extension) => {
            encoder.add_extension(&extension.namespace, &extension.type_name, extension.content)
        }
        BlockContent::Unknown { .. } | BlockContent::End => unreachable!("there is no method"),
    };
}
