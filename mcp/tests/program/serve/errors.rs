//! The errors of the tools.

use super::call;
use super::raw::{self, INITIALIZE};
use crate::program::{PROGRAM, Program};
use rmcp::ErrorData;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

#[track_caller]
fn fault(tool: &str, arguments: Value) -> ErrorData {
    call(tool, arguments).unwrap_err()
}

#[test]
fn text_that_is_no_toon_has_its_place_and_a_suggestion() {
    let error = fault("toon_decode", json!({ "toon": "a: 1\nb: \"x" }));
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.message, "Parse error at line 2, column 4: unterminated string");
    let data = error.data.unwrap();
    assert_eq!((&data["line"], &data["column"]), (&json!(2), &json!(4)));
    assert!(data["suggestion"].as_str().unwrap().starts_with("close the string"));
}

#[test]
fn a_wrong_length_has_both_numbers() {
    let error = fault("toon_decode", json!({ "toon": "items[3]: a,b" }));
    assert_eq!(error.code.0, -32602);
    assert_eq!(error.message, "Array length mismatch: expected 3, found 2");
    let data = error.data.unwrap();
    assert_eq!((&data["expected"], &data["found"]), (&json!(3), &json!(2)));
    assert_eq!(data["line"], 1);
}

#[test]
fn text_that_is_no_json_is_the_callers_fault() {
    for tool in ["toon_encode", "toon_stats"] {
        let error = fault(tool, json!({ "json": "{\"a\": 1,\n}" }));
        assert_eq!(error.code.0, -32602);
        assert!(error.message.starts_with("Invalid JSON: "), "{}", error.message);
        assert!(!error.message.contains("invalid JSON"), "{}", error.message);
        assert_eq!(error.data.unwrap()["line"], 2);
    }
    let error = fault("toon_encode", json!({ "json": "hello" }));
    assert!(error.message.starts_with("Invalid JSON: "), "{}", error.message);
    let error = fault("toon_encode", json!({ "json": "{\"a\": 1, \"a\": 2}" }));
    assert_eq!(error.message, "Invalid JSON: duplicate key \"a\" at line 1 column 10");
}

#[test]
fn json_that_nests_too_deep_cannot_be_encoded() {
    let deep = "[".repeat(1_000) + &"]".repeat(1_000);
    let error = fault("toon_encode", json!({ "json": deep }));
    assert_eq!(error.code.0, -32603);
    assert!(error.message.starts_with("Encoding failed: "), "{}", error.message);
    assert_eq!(error.data.unwrap()["suggestion"], "reduce the nesting");
}

#[test]
fn missing_arguments_and_unknown_tools_are_named() {
    assert_eq!(fault("toon_encode", json!({})).message, "missing argument `json`");
    assert_eq!(fault("toon_decode", json!({})).message, "missing argument `toon`");
    assert_eq!(fault("toon_decode", json!({ "toon": 1 })).message, "argument `toon` must be a string");
    let error = fault("toon_encode", json!({ "json": 1, "options": [] }));
    assert_eq!(error.message, "argument `options` must be an object");
    let error = fault("toon_transmogrify", json!({}));
    assert_eq!((error.code.0, &*error.message), (-32602, "unknown tool \"toon_transmogrify\""));
}

#[test]
fn large_texts_are_refused_before_they_are_read() {
    for (tool, name) in
        [("toon_encode", "json"), ("toon_decode", "toon"), ("toon_validate", "toon"), ("toon_stats", "json")]
    {
        let error = fault(tool, json!({ name: " ".repeat((4 << 20) + 1) }));
        assert_eq!(error.code.0, -32602);
        assert!(error.message.contains("exceeds the limit of 4194304"), "{}", error.message);
    }
}

/// A short text whose JSON would be long: it repeats a long key in every row.
fn explosive() -> String {
    format!("[50000]{{{}}}:\n{}", "k".repeat(50_000), "  1\n".repeat(50_000))
}

#[test]
fn little_text_that_means_much_is_refused() {
    let error = fault("toon_decode", json!({ "toon": explosive() }));
    assert_eq!(
        (error.code.0, &*error.message),
        (-32602, "the result would exceed the limit of 33554432 bytes")
    );
}

#[test]
fn deep_texts_are_errors_and_no_crash() {
    let line = |depth: usize, text: &str| format!("{}{text}\n", "  ".repeat(depth));
    let lists: Vec<String> = (1..2_000).map(|depth| line(depth, "- [1]:")).collect();
    let lists = format!("[1]:\n{}{}", lists.concat(), line(2_000, "- 1"));
    let fields = (0..2_000).map(|depth| line(depth, "a:")).collect::<Vec<String>>().concat();
    let dotted = format!("{}a: 1", "a.".repeat(50_000));
    for toon in [lists, fields, dotted] {
        let error = fault("toon_decode", json!({ "toon": toon, "expand_paths": true }));
        assert_eq!(error.code.0, -32602, "{}", error.message);
        let outcome = call("toon_validate", json!({ "toon": toon })).unwrap();
        assert!(outcome.structured_content.is_some());
    }
}

/// The program's responses to these lines over standard input and output, after `initialize`.
fn over_stdio(initialize: &str, lines: &[&str]) -> Vec<Value> {
    let mut program = Command::new(PROGRAM)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap()).lines();
    writeln!(input, "{initialize}").unwrap();
    output.next().unwrap().unwrap();
    writeln!(input, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#).unwrap();
    let mut answers = Vec::new();
    for line in lines {
        writeln!(input, "{line}").unwrap();
        answers.push(serde_json::from_str(&output.next().unwrap().unwrap()).unwrap());
    }
    drop(input);
    assert!(program.wait().unwrap().success());
    answers
}

/// Not "method not found", since the method exists.
#[test]
fn parameters_that_a_method_does_not_have_are_named() {
    for (method, params, code, expected) in [
        ("tools/call", r#", "params": {"arguments": {}}"#, -32602, "Invalid params: missing field `name`"),
        ("tools/call", "", -32602, "missing `params`"),
        (
            "tools/call",
            r#", "params": {"name": 5}"#,
            -32602,
            "Invalid params.name: invalid type: integer `5`, expected a string",
        ),
        (
            "tools/call",
            r#", "params": {"name": "toon_ping", "arguments": [1]}"#,
            -32602,
            "Invalid params.arguments: invalid type: sequence, expected a map",
        ),
        ("prompts/get", r#", "params": {}"#, -32602, "Invalid params: missing field `name`"),
        ("tools/shake", "", -32601, "tools/shake"),
    ] {
        let message = format!(r#"{{"jsonrpc": "2.0", "id": 7, "method": "{method}"{params}}}"#);
        let answer = &over_stdio(INITIALIZE, &[&message])[0];
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(7), &json!(code)), "{answer}");
        assert_eq!(answer["error"]["message"], expected);
    }
}

#[test]
fn parameters_that_a_method_does_not_have_are_named_over_http_too() {
    let program = Program::start(&[], &[]);
    let session = raw::session(program.address);
    let message = r#"{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 5}}"#;
    let answer = raw::post(program.address, &[&session], message);
    assert!(answer.body.contains("-32602") && answer.body.contains("Invalid params.name"), "{}", answer.body);
}

/// The program's response to a call of this tool, in a session of this revision.
fn in_revision(revision: &str, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params });
    let initialize = INITIALIZE.replace("2025-11-25", revision);
    let [answer] = over_stdio(&initialize, &[&message.to_string()]).try_into().unwrap();
    answer
}

/// SEP-1303.
#[test]
fn since_2025_11_25_results_say_what_is_wrong_with_arguments() {
    let answer = in_revision("2025-11-25", "toon_decode", &json!({ "toon": "a: 1\nb: \"x" }));
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    let text = result["content"][0]["text"].as_str().unwrap();
    let start = "Parse error at line 2, column 4: unterminated string\nSuggestion: close the string";
    assert!(text.starts_with(start), "{text}");
    let error = &result["structuredContent"]["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(4)));
    assert_eq!(error["message"], "unterminated string");
    assert!(error["suggestion"].as_str().unwrap().starts_with("close the string"));

    for (tool, arguments, expected) in [
        (
            "toon_decode",
            json!({ "toon": "items[3]: a,b" }),
            "Array length mismatch at line 1, column 6: expected 3, found 2\nSuggestion: ",
        ),
        ("toon_encode", json!({ "json": "{\"a\": 1,\n}" }), "Invalid JSON at line 2, column 1: "),
        ("toon_stats", json!({ "json": "hello" }), "Invalid JSON at line 1, column 1: "),
        ("toon_encode", json!({ "json": "[".repeat(1_000) + &"]".repeat(1_000) }), "Encoding failed"),
        ("toon_validate", json!({}), "missing argument `toon`"),
        (
            "toon_encode",
            json!({ "json": 1, "delimeter": "tab" }),
            "Invalid arguments: delimeter: unknown field",
        ),
        ("toon_decode", json!({ "toon": explosive() }), "the result would exceed the limit"),
    ] {
        let answer = in_revision("2025-11-25", tool, &arguments);
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(expected), "{text}");
    }

    let answer = in_revision("2025-11-25", "toon_transmogrify", &json!({}));
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
}

#[test]
fn before_2025_11_25_errors_say_what_is_wrong_with_arguments() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18"] {
        for (tool, arguments) in [
            ("toon_decode", json!({ "toon": "items[3]: a,b" })),
            ("toon_encode", json!({ "json": "{\"a\": 1,\n}" })),
            ("toon_validate", json!({})),
        ] {
            let answer = in_revision(revision, tool, &arguments);
            let error = serde_json::to_value(fault(tool, arguments)).unwrap();
            assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": 7, "error": error }), "{revision}");
        }
    }
}
