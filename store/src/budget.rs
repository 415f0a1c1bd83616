//! How much a text may take.

use toon_convert::tokens;

pub(crate) use toon_convert::__internal::grouped;

/// About as many bytes as a token takes of dense data: fewer than in prose, so that a budget in bytes is not exceeded.
const BYTES_PER_TOKEN: usize = 2;

/// A limit for a text, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    tokens: usize,
    is_counted: bool,
}

impl Budget {
    /// So many tokens of `o200k_base`, counted if the feature `tokens` is on.
    ///
    /// ```
    /// use toon_store::Budget;
    ///
    /// assert!(Budget::tokens(10).fits("ten words or fewer") && !Budget::tokens(1).fits("ten words or fewer"));
    /// ```
    pub fn tokens(tokens: usize) -> Self {
        Budget { tokens, is_counted: cfg!(feature = "tokens") }
    }

    /// So many tokens, each for two bytes: for programs that have no time to load a tokenizer.
    ///
    /// ```
    /// use toon_store::Budget;
    ///
    /// assert!(Budget::in_bytes(4).fits("12345678") && !Budget::in_bytes(4).fits("123456789"));
    /// ```
    pub fn in_bytes(tokens: usize) -> Self {
        Budget { tokens, is_counted: false }
    }

    /// The number of tokens.
    pub const fn get(self) -> usize {
        self.tokens
    }

    /// The same with another number of tokens.
    #[must_use]
    pub const fn of(self, tokens: usize) -> Self {
        Budget { tokens, ..self }
    }

    /// The size of a text, in tokens.
    ///
    /// ```
    /// assert_eq!(toon_store::Budget::in_bytes(4).size("1234567"), 4);
    /// ```
    pub fn size(self, text: &str) -> usize {
        if self.is_counted { tokens::best(text) } else { text.len().div_ceil(BYTES_PER_TOKEN) }
    }

    /// Whether a text takes at most this number of tokens.
    pub fn fits(self, text: &str) -> bool {
        // A token has at least one byte, and most have several.
        text.len() <= self.tokens || self.size(text) <= self.tokens
    }
}
