//! The contents of blocks as fields.

mod blocks;
mod message;
mod payload;
mod rule;
mod table;

use super::error::{DecodeError, EncodeError};
use super::field::{Reader, Writer};
use super::frame::kind;
use crate::block::{Content, Data, Unknown};
use message::Message;

/// The byte of the kind of a block.
pub(super) fn kind(content: &Content) -> u8 {
    match content {
        Content::Code(_) => kind::CODE,
        // The turns of a run are written one after another.
        Content::Conversation(_) | Content::Turns(_) => kind::CONVERSATION,
        Content::FileTree(_) => kind::FILE_TREE,
        Content::ToolResult(_) => kind::TOOL_RESULT,
        Content::Document(_) => kind::DOCUMENT,
        Content::Data(Data { name: Some(_), .. }) | Content::Extension(_) => kind::EXTENSION,
        Content::Data(_) => kind::STRUCTURED_DATA,
        Content::Diff(_) => kind::DIFF,
        Content::Annotation(_) => kind::ANNOTATION,
        Content::EmbeddingRef(_) => kind::EMBEDDING_REF,
        Content::Image(_) => kind::IMAGE,
        Content::Unknown(unknown) => unknown.id,
    }
}

fn is_known(byte: u8) -> bool {
    matches!(byte, kind::CODE..=kind::IMAGE | kind::EXTENSION | kind::END)
}

/// Writes all but the summary.
pub(super) fn write(content: &Content, writer: &mut Writer) -> Result<(), EncodeError> {
    match content {
        Content::Code(code) => code.write(writer),
        Content::Conversation(turn) => turn.write(writer),
        Content::Turns(_) => {
            let message = "the turns of a run are blocks of their own".to_owned();
            Err(EncodeError::Data { block: writer.block, message })
        }
        Content::FileTree(tree) => tree.write(writer),
        Content::ToolResult(result) => result.write(writer),
        Content::Document(document) => document.write(writer),
        Content::Data(data) => match &data.name {
            Some(name) => table::to_extension(name, data, writer.block)?.write(writer),
            None => data.write(writer),
        },
        Content::Diff(diff) => diff.write(writer),
        Content::Annotation(annotation) => annotation.write(writer),
        Content::EmbeddingRef(embedding) => embedding.write(writer),
        Content::Image(image) => image.write(writer),
        Content::Extension(extension) => extension.write(writer),
        Content::Unknown(Unknown { id, reference: None, .. }) if is_known(*id) => {
            Err(EncodeError::KnownKind { block: writer.block, kind: *id })
        }
        Content::Unknown(unknown) => {
            writer.out.extend_from_slice(&unknown.body);
            Ok(())
        }
    }
}

/// Reads what follows the summary.
pub(super) fn read(kind: u8, reader: &mut Reader<'_, '_>) -> Result<Content, DecodeError> {
    Ok(match kind {
        kind::CODE => Content::Code(Message::read(reader)?),
        kind::CONVERSATION => Content::Conversation(Message::read(reader)?),
        kind::FILE_TREE => Content::FileTree(Message::read(reader)?),
        kind::TOOL_RESULT => {
            Content::ToolResult(payload::recognize_result(Message::read(reader)?, &mut reader.checks.values))
        }
        kind::DOCUMENT => Content::Document(Message::read(reader)?),
        kind::STRUCTURED_DATA => {
            Content::Data(payload::recognize_data(Message::read(reader)?, &mut reader.checks.values))
        }
        kind::DIFF => Content::Diff(Message::read(reader)?),
        kind::ANNOTATION => Content::Annotation(Message::read(reader)?),
        kind::EMBEDDING_REF => Content::EmbeddingRef(Message::read(reader)?),
        kind::IMAGE => Content::Image(Message::read(reader)?),
        kind::EXTENSION => table::recognize(Message::read(reader)?, &mut reader.checks.values),
        _ => Content::Unknown(Unknown::new(kind, reader.rest())),
    })
}
