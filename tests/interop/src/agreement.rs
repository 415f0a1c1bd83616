//! What both sides agree on.

use crate::random::{Generator, Random};
use crate::{ours, theirs};
use bcp_decoder::BcpDecoder;
use bcp_encoder::MemoryContentStore;
use bcp_types::BlockContent;
use std::io;
use std::sync::Arc;
use toon_context::container::{self, ContentStore, DecodeOptions, EncodeOptions, MemoryStore};
use toon_context::{Block, Content};

const CONTEXTS: u64 = 10_000;

/// What the published decoder reads.
fn read_by_theirs(bytes: &[u8]) -> Vec<(Option<String>, BlockContent)> {
    let payload = BcpDecoder::decode(bytes).unwrap();
    payload
        .blocks
        .into_iter()
        .map(|block| (block.summary.map(|summary| summary.text), block.content))
        .collect()
}

/// What we should read.
fn expected_by_ours(blocks: &[Random]) -> Vec<Block> {
    let stream = theirs::stream(blocks);
    stream.iter().map(|(summary, content)| with_summary(ours::block(content), summary.as_deref())).collect()
}

/// Blocks take a summary only from their content.
fn with_summary(block: Block, summary: Option<&str>) -> Block {
    let Some(summary) = summary else { return block };
    match block.content().clone() {
        Content::Code(content) => content.summary(summary).into(),
        Content::Conversation(content) => content.summary(summary).into(),
        Content::FileTree(content) => content.summary(summary).into(),
        Content::ToolResult(content) => content.summary(summary).into(),
        Content::Document(content) => content.summary(summary).into(),
        Content::Data(content) => content.summary(summary).into(),
        Content::Diff(content) => content.summary(summary).into(),
        Content::EmbeddingRef(content) => content.summary(summary).into(),
        Content::Image(content) => content.summary(summary).into(),
        Content::Extension(content) => content.summary(summary).into(),
        Content::Unknown(content) => content.summary(summary).into(),
        other => panic!("{other:?} takes no summary"),
    }
}

/// Annotations take no summaries in our types.
fn blocks(random: &mut Generator, by_method: bool) -> Vec<Random> {
    let mut blocks = random.blocks(by_method);
    for block in &mut blocks {
        if matches!(block.content, BlockContent::Annotation(_)) {
            block.summary = None;
        }
    }
    blocks
}

#[test]
fn builders_write_the_same_bytes_and_both_read_them() {
    for seed in 0..CONTEXTS {
        let blocks = blocks(&mut Generator::new(seed), true);
        let bytes = ours::encoder(&blocks).encode().unwrap();
        assert_eq!(bytes, theirs::encoder(&blocks).encode().unwrap(), "seed {seed}");
        assert_eq!(read_by_theirs(&bytes), theirs::stream(&blocks), "seed {seed}");
        assert_eq!(container::decode(&bytes).unwrap().blocks, expected_by_ours(&blocks), "seed {seed}");
    }
}

#[test]
fn blocks_that_have_no_method_are_the_same_bytes_and_both_read_them() {
    for seed in 0..CONTEXTS {
        let blocks = blocks(&mut Generator::new(seed), false);
        let expected = theirs::frames(&theirs::stream(&blocks));
        let read = container::decode(&expected).unwrap();
        assert_eq!(read.blocks, expected_by_ours(&blocks), "seed {seed}");
        assert_eq!(container::encode(&read.blocks).unwrap(), expected, "seed {seed}");
        assert_eq!(container::encode(&read.into_blocks()).unwrap(), expected, "seed {seed}");
        assert_eq!(read_by_theirs(&expected), theirs::stream(&blocks), "seed {seed}");
    }
}

#[test]
fn both_read_what_the_other_compressed() {
    for seed in 0..CONTEXTS {
        let mut random = Generator::new(seed);
        let blocks = blocks(&mut random, true);
        let (mut ours, mut theirs) = (ours::encoder(&blocks), theirs::encoder(&blocks));
        if random.one_in(2) {
            ours.compress_payload();
            theirs.compress_payload();
        } else {
            ours.compress_blocks();
            theirs.compress_blocks();
        }
        let (ours, theirs) = (ours.encode().unwrap(), theirs.encode().unwrap());
        let (by_ours, by_theirs) = (expected_by_ours(&blocks), theirs::stream(&blocks));
        for bytes in [&ours, &theirs] {
            assert_eq!(read_by_theirs(bytes), by_theirs, "seed {seed}");
            assert_eq!(container::decode(bytes).unwrap().blocks, by_ours, "seed {seed}");
            let streamed = DecodeOptions::new().read(bytes.as_slice()).unwrap();
            assert_eq!(streamed.collect::<Result<Vec<_>, _>>().unwrap(), by_ours, "seed {seed}");
        }
    }
}

/// A store of the published crates as one of ours.
struct Adapter(Arc<MemoryContentStore>);

impl ContentStore for Adapter {
    fn get(&self, hash: &[u8; 32]) -> io::Result<Option<Vec<u8>>> {
        Ok(bcp_types::content_store::ContentStore::get(&*self.0, hash))
    }

    fn put(&self, content: &[u8]) -> io::Result<[u8; 32]> {
        Ok(bcp_types::content_store::ContentStore::put(&*self.0, content))
    }

    fn contains(&self, hash: &[u8; 32]) -> io::Result<bool> {
        Ok(bcp_types::content_store::ContentStore::contains(&*self.0, hash))
    }
}

#[test]
fn references_are_the_same_bytes_and_both_resolve_them() {
    for seed in 0..CONTEXTS {
        let mut random = Generator::new(seed);
        let mut blocks = blocks(&mut random, true);
        // Duplicates, so that there are references.
        for _ in 0..random.below(4) {
            let Random { content, summary, .. } = &blocks[0];
            let (content, summary) = (content.clone(), summary.clone());
            blocks.push(Random { content, summary, priority: None });
        }
        let (mut ours, mut theirs) = (ours::encoder(&blocks), theirs::encoder(&blocks));
        let (store, their_store) = (Arc::new(MemoryStore::new()), Arc::new(MemoryContentStore::new()));
        ours.set_content_store(store.clone());
        theirs.set_content_store(their_store.clone());
        // Otherwise, what follows acts on an annotation in theirs.
        if blocks.last().unwrap().priority.is_none() && random.one_in(2) {
            ours.with_content_addressing().unwrap();
            theirs.with_content_addressing().unwrap();
        }
        if random.one_in(4) {
            ours.compress_payload();
            theirs.compress_payload();
        }
        ours.auto_dedup();
        theirs.auto_dedup();
        let (ours, theirs) = (ours.encode().unwrap(), theirs.encode().unwrap());
        if ours[6] == 0 && theirs[6] == 0 {
            assert_eq!(ours, theirs, "seed {seed}");
        }
        assert_eq!((store.len(), store.total_bytes()), (their_store.len(), their_store.total_bytes()));

        let (by_ours, by_theirs) = (expected_by_ours(&blocks), theirs::stream(&blocks));
        let stores: [Arc<dyn ContentStore>; 2] = [store, Arc::new(Adapter(their_store.clone()))];
        for bytes in [&ours, &theirs] {
            for store in &stores {
                let options = DecodeOptions::new().store(store.clone());
                assert_eq!(options.decode(bytes).unwrap().blocks, by_ours, "seed {seed}");
            }
            let payload = BcpDecoder::decode_with_store(bytes, &*their_store).unwrap();
            let read: Vec<_> = payload.blocks.into_iter().map(|block| block.content).collect();
            assert_eq!(read, by_theirs.iter().map(|(_, content)| content.clone()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn blocks_with_priorities_are_what_the_builder_writes() {
    for seed in 0..CONTEXTS {
        let mut blocks = blocks(&mut Generator::new(seed), true);
        // Annotations in a context are not moved when blocks are.
        blocks.retain(|block| !matches!(block.content, BlockContent::Annotation(_)));
        for block in &mut blocks {
            block.priority =
                block.priority.filter(|priority| ours::priority(*priority) != toon_context::Priority::Normal);
        }
        if blocks.is_empty() {
            continue;
        }
        let bytes = ours::encoder(&blocks).encode().unwrap();
        let read = container::decode(&bytes).unwrap().into_blocks();
        let without_annotations: Vec<_> =
            read.into_iter().filter(|block| !matches!(block.content(), Content::Annotation(_))).collect();
        assert_eq!(EncodeOptions::new().encode(&without_annotations).unwrap(), bytes, "seed {seed}");
    }
}
