//! Time is linear in the size of messages.

use super::rewriter::{ask, relay, small};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The parameters of a call, and its result.
type Exchange = (String, String);

fn of_text(text: &str) -> Exchange {
    ("{}".to_owned(), json!({"content": [{"type": "text", "text": text}]}).to_string())
}

fn of_blocks(count: usize, text: impl Fn(usize) -> String, structured: &str) -> Exchange {
    let blocks: Vec<Value> = (0..count).map(|n| json!({"type": "text", "text": text(n)})).collect();
    ("{}".to_owned(), format!(r#"{{"content":{},"structuredContent":{structured}}}"#, json!(blocks)))
}

fn object(keys: usize) -> String {
    let mut out = String::from("{");
    for key in 0..keys {
        write!(out, r#""key{key}":{key},"#).unwrap();
    }
    out + r#""last":0}"#
}

fn time((arguments, result): &Exchange) -> Duration {
    let relay = relay(small().max_size_bytes(1 << 30));
    ask(&relay, "tools/list", "{}", r#"{"tools":[{"name":"t","inputSchema":{}}]}"#);
    let params = format!(r#"{{"name":"t","arguments":{arguments}}}"#);
    let started = Instant::now();
    ask(&relay, "tools/call", &params, result);
    started.elapsed()
}

/// Eight times the input takes less than 24 times as long; quadratic time would be 64 times as
/// long.
#[track_caller]
fn check(name: &str, size: usize, make: impl Fn(usize) -> Exchange) {
    let (small, large) = (make(size), make(8 * size));
    let mut ratio = f64::INFINITY;
    for _ in 0..5 {
        // The machine may be busy, so the fastest of several runs counts.
        let quickest = |exchange| (0..2).map(|_| time(exchange)).min().unwrap_or_default().as_secs_f64();
        ratio = quickest(&large) / quickest(&small);
        if ratio < 24.0 {
            return;
        }
    }
    panic!("{name}: {ratio} times as long");
}

#[test]
fn texts() {
    check("fences", 500, |n| of_text(&"```json\n[1, 2]\n```\n".repeat(n)));
    check("fences of no JSON", 500, |n| of_text(&"```json\n[1, 2\n```\n".repeat(n)));
    check("fences that stay open", 1000, |n| of_text(&"```json\n[1, 2\n".repeat(n)));
    check("lines", 500, |n| of_text(&"{\"a\":1}\n".repeat(n)));
    check("lines, and then something else", 500, |n| of_text(&("{\"a\":1}\n".repeat(n) + "and more")));
    check("one line", 1000, |n| of_text(&format!("{{\"a\":\"{}\"}}", "long ".repeat(n))));
    check("keys", 500, |n| of_text(&object(n)));
    check("depth", 1000, |n| of_text(&format!("{}{}", "[".repeat(n), "]".repeat(n))));
}

#[test]
fn arguments() {
    let result = of_text(r#"{"a": 1}"#).1;
    check("arrays", 1000, |n| (format!("{}{}", "[".repeat(n), "]".repeat(n)), result.clone()));
    check("objects", 1000, |n| (format!("{}1{}", r#"{"a":"#.repeat(n), "}".repeat(n)), result.clone()));
    check("keys", 500, |n| (object(n), result.clone()));
}

/// Each text is compared with structured content, which is parsed once.
#[test]
fn blocks() {
    check("objects", 200, |n| of_blocks(n, |n| format!(r#"{{"id": {n}}}"#), "{}"));
    check("keys", 200, |n| of_blocks(n, |n| format!(r#"{{"id": {n}}}"#), &object(n)));
    let string = |n| format!(r#"{{"result":"{}"}}"#, "text ".repeat(n));
    check("a string", 200, |n| of_blocks(n, |n| format!("\"{n}\""), &string(n)));
    let number = |n| format!(r#"{{"result":[{}]}}"#, "12345".repeat(n));
    check("a number", 200, |n| of_blocks(n, |n| format!("[{n}]"), &number(n)));
    check("a list", 200, |n| {
        let list: Vec<Value> = (0..n).map(|id| json!({"id": id})).collect();
        of_blocks(n, |n| format!(r#"{{"id": {n}}}"#), &json!({"result": list}).to_string())
    });
}

/// As many as a malicious server may send.
#[test]
fn very_many() {
    const MANY: usize = 100_000;
    let started = Instant::now();
    for exchange in [
        of_blocks(MANY, |n| format!("[{n}]"), "{}"),
        of_text(&"```json\n[1, 2]\n```\n".repeat(MANY)),
        of_text(&"[1]\n".repeat(MANY)),
        (format!("{}{}", "[".repeat(MANY), "]".repeat(MANY)), of_text("[1, 2]").1),
        of_text("[1e999999999, -1E-999999999, 1e99999999999999999999999]"),
        of_text(&format!("[{}]", "1".repeat(MANY))),
    ] {
        time(&exchange);
    }
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
}
