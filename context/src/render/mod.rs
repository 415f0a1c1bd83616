//! The styles: blocks as text.

mod body;
mod error;
mod label;
mod markdown;
mod minimal;
mod toon;
mod xml;

use crate::block::Block;
use crate::words::Priority;
use body::Body;
use std::ops::Range;

pub(crate) use body::Extent;
pub use error::RenderError;

pub use label::Label;

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
    /// One TOON document, with one field for each block.
    Toon,
}

/// How much of a block is shown, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// What it is, and how many tokens its content has.
    Placeholder,
    /// Its summary.
    Summary,
    /// So many of its first lines or rows, and how many more there are.
    Units(usize),
    /// All of it.
    Full,
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

/// How many tokens a text has.
pub(crate) type Count<'c> = &'c dyn Fn(&str) -> usize;

/// A block that can be rendered.
pub(crate) struct Part<'b> {
    block: &'b Block,
    body: Body<'b>,
    /// The index of the block in the context.
    index: usize,
    style: Style,
}

/// The text between what tells the block apart.
struct Shown<'t> {
    text: &'t str,
    /// The format of the text, if it is data.
    format: Option<&'static str>,
    is_summary: bool,
}

impl<'b> Part<'b> {
    /// The block with the index `index`. `None` if it is never rendered.
    ///
    /// # Errors
    /// Fails if the content is not text, or could not be serialized.
    pub(crate) fn new(block: &'b Block, index: usize, style: Style) -> Result<Option<Self>, RenderError> {
        let body = Body::new(&block.content).map_err(|fault| fault.at(index))?;
        Ok(body.map(|body| Part { block, body, index, style }))
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn priority(&self) -> Priority {
        self.block.modifiers.priority
    }

    /// Whether it has this form.
    pub(crate) fn has(&self, form: Form) -> bool {
        match form {
            Form::Full | Form::Placeholder => true,
            Form::Summary => self.block.modifiers.summary.is_some(),
            Form::Units(units) => self.units().contains(&units),
        }
    }

    /// The numbers of lines or rows that it can be shortened to. They may be none.
    pub(crate) fn units(&self) -> Range<usize> {
        self.block.modifiers.min_units.max(1)..self.body.units()
    }

    /// The number of lines or rows in all, and in the first `units`.
    pub(crate) fn extent(&self, units: usize) -> Extent {
        self.body.extent(units)
    }

    pub(crate) fn label(&self) -> Label {
        Label::new(&self.block.content)
    }

    /// The text of a form that it has.
    pub(crate) fn text(&self, form: Form, count: Count<'_>) -> String {
        let content = &self.block.content;
        match form {
            Form::Full => self.first(None, count),
            Form::Units(units) => self.first(Some(units), count),
            Form::Summary => {
                let text = self.block.modifiers.summary.as_deref().unwrap_or_default();
                self.write(&Shown { text, format: None, is_summary: true })
            }
            Form::Placeholder => {
                let (label, tokens) = (self.label(), count(&self.body.first(None, count).0));
                match self.style {
                    Style::Xml => xml::placeholder(&label, tokens),
                    Style::Markdown => markdown::placeholder(&label, tokens),
                    Style::Minimal => minimal::placeholder(&label, tokens),
                    Style::Toon => toon::placeholder(self.index, content, tokens),
                }
            }
        }
    }

    /// The text with the first `units` units, or with all of them.
    fn first(&self, units: Option<usize>, count: Count<'_>) -> String {
        if let (Style::Toon, Body::Rows(rows)) = (self.style, &self.body) {
            return toon::rows(self.index, &self.block.content, rows, units);
        }
        let (text, format) = self.body.first(units, count);
        self.write(&Shown { text: &text, format, is_summary: false })
    }

    fn write(&self, shown: &Shown<'_>) -> String {
        let content = &self.block.content;
        match self.style {
            Style::Xml => xml::write(content, shown),
            Style::Markdown => markdown::write(content, shown),
            Style::Minimal => minimal::write(content, shown),
            Style::Toon => toon::write(self.index, content, shown),
        }
    }
}
