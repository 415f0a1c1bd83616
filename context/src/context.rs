//! Contexts.

use crate::block::Block;
use crate::budget::{Budget, Counter, plan};
use crate::render::{Extent, Form, Frame, Label, Part, RenderError, Style, Unit};
use std::ops::Range;

/// Blocks in the order in which a model sees them.
///
/// ```
/// use toon_context::{Budget, Code, Context, Conversation, Data, Priority, Style};
///
/// let issues: Vec<(u32, &str)> = (1..=400).map(|number| (number, "open")).collect();
/// let context = Context::new()
///     .push(Code::new("src/main.rs", "fn main() {}\n").priority(Priority::High))
///     .push(Data::new(&issues).named("issues").min_rows(5))
///     .push(Conversation::user("Fix the timeout.").priority(Priority::Critical));
/// let out = context.render(&Budget::tokens(200), Style::Markdown)?;
/// assert!(out.tokens <= 200);
/// assert!(out.text.ends_with("more rows]\n```\n\n**User**: Fix the timeout."));
/// assert_eq!(out.omitted[0].label.to_string(), "data issues");
/// assert_eq!(&out.text[out.blocks[2].clone()], "**User**: Fix the timeout.");
/// # Ok::<(), toon_context::RenderError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Context {
    blocks: Vec<Block>,
    pinned: usize,
    is_summarized: bool,
}

/// A rendered context.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rendered {
    /// The text. Empty if nothing is shown.
    pub text: String,
    /// The number of tokens of the text, never more than the budget allows.
    pub tokens: usize,
    /// What was shortened or left out, in the order of the blocks.
    pub omitted: Vec<Omitted>,
    /// Where each block is in the text, in bytes. Empty for one of which nothing is shown.
    pub blocks: Vec<Range<usize>>,
    /// The length in bytes of the beginning of the text that does not change when blocks are appended:
    /// see [`Context::pin_prefix`].
    pub pinned: usize,
}

/// A block of which not everything is shown. With [`Context::summarize`], the summary of a block is all
/// of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omitted {
    /// The index of the block.
    pub block: usize,
    /// What it is.
    pub label: Label,
    /// What is shown of it.
    pub shown: Remainder,
    /// How many tokens fewer than in full it takes.
    pub tokens: usize,
}

/// What is shown of a block of which not everything is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Remainder {
    /// Lines of a text, by default the first ones.
    Lines {
        /// How many.
        shown: usize,
        /// How many it has.
        all: usize,
    },
    /// The first rows of data.
    Rows {
        /// How many.
        shown: usize,
        /// How many it has.
        all: usize,
    },
    /// The last turns of a run.
    Turns {
        /// How many.
        shown: usize,
        /// How many it has.
        all: usize,
        /// How many long results and documents are cut in those that are shown.
        cut: usize,
    },
    /// The summary.
    Summary,
    /// What it is, and how many tokens it has; of a run of turns, how many turns it has.
    Placeholder,
    /// Nothing.
    Nothing,
}

impl Context {
    /// A context without blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// The names and files of the folder `dir`, best files first:
    /// [`Folder::pack`](crate::sources::Folder::pack) with the default options.
    ///
    /// # Errors
    /// If the folder cannot be read. Files that cannot be read are left out.
    ///
    /// ```
    /// use toon_context::{Budget, Context, Style};
    ///
    /// let context = Context::from_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))?;
    /// let out = context.render(&Budget::tokens(2_000), Style::Markdown)?;
    /// assert!(out.tokens <= 2_000 && out.text.contains("lib.rs"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "fs")]
    pub fn from_dir(dir: impl Into<std::path::PathBuf>) -> Result<Self, crate::sources::FileError> {
        let packed = crate::sources::folder(dir)?;
        Ok(packed.blocks.into_iter().collect())
    }

    /// Appends a block.
    #[must_use]
    pub fn push(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }

    /// The blocks.
    ///
    /// ```
    /// use toon_context::{Context, Conversation};
    ///
    /// assert_eq!(Context::new().push(Conversation::user("Hi")).blocks().len(), 1);
    /// ```
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Always shows the first `count` blocks in full, or their summaries with
    /// [`summarize`](Self::summarize), with a text that does not change when blocks are
    /// appended, so that prompt caches can keep it. [`Rendered::pinned`] is its length.
    ///
    /// ```
    /// use toon_context::{Budget, Context, Conversation, Style};
    ///
    /// let before = Context::new().push(Conversation::system("Be brief.")).pin_prefix(1);
    /// let after = before.clone().push(Conversation::user("Fix the timeout."));
    /// let render = |context: &Context| context.render(&Budget::tokens(100), Style::Xml);
    /// let (before, after) = (render(&before)?, render(&after)?);
    /// assert_eq!(before.pinned, after.pinned);
    /// assert_eq!(before.text[..before.pinned], after.text[..after.pinned]);
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn pin_prefix(mut self, count: usize) -> Self {
        self.pinned = count;
        self
    }

    /// Whether to show the summary of each block that has one in place of its content, even if that
    /// would fit.
    ///
    /// ```
    /// use toon_context::{Budget, Code, Context, Style};
    ///
    /// let context = Context::new().push(Code::new("a.rs", "fn main() {}").summary("Entry point"));
    /// let out = context.summarize(true).render(&Budget::unlimited(), Style::Minimal)?;
    /// assert_eq!(out.text, "--- a.rs [rust] (summary) ---\nEntry point");
    /// # Ok::<(), toon_context::RenderError>(())
    /// ```
    #[must_use]
    pub fn summarize(mut self, summarize: bool) -> Self {
        self.is_summarized = summarize;
        self
    }

    /// Renders the blocks, so that the whole text fits the budget.
    ///
    /// Blocks are shown in full in the order of their [priority](crate::Priority), until those of one priority
    /// do not fit. These share what is left: those that fit their share are shown in full, and of the others, about
    /// as many rows or lines as fit it. An eighth of the budget is kept for the rest: it is spent on trees,
    /// summaries and placeholders first, and then on whatever fits, in the same order. In the end, no further row,
    /// line, summary or placeholder would fit.
    ///
    /// The same context, budget and style always have the same text.
    ///
    /// # Errors
    /// Fails if the [critical](crate::Priority::Critical) and pinned blocks do not fit, and if a block is
    /// not text or its data could not be serialized.
    pub fn render<C: Counter>(&self, budget: &Budget<C>, style: Style) -> Result<Rendered, RenderError> {
        let mut parts = Vec::with_capacity(self.blocks.len());
        let mut pinned = 0;
        for (index, block) in self.blocks.iter().enumerate() {
            let part = Part::new(block, index, style)?;
            parts.extend(if self.is_summarized { part.map(Part::summarized) } else { part });
            if index < self.pinned {
                pinned = parts.len();
            }
        }
        let plan = plan(&parts, pinned, style, budget)?;
        let mut blocks = vec![0..0; self.blocks.len()];
        let Frame { open, separator, .. } = style.frame();
        let mut at = open.len();
        for (part, form) in parts.iter().zip(&plan.forms) {
            let Some(form) = *form else { continue };
            let end = at + part.length(form, &|text| budget.count(text));
            if let Some(range) = blocks.get_mut(part.index()) {
                *range = at..end;
            }
            at = end + separator.len();
        }
        let shown = parts.iter().zip(plan.forms).zip(plan.saved);
        let omitted = shown.filter_map(|((part, form), saved)| omitted(part, form, saved)).collect();
        Ok(Rendered { text: plan.text, tokens: plan.tokens, omitted, blocks, pinned: plan.pinned })
    }
}

/// What is not shown of a part, which has `tokens` tokens. `None` if it is shown in full.
fn omitted(part: &Part<'_>, form: Option<Form>, tokens: usize) -> Option<Omitted> {
    let shown = match form {
        Some(Form::Full) => return None,
        Some(Form::Units(units)) => match part.extent(units) {
            Extent { shown, all, unit: Unit::Lines } => Remainder::Lines { shown, all },
            Extent { shown, all, unit: Unit::Rows } => Remainder::Rows { shown, all },
            Extent { shown, all, unit: Unit::Turns { cut } } => Remainder::Turns { shown, all, cut },
        },
        Some(Form::Summary) => Remainder::Summary,
        Some(Form::Placeholder) => Remainder::Placeholder,
        None => Remainder::Nothing,
    };
    Some(Omitted { block: part.index(), label: part.label(), shown, tokens })
}

impl Extend<Block> for Context {
    fn extend<I: IntoIterator<Item = Block>>(&mut self, blocks: I) {
        self.blocks.extend(blocks);
    }
}

impl FromIterator<Block> for Context {
    fn from_iter<I: IntoIterator<Item = Block>>(blocks: I) -> Self {
        Context { blocks: blocks.into_iter().collect(), ..Context::default() }
    }
}
