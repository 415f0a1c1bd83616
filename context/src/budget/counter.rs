//! Counters of tokens.

#[cfg(feature = "tokens")]
use toon_convert::tokens::Vocabulary;

/// Counts the tokens of a text.
///
/// Any function of a text is a counter. A budget holds for every counter. That nothing more would
/// have fitted is certain for counters whose counts of two texts nearly add up to the count of both
/// together, as those of all vocabularies do.
///
/// ```
/// use toon_context::Counter;
///
/// let words = |text: &str| text.split_whitespace().count();
/// assert_eq!(words.count("Fix the timeout."), 3);
/// ```
pub trait Counter {
    /// The number of tokens of `text`.
    fn count(&self, text: &str) -> usize;
}

impl<F: Fn(&str) -> usize> Counter for F {
    fn count(&self, text: &str) -> usize {
        self(text)
    }
}

/// A cautious estimate: one token for three bytes. English text and source code usually have fewer
/// tokens, so that a budget is not used up; it can be exceeded by digits, rare characters and other
/// text that vocabularies have no long tokens for.
///
/// ```
/// use toon_context::{Counter, Estimate};
///
/// assert_eq!(Estimate.count("Fix the timeout."), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate;

impl Counter for Estimate {
    fn count(&self, text: &str) -> usize {
        text.len().div_ceil(3)
    }
}

/// Counts with the vocabulary `o200k_base`, of GPT-4o and later models.
///
/// ```
/// use toon_context::{Counter, O200k};
///
/// assert_eq!(O200k.count("Fix the timeout."), 4);
/// ```
#[cfg(feature = "tokens")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct O200k;

/// Counts with the vocabulary `cl100k_base`, of GPT-4 and GPT-3.5.
///
/// ```
/// use toon_context::{Cl100k, Counter};
///
/// assert_eq!(Cl100k.count("Fix the timeout."), 4);
/// ```
#[cfg(feature = "tokens")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cl100k;

#[cfg(feature = "tokens")]
impl Counter for O200k {
    fn count(&self, text: &str) -> usize {
        Vocabulary::O200k.count(text)
    }
}

#[cfg(feature = "tokens")]
impl Counter for Cl100k {
    fn count(&self, text: &str) -> usize {
        Vocabulary::Cl100k.count(text)
    }
}
