//! Results that exceed a budget.

use super::line_client::LineClient;
use crate::generations::{generations, of_process, of_url, request};
use crate::program::{PROGRAM, Program};
use crate::support::{call, example, odd_server};
use rmcp::model::ReadResourceRequestParams;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;
use toon_store::Budget;

const HELLO: &str =
    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#;

const LIST: &str = r#"{"jsonrpc":"2.0","id":9,"method":"tools/list"}"#;

fn limited(folder: &Path, flags: &[&str]) -> LineClient {
    let folder = folder.to_str().unwrap();
    LineClient::proxied(&[&["--budget", "1000", "--store", folder], flags].concat())
}

/// A session whose client has listed the tools, so that none needs structured content.
fn begun(folder: &Path) -> LineClient {
    let mut session = limited(folder, &[]);
    session.ask(HELLO);
    session.ask(LIST);
    session
}

/// The text of a result, and its id.
fn part(result: &Value) -> (String, String) {
    let content = result["content"].as_array().unwrap();
    assert_eq!((content.len(), result.get("structuredContent")), (2, None), "{result}");
    assert_eq!(content[1]["type"], "resource_link");
    let id = content[1]["uri"].as_str().unwrap().strip_prefix("toon://result/").unwrap();
    let shown = format!("{}\n{}", content[0]["text"].as_str().unwrap(), content[1]);
    assert!(Budget::tokens(1000).fits(&shown), "{shown}");
    (content[0]["text"].as_str().unwrap().to_owned(), id.to_owned())
}

fn question(id: u32, result: &str, filter: &str) -> String {
    let arguments = json!({"result": result, "filter": filter});
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "toon_query", "arguments": arguments}})
        .to_string()
}

fn answer(line: &str) -> Value {
    serde_json::from_str::<Value>(line).unwrap()["result"].clone()
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

#[test]
fn a_part_is_shown_and_the_whole_is_kept() {
    let folder = TempDir::new().unwrap();
    let mut session = begun(folder.path());
    // What fits is converted.
    let short = session.call(1, "rows", 9);
    assert_eq!(short["content"].as_array().unwrap().len(), 1);
    let (shown, id) = part(&session.call(2, "rows", 900));
    assert!(shown.starts_with("partial: the first ") && shown.contains(" of 900 rows in .rows; "), "{shown}");
    let file = folder.path().join("toon-results").join(format!("{id}.json"));
    let whole: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(whole["rows"].as_array().unwrap().len(), 900);
    // With the command, and with the tool.
    assert!(shown.contains(&format!(" query {} '.rows|", file.display())), "{shown}");
    assert!(
        shown.ends_with(&format!("\nWithout a shell: toon_query with result {id} and a filter")),
        "{shown}"
    );
    let counted = answer(&session.ask(&question(3, &id, ".rows|map(select(.id%3==0))|length")));
    assert_eq!(counted, json!({"content": [{"type": "text", "text": "300"}], "isError": false}));
    let resource = json!({"jsonrpc": "2.0", "id": 4, "method": "resources/read", "params": {"uri": format!("toon://result/{id}")}});
    let resource = answer(&session.ask(&resource.to_string()));
    assert_eq!(resource["contents"][0]["text"], std::fs::read_to_string(&file).unwrap());
    assert_eq!(resource["contents"][0]["mimeType"], "application/json");
    // A proxy that is started later knows the result, too, since its model may.
    let mut later = limited(folder.path(), &[]);
    assert_eq!(text(&answer(&later.ask(&question(1, &id, "keys")))), "[1]: rows");
}

/// The statistics count what the model has seen.
#[test]
fn what_was_left_out_counts_as_saved() {
    let home = TempDir::new().unwrap();
    let path = home.path().to_str().unwrap();
    let server = odd_server();
    let arguments = ["--budget", "1000", "--store", path, "--", server.to_str().unwrap()];
    let variables = [("HOME", path), ("XDG_DATA_HOME", path), ("TOON_MCP_STATS", "on")];
    let mut session = LineClient::with(&arguments, &variables);
    session.ask(HELLO);
    session.ask(LIST);
    let short = session.call(1, "rows", 9);
    let (shown, _) = part(&session.call(2, "rows", 900));
    session.end();
    let stats = std::fs::read_to_string(home.path().join("toon-mcp/stats.jsonl")).unwrap();
    let entry: Value = serde_json::from_str(&stats).unwrap();
    let rows = &entry["tools"]["rows"];
    assert_eq!((&rows["results"], &rows["converted"], &rows["partial"]), (&json!(2), &json!(2), &json!(1)));
    assert_eq!(rows["after"]["bytes"], text(&short).len() + shown.len());
}

#[test]
fn answers_and_mistakes() {
    let folder = TempDir::new().unwrap();
    let mut session = begun(folder.path());
    let (_, id) = part(&session.call(1, "rows", 900));
    let mut ask = |result: &str, filter: &str| {
        let answer = answer(&session.ask(&question(2, result, filter)));
        (text(&answer).to_owned(), answer["isError"] == true)
    };
    let (outline, is_error) = ask(&id, "");
    assert!(!is_error && outline.starts_with(&format!("whole: \"result {id} (1 object, ")), "{outline}");
    assert!(outline.contains("\n  \".rows[].id\",number,900,"), "{outline}");
    // An answer that is too long is kept as well.
    let (long, is_error) = ask(&id, ".rows");
    assert!(
        !is_error && long.starts_with("partial: the first ") && Budget::tokens(1000).fits(&long),
        "{long}"
    );
    let (nothing, is_error) = ask(&id, ".row");
    assert_eq!(
        (nothing.as_str(), is_error),
        ("null\nNothing found. The last step with an answer is . (keys here: rows)", false)
    );
    for (result, filter, message) in [
        (id.as_str(), "nope", "filter `nope` is not defined at column 1 of the filter"),
        (&id, ".rows.id", "cannot index ["),
        (&id, "def f: f + 1; f", "the query "),
        (
            "0123456789abcdef",
            ".",
            "result 0123456789abcdef is not, or no longer, kept; call the tool that returned it again, and do not repeat this query",
        ),
        ("../../etc/passwd", ".", "the id of a result has 16 hexadecimal digits, such as 3f9c21d07a5be814"),
    ] {
        let (error, is_error) = ask(result, filter);
        assert!(is_error && error.starts_with(message), "{error}");
    }
    let arguments = |arguments: Value| json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "toon_query", "arguments": arguments}});
    for (given, message) in [
        (json!({}), "`result` is missing: the id of a result that was shown in part"),
        (json!({"result": id, "filter": 1}), "`filter` must be a string"),
    ] {
        let answer = answer(&session.ask(&arguments(given).to_string()));
        assert_eq!((text(&answer), &answer["isError"]), (message, &json!(true)));
    }
    let gone = r#"{"jsonrpc":"2.0","id":"r","method":"resources/read","params":{"uri":"toon://result/0123456789abcdef"}}"#;
    let gone: Value = serde_json::from_str(&session.ask(gone)).unwrap();
    assert_eq!((&gone["id"], &gone["error"]["code"]), (&json!("r"), &json!(-32002)));
}

/// The tool is listed from the start, schemas of results are not, and the links can be read.
#[test]
fn what_the_client_is_told() {
    let folder = TempDir::new().unwrap();
    let mut session = limited(folder.path(), &["--tools", "rows"]);
    let hello = answer(&session.ask(HELLO));
    assert_eq!(hello["capabilities"], json!({"tools": {}, "resources": {}}));
    let list = answer(&session.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#));
    let names: Vec<&Value> = list["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["rows", "toon_query"]);
    assert!(list["tools"][0].get("outputSchema").is_none());
    let size = toon_convert::tokens::count(&list["tools"][1].to_string());
    assert!(size <= 120, "{size}");
    let next =
        answer(&session.ask(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"2"}}"#));
    assert_eq!(next["tools"].as_array().unwrap().len(), 0);
    for (method, key) in [("resources/list", "resources"), ("resources/templates/list", "resourceTemplates")]
    {
        let empty = answer(&session.ask(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#)));
        assert_eq!(empty, json!({ key: [] }));
    }
    // Only the tools that are allowed, and our own.
    let refused = session.ask(&call(2, "text", 1));
    assert!(refused.contains("the proxy lists only"), "{refused}");
    let known = session.ask(&question(3, "0123456789abcdef", "."));
    assert!(known.contains("not, or no longer, kept"), "{known}");
}

/// Clients of old revisions do not know links.
#[test]
fn old_clients() {
    let folder = TempDir::new().unwrap();
    let mut session = limited(folder.path(), &[]);
    let hello = session.ask(&HELLO.replace("2025-06-18", "2024-11-05"));
    assert!(hello.contains("2025-06-18"), "the server decides");
    session.ask(LIST);
    part(&session.call(1, "rows", 900));
}

/// Errors and files stay, and so does what cannot be kept.
#[test]
fn what_is_not_shortened() {
    let folder = TempDir::new().unwrap();
    let nowhere = folder.path().join("file");
    std::fs::write(&nowhere, "a file").unwrap();
    for flags in [&["--exclude-tools", "rows"][..], &["--off"], &["--store", nowhere.to_str().unwrap()]] {
        let server = odd_server();
        let folder = folder.path().to_str().unwrap();
        let store = if flags[0] == "--store" { &[][..] } else { &["--store", folder] };
        let arguments = [&["--budget", "1000"], store, flags, &["--", server.to_str().unwrap()]].concat();
        let mut session = LineClient::of(&arguments);
        session.ask(LIST);
        let result = session.call(1, "rows", 900);
        let shown = result.to_string();
        assert!(!shown.contains("partial: ") && shown.contains("899"), "{flags:?}");
    }
}

#[test]
fn budgets_that_are_too_small() {
    let server = odd_server();
    let server = server.to_str().unwrap();
    let (status, log) = LineClient::of(&["--budget", "999", "--", server]).end();
    assert!(!status.success() && log.contains("999 is not in 1000.."), "{log}");
    let folder = TempDir::new().unwrap();
    let config = folder.path().join("config.toml");
    std::fs::write(&config, "budget = 999").unwrap();
    let (status, log) = LineClient::of(&["--config", config.to_str().unwrap(), "--", server]).end();
    assert!(!status.success() && log.contains("budget must be at least 1000 tokens, found 999"), "{log}");
}

/// Only our own tool is never refused.
#[test]
fn tools_that_are_not_listed() {
    let folder = TempDir::new().unwrap();
    let mut session = limited(folder.path(), &["--tools", "rows"]);
    session.ask(HELLO);
    // Without an id, it is no question for us, and nothing for the server.
    session.send(&question(1, "0123456789abcdef", ".").replace("\"id\":1,", ""));
    let answer = session.ask(&call(2, "rows", 1));
    assert!(answer.contains("\"id\":2") && !answer.contains("heard"), "{answer}");
}

/// What names a result in other ways, and what no query can read.
#[test]
fn names_of_results() {
    let folder = TempDir::new().unwrap();
    let mut session = begun(folder.path());
    let (_, id) = part(&session.call(1, "rows", 900));
    for name in [format!("toon://result/{id}"), format!("{id}.json")] {
        assert_eq!(text(&answer(&session.ask(&question(2, &name, ".rows|length")))), "900");
    }
    let long = session.call(3, "long", 30_000);
    let (shown, id) = part(&long);
    assert!(shown.starts_with("partial: lines 1-1 of 1; long lines are cut\n"), "{shown}");
    let start = answer(&session.ask(&question(4, &id, ".[0][:5]")));
    assert_eq!(text(&start), "xxxxx");
}

/// Many questions at once, beside calls, each answered once.
#[test]
fn questions_beside_calls() {
    let folder = TempDir::new().unwrap();
    let mut session = begun(folder.path());
    let (_, id) = part(&session.call(1, "rows", 900));
    for number in 0..20 {
        session.send(&question(100 + number, &id, &format!(".rows[{number}].id")));
        session.send(&call(200 + number, "text", 0));
    }
    let batch = format!("[{},{}]", question(300, &id, "1"), question(301, &id, "2"));
    session.send(&batch);
    let mut answers: Vec<(u64, String)> = (0..42)
        .map(|_| {
            let line: Value = serde_json::from_str(&session.line()).unwrap();
            (line["id"].as_u64().unwrap(), text(&line["result"]).to_owned())
        })
        .collect();
    answers.sort();
    for (number, (asked, called)) in (0..).zip(answers[..20].iter().zip(&answers[20..40])) {
        assert_eq!(asked, &(100 + number, number.to_string()));
        assert_eq!(called.0, 200 + number);
    }
    assert_eq!((&*answers[40].1, &*answers[41].1), ("1", "2"));
    // What is asked last is answered, though the client leaves.
    session.send(&question(7, &id, "3"));
    let (status, rest) = session.end_with_rest();
    assert!(status.success() && rest.len() == 1 && rest[0].contains("\"text\":\"3\""), "{rest:?}");
}

/// Over HTTP, no path is named, and each session has its own results.
#[tokio::test]
async fn sessions_over_http() {
    let folder = TempDir::new().unwrap();
    let server = odd_server();
    let store = folder.path().to_str().unwrap();
    let flags = ["--budget", "1000", "--store", store, "--", server.to_str().unwrap()];
    let bridge = Program::proxy(&flags, &[]);
    let mut ids = Vec::new();
    let client = reqwest::Client::new();
    let post = |session: Option<String>, body: String| {
        let mut request = client.post(&bridge.url).header("accept", "application/json, text/event-stream");
        request = request.header("content-type", "application/json");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        request.body(body).send()
    };
    for _ in 0..2 {
        let hello = post(None, HELLO.to_owned()).await.unwrap();
        let session = hello.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        data(post(Some(session.clone()), LIST.to_owned()).await.unwrap()).await;
        let result = data(post(Some(session.clone()), call(1, "rows", 900)).await.unwrap()).await;
        let (shown, id) = part(&result["result"]);
        assert!(
            !shown.contains(store) && shown.contains(&format!("\nwhole: \"result {id} (complete, ")),
            "{shown}"
        );
        assert!(shown.contains(&format!(": toon_query with result {id} and filter .rows|")), "{shown}");
        ids.push((session, id));
    }
    // The same content, and yet nobody can tell the id.
    assert_ne!(ids[0].1, ids[1].1);
    for (asking, owner, is_known) in [(0, 0, true), (1, 1, true), (0, 1, false), (1, 0, false)] {
        let asked = question(2, &ids[owner].1, ".rows|length");
        let answer = data(post(Some(ids[asking].0.clone()), asked).await.unwrap()).await;
        let expected = if is_known {
            "900".to_owned()
        } else {
            format!(
                "result {} is not one of this session; call the tool that returned it again",
                ids[owner].1
            )
        };
        assert_eq!(text(&answer["result"]), expected);
        let uri = format!("toon://result/{}", ids[owner].1);
        let read = json!({"jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": {"uri": uri}});
        let read = data(post(Some(ids[asking].0.clone()), read.to_string()).await.unwrap()).await;
        assert_eq!(read.get("error").is_none(), is_known, "{read}");
    }
}

/// In front of a server that speaks HTTP, too, which decides who may use a session.
#[tokio::test]
async fn sessions_of_a_server_over_http() {
    let folder = TempDir::new().unwrap();
    let server = odd_server();
    let store = folder.path().to_str().unwrap();
    let bridge = Program::proxy(&["--off", "--", server.to_str().unwrap()], &[]);
    let forward = Program::proxy(&["--budget", "1000", "--store", store, "--upstream", &bridge.url], &[]);
    let client = reqwest::Client::new();
    let posted = |url: &str, session: Option<&str>| {
        let mut request = client.post(url).header("accept", "application/json, text/event-stream");
        request = request.header("content-type", "application/json");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        request
    };
    let hello = posted(&forward.url, None).body(HELLO).send().await.unwrap();
    let session = hello.headers()["mcp-session-id"].to_str().unwrap().to_owned();
    let post = |body: String| posted(&forward.url, Some(&session)).body(body).send();
    data(post(LIST.to_owned()).await.unwrap()).await;
    let (_, id) = part(&data(post(call(1, "rows", 900)).await.unwrap()).await["result"]);
    let asked = question(2, &id, ".rows|length");
    let answer = data(post(asked.clone()).await.unwrap()).await;
    assert_eq!(text(&answer["result"]), "900");
    // Beside a request for the server.
    let both = post(format!("[{asked},{}]", call(3, "text", 0))).await.unwrap();
    let both = both.text().await.unwrap();
    assert!(both.contains("\"text\":\"900\"") && both.contains("plain"), "{both}");
    // The server ends the session, and the proxy has not been told.
    let ended = client.delete(&bridge.url).header("mcp-session-id", &session).send().await.unwrap();
    assert!(ended.status().is_success());
    let refused = post(asked).await.unwrap();
    assert_eq!(refused.status(), 404);
    assert!(!refused.text().await.unwrap().contains("900"));
}

/// The client of rmcp, in both generations of the protocol, over standard input and over HTTP.
#[tokio::test]
async fn clients_of_rmcp() {
    let folder = TempDir::new().unwrap();
    let (server, store) = (example("asking_server"), folder.path().to_str().unwrap());
    let flags = ["--budget", "1000", "--store", store, "--", server.to_str().unwrap()];
    let program = Program::proxy(&flags, &[]);
    for generation in generations() {
        let over_stdio = of_process(PROGRAM, &[&["proxy"], &flags[..]].concat(), generation.clone()).await;
        for client in [over_stdio, of_url(&program.url, generation).await] {
            let tools = client.list_all_tools().await.unwrap();
            assert!(tools.iter().any(|tool| tool.name == "toon_query"));
            let result = client.call_tool(request("test_long_result", &json!({}))).await.unwrap();
            let (_, id) = part(&serde_json::to_value(result).unwrap());
            let asked = json!({"result": id, "filter": ".[7]"});
            let answer = client.call_tool(request("toon_query", &asked)).await.unwrap();
            assert_eq!(text(&serde_json::to_value(answer).unwrap()), "id: 7\nname: row 7");
            let uri = format!("toon://result/{id}");
            let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.unwrap();
            assert!(serde_json::to_string(&read.contents).unwrap().contains("row 899"));
            client.cancel().await.unwrap();
        }
    }
}

/// The JSON-RPC response in a body or an event stream.
async fn data(response: reqwest::Response) -> Value {
    let text = response.text().await.unwrap();
    let events = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let messages = events.chain([text.as_str()]).filter_map(|json| serde_json::from_str::<Value>(json).ok());
    messages.into_iter().find(|message| message.get("id").is_some()).unwrap_or_else(|| panic!("{text}"))
}
