//! Styles.

/// What a rendered context looks like.
///
/// ```
/// use toon_context::{Budget, Context, Conversation, Style};
///
/// let context = Context::new().push(Conversation::user("Fix the timeout."));
/// let render = |style| context.render(&Budget::unlimited(), style).map(|out| out.text);
/// assert_eq!(render(Style::Xml)?, "<context>\n<turn role=\"user\">Fix the timeout.</turn>\n</context>");
/// assert_eq!(render(Style::Markdown)?, "**User**: Fix the timeout.");
/// assert_eq!(render(Style::Minimal)?, "[user] Fix the timeout.");
/// assert_eq!(render(Style::Toon)?, "turn_1:\n  role: user\n  content: Fix the timeout.");
/// # Ok::<(), toon_context::RenderError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// An XML element for each block, and one around all of them. Only attributes are escaped.
    #[default]
    Xml,
    /// Markdown, with headings and fenced code.
    Markdown,
    /// A line in front of each block.
    Minimal,
    /// One TOON document, with one field for each block. The keys count blocks from 1. Data is part of the
    /// document, in canonical TOON.
    Toon,
}

/// What surrounds the blocks.
pub(crate) struct Frame {
    pub(crate) open: &'static str,
    pub(crate) separator: &'static str,
    pub(crate) close: &'static str,
}

impl Style {
    pub(crate) fn frame(self) -> Frame {
        match self {
            Style::Xml => Frame { open: "<context>\n", separator: "\n\n", close: "\n</context>" },
            Style::Markdown | Style::Minimal => Frame { open: "", separator: "\n\n", close: "" },
            Style::Toon => Frame { open: "", separator: "\n", close: "" },
        }
    }
}
