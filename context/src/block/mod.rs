//! Blocks: the typed parts of a context.

mod code;
mod conversation;
mod data;
mod diff;
mod document;
mod file_tree;
mod modifiers;
mod other;
mod tool_result;
mod turns;

use crate::words::Priority;
pub use modifiers::Keep;
pub(crate) use modifiers::{FULL_WEIGHT, Modifiers};

pub use code::Code;
pub use conversation::Conversation;
pub use data::Data;
pub(crate) use data::Payload;
pub use diff::{Diff, Hunk};
pub use document::Document;
pub use file_tree::{Entry, FileTree};
pub use other::Image;
#[cfg_attr(not(feature = "container"), expect(unreachable_pub, reason = "only containers have them"))]
pub use other::{Annotation, EmbeddingRef, Extension, Unknown};
pub use tool_result::ToolResult;
pub(crate) use turns::GroupEnd;
pub use turns::Turns;

/// A block: its content, and what to show of it if it does not fit.
///
/// Each kind of content converts to a block, so that it can be given to
/// [`Context::push`](crate::Context::push) as it is.
///
/// ```
/// use toon_context::{Block, Code, Content, Priority};
///
/// let block = Block::from(Code::new("a.rs", "fn main() {}").summary("Entry point").priority(Priority::High));
/// assert!(matches!(block.content(), Content::Code(code) if code.path == "a.rs"));
/// assert_eq!(block.summary(), Some("Entry point"));
/// assert_eq!(block.priority(), Priority::High);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub(crate) content: Content,
    pub(crate) modifiers: Modifiers,
}

/// What a block contains.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Source code.
    Code(Code),
    /// A turn of a conversation.
    Conversation(Conversation),
    /// A run of turns.
    Turns(Turns),
    /// The names in a folder.
    FileTree(FileTree),
    /// The result of a tool.
    ToolResult(ToolResult),
    /// A document.
    Document(Document),
    /// Structured data.
    Data(Data),
    /// The changes of a file.
    Diff(Diff),
    /// A statement about another block, which is not rendered.
    #[cfg_attr(not(feature = "container"), doc(hidden))]
    Annotation(Annotation),
    /// A reference to an embedding.
    #[cfg_attr(not(feature = "container"), doc(hidden))]
    EmbeddingRef(EmbeddingRef),
    /// An image.
    Image(Image),
    /// A block that an application defines.
    #[cfg_attr(not(feature = "container"), doc(hidden))]
    Extension(Extension),
    /// A block of a kind that this version does not know.
    #[cfg_attr(not(feature = "container"), doc(hidden))]
    Unknown(Unknown),
}

impl Content {
    /// The name of the kind.
    ///
    /// ```
    /// use toon_context::{Block, Conversation};
    ///
    /// assert_eq!(Block::from(Conversation::user("Hi")).content().kind(), "conversation");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Content::Code(_) => "code",
            Content::Conversation(_) => "conversation",
            Content::Turns(_) => "turns",
            Content::FileTree(_) => "file_tree",
            Content::ToolResult(_) => "tool_result",
            Content::Document(_) => "document",
            Content::Data(_) => "structured_data",
            Content::Diff(_) => "diff",
            Content::Annotation(_) => "annotation",
            Content::EmbeddingRef(_) => "embedding_ref",
            Content::Image(_) => "image",
            Content::Extension(_) => "extension",
            Content::Unknown(_) => "unknown",
        }
    }
}

impl Block {
    /// What it contains.
    pub fn content(&self) -> &Content {
        &self.content
    }

    /// What is shown in place of the content where that does not fit.
    pub fn summary(&self) -> Option<&str> {
        self.modifiers.summary.as_deref()
    }

    /// The same block with a summary and a priority, unless they are `None`.
    ///
    /// ```
    /// use toon_context::{Block, Conversation, Priority};
    ///
    /// let block = Block::from(Conversation::user("Hi")).with(None, Some(Priority::Low));
    /// assert_eq!((block.summary(), block.priority()), (None, Priority::Low));
    /// ```
    #[must_use]
    pub fn with(mut self, summary: Option<String>, priority: Option<Priority>) -> Self {
        self.modifiers.summary = summary.or(self.modifiers.summary);
        self.modifiers.priority = priority.unwrap_or(self.modifiers.priority);
        self
    }

    /// The same block, of which never more than `tokens` tokens are shown, even if more would fit.
    ///
    /// ```
    /// use toon_context::{Block, Budget, Code, Context, Style};
    ///
    /// let text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";
    /// let block = Block::from(Code::new("a.rs", text)).max_tokens(17);
    /// let out = Context::new().push(block).render(&Budget::tokens(100), Style::Minimal)?;
    /// assert_eq!(out.text, "--- a.rs [rust] ---\none\ntwo\n[... 7 more lines]\n");
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn max_tokens(mut self, tokens: usize) -> Self {
        self.modifiers.max_tokens = Some(tokens);
        self
    }

    /// The same block, of which these lines are kept where not all of them fit. Runs of turns, trees, tables,
    /// diffs and images do not depend on it.
    ///
    /// ```
    /// use toon_context::{Block, Budget, Code, Context, Keep, Style};
    ///
    /// let text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";
    /// let block = Block::from(Code::new("a.rs", text)).keep(Keep::Tail);
    /// let out = Context::new().push(block).render(&Budget::tokens(20), Style::Minimal)?;
    /// assert_eq!(out.text, "--- a.rs [rust] ---\n[... 6 earlier lines]\nseven\neight\nnine\n");
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn keep(mut self, keep: Keep) -> Self {
        self.modifiers.keep = Some(keep);
        self
    }

    /// How important it is.
    pub fn priority(&self) -> Priority {
        self.modifiers.priority
    }
}

/// Lets a kind of content take modifiers, and be converted to a block.
macro_rules! modifiers {
    ($($kind:ident),*) => { $(
        impl $kind {
            /// Shows this text where the content does not fit.
            #[must_use]
            pub fn summary(mut self, text: impl Into<String>) -> Self {
                self.modifiers.summary = Some(text.into());
                self
            }

            /// Sets how important the block is. [`Priority::Normal`] if it is not called.
            #[must_use]
            pub fn priority(mut self, priority: $crate::Priority) -> Self {
                self.modifiers.priority = priority;
                self
            }

            /// Never shows more than `tokens` tokens of the block, even if more would fit.
            #[must_use]
            pub fn max_tokens(mut self, tokens: usize) -> Self {
                self.modifiers.max_tokens = Some(tokens);
                self
            }
        }

        impl From<$kind> for Block {
            fn from(mut content: $kind) -> Self {
                let modifiers = std::mem::take(&mut content.modifiers);
                Block { content: Content::$kind(content), modifiers }
            }
        }
    )* };
}

modifiers!(
    Code,
    Conversation,
    Turns,
    FileTree,
    ToolResult,
    Document,
    Data,
    Diff,
    EmbeddingRef,
    Image,
    Extension,
    Unknown
);

impl From<Annotation> for Block {
    fn from(content: Annotation) -> Self {
        Block { content: Content::Annotation(content), modifiers: Modifiers::default() }
    }
}

/// Lets the content be shortened to a number of lines.
macro_rules! min_lines {
    ($($kind:ident),*) => { $(
        impl $kind {
            /// Never shows fewer lines than this: where they do not fit, the summary or a placeholder is
            /// shown, or nothing.
            #[must_use]
            pub fn min_lines(mut self, lines: usize) -> Self {
                self.modifiers.min_units = lines;
                self
            }
        }
    )* };
}

min_lines!(Code, Conversation, FileTree, Document, Diff);

/// Lets it be stated which lines are kept.
macro_rules! keep {
    ($($kind:ident),*) => { $(
        impl $kind {
            /// Says which lines are kept where not all of them fit. By default, that is the first ones; of the
            /// text of a tool, the first and the last ones, and of its errors mostly the last ones.
            #[must_use]
            pub fn keep(mut self, keep: Keep) -> Self {
                self.modifiers.keep = Some(keep);
                self
            }
        }
    )* };
}

keep!(Code, Conversation, Document, ToolResult);

/// Lets the content be shortened to a number of rows, or lines if it is text.
macro_rules! min_rows {
    ($($kind:ident),*) => { $(
        impl $kind {
            /// Never shows fewer rows than this: where they do not fit, the summary or a placeholder is
            /// shown, or nothing. If the content is text, its lines are its rows.
            #[must_use]
            pub fn min_rows(mut self, rows: usize) -> Self {
                self.modifiers.min_units = rows;
                self
            }
        }
    )* };
}

min_rows!(ToolResult, Data);
