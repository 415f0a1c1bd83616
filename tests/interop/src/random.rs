//! Random contexts, in the types of the published crates.

use bcp_types::BlockContent;
use bcp_types::annotation::AnnotationBlock;
use bcp_types::code::CodeBlock;
use bcp_types::conversation::ConversationBlock;
use bcp_types::diff::{DiffBlock, DiffHunk};
use bcp_types::document::DocumentBlock;
use bcp_types::embedding_ref::EmbeddingRefBlock;
use bcp_types::enums::{AnnotationKind, DataFormat, FormatHint, Lang, MediaType, Priority, Role, Status};
use bcp_types::extension::ExtensionBlock;
use bcp_types::file_tree::{FileEntry, FileEntryKind, FileTreeBlock};
use bcp_types::image::ImageBlock;
use bcp_types::structured_data::StructuredDataBlock;
use bcp_types::tool_result::ToolResultBlock;

/// A block, and what is stated of it.
pub(crate) struct Random {
    pub(crate) content: BlockContent,
    pub(crate) summary: Option<String>,
    pub(crate) priority: Option<Priority>,
}

/// A generator of random numbers (xorshift).
pub(crate) struct Generator(u64);

impl Generator {
    pub(crate) fn new(seed: u64) -> Self {
        Generator(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(crate) fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[0]
    }

    /// One of the bytes from `first` to `last`, as a word.
    fn word<T, E>(&mut self, first: u8, last: u8, from_byte: fn(u8) -> Result<T, E>) -> T {
        let byte = first + u8::try_from(self.below(u64::from(last - first) + 1)).unwrap();
        from_byte(byte).ok().unwrap()
    }

    fn number(&mut self) -> u32 {
        let bits = self.below(33);
        u32::try_from(self.below(1 << bits)).unwrap()
    }

    fn string(&mut self) -> String {
        const PARTS: &[&str] = &[
            "fn",
            " ",
            "main",
            "\n",
            "/",
            "src",
            ".rs",
            "é",
            "日本",
            "\u{1f600}",
            "\0",
            "{}",
            "[1,2]",
            "\"",
            ":",
            "🎉",
        ];
        let parts = if self.one_in(8) { 200 } else { self.below(12) };
        (0..parts).map(|_| PARTS[usize::try_from(self.below(PARTS.len() as u64)).unwrap()]).collect()
    }

    fn bytes(&mut self) -> Vec<u8> {
        match self.below(3) {
            0 => (0..self.below(300)).map(|_| self.byte()).collect(),
            _ => self.string().into_bytes(),
        }
    }

    fn option<T>(&mut self, some: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.one_in(2) { Some(some(self)) } else { None }
    }

    fn several<T>(&mut self, limit: u64, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(limit)).map(|_| one(self)).collect()
    }

    fn entry(&mut self, depth: u64) -> FileEntry {
        let kind = if self.one_in(2) { FileEntryKind::Directory } else { FileEntryKind::File };
        let children = match kind {
            FileEntryKind::Directory if depth > 0 => self.several(4, |random| random.entry(depth - 1)),
            _ => Vec::new(),
        };
        FileEntry { name: self.string(), kind, size: self.next() >> self.below(53), children }
    }

    fn hunk(&mut self) -> DiffHunk {
        DiffHunk { old_start: self.number(), new_start: self.number(), lines: self.bytes() }
    }

    /// Only what methods of the published encoder can add, if `by_method`.
    pub(crate) fn content(&mut self, by_method: bool) -> BlockContent {
        match self.below(if by_method { 11 } else { 12 }) {
            0 => BlockContent::Code(CodeBlock {
                lang: Lang::from_wire_byte(self.byte()),
                path: self.string(),
                content: self.bytes(),
                line_range: self.option(|random| (random.number(), random.number())),
            }),
            1 => BlockContent::Conversation(ConversationBlock {
                role: self.word(1, 4, Role::from_wire_byte),
                content: self.bytes(),
                tool_call_id: self.option(Self::string),
            }),
            2 => BlockContent::FileTree(FileTreeBlock {
                root_path: self.string(),
                entries: self.several(5, |random| random.entry(4)),
            }),
            3 => BlockContent::ToolResult(ToolResultBlock {
                tool_name: self.string(),
                status: self.word(1, 3, Status::from_wire_byte),
                content: self.bytes(),
                schema_hint: if by_method { None } else { self.option(Self::string) },
            }),
            4 => BlockContent::Document(DocumentBlock {
                title: self.string(),
                content: self.bytes(),
                format_hint: self.word(1, 3, FormatHint::from_wire_byte),
            }),
            5 => BlockContent::StructuredData(StructuredDataBlock {
                format: self.word(1, 4, DataFormat::from_wire_byte),
                schema: if by_method { None } else { self.option(Self::string) },
                content: self.bytes(),
            }),
            6 => BlockContent::Diff(DiffBlock { path: self.string(), hunks: self.several(4, Self::hunk) }),
            7 => BlockContent::Annotation(AnnotationBlock {
                target_block_id: self.number(),
                kind: self.word(1, 3, AnnotationKind::from_wire_byte),
                value: self.bytes(),
            }),
            8 => BlockContent::EmbeddingRef(EmbeddingRefBlock {
                vector_id: self.bytes(),
                source_hash: self.bytes(),
                model: self.string(),
            }),
            9 => BlockContent::Image(ImageBlock {
                media_type: self.word(1, 5, MediaType::from_wire_byte),
                alt_text: self.string(),
                data: self.bytes(),
            }),
            10 => BlockContent::Extension(ExtensionBlock {
                namespace: self.string(),
                type_name: self.string(),
                content: self.bytes(),
            }),
            _ => BlockContent::Unknown {
                type_id: 0x0b + u8::try_from(self.below(0xfe - 0x0b)).unwrap(),
                body: self.bytes(),
            },
        }
    }

    pub(crate) fn blocks(&mut self, by_method: bool) -> Vec<Random> {
        let count = 1 + self.below(8);
        let block = |_| Random {
            content: self.content(by_method),
            summary: self.option(Self::string),
            priority: self.option(|random| random.word(1, 5, Priority::from_wire_byte)),
        };
        (0..count).map(block).collect()
    }
}
