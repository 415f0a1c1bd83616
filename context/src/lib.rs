//! Prompt context for language models: typed blocks, exact token budgets, and a binary container.

mod block;
mod budget;
pub mod container;
mod context;
mod encoder;
mod render;
pub mod sources;
mod value;
mod words;

pub use block::{
    Annotation, Block, Code, Content, Conversation, Data, Diff, Document, EmbeddingRef, Entry, Extension,
    FileTree, Hunk, Image, Table, ToolResult, Unknown,
};
pub use budget::{Budget, Counter, Estimate};
#[cfg(feature = "tokens")]
pub use budget::{Cl100k, O200k};
pub use context::{Context, Omitted, Remainder, Rendered};
pub use encoder::Encoder;
pub use render::{Label, RenderError, Style};
pub use words::{AnnotationKind, DataFormat, DocumentFormat, Lang, MediaType, Priority, Role, Status};
