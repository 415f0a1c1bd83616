//! Random blocks.

use proptest::prelude::*;
use toon_context::container::{Annotation, AnnotationKind, EmbeddingRef, Extension, Unknown};
use toon_context::container::{DecodeOptions, EncodeOptions, Magic};
use toon_context::{
    Block, Code, Conversation, Data, DataFormat, Diff, Document, DocumentFormat, Entry, FileTree, Hunk,
    Image, Lang, MediaType, Priority, Role, Status, ToolResult,
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[a-z./]{1,12}", any::<String>(), Just("long ".repeat(60))]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        text().prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..40),
        prop::collection::vec(any::<u8>(), 200..400),
    ]
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..300_u32, any::<u32>()]
}

fn entry() -> impl Strategy<Value = Entry> {
    let file = (text(), any::<u64>()).prop_map(|(name, size)| Entry::file(name, size));
    file.prop_recursive(5, 20, 4, |entry| {
        (text(), prop::collection::vec(entry, 0..4))
            .prop_map(|(name, children)| Entry::directory(name, children))
    })
}

fn one_of<T: Copy + std::fmt::Debug + 'static>(values: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(values)
}

/// The fields that only some blocks have.
fn content() -> impl Strategy<Value = Block> {
    let lines = prop::option::of((number(), number()));
    let hunk = (number(), number(), bytes()).prop_map(|(old, new, lines)| Hunk::new(old, new, lines));
    prop_oneof![
        (any::<u8>(), text(), bytes(), lines).prop_map(|(lang, path, content, lines)| {
            let code = Code::new(path, content).lang(Lang::from_byte(lang));
            if let Some((first, last)) = lines { code.lines(first, last) } else { code }.into()
        }),
        (one_of(Role::ALL), bytes(), prop::option::of(text())).prop_map(|(role, content, call)| {
            let mut turn = Conversation::new(role, content);
            turn.tool_call_id = call;
            turn.into()
        }),
        (text(), prop::collection::vec(entry(), 0..4))
            .prop_map(|(root, entries)| FileTree::new(root, entries).into()),
        (text(), one_of(Status::ALL), bytes(), prop::option::of("[a-z]{0,5}")).prop_map(
            |(name, status, content, hint)| {
                let mut result = ToolResult::new(name, status).text(content);
                result.schema_hint = hint;
                result.into()
            }
        ),
        (text(), bytes(), one_of(DocumentFormat::ALL)).prop_map(|(title, content, format)| Document::new(
            title, content
        )
        .format(format)
        .into()),
        // JSON is read as a value.
        (one_of(&DataFormat::ALL[1..]), bytes(), prop::option::of(text())).prop_map(
            |(format, content, schema)| {
                let mut data = Data::text(format, content);
                data.schema = schema;
                data.into()
            }
        ),
        (text(), prop::collection::vec(hunk, 0..4)).prop_map(|(path, hunks)| Diff::new(path, hunks).into()),
        (number(), one_of(&AnnotationKind::ALL[1..]), bytes())
            .prop_map(|(target, kind, value)| Annotation::new(target, kind, value).into()),
        (bytes(), bytes(), text()).prop_map(|(id, hash, model)| EmbeddingRef::new(id, hash, model).into()),
        (one_of(MediaType::ALL), text(), bytes())
            .prop_map(|(media, alt, data)| Image::new(media, alt, data).into()),
        ("[a-z.]{0,12}", text(), bytes())
            .prop_filter("a table", |(namespace, ..)| namespace != "toon")
            .prop_map(|(namespace, name, content)| Extension::new(namespace, name, content).into()),
        (0x0b..=0xfd_u8, bytes()).prop_map(|(id, body)| Unknown::new(id, body).into()),
    ]
}

fn options() -> impl Strategy<Value = EncodeOptions> {
    (any::<bool>(), 0..3_u8).prop_map(|(lcp, compress)| {
        let magic = if lcp { Magic::Lcp } else { Magic::Bcp };
        let compress = if cfg!(feature = "zstd") { compress } else { 0 };
        EncodeOptions::new().magic(magic).compress_blocks(compress == 1).compress_payload(compress == 2)
    })
}

proptest! {
    #[test]
    fn blocks_are_read_as_they_were_written(
        blocks in prop::collection::vec(content(), 1..8),
        options in options(),
    ) {
        let bytes = options.encode(&blocks).unwrap();
        let container = DecodeOptions::new().decode(&bytes).unwrap();
        prop_assert_eq!(&container.blocks, &blocks);
        prop_assert_eq!(options.encode(&container.blocks).unwrap(), bytes.as_slice());
        let streamed: Result<Vec<_>, _> = DecodeOptions::new().read(bytes.as_slice()).unwrap().collect();
        prop_assert_eq!(streamed.unwrap(), blocks);
    }

    #[test]
    fn modifiers_are_read_as_they_were_written(
        turns in prop::collection::vec((bytes(), prop::option::of(text()), one_of(Priority::ALL)), 1..8),
        options in options(),
    ) {
        let blocks: Vec<Block> = turns
            .into_iter()
            .map(|(content, summary, priority)| {
                let turn = Conversation::user(content).priority(priority);
                if let Some(summary) = summary { turn.summary(summary) } else { turn }.into()
            })
            .collect();
        let bytes = options.encode(&blocks).unwrap();
        let read = DecodeOptions::new().decode(&bytes).unwrap().into_blocks();
        prop_assert_eq!(options.encode(&read).unwrap(), bytes);
        let is_turn = |block: &Block| matches!(block.content(), toon_context::Content::Conversation(_));
        let turns: Vec<_> = read.into_iter().filter(is_turn).collect();
        prop_assert_eq!(turns, blocks);
    }
}
