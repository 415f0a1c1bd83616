//! Clients that others wrote, against the server as a program: they list and call its tools over
//! standard input and output and over HTTP, and read the marker. One of them does so with the
//! example `projects`. They are installed and run if `TOON_MCP_CLIENTS=1`.

use crate::install::{self, Node, Python, wanted};
use crate::program::{PROGRAM, Program};
use serde_json::Value;
use std::process::Command;

const TOKEN: &str = "a-token-of-the-tests";
const NEW: &str = "2026-07-28";

/// Runs a client, which gets the token.
#[track_caller]
fn run(client: &mut Command) -> String {
    install::run(client.env("CLIENT_TOKEN", TOKEN))
}

#[test]
fn the_typescript_sdk_lists_and_calls_the_tools() {
    if !wanted() {
        return;
    }
    let node = Node::install();
    let server = Program::start(&[], &[("TOON_MCP_TOKEN", TOKEN)]);
    for target in [PROGRAM, &server.url] {
        assert_eq!(run(node.script("typescript.mjs").arg(target)), "ok\n");
        for version in ["legacy", NEW] {
            assert_eq!(run(node.script("typescript2.mjs").args([target, version])), "ok\n", "{version}");
        }
    }
}

#[test]
fn the_typescript_sdk_asks_the_example_for_lists() {
    if !wanted() {
        return;
    }
    // Before running all tests, Cargo builds the examples, in a folder beside that of the tests.
    let test = std::env::current_exe().unwrap();
    let program = format!("projects{}", std::env::consts::EXE_SUFFIX);
    let program = test.ancestors().nth(2).unwrap().join("examples").join(program);
    assert_eq!(run(Node::install().script("projects.mjs").arg(program)), "ok\n");
}

#[test]
fn the_python_sdk_lists_and_calls_the_tools() {
    if !wanted() {
        return;
    }
    let python = Python::install();
    let server = Program::start(&[], &[("TOON_MCP_TOKEN", TOKEN)]);
    for target in [PROGRAM, &server.url] {
        for version in ["legacy", NEW] {
            assert_eq!(run(python.script("python.py").args([target, version])), "ok\n", "{version}");
        }
    }
}

#[test]
fn the_inspector_lists_and_calls_the_tools() {
    if !wanted() {
        return;
    }
    let node = Node::install();
    let server = Program::start(&[], &[("TOON_MCP_TOKEN", TOKEN)]);
    let authorization = format!("Authorization: Bearer {TOKEN}");
    let http = ["--transport", "http", "--server-url", &server.url, "--header", &authorization];
    for target in [&[PROGRAM, "serve"][..], &http] {
        for era in ["legacy", "modern"] {
            let inspect = |arguments: &[&str]| -> Value {
                let mut command = node.inspector();
                command.args(target).args(["--protocol-era", era]).args(arguments);
                serde_json::from_str(&run(&mut command)).unwrap()
            };
            // `--strict` fails if a schema uses features that some models do not understand.
            let tools = inspect(&["--method", "tools/list", "--strict"]);
            let names: Vec<&str> =
                tools["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
            assert_eq!(names, ["toon_encode", "toon_decode", "toon_validate", "toon_stats", "toon_ping"]);

            let encoded = call(inspect, "toon_encode", r#"{"json": [{"b": 1, "a": 2}]}"#);
            assert_eq!(encoded["content"][0]["text"], "[1]{b,a}:\n  1,2");
            assert_eq!(encoded["content"][0]["_meta"]["toon/format"], "toon");
            let decoded = call(inspect, "toon_decode", r#"{"toon": "b: 1\na: 2"}"#);
            assert_eq!(decoded["content"][0]["text"], r#"{"b":1,"a":2}"#);
            assert_eq!(decoded["content"][0]["_meta"]["toon/format"], "json");
            let validated = call(inspect, "toon_validate", r#"{"toon": "a[2]: 1"}"#);
            assert_eq!(validated["structuredContent"]["valid"], false);
            let stats = call(inspect, "toon_stats", r#"{"json": [{"b": 1, "a": 2}]}"#);
            assert_eq!(stats["structuredContent"]["json"]["bytes"], 15);
            let pong = call(inspect, "toon_ping", "{}");
            assert_eq!(pong["content"][0]["text"], "pong - toon-mcp server is running");
        }
    }
}

fn call(inspect: impl Fn(&[&str]) -> Value, tool: &str, arguments: &str) -> Value {
    inspect(&["--method", "tools/call", "--tool-name", tool, "--tool-args-json", arguments])
}
