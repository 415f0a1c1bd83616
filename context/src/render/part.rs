//! Blocks that can be rendered.

use super::body::{Body, Extent};
use super::error::RenderError;
use super::form::{Count, Form, Shown};
use super::label::Label;
use super::style::Style;
use super::{markdown, minimal, toon, xml};
use crate::block::{Block, Content};
use crate::words::Priority;
use std::ops::Range;

/// A block that can be rendered.
pub(crate) struct Part<'b> {
    block: &'b Block,
    body: Body<'b>,
    /// The index of the block in the context.
    index: usize,
    style: Style,
    /// Whether the summary stands for the whole.
    is_summarized: bool,
}

impl<'b> Part<'b> {
    /// The block with the index `index`. `None` if it is never rendered.
    ///
    /// # Errors
    /// Fails if the content is not text, or could not be serialized.
    pub(crate) fn new(block: &'b Block, index: usize, style: Style) -> Result<Option<Self>, RenderError> {
        let body = Body::new(block).map_err(|fault| fault.at(index))?;
        Ok(body.map(|body| Part { block, body, index, style, is_summarized: false }))
    }

    /// The same, with the summary in place of the content, if it has one.
    pub(crate) fn summarized(mut self) -> Self {
        self.is_summarized = self.block.modifiers.summary.is_some();
        self
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
            Form::Full => true,
            Form::Placeholder => !self.block.modifiers.is_listed,
            Form::Summary => self.block.modifiers.summary.is_some() && !self.is_summarized,
            Form::Units(units) => self.units().contains(&units),
        }
    }

    /// The numbers of lines or rows that it can be shortened to. They may be none.
    pub(crate) fn units(&self) -> Range<usize> {
        let units = if self.is_summarized { 0 } else { self.body.units() };
        self.block.modifiers.min_units.max(1)..units
    }

    /// Roughly the length of the text of `units` lines or rows, in bytes. It never shrinks with more.
    pub(crate) fn size(&self, units: usize) -> usize {
        match &self.block.modifiers.summary {
            Some(summary) if self.is_summarized => summary.len(),
            _ => self.body.size(units),
        }
    }

    /// How large its share is beside the others of its priority, in thousandths.
    pub(crate) fn weight(&self) -> u32 {
        self.block.modifiers.weight
    }

    /// The most tokens that are shown of it.
    pub(crate) fn max_tokens(&self) -> Option<usize> {
        self.block.modifiers.max_tokens
    }

    /// Whether it is a tree, which says where things are rather than what they are.
    pub(crate) fn is_tree(&self) -> bool {
        matches!(self.block.content, Content::FileTree(_))
    }

    /// The number of lines or rows in all, and in `units` of them.
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
            Form::Full if self.is_summarized => self.text(Form::Summary, count),
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
