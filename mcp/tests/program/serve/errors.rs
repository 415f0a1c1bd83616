//! The errors of the tools, as clients of the program get them.

use super::raw::{self, INITIALIZE};
use crate::program::{PROGRAM, Program};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

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
        // A short text whose JSON would be long: it repeats a long key in every row.
        (
            "toon_decode",
            json!({ "toon": format!("[50000]{{{}}}:\n{}", "k".repeat(50_000), "  1\n".repeat(50_000)) }),
            "the result would exceed the limit",
        ),
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
        for (tool, arguments, message, line) in [
            (
                "toon_decode",
                json!({ "toon": "items[3]: a,b" }),
                "Array length mismatch: expected 3, found 2",
                json!(1),
            ),
            ("toon_encode", json!({ "json": "{\"a\": 1,\n}" }), "Invalid JSON: ", json!(2)),
            ("toon_validate", json!({}), "missing argument `toon`", Value::Null),
        ] {
            let answer = in_revision(revision, tool, &arguments);
            assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(7)), "{answer}");
            assert_eq!((answer.get("result"), &answer["error"]["code"]), (None, &json!(-32602)), "{answer}");
            assert!(answer["error"]["message"].as_str().unwrap().starts_with(message), "{answer}");
            assert_eq!(answer["error"]["data"]["line"], line, "{answer}");
        }
    }
}
