//! Long arrays of numbers.

use super::random;

/// Floats with all of their digits.
pub fn floats(count: usize) -> Vec<f64> {
    let mut random = random(7);
    (0..count).map(|_| (random.f64() - 0.5) * 2_000.0).collect()
}

/// Integers with one to nineteen digits.
pub fn ints(count: usize) -> Vec<i64> {
    let mut random = random(8);
    (0..count).map(|_| random.i64(..) >> random.u32(0..63)).collect()
}
