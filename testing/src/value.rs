//! Trees of values.

use crate::table::rows;
use crate::{key, scalar};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Any JSON value, with at most `depth` levels of arrays and objects around its scalars – and within the rows of each
/// table two levels of field groups more.
pub fn value(depth: u32) -> BoxedStrategy<Value> {
    value_with(&scalar(), &key(), depth)
}

/// As [`value`], with these scalars and keys: for tests that have to know them.
pub fn value_with(
    scalar: &BoxedStrategy<Value>,
    key: &BoxedStrategy<String>,
    depth: u32,
) -> BoxedStrategy<Value> {
    (0..depth).fold(scalar.clone(), |inner, _| around(scalar, key, &inner))
}

/// A scalar, or an array or object of values.
fn around(
    scalar: &BoxedStrategy<Value>,
    key: &BoxedStrategy<String>,
    inner: &BoxedStrategy<Value>,
) -> BoxedStrategy<Value> {
    let scalars = prop::collection::vec(scalar.clone(), 0..5).prop_map(Value::Array).boxed();
    let object = |most| {
        prop::collection::vec((key.clone(), inner.clone()), 0..most)
            .prop_map(|fields| fields.into_iter().collect::<Value>())
            .boxed()
    };
    let table = || rows(scalar, key, inner);
    prop_oneof![
        4 => scalar.clone(),
        4 => scalars.clone(),
        4 => prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array).boxed(),
        // Lists of nothing but arrays or objects: list form, and what it nearly is.
        1 => prop::collection::vec(scalars, 1..4).prop_map(Value::Array).boxed(),
        1 => prop::collection::vec(object(4), 1..4).prop_map(Value::Array).boxed(),
        6 => object(4),
        // A chain of objects, which can be folded.
        2 => (key.clone(), inner.clone()).prop_map(|field| Value::Object(Map::from_iter([field]))),
        6 => table().prop_map(Value::Array).boxed(),
        6 => (prop::collection::vec(key.clone(), 5), table())
            .prop_map(|(keys, rows)| keys.into_iter().zip(rows).collect::<Value>()),
    ]
    .boxed()
}
