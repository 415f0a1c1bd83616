//! Any bytes, read as a container in both modes, whole and in pieces, written again, and rendered: no panics, modes
//! and ways to read agree, what was read is written as it was, and no text exceeds its budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::BufReader;
use std::sync::Arc;
use toon_context::container::{
    Container, DecodeError, DecodeErrorKind, DecodeOptions, EncodeOptions, Limits, MemoryStore,
};
use toon_context::{Block, Budget, Content, Context, Priority, RenderError, Style};
use toon_serde_fuzz::containers::{Store, is_canonical};

fuzz_target!(|data: &[u8]| {
    let strict = DecodeOptions::new().limits(limits(1)).store(Arc::new(Store));
    let tolerant = strict.clone().strict(false);
    let (read, tolerated) = (strict.decode(data), tolerant.decode(data));
    same_in_pieces(&strict, data, &read);
    same_in_pieces(&tolerant, data, &tolerated);
    match (&read, &tolerated) {
        (Ok(read), Ok(tolerated)) => {
            assert_eq!(read.blocks, tolerated.blocks);
            assert!(read.tolerated.is_empty() && tolerated.tolerated.is_empty());
            let written = EncodeOptions::new().magic(read.magic).encode(&read.blocks);
            let is_same = written.is_ok_and(|bytes| bytes == data);
            assert_eq!(is_same, !read.blocks.is_empty() && is_canonical(data));
        }
        (Ok(_), Err(error)) => panic!("only strict mode reads it: {error}"),
        (Err(strict), Ok(tolerated)) => {
            let [first, ..] = &*tolerated.tolerated else { panic!("only strict mode fails: {strict}") };
            // Strict mode does not read a second frame. Tolerant mode finds out in the end.
            if !matches!(strict.kind(), DecodeErrorKind::SeveralFrames) {
                assert_eq!(strict.to_string(), first.to_string());
            }
        }
        (Err(_), Err(_)) => {}
    }
    let Ok(container) = tolerated else { return };
    if !container.blocks.is_empty() {
        comes_back(&container, &tolerant);
        renders(container.into_blocks());
    }
});

/// How large containers may be: less than by default, so that inputs take less time.
fn limits(factor: usize) -> Limits {
    Limits::new().block(factor << 14).payload(factor << 16).items(1 << 12)
}

/// Reads block by block, from a buffer of a few bytes.
fn same_in_pieces(options: &DecodeOptions, data: &[u8], whole: &Result<Container, DecodeError>) {
    let reader = BufReader::with_capacity(1 + data.len() % 16, data);
    let result = options.read(reader).and_then(|mut blocks| {
        let read: Vec<Block> = blocks.by_ref().collect::<Result<_, _>>()?;
        let tolerated: Vec<String> = blocks.tolerated().iter().map(ToString::to_string).collect();
        Ok((read, tolerated))
    });
    match (whole, result) {
        (Ok(whole), Ok((blocks, tolerated))) => {
            assert_eq!(whole.blocks, blocks);
            // A stream is not read beyond the end marker, where the others come from.
            let all: Vec<String> = whole.tolerated.iter().map(ToString::to_string).collect();
            assert!(tolerated.iter().all(|error| all.contains(error)), "{tolerated:?}, but {all:?}");
        }
        (Err(whole), Err(error)) => {
            assert_eq!((whole.to_string(), whole.block()), (error.to_string(), error.block()));
        }
        (Ok(_), Err(error)) => panic!("only a slice can be read: {error}"),
        // Compressed data can be invalid beyond the end marker.
        (Err(error), Ok(_)) => {
            assert!(
                matches!(error.kind(), DecodeErrorKind::Compression(_)),
                "only a stream can be read: {error}"
            );
        }
    }
}

/// Writes the blocks in all ways, and reads them again.
fn comes_back(container: &Container, options: &DecodeOptions) {
    // In tolerant mode, invalid bytes of text become replacement characters, which are longer.
    let wide = limits(4);
    let plain = EncodeOptions::new().magic(container.magic).limits(wide);
    let ways = [plain.clone(), plain.clone().compress_blocks(true), plain.clone().compress_payload(true)];
    for way in ways {
        let bytes = way.encode(&container.blocks).expect("what was read can be written");
        reads(&bytes, &options.clone().limits(wide), container);
        if let Ok(bytes) = way.limits(limits(1)).encode(&container.blocks) {
            reads(&bytes, options, container);
        }
    }
    let has_references = container.blocks.iter().any(is_reference);
    if !has_references {
        let store = Arc::new(MemoryStore::new());
        let dedup = plain.clone().store(store.clone()).dedup(true);
        let bytes = dedup.encode(&container.blocks).expect("a store in memory does not fail");
        reads(&bytes, &options.clone().limits(wide).store(store), container);
    }
    // Annotations state all priorities, so that nothing is added.
    let bytes = plain.encode(&container.blocks).expect("it was written before");
    let again = options.clone().limits(wide).decode(&bytes).expect("it was read before");
    assert_eq!(plain.encode(&again.into_blocks()).expect("priorities can be written"), bytes);
}

fn reads(bytes: &[u8], options: &DecodeOptions, expected: &Container) {
    let read = options.decode(bytes).expect("what was written can be read");
    assert_eq!((read.magic, &read.blocks), (expected.magic, &expected.blocks));
    for error in read.tolerated {
        assert!(matches!(error.kind(), DecodeErrorKind::UnresolvedReference(_)), "{error}");
    }
}

fn is_reference(block: &Block) -> bool {
    matches!(block.content(), Content::Unknown(unknown) if unknown.is_reference())
}

/// Renders the blocks in each style, in a small budget and in full.
fn renders(blocks: Vec<Block>) {
    const LIMIT: usize = 200;

    let count = blocks.len();
    let has_critical = blocks.iter().any(|block| block.priority() == Priority::Critical);
    let context: Context = blocks.into_iter().collect();
    for style in [Style::Xml, Style::Markdown, Style::Minimal, Style::Toon] {
        let full = context.render(&Budget::unlimited(), style);
        let budget = Budget::tokens(LIMIT).counter(|text: &str| text.len() / 4);
        match (context.render(&budget, style), &full) {
            (Ok(out), Ok(full)) => {
                assert!(full.omitted.is_empty());
                assert_eq!(out.tokens, out.text.len() / 4);
                assert!(out.tokens <= LIMIT);
                assert!(out.omitted.windows(2).all(|pair| pair[0].block < pair[1].block));
                assert!(out.omitted.last().is_none_or(|last| last.block < count));
                if style == Style::Toon {
                    for text in [&out.text, &full.text] {
                        assert!(toon::DecodeOptions::new().check(text).is_empty(), "not TOON: {text}");
                    }
                }
            }
            (Err(RenderError::DoesNotFit { needed, limit, .. }), Ok(_)) => {
                assert!(has_critical && needed > limit && limit == LIMIT);
            }
            (Err(error), Err(in_full)) => assert_eq!(error, *in_full),
            (small, _) => panic!("{style:?}: {small:?}, but in full {full:?}"),
        }
    }
}
