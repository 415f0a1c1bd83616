//! How much a text may take.

use toon_convert::tokens;

pub(crate) use toon_convert::__internal::grouped;

/// A number of things, such as `1 row` and `1,234 rows`.
pub(crate) fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {thing}{ending}", grouped(number))
}

/// About as many bytes as a token takes of dense data: fewer than in prose, so that a budget in bytes is not exceeded.
const BYTES_PER_TOKEN: usize = 2;

/// The longest token of `o200k_base`: spaces.
const MAX_BYTES_OF_TOKEN: usize = 128;

/// A limit for a text, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    tokens: usize,
    /// The number that a reader knows.
    stated: usize,
    is_counted: bool,
}

impl Budget {
    /// The least number of tokens to ask for: below it, a notice and an outline may not fit.
    pub const MIN: u32 = 1000;

    /// So many tokens of `o200k_base`, counted if the feature `tokens` is on.
    ///
    /// ```
    /// use toon_store::Budget;
    ///
    /// assert!(Budget::tokens(10).fits("ten words or fewer") && !Budget::tokens(1).fits("ten words or fewer"));
    /// ```
    pub fn tokens(tokens: usize) -> Self {
        Budget { tokens, stated: tokens, is_counted: cfg!(feature = "tokens") }
    }

    /// So many tokens, each for two bytes: for programs that have no time to load a tokenizer.
    ///
    /// ```
    /// use toon_store::Budget;
    ///
    /// assert!(Budget::in_bytes(4).fits("12345678") && !Budget::in_bytes(4).fits("123456789"));
    /// ```
    pub fn in_bytes(tokens: usize) -> Self {
        Budget { tokens, stated: tokens, is_counted: false }
    }

    /// The number of tokens.
    pub const fn get(self) -> usize {
        self.tokens
    }

    pub(crate) const fn stated(self) -> usize {
        self.stated
    }

    /// What is left of it: the same with another number of tokens.
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
    ///
    /// ```
    /// use toon_store::Budget;
    ///
    /// assert!(!Budget::tokens(1000).fits(&"row ".repeat(10_000_000)));
    /// ```
    pub fn fits(self, text: &str) -> bool {
        // A token has at least one byte, and at most so many: longer texts need not be counted.
        let is_clear =
            text.len() <= self.tokens || text.len() > self.tokens.saturating_mul(MAX_BYTES_OF_TOKEN);
        if is_clear { text.len() <= self.tokens } else { self.size(text) <= self.tokens }
    }

    pub(crate) const fn is_counted(self) -> bool {
        self.is_counted
    }
}
