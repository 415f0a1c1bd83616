//! Compares numbers exactly.

use std::cmp::Ordering;

/// A finite number of any type in serde's data model.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Integer { is_negative: bool, magnitude: u128 },
    Float(f64),
}

/// 2^128: the smallest float that is greater than any magnitude.
const TWO_TO_128: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;

impl From<i128> for Number {
    fn from(number: i128) -> Self {
        Number::Integer { is_negative: number < 0, magnitude: number.unsigned_abs() }
    }
}

impl From<u128> for Number {
    fn from(magnitude: u128) -> Self {
        Number::Integer { is_negative: false, magnitude }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        use Number::{Float, Integer};
        match (*self, *other) {
            (
                Integer { is_negative, magnitude },
                Integer { is_negative: other_is_negative, magnitude: other },
            ) => by_sign(is_negative, other_is_negative, magnitude.cmp(&other)),
            (Integer { is_negative, magnitude }, Float(other)) => with_float(is_negative, magnitude, other),
            (Float(float), Integer { is_negative, magnitude }) => {
                with_float(is_negative, magnitude, float).reverse()
            }
            // Neither is NaN.
            (Float(float), Float(other)) => float.partial_cmp(&other).unwrap_or(Ordering::Equal),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

/// The order of two numbers, given their signs and the order of their magnitudes.
fn by_sign(is_negative: bool, other_is_negative: bool, magnitudes: Ordering) -> Ordering {
    match (is_negative, other_is_negative) {
        (false, false) => magnitudes,
        (true, true) => magnitudes.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    }
}

/// Compares an integer with a float exactly. Converting one to the other could lose digits.
fn with_float(is_negative: bool, magnitude: u128, float: f64) -> Ordering {
    let size = float.abs();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a size below 2^128, whose fraction counts below"
    )]
    let whole = size as u128;
    let magnitudes = if size >= TWO_TO_128 {
        Ordering::Less
    } else {
        let fraction = if size.fract() > 0.0 { Ordering::Less } else { Ordering::Equal };
        magnitude.cmp(&whole).then(fraction)
    };
    by_sign(is_negative, float < 0.0, magnitudes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In ascending order.
    #[test]
    fn integers_and_floats_in_one_order() {
        let ordered = [
            Number::Float(f64::MIN),
            Number::from(i128::MIN),
            Number::Float(-1.5),
            Number::from(-1_i128),
            Number::Float(-0.5),
            Number::from(0_u128),
            Number::Float(f64::MIN_POSITIVE),
            Number::from(1_u128),
            Number::Float(1.5),
            Number::from(9_007_199_254_740_992_u128),
            Number::from(9_007_199_254_740_993_u128),
            Number::Float(9_007_199_254_740_994.0),
            Number::from(u128::from(u64::MAX) - 1),
            Number::from(u128::from(u64::MAX)),
            Number::Float(18_446_744_073_709_551_616.0),
            Number::from(u128::MAX),
            Number::Float(TWO_TO_128),
            Number::Float(f64::MAX),
        ];
        for (place, number) in ordered.iter().enumerate() {
            for (other_place, other) in ordered.iter().enumerate() {
                assert_eq!(number.cmp(other), place.cmp(&other_place), "{number:?} {other:?}");
            }
        }
    }

    #[test]
    fn equal_in_value() {
        assert_eq!(Number::from(3_i128), Number::Float(3.0));
        assert_eq!(Number::from(0_u128), Number::Float(-0.0));
        assert_eq!(Number::Float(0.0), Number::Float(-0.0));
        assert_eq!(Number::from(-(1_i128 << 80)), Number::Float(-1_208_925_819_614_629_174_706_176.0));
    }
}
