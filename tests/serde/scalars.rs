//! Numbers, booleans, characters, strings, units.

use crate::compare::Compare;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit;

macro_rules! integers {
    ($compare:ident: $($int:ident)+) => {
        $($compare.values(stringify!($int), &[0, 1, 9, 10, 99, 100, $int::MIN, $int::MAX, $int::MAX - 1, $int::MIN + 1, $int::MAX / 3]);)+
    };
}

pub fn cases(compare: &mut Compare) {
    integers!(compare: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    compare.values("negative", &[-1_i64, -9, -10, -99, -100, -12_345_678]);
    compare.values("powers of ten", &(0..39).map(|power| 10_u128.pow(power)).collect::<Vec<_>>());
    compare.values("beyond 64 bits", &[1_i128 << 64, -(1_i128 << 64), i128::from(i64::MIN) - 1]);
    compare.values("bool", &[true, false]);
    compare.values("()", &[()]);
    compare.values("unit struct", &[Unit]);
    compare.values("char", &CHARS.chars().collect::<Vec<_>>());
    compare.values("String", &["", "a", "hello", "hello world", "ein längerer Satz mit Umlauten"].map(String::from));
    for long in ["x".repeat(10_000), "é".repeat(5_000), "\n".repeat(1_000), "a,b".repeat(999)] {
        compare.large("long String", &long);
    }
    floats(compare);
}

/// Every kind of character that a rule of §7.1 or §7.2 names, and some that none does.
const CHARS: &str =
    "aZ09_.-+#:;,|\"'\\/[]{}()<>~ \t\n\r\0\u{1}\u{1f}\u{7f}\u{85}\u{a0}\u{2028}\u{3000}\u{feff}\u{fffd}é漢😀\u{10ffff}";

fn floats(compare: &mut Compare) {
    compare.values("f64", F64);
    compare.values("f64 without a number", &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
    compare.values("f64 or null", &[Some(f64::NAN), Some(f64::INFINITY), Some(0.5), None]);
    compare.values("f32", F32);
    compare.values("f32 or null", &[Some(f32::NAN), Some(f32::NEG_INFINITY), Some(0.5), None]);

    // Every bit pattern is a number, or none: both formats must agree on each of these.
    let doubles: Vec<f64> = random_bits().map(f64::from_bits).filter(|f| f.is_finite()).take(3_000).collect();
    let high = |bits: u64| u32::try_from(bits >> 32).unwrap();
    let singles: Vec<f32> = random_bits().map(high).map(f32::from_bits).filter(|f| f.is_finite()).take(3_000).collect();
    let cents: Vec<f64> = random_bits().map(|bits| f64::from(high(bits) >> 10) / 100.0).take(3_000).collect();
    compare.large("random f64", &doubles);
    compare.large("random f32", &singles);
    compare.large("random amounts", &cents);
}

/// Marsaglia's xorshift
fn random_bits() -> impl Iterator<Item = u64> {
    let next = |bits: &u64| {
        let bits = bits ^ (bits << 13);
        let bits = bits ^ (bits >> 7);
        Some(bits ^ (bits << 17))
    };
    std::iter::successors(Some(0x746f_6f6e), next)
}

#[allow(clippy::excessive_precision, reason = "as they are written elsewhere")]
const F64: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    0.5,
    1.5,
    -1.5,
    1e-5,
    1e-6,
    9.999_999_999_999_999e-7,
    1e-7,
    -1e-7,
    1.234e-9,
    1e15,
    1e16,
    1e17,
    1e20,
    9.999_999_999_999_999e20,
    1e21,
    1.5e21,
    1e22,
    1e23,
    1e100,
    -1e100,
    123_456_789_012_345_680_000.0,
    9_007_199_254_740_991.0,
    9_007_199_254_740_992.0,
    9_007_199_254_740_993.0,
    9_223_372_036_854_775_807.0,
    18_446_744_073_709_551_615.0,
    0.300_000_000_000_000_04,
    0.333_333_333_333_333_3,
    2.225_073_858_507_201_4e-308,
    2.225_073_858_507_201_1e-308,
    f64::MIN,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    5e-324,
    core::f64::consts::PI,
];

const F32: &[f32] = &[
    0.0,
    -0.0,
    1.0,
    0.1,
    0.3,
    1e-6,
    1e-7,
    1e10,
    1e20,
    1e21,
    16_777_216.0,
    1.234_567_9e20,
    f32::MIN,
    f32::MAX,
    f32::MIN_POSITIVE,
    f32::EPSILON,
    1e-45,
    core::f32::consts::PI,
];
