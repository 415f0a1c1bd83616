//! Sizes of texts.

use crate::tokens;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// How sizes are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By bytes of UTF-8.
    Bytes,
    /// By tokens of `o200k_base`. While the tokenizer loads, and without the feature `tokens`, they
    /// are [approximated](crate::tokens::approximate).
    #[default]
    Tokens,
}

/// The size of a text, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// In bytes of UTF-8.
    pub bytes: u64,
    /// In tokens. 0 if sizes are [measured](crate::Rules::measure) in bytes.
    pub tokens: u64,
}

/// Measures all texts of a result in the same way, even if the tokenizer finishes loading in the
/// meantime.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meter {
    measure: Measure,
    is_exact: bool,
    /// Tokens of longer texts are approximated, since they are passed on without being parsed.
    longest: u64,
    /// Whether any saving counts.
    any_savings: bool,
}

impl Meter {
    pub(crate) fn new(measure: Measure, longest: u64, any_savings: bool) -> Self {
        let is_exact = measure == Measure::Tokens && tokens::are_loaded();
        Meter { measure, is_exact, longest, any_savings }
    }

    pub(crate) fn size(self, text: &str) -> Size {
        let bytes = text.len() as u64;
        let tokens = match self.measure {
            Measure::Bytes => 0,
            Measure::Tokens if self.is_exact && bytes <= self.longest => tokens::best(text) as u64,
            Measure::Tokens => tokens::approximate(text) as u64,
        };
        Size { bytes, tokens }
    }

    /// Whether tokens are counted, and not approximated.
    pub(crate) const fn counts_tokens(self) -> bool {
        self.is_exact
    }

    /// The number to compare. Approximated tokens are not compared.
    pub(crate) const fn by(self, size: Size) -> u64 {
        if self.is_exact { size.tokens } else { size.bytes }
    }

    /// A number to compare, with its unit.
    pub(crate) fn show(self, number: u64) -> String {
        let unit = if self.is_exact { "token" } else { "byte" };
        format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
    }

    /// The largest size with which a form is chosen over one of the size `other`: fewer bytes are
    /// only fewer tokens if they are clearly fewer.
    pub(crate) const fn largest_below(self, other: u64) -> u64 {
        if self.is_exact || self.any_savings { other.saturating_sub(1) } else { four_fifths(other) }
    }

    /// Whether a result is worth changing that takes this much instead of `before`.
    pub(crate) const fn is_worth(self, before: u64, after: u64) -> bool {
        const MIN_TOKENS: u64 = 20;
        const MIN_PERCENT: u64 = 5;
        if self.any_savings {
            return after <= before;
        }
        let saved = before.saturating_sub(after);
        if self.is_exact {
            return saved >= MIN_TOKENS && saved * 100 >= before * MIN_PERCENT;
        }
        after < before && after <= four_fifths(before)
    }

    /// Whether a result pays for an explanation of this size itself.
    pub(crate) const fn pays(self, before: u64, after: u64, explanation: u64) -> bool {
        const MIN_TOKENS: u64 = 20;
        if self.is_exact {
            return before.saturating_sub(after) >= explanation + MIN_TOKENS;
        }
        after + explanation <= four_fifths(before)
    }
}

pub(crate) const fn four_fifths(size: u64) -> u64 {
    size.saturating_mul(4) / 5
}

impl Size {
    /// How much smaller `other` is, in each unit.
    pub(crate) const fn less(self, other: Size) -> Size {
        Size {
            bytes: self.bytes.saturating_sub(other.bytes),
            tokens: self.tokens.saturating_sub(other.tokens),
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

pub(crate) fn difference(before: u64, after: u64) -> i64 {
    let size = i64::try_from(before.abs_diff(after)).unwrap_or(i64::MAX);
    if before < after { -size } else { size }
}

/// A share in percent, rounded to two decimals.
#[allow(clippy::cast_precision_loss)] // of counts that are to be rounded
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    (part as f64 / whole as f64 * 10_000.0).round() / 100.0
}

/// The savings relative to `before`, in percent, rounded to two decimals. Negative if `after` is
/// larger.
pub(crate) fn saved_percent(before: u64, after: u64) -> f64 {
    let share = percent(before.abs_diff(after), before);
    if after > before { -share } else { share }
}
