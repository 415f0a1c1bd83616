//! Values without others in them.

use crate::text;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Where the form of a number changes, or what a float can hold.
#[rustfmt::skip]
const LIMITS: &[f64] = &[
    1e-6, 1e21, 9_007_199_254_740_992.0, 0.1, 1.0, 1e-5, 1e-7, 1e15, 1e16, 1e17, 1e20, 1e22, 1e23,
];

const ODD_NUMBERS: &[f64] =
    &[0.0, -0.0, 0.1 + 0.2, 5e-324, f64::MIN_POSITIVE, f64::MAX, 1e300, 1.5e300, -1.5e-10, 123e-20];

/// `null`, a boolean, a number of any size, or a string.
pub fn scalar() -> BoxedStrategy<Value> {
    prop_oneof![
        2 => Just(Value::Null),
        2 => any::<bool>().prop_map(Value::from),
        9 => number(),
        9 => text().prop_map(Value::from),
    ]
    .boxed()
}

fn number() -> BoxedStrategy<Value> {
    const MAX_EXACT: i64 = 1 << 53;
    // Up to three units in the last place beside a limit.
    let near_limits = (select(LIMITS), 0..7_u64, any::<bool>()).prop_map(|(limit, units, is_negative)| {
        let number = f64::from_bits(limit.to_bits() + units - 3);
        Value::from(if is_negative { -number } else { number })
    });
    prop_oneof![
        3 => (-100..100_i64).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => (MAX_EXACT - 3..=MAX_EXACT, any::<bool>()).prop_map(|(number, is_negative)| Value::from(if is_negative { -number } else { number })),
        2 => (-99_999..99_999_i32).prop_map(|cents| Value::from(f64::from(cents) / 100.0)),
        1 => any::<f64>().prop_map(Value::from),
        1 => near_limits,
        1 => select(ODD_NUMBERS).prop_map(Value::from),
    ]
    .boxed()
}
