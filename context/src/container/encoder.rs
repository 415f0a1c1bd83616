//! A builder of containers.

use crate::block::{
    Annotation, Block, Code, Conversation, Data, Diff, Document, EmbeddingRef, Entry, Extension, FileTree,
    Hunk, Image, ToolResult,
};
#[cfg(feature = "blake3")]
use crate::container::ContentStore;
use crate::container::{EncodeError, EncodeOptions, Item, Limits, Magic};
use crate::words::{AnnotationKind, DataFormat, DocumentFormat, Lang, MediaType, Priority, Role, Status};
use std::borrow::Cow;
#[cfg(feature = "blake3")]
use std::sync::Arc;

/// Builds a container block by block, with the methods of the encoder of BCP.
///
/// Methods that begin with `with_` act on the block that was added last. They fail if there is none.
///
/// ```
/// use toon_context::container::{self, Encoder};
/// use toon_context::{Lang, Priority, Role, Status};
///
/// let bytes = Encoder::new()
///     .add_code(Lang::Rust, "src/main.rs", b"fn main() {}")
///     .with_summary("Entry point: CLI setup and server startup.")?
///     .with_priority(Priority::High)?
///     .add_conversation(Role::User, b"Fix the timeout bug.")
///     .add_tool_result("ripgrep", Status::Ok, b"3 matches found.")
///     .encode()?;
/// assert_eq!(container::decode(&bytes).unwrap().blocks.len(), 4);
/// # Ok::<(), container::EncodeError>(())
/// ```
///
/// To render the blocks, or to write [data](crate::Data) with a name, use [`Context`](crate::Context), and
/// [`container::encode`](crate::container::encode).
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    items: Vec<Item<'static>>,
    /// The index of the block that was added last. The annotations of `with_priority` do not count.
    last: Option<usize>,
    options: EncodeOptions,
}

impl Encoder {
    /// An encoder without blocks.
    pub fn new() -> Self {
        Self::default()
    }

    fn add(&mut self, block: impl Into<Block>) -> &mut Self {
        self.last = Some(self.items.len());
        self.items.push(Item::new(Cow::Owned(block.into())));
        self
    }

    /// Adds a file of source code.
    pub fn add_code(&mut self, lang: Lang, path: &str, content: impl Into<Vec<u8>>) -> &mut Self {
        self.add(Code::new(path, content).lang(lang))
    }

    /// Adds some lines of a file of source code, counted from 1.
    pub fn add_code_range(
        &mut self,
        lang: Lang,
        path: &str,
        content: impl Into<Vec<u8>>,
        line_start: u32,
        line_end: u32,
    ) -> &mut Self {
        self.add(Code::new(path, content).lang(lang).lines(line_start, line_end))
    }

    /// Adds a turn of a conversation.
    pub fn add_conversation(&mut self, role: Role, content: impl Into<Vec<u8>>) -> &mut Self {
        self.add(Conversation::new(role, content))
    }

    /// Adds the answer to a call of a tool.
    pub fn add_conversation_tool(
        &mut self,
        role: Role,
        content: impl Into<Vec<u8>>,
        tool_call_id: &str,
    ) -> &mut Self {
        self.add(Conversation::new(role, content).tool_call_id(tool_call_id))
    }

    /// Adds the names in a folder.
    pub fn add_file_tree(&mut self, root: &str, entries: impl IntoIterator<Item = Entry>) -> &mut Self {
        self.add(FileTree::new(root, entries))
    }

    /// Adds the result of a tool.
    pub fn add_tool_result(&mut self, name: &str, status: Status, content: impl Into<Vec<u8>>) -> &mut Self {
        self.add(ToolResult::new(name, status).text(content))
    }

    /// Adds a document.
    pub fn add_document(
        &mut self,
        title: &str,
        content: impl Into<Vec<u8>>,
        format: DocumentFormat,
    ) -> &mut Self {
        self.add(Document::new(title, content).format(format))
    }

    /// Adds structured data.
    pub fn add_structured_data(&mut self, format: DataFormat, content: impl Into<Vec<u8>>) -> &mut Self {
        self.add(Data::text(format, content))
    }

    /// Adds the changes of a file.
    pub fn add_diff(&mut self, path: &str, hunks: impl IntoIterator<Item = Hunk>) -> &mut Self {
        self.add(Diff::new(path, hunks))
    }

    /// Adds a statement on the block with the index `target`, where annotations count, too.
    pub fn add_annotation(
        &mut self,
        target: u32,
        kind: AnnotationKind,
        value: impl Into<Vec<u8>>,
    ) -> &mut Self {
        self.add(Annotation::new(target, kind, value))
    }

    /// Adds a reference to an embedding.
    pub fn add_embedding_ref(
        &mut self,
        vector_id: impl Into<Vec<u8>>,
        source_hash: impl Into<Vec<u8>>,
        model: &str,
    ) -> &mut Self {
        self.add(EmbeddingRef::new(vector_id, source_hash, model))
    }

    /// Adds an image.
    pub fn add_image(&mut self, media_type: MediaType, alt: &str, data: impl Into<Vec<u8>>) -> &mut Self {
        self.add(Image::new(media_type, alt, data))
    }

    /// Adds a block that an application defines.
    pub fn add_extension(
        &mut self,
        namespace: &str,
        type_name: &str,
        content: impl Into<Vec<u8>>,
    ) -> &mut Self {
        self.add(Extension::new(namespace, type_name, content))
    }

    fn last(&mut self, method: &'static str) -> Result<(usize, &mut Item<'static>), EncodeError> {
        let last = self.last.and_then(|index| Some((index, self.items.get_mut(index)?)));
        last.ok_or(EncodeError::NoBlock { method })
    }

    /// Gives the last block a summary.
    ///
    /// # Errors
    /// Fails if there is no block.
    ///
    /// ```
    /// let error = toon_context::container::Encoder::new().with_summary("Entry point").err().unwrap();
    /// assert_eq!(error.to_string(), "`with_summary` needs a block to act on");
    /// ```
    pub fn with_summary(&mut self, summary: &str) -> Result<&mut Self, EncodeError> {
        let (_, item) = self.last("with_summary")?;
        item.block.to_mut().modifiers.summary = Some(summary.to_owned());
        Ok(self)
    }

    /// Adds an annotation that states the priority of the last block.
    ///
    /// # Errors
    /// Fails if there is no block.
    pub fn with_priority(&mut self, priority: Priority) -> Result<&mut Self, EncodeError> {
        let (index, _) = self.last("with_priority")?;
        self.items.push(Item::priority(index, priority));
        Ok(self)
    }

    /// Compresses the last block, if it has at least 256 bytes and becomes shorter. It needs the feature
    /// `zstd`.
    ///
    /// # Errors
    /// Fails if there is no block.
    pub fn with_compression(&mut self) -> Result<&mut Self, EncodeError> {
        let (_, item) = self.last("with_compression")?;
        item.compress = true;
        Ok(self)
    }

    /// Replaces the last block with a reference, and puts its content in the
    /// [store](Self::set_content_store).
    ///
    /// # Errors
    /// Fails if there is no block.
    #[cfg(feature = "blake3")]
    pub fn with_content_addressing(&mut self) -> Result<&mut Self, EncodeError> {
        let (_, item) = self.last("with_content_addressing")?;
        item.by_reference = true;
        Ok(self)
    }

    /// Compresses each block: see [`EncodeOptions::compress_blocks`].
    pub fn compress_blocks(&mut self) -> &mut Self {
        self.options.compress_blocks = true;
        self
    }

    /// Compresses all blocks together: see [`EncodeOptions::compress_payload`].
    pub fn compress_payload(&mut self) -> &mut Self {
        self.options.compress_payload = true;
        self
    }

    /// Sets where contents are kept: see [`EncodeOptions::store`].
    #[cfg(feature = "blake3")]
    pub fn set_content_store(&mut self, store: Arc<dyn ContentStore>) -> &mut Self {
        self.options.store = Some(store);
        self
    }

    /// Replaces blocks with references whose content is in the store already: see
    /// [`EncodeOptions::dedup`].
    #[cfg(feature = "blake3")]
    pub fn auto_dedup(&mut self) -> &mut Self {
        self.options.dedup = true;
        self
    }

    /// Sets the bytes that the container begins with.
    pub fn set_magic(&mut self, magic: Magic) -> &mut Self {
        self.options.magic = magic;
        self
    }

    /// Sets how large the container may be.
    pub fn set_limits(&mut self, limits: Limits) -> &mut Self {
        self.options.limits = limits;
        self
    }

    /// Writes the container.
    ///
    /// # Errors
    /// Like [`EncodeOptions::encode`].
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        self.options.encode_items(&self.items)
    }
}
