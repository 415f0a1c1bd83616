//! Standard input and output in front of a process.

use super::line_client::LineClient;
use crate::support::call;
use serde_json::{Value, json};
use std::time::Instant;

/// Requests of all kinds, each answered by one line.
const TALK: [&str; 13] = [
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    r#"{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"rows","arguments":{"count":20}}}"#,
    r#"{"id":3,"method":"tools/call","params":{"name":"text"},"jsonrpc":"2.0"}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"error"}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"unheard/of","params":{"b": 1.50, "a":[1e3 ,"é"], "b":2}}"#,
    r#"  { "jsonrpc" : "2.0" , "id" : 6.0 , "method" : "ping" }  "#,
    r#"{"jsonrpc":"2.0","id":null,"method":"ping","params":[]}"#,
    "this is no message",
    "",
    r#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#,
    r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"none"}}"#,
];

#[test]
fn without_conversion_every_byte_is_the_same() {
    let (mut direct, mut proxied) = (LineClient::direct(), LineClient::proxied(&["--off"]));
    for line in TALK {
        assert_eq!(proxied.ask(line), direct.ask(line), "{line}");
    }
    let (status, _) = proxied.end();
    assert!(status.success());
}

/// Rows that differ only in a number.
#[test]
fn normal_forms() {
    for form in ["normal", "legible", "dense", "auto"] {
        let (mut direct, mut proxied) =
            (LineClient::direct(), LineClient::proxied(&["--form", form, "--measure", "bytes", "-v"]));
        // The models of this host are capable readers.
        proxied.ask(
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientInfo":{"name":"claude-ai"}}}"#,
        );
        let (plain, after) = (direct.call(1, "links", 20), proxied.call(1, "links", 20));
        let block = &after["content"][0];
        let text = block["text"].as_str().unwrap();
        for part in [
            "_form: 1 object\nrows.each:\n",
            "url: \"https://a.example/rows/{id}\"\n",
            "rows[20]{id}:\n  0\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(toon_normal::from_str::<Value>(text).unwrap(), plain["structuredContent"]);
        assert_eq!(
            (&block["_meta"]["toon/format"], &block["annotations"]["format"]),
            (&json!("normal"), &json!("normal"))
        );
        let log = proxied.end().1;
        let name = if form == "dense" { "dense" } else { "legible" };
        assert!(
            log.contains(&format!("reason=\"the {name} form takes ")) && log.contains(" bytes, TOON "),
            "{log}"
        );
    }
}

/// Only results that shrink and the list of tools differ.
#[test]
fn with_conversion_only_results_differ() {
    let (mut direct, mut proxied) = (LineClient::direct(), LineClient::proxied(&[]));
    for line in TALK {
        let (answer, plain) = (proxied.ask(line), direct.ask(line));
        if line.contains("rows") {
            let [answer, plain] = [&answer, &plain].map(|line| serde_json::from_str::<Value>(line).unwrap());
            let block = &answer["result"]["content"][0];
            let value: Value = toon::from_str(block["text"].as_str().unwrap()).unwrap();
            assert_eq!(value, plain["result"]["structuredContent"]);
            assert_eq!(block["_meta"]["toon/format"], "toon");
            assert_eq!(block["annotations"]["format"], "toon");
            assert_eq!(answer["result"].get("structuredContent"), None);
            assert_eq!(answer["id"], "two");
        } else if line.contains("tools/list") {
            let expected = plain.replace(r#""outputSchema":{"type":"object"},"#, "").replace("}, {", "},{");
            assert_eq!(answer, expected.replace(": [", ":[").replace(": 1.0", ":1.0"));
        } else {
            assert_eq!(answer, plain, "{line}");
        }
    }
}

/// The list is always the same, and for every client.
#[test]
fn the_list_of_tools_does_not_depend_on_what_was_called() {
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    let next_page = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}"#;
    let hello = |name: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"clientInfo":{{"name":"{name}"}}}}}}"#
        )
    };
    let mut lists = Vec::new();
    for name in ["claude-code", "github-copilot-developer", "unheard-of"] {
        let mut session = LineClient::proxied(&[]);
        session.ask(&hello(name));
        lists.push((session.ask(list), session.ask(next_page)));
        session.call(2, "rows", 20);
        session.call(3, "error", 0);
        lists.push((session.ask(list), session.ask(next_page)));
    }
    assert!(lists[0].0.contains(r#""nextCursor":"2""#));
    assert!(lists.windows(2).all(|pair| pair[0] == pair[1]), "{lists:?}");
}

/// A definition that a client got from elsewhere may declare structured content.
#[test]
fn tools_that_were_not_listed_keep_structured_content() {
    let mut session = LineClient::proxied(&[]);
    let result = session.call(1, "rows", 20);
    assert!(result["content"][0]["text"].as_str().unwrap().starts_with("rows[20]{id,name}:"));
    assert_eq!(result["structuredContent"]["rows"][19]["id"], 19);
}

#[test]
fn structured_content_can_stay() {
    let (mut direct, mut proxied) = (LineClient::direct(), LineClient::proxied(&["--structured", "keep"]));
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    assert_eq!(proxied.ask(list), direct.ask(list));
    let result = proxied.call(2, "rows", 20);
    assert!(result["content"][0]["text"].as_str().unwrap().starts_with("rows[20]{id,name}:"));
    assert_eq!(result["structuredContent"]["rows"][19]["id"], 19);
}

#[test]
fn messages_on_the_way() {
    let mut session = LineClient::proxied(&[]);
    let progress = session.ask(&call(1, "progress", 0));
    assert!(progress.contains(r#""progress":0.50"#), "{progress}");
    assert!(session.line().contains("done"));
    // The server sends a request, and gets the response unchanged.
    let question = session.ask(&call(2, "ask", 0));
    let answer = r#"{"jsonrpc":"2.0","id":"q-1","result":{"role":"assistant" , "x":1.0}}"#;
    assert!(question.contains(r#""messages": [ ]"#), "{question}");
    let result: Value = serde_json::from_str(&session.ask(answer)).unwrap();
    assert_eq!(result["result"]["content"][0]["text"], answer);
}

#[test]
fn many_calls_at_once() {
    let mut session = LineClient::proxied(&[]);
    for id in 0..200 {
        session.send(&call(id, "rows", 10 + id % 50));
    }
    for id in 0..200 {
        let answer: Value = serde_json::from_str(&session.line()).unwrap();
        assert_eq!(answer["id"], id);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let value: Value = toon::from_str(text).unwrap();
        let rows = value["rows"].as_array().unwrap().len();
        assert_eq!(u32::try_from(rows), Ok(10 + id % 50));
    }
}

#[test]
fn what_is_too_long_goes_through() {
    let (mut direct, mut proxied) =
        (LineClient::direct(), LineClient::proxied(&["--max-size-bytes", "1000"]));
    let line = call(1, "long", 3_000_000);
    assert!(proxied.ask(&line) == direct.ask(&line));
    // And so do requests.
    let line = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"x","params":["{}"]}}"#, "y".repeat(300_000));
    assert!(proxied.ask(&line) == direct.ask(&line));
    assert!(proxied.call(3, "rows", 10)["content"][0]["text"].as_str().unwrap().starts_with("rows[10]"));
}

/// Requests whose responses were passed on in parts get no error when the server exits.
#[test]
fn what_is_too_long_is_an_answer() {
    let mut session = LineClient::proxied(&["--max-size-bytes", "10000"]);
    let answer = session.ask(&call(1, "long", 3_000_000));
    assert!(answer.ends_with(r#""id":1}"#));
    let error: Value = serde_json::from_str(&session.ask(&call(2, "crash", 0))).unwrap();
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(2), &json!(-32603)));
}

#[test]
fn a_server_that_ends_leaves_errors() {
    let mut session = LineClient::proxied(&[]);
    session.send(&call(1, "silence", 0));
    session.send(&call(2, "silence", 0));
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#;
    assert!(session.ask(cancelled).contains("requestId"));
    session.send(&call(3, "crash", 0));
    let mut ids: Vec<_> = (0..2)
        .map(|_| {
            let error: Value = serde_json::from_str(&session.line()).unwrap();
            assert_eq!(error["error"]["code"], -32603);
            assert!(error["error"]["message"].as_str().unwrap().contains("exit status: 3"));
            error["id"].as_u64().unwrap()
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 3]);
    let (status, log) = session.end();
    assert!(!status.success(), "{log}");
}

/// The error is not on the line that the server has left incomplete.
#[test]
fn a_server_that_ends_in_a_line() {
    let mut session = LineClient::proxied(&[]);
    assert_eq!(session.ask(&call(1, "half", 0)), r#"{"jsonrpc":"2.0","id":1,"result":{"#);
    let error: Value = serde_json::from_str(&session.line()).unwrap();
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(1), &json!(-32603)));
}

#[test]
fn a_server_is_started_again() {
    let mut session = LineClient::proxied(&["--restart", "on-failure"]);
    session.ask(TALK[0]);
    session.ask(TALK[1]);
    let error: Value = serde_json::from_str(&session.ask(&call(1, "crash", 0))).unwrap();
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(1), &json!(-32603)));
    // It gets the handshake again.
    assert!(session.line().contains("notifications/initialized"));
    assert!(session.call(2, "rows", 10)["content"][0]["text"].as_str().unwrap().starts_with("rows[10]"));
    // It has not failed.
    session.send(&call(3, "leave", 0));
    assert!(session.line().contains("exit status: 0"));
    let (status, _) = session.end();
    assert!(!status.success());
}

#[test]
fn statistics_are_logged() {
    let mut session = LineClient::proxied(&["--exclude-tools", "t*", "--stats-interval", "1"]);
    session.call(1, "rows", 10);
    session.call(2, "text", 10);
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let (_, log) = session.end();
    // Once after a second, and once at the end.
    let head = "shown by hosts (results by kind of host: structured (assumed) 2):";
    assert_eq!(log.matches(head).count(), 2, "{log}");
    for row in [
        "rows                 1          1 ",
        "text                 1          0 ",
        "total                2          1 ",
    ] {
        assert_eq!(log.matches(row).count(), 2, "{row}: {log}");
    }
}

#[test]
fn decisions_are_logged_where_asked_for() {
    let mut session = LineClient::proxied(&["-v", "--measure", "bytes", "--host", "content"]);
    session.call(1, "rows", 10);
    session.call(2, "text", 10);
    let (_, log) = session.end();
    for part in [
        r#"converted: tool=rows reason="TOON takes 118 bytes, compact JSON 250" bytes=518→118 host=content"#,
        r#"left unchanged: tool=text reason="the text has 15 bytes, fewer than min_size_bytes (100)" bytes=15 host=content"#,
    ] {
        assert!(log.contains(part), "{part}: {log}");
    }
}

#[test]
fn the_end_is_quick() {
    let mut session = LineClient::proxied(&[]);
    session.call(1, "rows", 10);
    let started = Instant::now();
    assert!(session.end().0.success());
    assert!(started.elapsed().as_secs() < 3);
}

#[test]
fn what_cannot_be_started() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_toon-mcp"))
        .args(["proxy", "--", "/no/such/server"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(log.contains("cannot start `/no/such/server`"), "{log}");
    assert!(!log.contains("what hosts show"), "{log}");
}

/// Requests must be parsed, however long they are.
#[test]
fn a_long_request() {
    let mut session = LineClient::proxied(&["--max-size-bytes", "1000", "--restart", "always"]);
    let long = |id: u32, name: &str| {
        let filler = "x".repeat(5_000_000);
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}","arguments":{{"count":10,"filler":"{filler}"}}}}}}"#
        )
    };
    let answer: Value = serde_json::from_str(&session.ask(&long(1, "rows"))).unwrap();
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[10]"), "{answer}");
    let error: Value = serde_json::from_str(&session.ask(&long(2, "crash"))).unwrap();
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(2), &json!(-32603)));
}

/// A restarted server gets the handshake and does not respond: the proxy can still exit.
#[cfg(unix)]
#[test]
fn a_server_that_hangs_when_it_is_started_again() {
    let folder = std::env::temp_dir().join(format!("toon-mcp-{}", std::process::id()));
    let script = format!(
        "if [ -e '{0}' ]; then exec sleep 100; fi; touch '{0}'; \
         read line; echo '{{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{{}}}}'; read line; read line",
        folder.display()
    );
    let mut session = LineClient::of(&["--restart", "always", "--", "sh", "-c", &script]);
    session.ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
    session.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let error: Value = serde_json::from_str(&session.ask(&call(1, "rows", 1))).unwrap();
    assert_eq!((&error["id"], &error["error"]["code"]), (&json!(1), &json!(-32603)));
    session.send(&call(2, "rows", 1));
    let started = std::time::Instant::now();
    let (status, _) = session.end();
    std::fs::remove_file(folder).unwrap();
    assert!(status.success());
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

/// The command must not see the credentials that clients send to the proxy.
#[cfg(unix)]
#[test]
fn the_command_does_not_see_tokens() {
    use std::process::{Command, Stdio};
    let proxy = Command::new(env!("CARGO_BIN_EXE_toon-mcp"))
        .args(["proxy", "--token-env", "MY_TOKEN", "--", "sh", "-c", "env >&2"])
        .envs([
            ("TOON_MCP_TOKEN", "secret-1"),
            ("TOON_MCP_UPSTREAM_TOKEN", "secret-2"),
            ("MY_TOKEN", "secret-3"),
        ])
        .env("OTHER", "seen")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&proxy.stderr);
    assert!(log.contains("OTHER=seen") && !log.contains("secret-"), "{log}");
}

/// A line that is not valid UTF-8 arrives unchanged, and counts as the response.
#[cfg(unix)]
#[test]
fn lines_that_are_not_utf_8() {
    let script = r#"read line; printf '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\377"}]}}\n'; exit 3"#;
    let mut session = LineClient::of(&["--", "sh", "-c", script]);
    let answer = session.ask(&call(1, "rows", 1));
    assert!(answer.contains(r#""text":"�""#), "{answer}");
    // There is no error for it when the server exits.
    let (_, rest) = session.end_with_rest();
    assert!(rest.is_empty(), "{rest:?}");
}

const REPEATED: &str = r#"{"content":[{"type":"text","text":"{\"ids\": [1, 2, 3]}"}],"structuredContent":{"ids":[1,2,3]},"isError":false}"#;

/// A result of a task that the proxy did not see begin is left alone.
#[test]
fn a_task_of_another_call() {
    let mut session = LineClient::proxied(&["--measure", "bytes", "--min-size-bytes", "0"]);
    session.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    // The server has no tasks: this one belongs to another call, and stays unchanged.
    let request = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{REPEATED}}}"#);
    let answer: Value = serde_json::from_str(&session.ask(&request)).unwrap();
    assert_eq!(answer["result"], serde_json::from_str::<Value>(REPEATED).unwrap());
}
