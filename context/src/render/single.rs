//! One block as text, whole or shortened.

use super::body::{Body, Extent, Fault};
use super::form::{Count, Key, Shown};
use super::label::Label;
use super::style::Style;
use super::{markdown, minimal, toon, xml};
use crate::block::Block;
use std::ops::Range;

/// A block that can be rendered.
pub(super) struct Single<'b> {
    block: &'b Block,
    body: Body<'b>,
    key: Key,
    style: Style,
}

impl<'b> Single<'b> {
    /// `None` if the block is never rendered.
    pub(super) fn new(block: &'b Block, key: Key, style: Style) -> Result<Option<Self>, Fault> {
        Ok(Body::new(block)?.map(|body| Single { block, body, key, style }))
    }

    pub(super) fn block(&self) -> &'b Block {
        self.block
    }

    /// The numbers of lines or rows that it can be shortened to. They may be none.
    pub(super) fn units(&self) -> Range<usize> {
        self.block.modifiers.min_units.max(1)..self.body.units()
    }

    /// The number of units that show the outline, if no more may be shown.
    pub(super) fn most_units(&self) -> Option<usize> {
        let units = self.body.outline_units().filter(|_| self.block.modifiers.is_outline)?;
        Some(units.max(self.units().start)).filter(|units| self.units().contains(units))
    }

    /// Roughly the length of the text of `units` units, in bytes.
    pub(super) fn size(&self, units: usize) -> usize {
        self.body.size(units)
    }

    /// The number of lines or rows in all, and in `units` of them.
    pub(super) fn extent(&self, units: usize) -> Extent {
        self.body.extent(units)
    }

    /// The text of `units` units, or of all of them.
    pub(super) fn text(&self, units: Option<usize>, count: Count<'_>) -> String {
        let content = &self.block.content;
        if let (Style::Toon, Body::Rows(rows)) = (self.style, &self.body) {
            return toon::rows(self.key, content, rows, units);
        }
        let (text, format) = self.body.first(units, count);
        write(self.block, self.key, self.style, &Shown { text: &text, format, is_summary: false })
    }

    /// What the block is, and how many tokens its content has.
    pub(super) fn placeholder(&self, count: Count<'_>) -> String {
        let content = &self.block.content;
        let (label, tokens) = (Label::new(content), count(&self.body.first(None, count).0));
        match self.style {
            Style::Xml => xml::placeholder(&label, tokens),
            Style::Markdown => markdown::placeholder(&label, tokens),
            Style::Minimal => minimal::placeholder(&label, tokens),
            Style::Toon => toon::placeholder(self.key, content, tokens),
        }
    }
}

/// The text of a block.
pub(super) fn write(block: &Block, key: Key, style: Style, shown: &Shown<'_>) -> String {
    let content = &block.content;
    match style {
        Style::Xml => xml::write(content, shown),
        Style::Markdown => markdown::write(content, shown),
        Style::Minimal => minimal::write(content, shown),
        Style::Toon => toon::write(key, content, shown),
    }
}
