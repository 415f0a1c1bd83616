//! The builder.

use crate::support::{goldens, hex};
use toon_context::container::{self, EncodeError, Magic};
use toon_context::container::{AnnotationKind, Encoder};
use toon_context::{
    Content, DataFormat, DocumentFormat, Entry, Hunk, Lang, MediaType, Priority, Role, Status,
};

fn golden(name: &str) -> Vec<u8> {
    goldens().into_iter().find(|(other, ..)| *other == name).unwrap().1
}

#[test]
fn the_example_is_that_of_the_published_encoder() -> Result<(), EncodeError> {
    let bytes = Encoder::new()
        .set_magic(Magic::Lcp)
        .add_code(Lang::Rust, "src/main.rs", b"fn main() {}")
        .with_summary("Entry point: CLI setup and server startup.")?
        .with_priority(Priority::High)?
        .add_conversation(Role::User, b"Fix the timeout bug.")
        .add_conversation(Role::Assistant, b"I'll examine the pool config...")
        .add_tool_result("ripgrep", Status::Ok, b"3 matches found.")
        .encode()?;
    assert_eq!(bytes, golden("example"));
    Ok(())
}

#[test]
fn all_kinds_are_those_of_the_published_encoder() -> Result<(), EncodeError> {
    let image = golden("all kinds");
    let start = image.windows(4).position(|bytes| bytes == b"\x89PNG").unwrap();
    let bytes = Encoder::new()
        .add_code(Lang::Go, "main.go", "package main")
        .add_conversation(Role::System, "You are a helpful assistant.")
        .add_file_tree("/", [Entry::file("main.go", 12)])
        .add_tool_result("ls", Status::Ok, "main.go")
        .add_document("README", "# BCP", DocumentFormat::Markdown)
        .add_structured_data(DataFormat::Json, r#"{"version":1}"#)
        .add_diff("main.go", [Hunk::new(1, 1, "-package old\n+package main\n")])
        .add_annotation(0, AnnotationKind::Tag, "entry-point")
        .add_embedding_ref("vec-001", [0xaa; 32], "text-embedding-3-small")
        .add_image(MediaType::Png, "Logo", &image[start..start + 69])
        .add_extension("com.example", "custom", "hello")
        .encode()?;
    assert_eq!(bytes, image);

    let bytes = Encoder::new()
        .set_magic(Magic::Lcp)
        .add_code_range(Lang::TypeScript, "a.ts", "x", 10, 300)
        .add_conversation_tool(Role::Tool, "{}", "call_1")
        .encode()?;
    assert_eq!(bytes, golden("line range and call"));
    Ok(())
}

#[test]
fn annotations_count_in_targets() -> Result<(), EncodeError> {
    let mut encoder = Encoder::new();
    for priority in [Priority::Critical, Priority::Normal, Priority::Background] {
        encoder.add_code(Lang::Rust, "a.rs", "").with_priority(priority)?;
    }
    let bytes = encoder.encode()?;
    for body in ["0100000200010301 0101", "01000202000103010103", "01000402000103010105"] {
        let body = hex(body);
        assert!(bytes.windows(body.len()).any(|window| window == body));
    }
    Ok(())
}

#[test]
fn modifiers_act_on_the_block_before_its_priority() -> Result<(), EncodeError> {
    let bytes = Encoder::new()
        .add_code(Lang::Rust, "a.rs", "")
        .with_priority(Priority::Low)?
        .with_priority(Priority::High)?
        .with_summary("nothing")?
        .encode()?;
    let blocks = container::decode(&bytes).unwrap().into_blocks();
    assert_eq!(blocks.len(), 3);
    assert_eq!((blocks[0].summary(), blocks[0].priority()), (Some("nothing"), Priority::High));
    assert!(blocks[1..].iter().all(|block| matches!(block.content(), Content::Annotation(_))));
    Ok(())
}

#[test]
fn modifiers_need_a_block() {
    let mut encoder = Encoder::new();
    let errors = [
        encoder.with_summary("").err(),
        encoder.with_priority(Priority::Low).err(),
        encoder.with_compression().err(),
    ];
    let messages = errors.map(|error| error.unwrap().to_string());
    assert_eq!(
        messages,
        [
            "`with_summary` needs a block to act on",
            "`with_priority` needs a block to act on",
            "`with_compression` needs a block to act on",
        ]
    );
    assert_eq!(encoder.encode().unwrap_err().to_string(), "a container needs at least one block");
}

#[test]
#[cfg(not(feature = "zstd"))]
fn compression_needs_a_feature() {
    let error = Encoder::new().add_code(Lang::Rust, "a.rs", "").compress_payload().encode().unwrap_err();
    assert_eq!(error.to_string(), "compression needs the feature `zstd` of toon-context");
}
