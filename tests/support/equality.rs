//! When two JSON values are the same value of TOON's data model (§2).

use serde_json::{Map, Number, Value};
use toon::SpecVersion;

/// Whether two values are equal by §2: objects by their ordered keys, numbers by mathematical
/// value.
///
/// `serde_json`'s own `==` is neither: it ignores the order of keys, and `1` differs from `1.0`.
pub fn equal(left: &Value, right: &Value) -> bool {
    equal_by(left, right, equal_numbers)
}

/// As [`equal`], but numbers are equal when their nearest `f64` is, which is all that JavaScript
/// can tell.
pub fn equal_as_f64(left: &Value, right: &Value) -> bool {
    equal_by(left, right, |left, right| left.as_f64() == right.as_f64())
}

fn equal_by(left: &Value, right: &Value, numbers: fn(&Number, &Number) -> bool) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => numbers(left, right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| equal_by(left, right, numbers))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|((left_key, left), (right_key, right))| {
                    left_key == right_key && equal_by(left, right, numbers)
                })
        }
        (left, right) => left == right,
    }
}

/// Integers exactly. A float is compared as a float: `1e19` is written `10000000000000000000` (§2)
/// and comes back as that integer, and the shortest digits of a float beyond 2^53 are the float's
/// value only when rounded to a float again.
fn equal_numbers(left: &Number, right: &Number) -> bool {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => left == right,
        _ => left.as_f64() == right.as_f64(),
    }
}

/// `value` with its keys in the order that encoding and decoding leave them in: that of the
/// header's field list where the value takes a tabular form, its own elsewhere (§2).
///
/// This states §9.3 and §9.5 once more, apart from the encoder, so that a round trip can be checked
/// against it.
pub fn decoded_order(value: &Value, version: SpecVersion) -> Value {
    in_field(value, version == SpecVersion::V4)
}

/// The root or the value of a field: the places in which a table may stand.
fn in_field(value: &Value, v4: bool) -> Value {
    match value {
        Value::Array(elements) if is_uniform(&elements.iter().collect::<Vec<_>>(), v4) => {
            elements.iter().map(|element| ordered_like(element, &elements[0])).collect()
        }
        Value::Object(entries)
            if v4 && entries.len() >= 2 && is_uniform(&entries.values().collect::<Vec<_>>(), v4) =>
        {
            let Some(first) = entries.values().next() else { return value.clone() };
            Value::Object(
                entries.iter().map(|(key, entry)| (key.clone(), ordered_like(entry, first))).collect(),
            )
        }
        other => in_array(other, v4),
    }
}

/// An element of an array in list form, where neither arrays nor objects are tables themselves
/// (§9.4, §10).
fn in_array(value: &Value, v4: bool) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(|element| in_array(element, v4)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, field)| (key.clone(), in_field(field, v4))).collect())
        }
        primitive => primitive.clone(),
    }
}

/// Whether `rows` are non-empty objects with the same keys, and every column is uniform-primitive
/// or – in version 4 – nested-uniform (§9.3).
fn is_uniform(rows: &[&Value], v4: bool) -> bool {
    let Some(objects) = rows.iter().map(|row| row.as_object()).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let Some(first) = objects.first().filter(|first| !first.is_empty()) else { return false };
    first.keys().all(|key| {
        let Some(column) = objects.iter().map(|object| object.get(key)).collect::<Option<Vec<_>>>() else {
            return false;
        };
        column.iter().all(|cell| is_primitive(cell)) || (v4 && is_uniform(&column, v4))
    }) && objects.iter().all(|object| object.len() == first.len())
}

fn is_primitive(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

fn ordered_like(value: &Value, model: &Value) -> Value {
    let (Value::Object(fields), Value::Object(model)) = (value, model) else { return value.clone() };
    let ordered: Map<String, Value> = model
        .iter()
        .filter_map(|(key, model)| Some((key.clone(), ordered_like(fields.get(key)?, model))))
        .collect();
    Value::Object(ordered)
}
