//! The converter: what it converts, what it leaves alone, and what that saves in each kind of host.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

mod files;
mod forms;
mod properties;
mod random_texts;
#[cfg(feature = "tokens")]
mod sessions;
mod statistics;
mod structured;
mod texts;

use serde_json::{Value, json};
use toon_convert::{Call, Converter, Measure, Rules};

fn converter(rules: Rules) -> Converter {
    Converter::new(rules).unwrap()
}

/// All texts, measured in bytes, so that the tokenizer need not be loaded.
fn all() -> Rules {
    Rules::new().min_size_bytes(0).measure(Measure::Bytes).any_savings(true)
}

/// A list of objects.
fn rows(count: usize) -> Value {
    (0..count).map(|id| json!({"id": id, "name": format!("user {id}")})).collect()
}

/// The converted result, if it changes.
fn convert(rules: Rules, result: &str) -> Option<Value> {
    convert_call(rules, Call::new("tool"), result)
}

fn convert_call(rules: Rules, call: Call<'_>, result: &str) -> Option<Value> {
    let result = converter(rules).convert_json(call, result).unwrap().result?;
    Some(serde_json::from_str(result.get()).unwrap())
}
