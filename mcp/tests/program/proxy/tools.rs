//! `--tools`, and the table of definitions.

use super::line_client::LineClient;
use crate::program::{PROGRAM, Program};
use crate::support::{call, odd_server};
use serde_json::{Value, json};
use std::process::Command;
use toon_convert::tokens;

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
const NEXT_PAGE: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}"#;

/// The table in a log, without its first line.
fn table(log: &str) -> Vec<String> {
    let (_, table) = log.split_once("definitions of tools, as listed:\n").unwrap_or_else(|| panic!("{log}"));
    table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn json_of(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))
}

#[test]
fn the_table_has_both_pages_of_the_last_list() {
    let mut session = LineClient::proxied(&["--measure", "bytes"]);
    for line in [LIST, NEXT_PAGE, LIST, NEXT_PAGE] {
        session.ask(line);
    }
    let rows = ["tool bytes", "where 114", "rows 47", "text 47", "total 208"];
    assert_eq!(table(&session.end().1), rows);
    // A session without a list has none.
    assert!(!LineClient::proxied(&[]).end().1.contains("definitions"));
}

#[test]
fn the_table_has_tokens_and_what_was_not_listed() {
    let mut session = LineClient::proxied(&["--tools", "w*"]);
    session.ask(LIST);
    session.ask(NEXT_PAGE);
    let table = table(&session.end().1);
    let definitions = [
        r#"{"name":"where","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}"#,
        r#"{"name":"rows","inputSchema":{"type":"object"}}"#,
        r#"{"name":"text","inputSchema":{"type":"object"}}"#,
    ];
    // The tokenizer may not have been loaded in time.
    let rows = [tokens::count, tokens::approximate].map(|count| {
        let [listed, rows, text] = definitions.map(count);
        [
            "tool tokens bytes".to_owned(),
            format!("where {listed} 114"),
            format!("total {listed} 114"),
            format!("not listed: 2 {} 94", rows + text),
        ]
    });
    assert!(rows.iter().any(|rows| *rows == table[..]), "{table:?}, {rows:?}");
}

/// With the list that the proxy requests itself, to check the headers of a call.
#[test]
fn the_table_has_only_what_the_client_saw() {
    let server = odd_server();
    let program = Program::proxy(&["--measure", "bytes", "--", server.to_str().unwrap()], &[]);
    let mut body = json_of(&call(1, "text", 0));
    body["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let answer = runtime.block_on(async {
        let request = reqwest::Client::new().post(&program.url).header("mcp-protocol-version", "2026-07-28");
        let request = request.header("mcp-method", "tools/call").header("mcp-name", "text");
        request.body(body.to_string()).send().await.unwrap().text().await.unwrap()
    });
    assert!(answer.contains("plain"), "{answer}");
    #[cfg(unix)]
    {
        let log = program.stop().1;
        assert!(log.contains("\ntext ") && !log.contains("definitions"), "{log}");
    }
}

/// The server would exit at `crash`, and report notifications.
#[test]
fn refused_calls_do_not_reach_the_server() {
    for flags in [&["--tools", "rows,l*g"][..], &["--tools", "rows", "--tools", "l*g", "--off"]] {
        let mut session = LineClient::proxied(flags);
        let error = |id: u32| {
            json!({ "jsonrpc": "2.0", "id": id, "error": {
                "code": -32602, "message": "unknown tool \"crash\": the proxy lists only rows, l*g" } })
        };
        assert_eq!(json_of(&session.ask(&call(1, "crash", 0))), error(1));
        session.send(&format!("[{},{}]", call(2, "crash", 0), call(3, "rows", 1)));
        let mut answers = [session.line(), session.line()].map(|line| json_of(&line));
        answers.sort_by_key(|answer| answer["id"].as_u64());
        assert_eq!(answers[0], error(2));
        assert!(answers[1]["result"].is_object());
        session.send(r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"crash"}}"#);
        session.send("");
        assert_eq!(session.line(), "what was that?");
        let list = json_of(&session.ask(LIST));
        let tools = list["result"]["tools"].as_array().unwrap();
        assert_eq!(
            (tools.len(), &tools[0]["name"], &list["result"]["nextCursor"]),
            (1, &json!("rows"), &json!("2"))
        );
        assert!(session.end().0.success());
    }
}

/// A refusal is not written into a long line of the server, and is not lost at the end.
#[test]
fn refusals_beside_long_lines() {
    let mut session = LineClient::proxied(&["--tools", "long"]);
    for id in [0, 2, 4] {
        session.send(&call(id, "long", 17_000_000));
        session.send(&call(id + 1, "crash", 0));
    }
    let mut ids: Vec<_> = (0..6).map(|_| json_of(&session.line())["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 2, 3, 4, 5]);
    session.send(&call(6, "crash", 0));
    let (status, rest) = session.end_with_rest();
    assert!(status.success());
    assert_eq!(rest.iter().map(|line| json_of(line)["id"].clone()).collect::<Vec<_>>(), [6]);
}

/// A list is shortened even if results of its length are not converted.
#[test]
fn a_pattern_from_the_environment() {
    let server = odd_server();
    let server = ["--max-size-bytes", "1", "--", server.to_str().unwrap()];
    let mut session = LineClient::with(&server, &[("TOON_MCP_TOOLS", "text")]);
    assert_eq!(json_of(&session.ask(LIST))["result"]["tools"].as_array().unwrap().len(), 1);
    let mut session = LineClient::with(&server, &[("TOON_MCP_TOOLS", "")]);
    assert_eq!(json_of(&session.ask(LIST))["result"]["tools"].as_array().unwrap().len(), 2);
}

#[test]
fn an_invalid_pattern() {
    let output = Command::new(PROGRAM).args(["proxy", "--tools", "[a", "--", "true"]).output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(log.contains("--tools: invalid pattern `[a` for tool names"), "{log}");
}
