//! What a block is, in a few words.

use super::name::on_one_line;
use crate::block::Content;
use std::fmt;

/// What a block is, in a few words: its kind, and what tells it apart from others of that kind.
///
/// Printed, it is one line: control characters of the name are escaped.
///
/// ```
/// use toon_context::{Code, Block, Label};
///
/// let label = Label::new(Block::from(Code::new("src/main.rs", "")).content());
/// assert_eq!((label.kind, &*label.name), ("code", "src/main.rs"));
/// assert_eq!(label.to_string(), "code src/main.rs");
///
/// let label = Label::new(Block::from(Code::new("a\nb", "")).content());
/// assert_eq!((&*label.name, &*label.to_string()), ("a\nb", r"code a\nb"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Label {
    /// The kind: `code`, `conversation`, `file-tree`, `tool-result`, `document`, `data`, `diff`,
    /// `image`, `extension`, or `block` for others.
    pub kind: &'static str,
    /// For example the path of code or the title of a document.
    pub name: String,
}

impl Label {
    /// The label of a block with this content.
    pub fn new(content: &Content) -> Self {
        let (kind, name) = match content {
            Content::Code(code) => ("code", code.path.clone()),
            Content::Conversation(turn) => ("conversation", format!("{} turn", turn.role)),
            Content::Turns(turns) => {
                ("conversation", if turns.are_later { "later turns" } else { "earlier turns" }.to_owned())
            }
            Content::FileTree(tree) => ("file-tree", format!("tree: {}", tree.root)),
            Content::ToolResult(result) => ("tool-result", result.name.clone()),
            Content::Document(document) => ("document", document.title.clone()),
            Content::Data(data) => {
                ("data", data.name.clone().unwrap_or_else(|| format!("{} data", data.format)))
            }
            Content::Diff(diff) => ("diff", diff.path.clone()),
            Content::Annotation(annotation) => ("block", format!("{} annotation", annotation.kind)),
            Content::EmbeddingRef(embedding) => ("block", format!("embedding: {}", embedding.model)),
            Content::Image(image) => ("image", image.alt.clone()),
            Content::Extension(extension) => {
                ("extension", format!("{}/{}", extension.namespace, extension.type_name))
            }
            Content::Unknown(unknown) => ("block", format!("unknown 0x{:02X}", unknown.id)),
        };
        Label { kind, name }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, on_one_line(&self.name))
    }
}
