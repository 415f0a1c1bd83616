//! How large texts are.

use crate::tokens;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// How sizes are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By bytes of UTF-8.
    Bytes,
    /// By tokens of `o200k_base`. While the tokenizer loads, and without the feature `tokens`, they are
    /// [approximated](crate::tokens::approximate).
    #[default]
    Tokens,
}

/// The size of one or several texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// In bytes of UTF-8.
    pub bytes: u64,
    /// In tokens; 0 where sizes are [measured](crate::Rules::measure) in bytes.
    pub tokens: u64,
}

impl Size {
    pub(super) fn of(text: &str, measure: Measure) -> Self {
        let tokens = match measure {
            Measure::Bytes => 0,
            Measure::Tokens => tokens::ready_or_approximate(text) as u64,
        };
        Size { bytes: text.len() as u64, tokens }
    }

    /// The number that is compared.
    pub(super) const fn by(self, measure: Measure) -> u64 {
        match measure {
            Measure::Bytes => self.bytes,
            Measure::Tokens => self.tokens,
        }
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Size { bytes: self.bytes + other.bytes, tokens: self.tokens + other.tokens }
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        *self = *self + other;
    }
}

impl Sum for Size {
    fn sum<I: Iterator<Item = Size>>(sizes: I) -> Size {
        sizes.fold(Size::default(), Add::add)
    }
}
