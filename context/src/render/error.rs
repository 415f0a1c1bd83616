//! Errors of rendering.

use thiserror::Error;

/// Why a context cannot be rendered.
///
/// ```
/// use toon_context::{Budget, Code, Context, Priority, RenderError, Style};
///
/// let context = Context::new().push(Code::new("a.rs", "fn main() {}").priority(Priority::Critical));
/// let budget = Budget::tokens(10).counter(|text: &str| text.len());
/// let error = context.render(&budget, Style::Minimal).unwrap_err();
/// assert_eq!(error.to_string(), "the critical blocks take 32 tokens, 22 more than the budget allows (10)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The content of a block is not UTF-8.
    #[error("block {block} is not text: invalid UTF-8 at byte {offset}")]
    InvalidUtf8 {
        /// The index of the block.
        block: usize,
        /// Where in the content.
        offset: usize,
    },
    /// A value could not be serialized.
    #[error("the data of block {block} cannot be written: {message}")]
    Data {
        /// The index of the block.
        block: usize,
        /// The reason.
        message: String,
    },
    /// The critical and pinned blocks do not fit.
    #[error("the {what} take {needed} tokens, {} more than the budget allows ({limit})", needed.saturating_sub(*limit))]
    DoesNotFit {
        /// Which blocks: `critical blocks`, `pinned blocks`, `critical and pinned blocks`, or `blocks` if
        /// even the empty text counts as tokens.
        what: &'static str,
        /// The number of tokens that they take.
        needed: usize,
        /// The number of tokens that they may take: the budget without the reserve.
        limit: usize,
    },
}
