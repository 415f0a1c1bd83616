//! JSON texts.

use crate::text::matching;
use crate::value;
use proptest::prelude::*;
use serde_json::Value;

/// The compact JSON text of any value, with numbers of any length in any spelling.
pub fn json(depth: u32) -> BoxedStrategy<String> {
    (value(depth), prop::collection::vec(json_number(), 1..8))
        .prop_map(|(value, numbers)| {
            let mut out = String::new();
            push(&mut out, &value, &mut numbers.iter().cycle());
            out
        })
        .boxed()
}

/// A number of any length, in any spelling of JSON.
pub fn json_number() -> BoxedStrategy<String> {
    prop_oneof![
        matching("-?(0|[1-9][0-9]{0,40})"),
        matching("-?(0|[1-9][0-9]{0,25})\\.[0-9]{1,25}"),
        matching("-?(0|[1-9][0-9]{0,4})(\\.[0-9]{1,4})?[eE][-+]?[0-9]{1,3}"),
        matching("-?(0|[1-9][0-9]{0,40})(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?"),
    ]
    .boxed()
}

/// Adds the text of `value`, whose numbers are replaced.
fn push<'n>(out: &mut String, value: &Value, numbers: &mut impl Iterator<Item = &'n String>) {
    match value {
        Value::Number(number) => out.push_str(numbers.next().unwrap_or(&number.to_string())),
        Value::Array(elements) => {
            out.push('[');
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                push(out, element, numbers);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push('{');
            for (index, (key, value)) in fields.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                push(out, value, numbers);
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}
