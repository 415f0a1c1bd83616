//! Prompt context for language models: typed blocks, exact token budgets, and a binary container.

mod block;
mod value;
mod words;

pub use block::{
    Annotation, Block, Code, Content, Conversation, Data, Diff, Document, EmbeddingRef, Entry, Extension,
    FileTree, Hunk, Image, Table, ToolResult, Unknown,
};
pub use words::{AnnotationKind, DataFormat, DocumentFormat, Lang, MediaType, Priority, Role, Status};
