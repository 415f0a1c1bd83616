//! What several topics need.

use std::io::{self, Read};
use toon_context::container::{self, Container, DecodeError};
use toon_context::container::{Annotation, AnnotationKind, EmbeddingRef, Extension};
use toon_context::{
    Block, Code, Conversation, Data, Diff, Document, Entry, FileTree, Hunk, Image, Lang, MediaType, Role,
    Status, ToolResult,
};

/// The bytes of hexadecimal digits, which spaces and line breaks may separate.
pub(crate) fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u8> = digits.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

pub(crate) const HEADER: &str = "4243500001000000";
pub(crate) const END: &str = "ff010000";

/// A container of these blocks, in hexadecimal digits.
pub(crate) fn container(blocks: &str) -> Vec<u8> {
    hex(&format!("{HEADER} {blocks} {END}"))
}

/// A container of a single block of this kind.
pub(crate) fn block(kind: &str, body: &str) -> Vec<u8> {
    let len = hex(body).len();
    assert!(len < 0x80, "longer lengths need more bytes");
    container(&format!("{kind} 00 {len:02x} {body}"))
}

/// The error of a container in strict mode.
pub(crate) fn error(bytes: &[u8]) -> DecodeError {
    container::decode(bytes).unwrap_err()
}

/// Reads a container in tolerant mode.
pub(crate) fn tolerant(bytes: &[u8]) -> Result<Container, DecodeError> {
    container::DecodeOptions::new().strict(false).decode(bytes)
}

/// A reader that fails.
pub(crate) struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("unplugged"))
    }
}

/// A block of each kind, in the order of their bytes.
pub(crate) fn all_kinds() -> Vec<Block> {
    vec![
        Code::new("main.go", "package main").into(),
        Conversation::new(Role::System, "You are a helpful assistant.").into(),
        FileTree::new("/", [Entry::file("main.go", 12)]).into(),
        ToolResult::new("ls", Status::Ok).text("main.go").into(),
        Document::new("README", "# BCP").into(),
        json(r#"{"version":1}"#),
        Diff::new("main.go", [Hunk::new(1, 1, "-package old\n+package main\n")]).into(),
        Annotation::new(0, AnnotationKind::Tag, "entry-point").into(),
        EmbeddingRef::new("vec-001", [0xaa; 32], "text-embedding-3-small").into(),
        Image::new(MediaType::Png, "Logo", png()).into(),
        Extension::new("com.example", "custom", "hello").into(),
    ]
}

/// JSON text as a container has it.
pub(crate) fn json(text: &str) -> Block {
    #[cfg(feature = "json")]
    return Data::json(text).into();
    #[cfg(not(feature = "json"))]
    Data::text(toon_context::DataFormat::Json, text).into()
}

/// An image of a single pixel, with 69 bytes.
fn png() -> Vec<u8> {
    hex("89504e470d0a1a0a 0000000d49484452 0000000100000001 0802000000907753 de
         0000000c49444154 789c63f8cfc00000 030101 00c9fe92ef 0000000049454e44 ae426082")
}

/// Containers of a writer that follows the format, with their blocks.
pub(crate) fn goldens() -> Vec<(&'static str, Vec<u8>, Vec<Block>)> {
    let code = |path: &str, content: &str| Code::new(path, content);
    vec![
        (
            "empty content",
            hex("4243500001000000 010011 010001 020108656d7074792e7273 030100 ff010000"),
            vec![code("empty.rs", "").into()],
        ),
        (
            "example",
            hex("4c4350000100000001014b2a456e74727920706f696e743a20434c4920736574757020616e642073657276657220
                 737461727475702e01000102010b7372632f6d61696e2e727303010c666e206d61696e2829207b7d08000a010000
                 0200010301010202001a010002020114466978207468652074696d656f7574206275672e02002501000302011f49
                 276c6c206578616d696e652074686520706f6f6c20636f6e6669672e2e2e04002001010772697067726570020001
                 03011033206d61746368657320666f756e642eff010000"),
            vec![
                code("src/main.rs", "fn main() {}").summary("Entry point: CLI setup and server startup.").into(),
                Annotation::new(0, AnnotationKind::Priority, [2]).into(),
                Conversation::user("Fix the timeout bug.").into(),
                Conversation::assistant("I'll examine the pool config...").into(),
                ToolResult::new("ripgrep", Status::Ok).text("3 matches found.").into(),
            ],
        ),
        (
            "line range and call",
            hex("4c43500001000000 010015 010002 020104612e7473 03010178 04000a 0500ac02
                 020011 010004 0201027b7d 03010663616c6c5f31 ff010000"),
            vec![
                code("a.ts", "x").lang(Lang::TypeScript).lines(10, 300).into(),
                Conversation::tool("{}").tool_call_id("call_1").into(),
            ],
        ),
        (
            "all kinds",
            hex("4243500001000000 01001c01000502 01076d61696e2e676f03010c7061636b616765206d61696e
                 02002201000102011c596f75206172652061 2068656c7066756c20617373697374616e742e
                 0300170101012f02021001 01076d61696e2e676f02000003000c
                 040012010102 6c7302000103 01076d61696e2e676f
                 050014010106524541444d45 02010523204243500300 01
                 060013010001 03010d7b2276657273696f6e223a317d
                 0700310101076d61696e2e676f 0202240100010200 0103011b2d7061636b616765206f6c640a2b7061636b616765
                 206d61696e0a
                 080014010000020003 03010b656e7472792d706f696e74
                 090046 0101077665632d303031 020120 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
                 030116746578742d656d62656464696e672d332d736d616c6c
                 0a0052010001 0201044c6f676f 030145
                 89504e470d0a1a0a 0000000d49484452 0000000100000001 0802000000907753 de
                 0000000c49444154 789c63f8cfc00000 030101 00c9fe92ef 0000000049454e44 ae426082
                 fe01001f01010b636f6d2e6578616d706c65 020106637573746f6d 03010568656c6c6f
                 ff010000"),
            all_kinds(),
        ),
        (
            "unknown kind",
            hex("4243500001000000 42 00 05 68656c6c6f ff010000"),
            vec![toon_context::container::Unknown::new(0x42, "hello").into()],
        ),
        ("large length", large(), vec![code("large.rs", &"x".repeat(16384)).into()]),
    ]
}

fn large() -> Vec<u8> {
    let mut bytes = hex("4243500001000000 01 00 938001 010001 0201086c617267652e7273 0301808001");
    bytes.extend([0x78; 16384]);
    bytes.extend(hex(END));
    bytes
}
