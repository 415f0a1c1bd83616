//! Budgets.

use super::counter::{Counter, Estimate};

/// How many tokens a rendered context may have, and how they are counted.
///
/// ```
/// use toon_context::Budget;
///
/// let words = |text: &str| text.split_whitespace().count();
/// let budget = Budget::tokens(8_000).counter(words).reserve(1_000);
/// assert_eq!(budget.limit(), Some(7_000));
/// ```
#[derive(Clone, Debug)]
pub struct Budget<C = Estimate> {
    tokens: Option<usize>,
    reserve: usize,
    pub(super) counter: C,
}

impl Budget {
    /// At most `tokens` tokens. Unless a [`counter`](Budget::counter) is set, they are estimated.
    pub fn tokens(tokens: usize) -> Self {
        Budget { tokens: Some(tokens), reserve: 0, counter: Estimate }
    }

    /// Everything is shown in full.
    ///
    /// ```
    /// assert_eq!(toon_context::Budget::unlimited().limit(), None);
    /// ```
    pub fn unlimited() -> Self {
        Budget { tokens: None, reserve: 0, counter: Estimate }
    }
}

impl<C> Budget<C> {
    /// Sets how tokens are counted: with the vocabulary of a model, such as `O200k` of the feature
    /// `tokens`, or with any function of the text.
    pub fn counter<D: Counter>(self, counter: D) -> Budget<D> {
        Budget { tokens: self.tokens, reserve: self.reserve, counter }
    }

    /// Leaves so many of the tokens for other parts of the prompt, or for the answer.
    #[must_use]
    pub fn reserve(mut self, tokens: usize) -> Self {
        self.reserve = tokens;
        self
    }

    /// The number of tokens that a context may have: the budget without the reserve. `None` if it is
    /// not limited.
    pub fn limit(&self) -> Option<usize> {
        self.tokens.map(|tokens| tokens.saturating_sub(self.reserve))
    }
}

impl<C: Counter> Budget<C> {
    /// The number of tokens of `text`.
    ///
    /// ```
    /// assert_eq!(toon_context::Budget::tokens(8).count("12 bytes are"), 4);
    /// ```
    pub fn count(&self, text: &str) -> usize {
        self.counter.count(text)
    }
}
