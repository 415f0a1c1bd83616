//! Random JSON values. Not a part of `support`, which the fuzz targets share: they have no
//! proptest.

use proptest::prelude::*;
use serde_json::{Number, Value};

/// A primitive; which strings there are is the caller's matter.
pub(crate) fn scalar(string: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-99_999_i32..99_999).prop_map(|number| Value::from(f64::from(number) / 100.0)),
        any::<f64>().prop_map(|number| Number::from_f64(number).map_or(Value::Null, Value::Number)),
        string.prop_map(Value::String),
    ]
}
