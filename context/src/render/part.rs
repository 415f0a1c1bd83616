//! Blocks that can be rendered.

use super::body::Extent;
use super::error::RenderError;
use super::form::{Count, Form, Key, Shown};
use super::label::Label;
use super::single::{self, Single};
use super::style::Style;
use super::turns::TurnsPart;
use crate::block::{Block, Content};
use crate::words::Priority;
use std::cell::Cell;
use std::ops::Range;

/// A block that can be rendered.
pub(crate) struct Part<'b> {
    block: &'b Block,
    body: PartBody<'b>,
    /// The index of the block in the context.
    index: usize,
    style: Style,
    /// Whether the summary stands for the whole.
    is_summarized: bool,
    /// The length of the text in full, in bytes, once it was written.
    full_length: Cell<Option<usize>>,
}

enum PartBody<'b> {
    Single(Single<'b>),
    Turns(TurnsPart<'b>),
}

impl<'b> Part<'b> {
    /// The block with the index `index`. `None` if it is never rendered.
    ///
    /// # Errors
    /// Fails if the content is not text, or could not be serialized.
    pub(crate) fn new(block: &'b Block, index: usize, style: Style) -> Result<Option<Self>, RenderError> {
        let body = match &block.content {
            Content::Turns(turns) => {
                let body = TurnsPart::new(turns, index, style).map(PartBody::Turns);
                Some(body).filter(|body| !body.as_ref().is_ok_and(PartBody::is_empty)).transpose()
            }
            _ => Single::new(block, Key { block: index, turn: None }, style)
                .map(|single| single.map(PartBody::Single)),
        };
        let body = body.map_err(|fault| fault.at(index))?;
        Ok(body.map(|body| Part {
            block,
            body,
            index,
            style,
            is_summarized: false,
            full_length: Cell::new(None),
        }))
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

    /// The numbers of units that it can be shortened to: lines, rows, or groups of turns. They may be none.
    pub(crate) fn units(&self) -> Range<usize> {
        let Range { start, end } = match &self.body {
            PartBody::Single(single) => single.units(),
            PartBody::Turns(turns) => 1..turns.units(),
        };
        start..if self.is_summarized { 0 } else { end }
    }

    /// Roughly the length of the text of `units` units, in bytes. It never shrinks with more.
    pub(crate) fn size(&self, units: usize) -> usize {
        match &self.block.modifiers.summary {
            Some(summary) if self.is_summarized => summary.len(),
            _ => match &self.body {
                PartBody::Single(single) => single.size(units),
                PartBody::Turns(turns) => turns.size(units),
            },
        }
    }

    /// The most units that are shown of it, if not all of them may be.
    pub(crate) fn most_units(&self) -> Option<usize> {
        match &self.body {
            PartBody::Single(single) if !self.is_summarized => single.most_units(),
            _ => None,
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

    /// What is shown with `units` units.
    pub(crate) fn extent(&self, units: usize) -> Extent {
        match &self.body {
            PartBody::Single(single) => single.extent(units),
            PartBody::Turns(turns) => turns.extent(units),
        }
    }

    pub(crate) fn label(&self) -> Label {
        Label::new(&self.block.content)
    }

    /// The length of the text of a form that it has, in bytes. The text in full is not written again.
    pub(crate) fn length(&self, form: Form, count: Count<'_>) -> usize {
        let known = self.full_length.get().filter(|_| form == Form::Full);
        known.unwrap_or_else(|| self.text(form, count).len())
    }

    /// The text of a form that it has.
    pub(crate) fn text(&self, form: Form, count: Count<'_>) -> String {
        let text = self.write(form, count);
        if form == Form::Full {
            self.full_length.set(Some(text.len()));
        }
        text
    }

    fn write(&self, form: Form, count: Count<'_>) -> String {
        let units = match form {
            Form::Full if self.is_summarized => return self.summary(),
            Form::Full => None,
            Form::Units(units) => Some(units),
            Form::Summary => return self.summary(),
            Form::Placeholder => {
                return match &self.body {
                    PartBody::Single(single) => single.placeholder(count),
                    PartBody::Turns(turns) => turns.placeholder(),
                };
            }
        };
        match &self.body {
            PartBody::Single(single) => single.text(units, count),
            PartBody::Turns(turns) => turns.text(units, count),
        }
    }

    fn summary(&self) -> String {
        let text = self.block.modifiers.summary.as_deref().unwrap_or_default();
        let key = Key { block: self.index, turn: None };
        single::write(self.block, key, self.style, &Shown { text, format: None, is_summary: true })
    }
}

impl PartBody<'_> {
    fn is_empty(&self) -> bool {
        matches!(self, PartBody::Turns(turns) if turns.units() == 0)
    }
}
