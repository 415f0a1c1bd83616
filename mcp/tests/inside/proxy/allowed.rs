//! Only some tools are listed and can be called, with each transport.

use super::bridge::{Front, headers_of_call, messages};
use super::client::Client;
use super::rewriter::ask;
use crate::proxy::{self, AllowedTools, Command, Forward, Relay, Rewriter};
use crate::tests::support::upstream::{Upstream, call, listen};
use crate::tests::support::{self, odd_server};
use serde_json::{Value, json};
use std::sync::Arc;
use toon_convert::{Converter, Measure, Rules};

/// A rewriter that allows `json`, `events` and the like, but not `breaks`.
fn rewriter() -> Rewriter {
    only(&["json", "e*s", "rows"])
}

fn only(patterns: &[&str]) -> Rewriter {
    let rules = Rules::new().min_size_bytes(0).measure(Measure::Bytes).any_savings(true);
    let patterns = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    Rewriter::new(Converter::new(rules).unwrap()).tools(Some(AllowedTools::new(patterns).unwrap()))
}

fn refusal(id: u32, tool: &str) -> Value {
    let message = format!("unknown tool {tool:?}: the proxy lists only json, e*s, rows");
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32602, "message": message } })
}

/// The server gets only these texts.
fn bodies(upstream: &Upstream) -> Vec<String> {
    upstream.heard().into_iter().map(|(_, _, body)| body).filter(|body| !body.is_empty()).collect()
}

#[test]
fn lists_are_shortened_page_by_page() {
    let relay = Relay::new(rewriter());
    let first = r#"{"tools":[{"name":"a", "x":1.0},{"name":"json", "x":1.0},{"name":"rows","outputSchema":{},"y":1e0},7],"nextCursor":"2","z": 1.0}"#;
    let shortened =
        r#"{"tools":[{"name":"json", "x":1.0},{"name":"rows","y":1e0}],"nextCursor":"2","z":1.0}"#;
    assert_eq!(ask(&relay, "tools/list", "{}", first), shortened);
    // A page without any of them still leads to the next one.
    let second = r#"{"tools":[{"name":"b"},{"name":null},{}],"nextCursor":"3"}"#;
    assert_eq!(ask(&relay, "tools/list", r#"{"cursor":"2"}"#, second), r#"{"tools":[],"nextCursor":"3"}"#);
    // If nothing has to be removed, every byte stays.
    let third = r#"{"tools" : [{"name":"events"}] }"#;
    assert_eq!(ask(&relay, "tools/list", r#"{"cursor":"3"}"#, third), third);
}

#[test]
fn no_tools_at_all() {
    let relay = Relay::new(only(&[]));
    assert_eq!(ask(&relay, "tools/list", "{}", r#"{"tools":[{"name":"a"}]}"#), r#"{"tools":[]}"#);
    let sent = relay.client_sent(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}"#);
    assert_eq!(sent.text, None);
    assert!(sent.refused[0].contains(r#"unknown tool \"a\": the proxy lists no tools"#), "{sent:?}");
}

/// However a call is spelled, the server does not get it.
#[test]
fn calls_in_other_spellings() {
    let relay = Relay::new(rewriter());
    for call in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"breaks"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"br\u0065aks"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"json","name":"breaks"}}"#,
        r#" {"params":{"name":"breaks","task":{}},"id":1,"method":"tools/call"} "#,
        // Names that are none.
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\ud800"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":["breaks"]}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["breaks"]}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
        // What the proxy cannot read, another program might.
        "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"breaks\"}}",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"breaks","x":NaN}}"#,
        r#"[[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"breaks"}}]]"#,
        "breaks",
    ] {
        let sent = relay.client_sent(call);
        assert_eq!((sent.text, sent.ids.len(), sent.refused.len()), (None, 0, 1), "{call}");
        let error: Value = serde_json::from_str(&sent.refused[0]).unwrap();
        let is_read = error["id"] == 1;
        assert_eq!(error["error"]["code"], if is_read { -32602 } else { -32700 }, "{call}");
    }
    // A notification gets no response.
    let sent = relay.client_sent(r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"breaks"}}"#);
    assert_eq!((sent.text, sent.refused.len()), (None, 0));
    // Everything else is passed on.
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"json"}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"breaks"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":{"name":"breaks"}}"#,
        "",
        "\r\n",
    ] {
        let sent = relay.client_sent(text);
        assert_eq!((sent.text.as_deref(), sent.refused.len()), (Some(text), 0), "{text}");
    }
}

#[test]
fn batches_lose_refused_calls() {
    let relay = Relay::new(rewriter());
    let ping = r#"{"jsonrpc":"2.0", "id":1.0,"method":"ping"}"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let batch = format!("[{},{ping}, {note},{}]", call(2, "breaks"), call(3, "ends"));
    assert_eq!(relay.client_sent(&batch).text.unwrap(), format!("[{ping},{note},{}]", call(3, "ends")));
    let batch = format!("[{},{}]", call(4, "breaks"), call(5, "lost"));
    let sent = relay.client_sent(&batch);
    assert_eq!((sent.text, sent.ids.len(), sent.refused.len()), (None, 0, 2));
    let batch = format!("[{ping}, {note}]");
    assert_eq!(relay.client_sent(&batch).text.unwrap(), batch);
    assert_eq!(relay.client_sent("[]").text.unwrap(), "[]");
}

#[tokio::test]
async fn standard_input_and_output_to_http() {
    let upstream = Upstream::default();
    let there = proxy::Upstream::new(&upstream.listen().await).unwrap();
    let mut client = Client::with(there, rewriter());
    for with_session in [false, true] {
        if with_session {
            client.ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
        }
        assert_eq!(client.ask(&call(1, "breaks")).await, refusal(1, "breaks"));
        assert!(client.ask(&call(2, "json")).await["result"].is_object());
        client.send(&format!("[{},{}]", call(3, "breaks"), call(4, "lost"))).await;
        assert_eq!(client.line().await, refusal(3, "breaks"));
        assert_eq!(client.line().await, refusal(4, "lost"));
    }
    client.end().await;
    assert!(bodies(&upstream).iter().all(|body| !body.contains("breaks") && !body.contains("lost")));
    assert_eq!(bodies(&upstream).len(), 3);
}

/// HTTP on both sides: the URL of the proxy.
async fn forward(upstream: &Upstream) -> String {
    let there = proxy::Upstream::new(&upstream.listen().await).unwrap();
    let forward = Forward::new(there, Arc::new(rewriter()), 100_000, 1 << 20);
    format!("http://{}/mcp", listen(forward.router()).await)
}

#[tokio::test]
async fn http_to_http() {
    let upstream = Upstream::default();
    let (url, client) = (forward(&upstream).await, reqwest::Client::new());
    for session in [None, Some("s1")] {
        let post = async |body: &[u8]| {
            let request = client.post(&url).body(body.to_vec());
            let request = session.into_iter().fold(request, |it, id| it.header("mcp-session-id", id));
            let answer = request.send().await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        let json =
            async |body: String| serde_json::from_str::<Value>(&post(body.as_bytes()).await.1).unwrap();
        assert_eq!(json(call(1, "breaks")).await, refusal(1, "breaks"));
        assert!(json(call(2, "json")).await["result"].is_object());
        let both = json(format!("[{},{}]", call(3, "breaks"), call(4, "lost"))).await;
        assert_eq!(both, json!([refusal(3, "breaks"), refusal(4, "lost")]));
        let notification = br#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"breaks"}}"#;
        assert_eq!(post(notification).await, (202, String::new()));
        let unreadable = [call(1, "breaks").as_bytes(), b"\xff"].concat();
        assert_eq!(post(&unreadable).await.0, 400);
        // The server gets the notification, and answers nothing.
        let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(json(format!("[{note},{}]", call(5, "breaks"))).await, refusal(5, "breaks"));
    }
    let note = r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#;
    assert_eq!(bodies(&upstream), [&call(2, "json"), note, &call(2, "json"), note]);
}

/// The rest of a batch is answered by the server: as JSON, also if it is too long to be kept, or as
/// events.
#[tokio::test]
async fn batches_over_http_get_all_responses() {
    let text =
        |length: usize| format!(r#"{{"jsonrpc":"2.0","id":2,"result":{{"x":"{}"}}}}"#, "x".repeat(length));
    for (kind, body) in [
        ("application/json", format!(" [{}]", text(10))),
        ("application/json", text(10)),
        ("application/json", format!("[{}]", text(1_000_000))),
        ("application/json", text(1_000_000)),
        ("text/event-stream", format!("data: {}\n\n", text(10))),
    ] {
        let server = axum::Router::new().fallback(async move || ([("content-type", kind)], body));
        let there = proxy::Upstream::new(&format!("http://{}/", listen(server).await)).unwrap();
        let forward = Forward::new(there, Arc::new(rewriter()), 100_000, 1 << 20);
        let url = format!("http://{}/mcp", listen(forward.router()).await);
        let batch = format!("[{},{}]", call(1, "breaks"), call(2, "json"));
        let answer = reqwest::Client::new().post(url).body(batch).send().await.unwrap();
        let answer = answer.text().await.unwrap();
        let answers: Value = if kind == "application/json" {
            serde_json::from_str(&answer).unwrap()
        } else {
            let data = answer.lines().filter_map(|line| line.strip_prefix("data: "));
            data.map(|data| serde_json::from_str::<Value>(data).unwrap()).collect()
        };
        let mut answers = answers.as_array().unwrap().clone();
        answers.sort_by_key(|answer| answer["id"].as_u64());
        assert_eq!(answers.len(), 2);
        assert_eq!(answers[0], refusal(1, "breaks"));
        assert!(answers[1]["result"]["x"].is_string());
    }
}

/// A server that gets only notifications has nothing to answer.
#[tokio::test]
async fn batches_over_http_to_which_the_server_answers_nothing() {
    for body in ["", " \n", "[]"] {
        let server =
            axum::Router::new().fallback(async move || ([("content-type", "application/json")], body));
        let there = proxy::Upstream::new(&format!("http://{}/", listen(server).await)).unwrap();
        let forward = Forward::new(there, Arc::new(rewriter()), 100_000, 1 << 20);
        let url = format!("http://{}/mcp", listen(forward.router()).await);
        let batch = format!(r#"[{},{{"jsonrpc":"2.0","method":"notifications/a"}}]"#, call(1, "breaks"));
        let answer = reqwest::Client::new().post(url).body(batch).send().await.unwrap();
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        assert_eq!(answer, refusal(1, "breaks"));
    }
}

/// A server that cannot be reached does not keep a refusal from the client.
#[tokio::test]
async fn a_refusal_beside_an_error() {
    let there = proxy::Upstream::new("http://127.0.0.1:9/").unwrap();
    let forward = Forward::new(there, Arc::new(rewriter()), 100_000, 1 << 20);
    let url = format!("http://{}/mcp", listen(forward.router()).await);
    let batch = format!("[{},{}]", call(1, "breaks"), call(2, "json"));
    let answer = reqwest::Client::new().post(url).body(batch).send().await.unwrap();
    let answers: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(answers[0], refusal(1, "breaks"));
    assert_eq!((&answers[1]["id"], &answers[1]["error"]["code"]), (&json!(2), &json!(-32603)));
}

/// `crash` would end the process.
#[tokio::test]
async fn http_to_a_command() {
    let call = support::call;
    let front = Front::with(Command::new(odd_server(), Vec::<String>::new()), rewriter(), 2).await;
    let session = front.session().await;
    let post = async |body: String| messages(front.post(Some(&session), &body).await).await;
    assert_eq!(post(call(1, "crash", 0)).await, [refusal(1, "crash")]);
    assert_eq!(post(call(2, "rows", 3)).await[0]["id"], 2);
    let mixed = post(format!("[{},{}]", call(3, "crash", 0), call(4, "rows", 3))).await;
    assert_eq!(mixed[0], refusal(3, "crash"));
    assert_eq!(mixed[1]["id"], 4);
    let both = post(format!("[{},{}]", call(5, "crash", 0), call(6, "leave", 0))).await;
    assert_eq!(both, [refusal(5, "crash"), refusal(6, "leave")]);
    let notification = r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"crash"}}"#;
    assert_eq!(front.post(Some(&session), notification).await.status(), 202);
    // A client that accepts only JSON.
    let request = front.client.post(&front.url).header("mcp-session-id", &session);
    let answer = request.header("accept", "application/json").body(call(7, "crash", 0)).send().await.unwrap();
    assert_eq!(serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap(), refusal(7, "crash"));
    // The list, and the process, are still there.
    let list = post(r#"{"jsonrpc":"2.0","id":8,"method":"tools/list"}"#.to_owned()).await;
    let tools: Vec<_> =
        list[0]["result"]["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(tools, ["rows"]);
    assert_eq!(list[0]["result"]["nextCursor"], "2");
}

/// Without sessions, a process is used again for the next call.
#[tokio::test]
async fn http_to_a_command_without_sessions() {
    let front = Front::with(Command::new(odd_server(), Vec::<String>::new()), rewriter(), 1).await;
    for (id, tool) in [(1, "crash"), (2, "rows"), (3, "leave"), (4, "rows")] {
        let mut body: Value = serde_json::from_str(&support::call(id, tool, 3)).unwrap();
        body["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let request = front.client.post(&front.url).headers(headers_of_call(tool)).body(body.to_string());
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        let answers = messages(answer).await;
        if tool == "rows" {
            assert!(answers[0]["result"].is_object(), "{answers:?}");
        } else {
            assert_eq!(answers, [refusal(id, tool)]);
        }
    }
}

/// A server that takes the first of two names would run another tool than the one that is checked.
#[test]
fn names_that_stand_twice() {
    let relay = Relay::new(only(&["list_*"]));
    for message in [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"del_b","name":"list_a"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping","params":{"name":"del_b"}}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"del_b"},"params":{"name":"list_a"}}"#,
    ] {
        let sent = relay.client_sent(message);
        assert!(sent.text.is_none() && sent.refused[0].contains("duplicate key"), "{sent:?}");
    }
}
