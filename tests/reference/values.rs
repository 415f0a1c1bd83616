//! Random JSON values that JavaScript can represent.

use crate::random::Random;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use toon_testing::{key, scalar, value_with};

thread_local! {
    static VALUES: BoxedStrategy<Value> = values();
}

/// A value for the root.
pub fn value(random: &mut Random) -> Value {
    let seed: Vec<u8> = (0..4).flat_map(|_| random.next().to_le_bytes()).collect();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    VALUES.with(|values| values.new_tree(&mut runner).unwrap().current())
}

fn values() -> BoxedStrategy<Value> {
    let key = key().prop_filter("JavaScript moves indexes to the front", |key| !is_index(key));
    value_with(&scalar().prop_map(in_javascript).boxed(), &key.boxed(), 4)
}

fn is_index(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit())
}

/// Integers beyond 2^53 as floats, like all numbers in JavaScript.
fn in_javascript(scalar: Value) -> Value {
    const LIMIT: f64 = 9_007_199_254_740_992.0;
    scalar.as_f64().filter(|number| number.abs() > LIMIT).map_or(scalar, Value::from)
}
