//! Blocks without text of their own.

use super::modifiers::Modifiers;
use crate::words::{AnnotationKind, MediaType};

/// A statement about another block in a container. It is never rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The index of the block in the container, where annotations count, too.
    pub target: u32,
    /// What it states.
    pub kind: AnnotationKind,
    /// What it states of the block: a priority as one byte, or text.
    pub value: Vec<u8>,
}

impl Annotation {
    /// A statement about the block with the index `target`.
    pub fn new(target: u32, kind: AnnotationKind, value: impl Into<Vec<u8>>) -> Self {
        Annotation { target, kind, value: value.into() }
    }
}

/// A reference to an embedding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbeddingRef {
    /// The vector.
    pub vector_id: Vec<u8>,
    /// The hash of the text that it is of, usually BLAKE3 in 32 bytes.
    pub source_hash: Vec<u8>,
    /// The model.
    pub model: String,
    pub(crate) modifiers: Modifiers,
}

impl EmbeddingRef {
    /// A reference to the vector `vector_id`.
    pub fn new(
        vector_id: impl Into<Vec<u8>>,
        source_hash: impl Into<Vec<u8>>,
        model: impl Into<String>,
    ) -> Self {
        let (vector_id, source_hash, model) = (vector_id.into(), source_hash.into(), model.into());
        EmbeddingRef { vector_id, source_hash, model, modifiers: Modifiers::default() }
    }
}

/// An image. Only a text in place of it is rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The format.
    pub media_type: MediaType,
    /// What it shows.
    pub alt: String,
    /// The image.
    pub data: Vec<u8>,
    pub(crate) modifiers: Modifiers,
}

impl Image {
    /// An image that shows `alt`.
    pub fn new(media_type: MediaType, alt: impl Into<String>, data: impl Into<Vec<u8>>) -> Self {
        Image { media_type, alt: alt.into(), data: data.into(), modifiers: Modifiers::default() }
    }
}

/// A block that an application defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// Who defines it.
    pub namespace: String,
    /// What it is.
    pub type_name: String,
    /// Its content, in UTF-8 where it is to be rendered.
    pub content: Vec<u8>,
    pub(crate) modifiers: Modifiers,
}

impl Extension {
    /// A block of the type `type_name` that `namespace` defines.
    pub fn new(
        namespace: impl Into<String>,
        type_name: impl Into<String>,
        content: impl Into<Vec<u8>>,
    ) -> Self {
        let (namespace, type_name, content) = (namespace.into(), type_name.into(), content.into());
        Extension { namespace, type_name, content, modifiers: Modifiers::default() }
    }
}

/// A block of a kind that this version does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The byte of its kind in a container.
    pub id: u8,
    /// Its content.
    pub body: Vec<u8>,
    /// The flags of a reference.
    pub(crate) reference: Option<u8>,
    pub(crate) modifiers: Modifiers,
}

impl Unknown {
    /// A block of the kind `id`.
    pub fn new(id: u8, body: impl Into<Vec<u8>>) -> Self {
        Unknown { id, body: body.into(), reference: None, modifiers: Modifiers::default() }
    }

    /// Whether it is a reference that could not be resolved when a container was read. Then the body is
    /// the hash of the content, and the kind is that of the content.
    pub fn is_reference(&self) -> bool {
        self.reference.is_some()
    }
}
