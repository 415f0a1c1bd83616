//! `serve --root`, as clients of the program see it.

use super::raw;
use crate::generations::{generations, of_process, of_url, request, text};
use crate::program::{PROGRAM, Program};
use serde_json::json;
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn project() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("header.rs"), "pub fn parse_header() {}\n").unwrap();
    dir
}

/// What the program says that does not start.
fn refusal(arguments: &[&str]) -> String {
    let mut program = Command::new(PROGRAM);
    let output = program.arg("serve").args(arguments).env_remove("TOON_MCP_TOKEN").stdin(Stdio::null());
    let output = output.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[tokio::test]
async fn over_standard_input_and_output() {
    let dir = project();
    for generation in generations() {
        let client =
            of_process(PROGRAM, &["serve", "--root", dir.path().to_str().unwrap()], generation).await;
        let tools = client.list_all_tools().await.unwrap();
        assert_eq!((tools.len(), &*tools[5].name), (6, "context_pack"));
        let call = |arguments| client.call_tool(request("context_pack", &arguments));
        let packed = call(json!({ "query": "parse a header", "paths": ["*.rs"] })).await.unwrap();
        assert!(text(&packed).0.contains("pub fn parse_header() {}"), "{packed:?}");
        for (arguments, expected) in [
            (json!({ "query": "x", "budget": 5 }), "expected a `budget` of at least 500 tokens, found 5"),
            (json!({ "query": "x", "paths": ["../x"] }), "expected a path in the folder, found `../x`"),
        ] {
            let failed = call(arguments).await.unwrap();
            assert_eq!((failed.is_error, text(&failed).0), (Some(true), expected));
        }
        client.cancel().await.unwrap();
    }
}

#[tokio::test]
async fn over_http_with_a_token() {
    let dir = project();
    let root = dir.path().to_str().unwrap();
    let program = Program::start(&["--root", root], &[("TOON_MCP_TOKEN", "a-long-enough-token")]);
    assert_eq!(raw::post(program.address, &[], raw::INITIALIZE).status, 401);
    let refusal = refusal(&["--http", "0", "--root", root]);
    assert!(refusal.contains("--root over HTTP requires a token: set TOON_MCP_TOKEN"), "{refusal}");
}

#[tokio::test]
async fn without_a_folder_there_is_no_such_tool() {
    let program = Program::start(&[], &[]);
    for generation in generations() {
        let client = of_url(&program.url, generation).await;
        assert_eq!(client.list_all_tools().await.unwrap().len(), 5);
        assert!(client.call_tool(request("context_pack", &json!({ "query": "x" }))).await.is_err());
        client.cancel().await.unwrap();
    }
}

#[test]
fn a_folder_that_does_not_exist_is_an_error() {
    let dir = project();
    for path in ["none", "header.rs"] {
        let path = dir.path().join(path);
        let refusal = refusal(&["--root", path.to_str().unwrap()]);
        assert!(refusal.contains(&format!("--root {}: ", path.display())), "{refusal}");
    }
}
