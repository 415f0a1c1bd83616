//! Counts tokens with the tokenizers of real models.

use crate::args::Tokenizer;

/// The number of tokens. `None` if they are not counted.
pub(crate) fn count(text: &str, tokenizer: Tokenizer) -> Option<usize> {
    let vocabulary = match tokenizer {
        Tokenizer::O200k => tiktoken_rs::o200k_base_singleton(),
        Tokenizer::Cl100k => tiktoken_rs::cl100k_base_singleton(),
        Tokenizer::None => return None,
    };
    Some(vocabulary.encode_ordinary(text).len())
}

/// How much smaller `new` is than `old`, in percent. Negative if it is larger.
#[expect(clippy::cast_precision_loss, reason = "for people")]
pub(crate) fn savings(old: usize, new: usize) -> f64 {
    if old == 0 { 0.0 } else { (old as f64 - new as f64) / old as f64 * 100.0 }
}
