//! Random contexts in the published encoder.

use crate::random::Random;
use bcp_encoder::BcpEncoder;
use bcp_types::BlockContent;
use bcp_types::annotation::AnnotationBlock;
use bcp_types::block_type::BlockType;
use bcp_types::enums::AnnotationKind;
use bcp_types::summary::Summary;
use bcp_wire::block_frame::{BlockFlags, BlockFrame};

/// Adds the blocks with the methods of the builder.
pub(crate) fn encoder(blocks: &[Random]) -> BcpEncoder {
    let mut encoder = BcpEncoder::new();
    for Random { content, summary, priority } in blocks {
        add(&mut encoder, content);
        if let Some(summary) = summary {
            encoder.with_summary(summary).unwrap();
        }
        if let Some(priority) = priority {
            encoder.with_priority(*priority).unwrap();
        }
    }
    encoder
}

fn add(encoder: &mut BcpEncoder, content: &BlockContent) {
    match content {
        BlockContent::Code(code) => match code.line_range {
            Some((first, last)) => encoder.add_code_range(code.lang, &code.path, &code.content, first, last),
            None => encoder.add_code(code.lang, &code.path, &code.content),
        },
        BlockContent::Conversation(turn) => match &turn.tool_call_id {
            Some(id) => encoder.add_conversation_tool(turn.role, &turn.content, id),
            None => encoder.add_conversation(turn.role, &turn.content),
        },
        BlockContent::FileTree(tree) => encoder.add_file_tree(&tree.root_path, tree.entries.clone()),
        BlockContent::ToolResult(result) => {
            encoder.add_tool_result(&result.tool_name, result.status, &result.content)
        }
        BlockContent::Document(document) => {
            encoder.add_document(&document.title, &document.content, document.format_hint)
        }
        BlockContent::StructuredData(data) => encoder.add_structured_data(data.format, &data.content),
        BlockContent::Diff(diff) => encoder.add_diff(&diff.path, diff.hunks.clone()),
        BlockContent::Annotation(annotation) => {
            encoder.add_annotation(annotation.target_block_id, annotation.kind, &annotation.value)
        }
        BlockContent::EmbeddingRef(embedding) => {
            encoder.add_embedding_ref(&embedding.vector_id, &embedding.source_hash, &embedding.model)
        }
        BlockContent::Image(image) => encoder.add_image(image.media_type, &image.alt_text, &image.data),
        BlockContent::Extension(extension) => {
            encoder.add_extension(&extension.namespace, &extension.type_name, &extension.content)
        }
        BlockContent::Unknown { .. } | BlockContent::End => unreachable!("there is no method"),
    };
}

/// The blocks that a container has: each with its summary, and its priority as an annotation.
pub(crate) fn stream(blocks: &[Random]) -> Vec<(Option<String>, BlockContent)> {
    let mut stream = Vec::new();
    for Random { content, summary, priority } in blocks {
        let target_block_id = u32::try_from(stream.len()).unwrap();
        stream.push((summary.clone(), content.clone()));
        if let Some(priority) = priority {
            let (kind, value) = (AnnotationKind::Priority, vec![priority.to_wire_byte()]);
            let annotation = AnnotationBlock { target_block_id, kind, value };
            stream.push((None, BlockContent::Annotation(annotation)));
        }
    }
    stream
}

fn block_type(content: &BlockContent) -> BlockType {
    match content {
        BlockContent::Code(_) => BlockType::Code,
        BlockContent::Conversation(_) => BlockType::Conversation,
        BlockContent::FileTree(_) => BlockType::FileTree,
        BlockContent::ToolResult(_) => BlockType::ToolResult,
        BlockContent::Document(_) => BlockType::Document,
        BlockContent::StructuredData(_) => BlockType::StructuredData,
        BlockContent::Diff(_) => BlockType::Diff,
        BlockContent::Annotation(_) => BlockType::Annotation,
        BlockContent::EmbeddingRef(_) => BlockType::EmbeddingRef,
        BlockContent::Image(_) => BlockType::Image,
        BlockContent::Extension(_) => BlockType::Extension,
        BlockContent::End => BlockType::End,
        BlockContent::Unknown { type_id, .. } => BlockType::Unknown(*type_id),
    }
}

/// Writes blocks with the parts of the published encoder, for what it has no methods.
pub(crate) fn frames(stream: &[(Option<String>, BlockContent)]) -> Vec<u8> {
    let mut out = b"BCP\0\x01\0\0\0".to_vec();
    for (summary, content) in stream {
        let mut body = Vec::new();
        if let Some(text) = summary {
            Summary { text: text.clone() }.encode(&mut body);
        }
        body.extend(content.encode_body());
        let flags = if summary.is_some() { BlockFlags::HAS_SUMMARY } else { BlockFlags::NONE };
        let block_type = block_type(content).wire_id();
        BlockFrame { block_type, flags, body }.write_to(&mut out).unwrap();
    }
    out.extend(b"\xff\x01\0\0");
    out
}
