//! The plan: what is shown of each block within a budget.

use super::counter::Counter;
use super::fill;
use super::layout::Layout;
use super::limit::Budget;
use super::share::share;
use crate::render::{Form, Part, RenderError, Style};
use crate::words::Priority;

/// What is shown of each part.
pub(crate) struct Plan {
    pub(crate) text: String,
    pub(crate) tokens: usize,
    /// The length of what is pinned, in bytes.
    pub(crate) pinned: usize,
    pub(crate) forms: Vec<Option<Form>>,
    /// How many tokens fewer each part takes than in full.
    pub(crate) saved: Vec<usize>,
    /// What the pass in order of priority showed, before gaps were filled.
    #[cfg(test)]
    pub(crate) granted: Vec<Option<Form>>,
}

/// Plans what to show of `parts`, the first `pinned` of which are shown in full.
///
/// The pass in order of priority shows the blocks of each priority in full, until those of one do not fit
/// in seven eighths of the budget: these share what is left. What it shows never shrinks with a larger
/// budget, unless the counter is one by which text can get shorter when more is added. Then the rest is
/// spent: first on summaries and placeholders of the others, and what these do not need on whatever fits.
///
/// # Errors
/// Fails if the critical and pinned blocks do not fit.
pub(crate) fn plan<C: Counter>(
    parts: &[Part<'_>],
    pinned: usize,
    style: Style,
    budget: &Budget<C>,
) -> Result<Plan, RenderError> {
    let mut pass = Pass::new(parts, pinned, style, budget);
    if !pass.shows(pass.rest.len(), budget.limit())
        && let Some(limit) = budget.limit()
    {
        pass.show(0);
        let needed = pass.layout.count();
        if needed > limit {
            let what = fixed(parts, pinned);
            return Err(RenderError::DoesNotFit { what, needed, limit });
        }
        pass.set_trees_aside(mentions(limit));
        pass.run(limit - mentions(limit));
    }
    let Pass { mut layout, trees, rest, .. } = pass;
    #[cfg(test)]
    let granted = layout.forms();
    if let Some(limit) = budget.limit() {
        let rest: Vec<usize> = trees.into_iter().chain(rest).collect();
        fill::fill(&mut layout, &rest, limit, mentions(limit));
    }
    let saved = (0..parts.len()).map(|part| layout.saved(part)).collect();
    Ok(Plan {
        saved,
        text: layout.text(),
        tokens: layout.count(),
        pinned: layout.length_of_first(pinned),
        forms: layout.forms(),
        #[cfg(test)]
        granted,
    })
}

/// How much of a budget is first kept for trees, summaries and placeholders, so that one large block does
/// not hide that there are others.
fn mentions(limit: usize) -> usize {
    limit / 8
}

/// How few bytes a token has, on average, in text that is not odd.
const BYTES: usize = 16;

/// Which blocks must be shown in full.
fn fixed(parts: &[Part<'_>], pinned: usize) -> &'static str {
    let is_critical = parts.iter().skip(pinned).any(|part| part.priority() == Priority::Critical);
    match (pinned > 0, is_critical) {
        (true, true) => "critical and pinned blocks",
        (true, false) => "pinned blocks",
        (false, true) => "critical blocks",
        // If even the empty text counts as tokens.
        (false, false) => "blocks",
    }
}

/// The pass in order of priority.
struct Pass<'p, 'b, C> {
    layout: Layout<'p, 'b, C>,
    /// The trees that need not be shown in full, if these are only shown at the end.
    trees: Vec<usize>,
    /// The other parts that need not be shown in full, in the order of their priority.
    rest: Vec<usize>,
    /// How many of them, from the first, are shown in full.
    shown: usize,
}

impl<'p, 'b, C: Counter> Pass<'p, 'b, C> {
    fn new(parts: &'p [Part<'b>], pinned: usize, style: Style, budget: &'p Budget<C>) -> Self {
        let mut layout = Layout::new(parts, style, &budget.counter);
        let mut rest = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            if index < pinned || part.priority() == Priority::Critical {
                let most = layout.render_most(index);
                layout.set(index, most);
            } else {
                rest.push(index);
            }
        }
        // Stable: of blocks with the same priority, the first comes first.
        rest.sort_by_key(|index| parts.get(*index).map(Part::priority));
        Pass { layout, trees: Vec::new(), rest, shown: 0 }
    }

    /// Shows the first `count` parts of the rest in full, and nothing of the others.
    fn show(&mut self, count: usize) {
        for part in self.rest.get(self.shown..count).unwrap_or_default() {
            let most = self.layout.render_most(*part);
            self.layout.set(*part, most);
        }
        for part in self.rest.get(count..self.shown).unwrap_or_default() {
            self.layout.set(*part, None);
        }
        self.shown = count;
    }

    /// Shows the first `count` parts of the rest in full, if they fit, or if nothing limits them.
    fn shows(&mut self, count: usize, limit: Option<usize>) -> bool {
        let parts = self.rest.get(..count).unwrap_or_default().iter();
        let unlimited =
            parts.filter_map(|part| self.layout.part(*part).filter(|part| part.max_tokens().is_none()));
        let sizes = unlimited.filter(|part| !part.is_tree()).map(|part| part.size(usize::MAX));
        let size = sizes.fold(0, usize::saturating_add);
        let Some(limit) = limit else {
            self.show(count);
            return true;
        };
        // What is far too large need not be written.
        if size / BYTES > limit {
            return false;
        }
        self.show(count);
        self.layout.fits(limit)
    }

    /// Leaves trees for the end, with at most so many tokens each, unless there is nothing else: they say where
    /// things are, and contents say what they are. Nothing is shown yet.
    fn set_trees_aside(&mut self, most: usize) {
        if self.layout.parts().len() > 1 {
            let is_tree = |index: &usize| self.layout.part(*index).is_some_and(Part::is_tree);
            (self.trees, self.rest) = std::mem::take(&mut self.rest).into_iter().partition(is_tree);
            self.layout.limit_trees(most);
        }
    }

    /// Shows what fits, which is not everything: the blocks of each priority in full, until those of one
    /// do not fit, which share what is left.
    fn run(&mut self, limit: usize) {
        let mut start = 0;
        while let Some(first) = self.rest.get(start) {
            let priority = self.layout.part(*first).map(Part::priority);
            let is_same = |part: &&usize| self.layout.part(**part).map(Part::priority) == priority;
            let same = self.rest.get(start..).unwrap_or_default().iter().take_while(is_same).count();
            if !self.shows(start + same, Some(limit)) {
                self.show(start);
                let parts = self.rest.get(start..start + same).unwrap_or_default().to_vec();
                share(&mut self.layout, &parts, limit);
                return;
            }
            start += same;
        }
    }
}
