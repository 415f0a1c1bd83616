//! Coding agents, with what they send and write.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod hooks;
mod install;
mod limits;
mod memory;
mod mutations;
mod stats;

use serde_json::Value;
use std::path::PathBuf;
use toon_agents::Hook;
use toon_convert::{Converter, Form, Measure, Rules};

/// A file of the tests.
fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join("agents").join(name)
}

/// The hook as the program sets it up.
fn hook() -> Hook {
    Hook::new(Converter::new(Rules::new().measure(Measure::Bytes).form(Form::Auto)).unwrap())
}

/// The names of all payloads.
fn payloads() -> Vec<String> {
    let names = std::fs::read_dir(file("hooks"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect();
    names.sort();
    assert_eq!(names.len(), 33);
    names
}

fn payload(name: &str) -> String {
    std::fs::read_to_string(file(&format!("hooks/{name}.json"))).unwrap()
}

/// The texts that a model sees of a payload's output, or of an answer.
fn texts(json: &Value) -> Vec<String> {
    const PLACES: [&str; 14] = [
        "/tool_response",
        "/tool_response/stdout",
        "/tool_response/llmContent",
        "/tool_response/content",
        "/tool_result/text_result_for_llm",
        "/toolResult/textResultForLlm",
        "/output/output",
        "/output/content",
        "/hookSpecificOutput/updatedToolOutput",
        "/hookSpecificOutput/updatedToolOutput/stdout",
        "/updated_mcp_tool_output/content",
        "/modifiedResult/textResultForLlm",
        "/content",
        "/output",
    ];
    if let Some(Value::String(result)) = json.get("tool_output") {
        return serde_json::from_str(result).map(|result| texts(&result)).unwrap_or_default();
    }
    for place in PLACES {
        match json.pointer(place) {
            Some(Value::String(text)) => return vec![text.clone()],
            Some(Value::Array(blocks)) => {
                return blocks
                    .iter()
                    .map(|block| block["text"].as_str().unwrap_or_default().to_owned())
                    .collect();
            }
            _ => {}
        }
    }
    let denial = json.get("stopReason").or_else(|| json.get("reason"));
    denial.into_iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The value that a text stands for: JSON, TOON or its normal form, after an explanation and before or
/// after other lines.
fn value(text: &str) -> Option<Value> {
    let text = text.strip_prefix("<untrusted_context>\n").unwrap_or(text);
    let text = text.strip_suffix("\n</untrusted_context>").unwrap_or(text);
    let text = text.strip_prefix("Output: ").unwrap_or(text);
    let text = text.split("\n<exited with").next()?;
    let text = text.split("\nProcess Group PGID").next()?;
    if let Ok(value) = serde_json::from_str(text) {
        return Some(canonical(value));
    }
    if let Some((_, fenced)) = text.split_once("```toon\n") {
        return value(fenced.split_once("\n```").unwrap().0);
    }
    let body = text.rsplit_once("\n\n").map_or(text, |(_, body)| body);
    let json = toon_normal::to_json(body).ok()?;
    serde_json::from_str(&json).ok().map(canonical)
}

/// In TOON, 1.0 is 1.
fn canonical(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let integer = format!("{}", number.as_f64().unwrap()).parse::<i64>();
            integer.map_or(Value::Number(number), Value::from)
        }
        Value::Array(elements) => elements.into_iter().map(canonical).collect(),
        Value::Object(entries) => entries.into_iter().map(|(key, value)| (key, canonical(value))).collect(),
        value => value,
    }
}
