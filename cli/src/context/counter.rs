//! Counts the tokens of contexts.

use crate::args::Tokenizer;
use crate::tokens;
use toon_context::{Counter, Estimate};

/// All commands share one counter, so that budgets are compiled once.
impl Counter for Tokenizer {
    fn count(&self, text: &str) -> usize {
        // A budget must hold, so without the tables of a tokenizer the estimate is the cautious one.
        let exact = if cfg!(feature = "tokens") { tokens::count(text, *self) } else { None };
        exact.unwrap_or_else(|| Estimate.count(text))
    }
}
