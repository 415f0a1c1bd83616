//! `/metrics`, for a proxy in front of a process or a URL.

use crate::program::Program;
use crate::support::odd_server;
use futures::StreamExt;
use reqwest::{Client, Response};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

struct Front {
    program: Program,
    client: Client,
}

impl Front {
    fn start(arguments: &[&str]) -> Self {
        let program = Program::proxy(&[&["--measure", "bytes"], arguments].concat(), &[]);
        Front { program, client: Client::new() }
    }

    async fn post(&self, session: Option<&str>, body: &str) -> Response {
        post(&self.client, &self.program.url, session, body).await
    }

    async fn begin(&self) -> String {
        let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;
        let answer = self.post(None, initialize).await;
        let session = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        answer.text().await.unwrap();
        session
    }

    async fn call(&self, session: &str, id: u32, tool: &str, arguments: &str) -> Value {
        let answer = self.post(Some(session), &call(id, tool, arguments)).await;
        let text = answer.text().await.unwrap();
        let data = text.lines().find_map(|line| line.strip_prefix("data: ")).unwrap_or(&text);
        serde_json::from_str(data).unwrap_or_else(|_| panic!("{text}"))
    }

    /// All numbers by their names.
    async fn metrics(&self) -> BTreeMap<String, String> {
        let url = format!("http://{}/metrics", self.program.address);
        let text = self.client.get(url).send().await.unwrap().text().await.unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let number = |line: &str| {
            let (name, value) = line.rsplit_once(' ').unwrap();
            (name.to_owned(), value.to_owned())
        };
        lines.map(number).collect()
    }

    async fn sessions(&self) -> u64 {
        count(&self.metrics().await, "toon_mcp_sessions")
    }

    /// The number of calls of the tool, by outcome: success, error, cancelled.
    async fn calls(&self, tool: &str) -> [u64; 3] {
        let metrics = self.metrics().await;
        let with = |outcome: &str| {
            count(&metrics, &format!("toon_mcp_tool_calls_total{{tool=\"{tool}\",outcome=\"{outcome}\"}}"))
        };
        let counts = ["ok", "error", "cancelled"].map(with);
        // Each call took some time.
        let durations = count(&metrics, &format!("toon_mcp_tool_duration_seconds_count{{tool=\"{tool}\"}}"));
        assert_eq!(durations, counts.iter().sum::<u64>());
        counts
    }
}

/// The number of this name; 0 if it is missing.
fn count(metrics: &BTreeMap<String, String>, name: &str) -> u64 {
    metrics.get(name).map_or(0, |value| value.parse().unwrap())
}

async fn post(client: &Client, url: &str, session: Option<&str>, body: &str) -> Response {
    let mut request = client
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if let Some(session) = session {
        request = request.header("mcp-session-id", session);
    }
    request.body(body.to_owned()).send().await.unwrap()
}

fn call(id: u32, tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
    )
}

async fn check_sessions(front: &Front) {
    assert_eq!(front.sessions().await, 0);
    let (one, two) = (front.begin().await, front.begin().await);
    assert_eq!(front.sessions().await, 2);
    // Another one in the same session does not count.
    front.call(&one, 1, "text", "{}").await;
    assert_eq!(front.sessions().await, 2);
    for (session, left) in [(&one, 1), (&two, 0)] {
        let end = front.client.delete(&front.program.url).header("mcp-session-id", session);
        assert!(end.send().await.unwrap().status().is_success());
        assert_eq!(front.sessions().await, left);
    }
    // Nor does one that does not exist.
    assert_eq!(front.post(Some("none"), &call(1, "text", "{}")).await.status(), 404);
    assert_eq!(front.sessions().await, 0);
}

async fn check_calls(front: &Front) {
    let session = front.begin().await;
    for page in ["{}", r#"{"cursor":"2"}"#] {
        let list = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{page}}}"#);
        front.post(Some(&session), &list).await.text().await.unwrap();
    }
    // `text` has been called once before. Now some calls succeed, others end with `isError` or an
    // error of the protocol.
    front.call(&session, 2, "rows", r#"{"count":20}"#).await;
    front.call(&session, 3, "rows", r#"{"count":30}"#).await;
    let failed = front.call(&session, 4, "where", "{}").await;
    assert_eq!(failed["result"]["isError"], true);
    let failed = front.call(&session, 5, "where", r#"{"code":-32602}"#).await;
    assert_eq!(failed["error"]["code"], -32602);
    front.call(&session, 6, "text", "{}").await;
    assert_eq!(front.calls("rows").await, [2, 0, 0]);
    assert_eq!(front.calls("where").await, [0, 2, 0]);

    let metrics = front.metrics().await;
    for (name, expected) in [
        ("toon_mcp_results_processed_total", 4),
        ("toon_mcp_results_converted_total", 2),
        (r#"toon_mcp_tool_results_total{tool="rows",converted="true"}"#, 2),
        (r#"toon_mcp_tool_results_total{tool="text",converted="false"}"#, 2),
        (r#"toon_mcp_tool_shown_bytes_total{tool="text",stage="before"}"#, 30),
        (r#"toon_mcp_tool_shown_bytes_total{tool="text",stage="after"}"#, 30),
    ] {
        assert_eq!(count(&metrics, name), expected, "{name}");
    }
    let shown = |stage: &str| {
        count(&metrics, &format!(r#"toon_mcp_tool_shown_bytes_total{{tool="rows",stage="{stage}"}}"#))
    };
    assert!(shown("before") > shown("after") && shown("after") > 0);
    assert!(!metrics.keys().any(|name| name.contains("tokens")));

    check_cancelled(front, &session).await;
    check_made_up_names(front, &session).await;
}

async fn check_cancelled(front: &Front, session: &str) {
    let silent = r#"{"silent":true}"#;
    // With a message: the client no longer waits, although its stream is open.
    let url = front.program.url.clone();
    let (client, owner, body) = (front.client.clone(), session.to_owned(), call(7, "text", silent));
    let waiting = tokio::spawn(async move { post(&client, &url, Some(&owner), &body).await.text().await });
    wait_until(async || count(&front.metrics().await, "toon_mcp_http_requests_open") > 0).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#;
    front.post(Some(session), cancelled).await;
    wait_until(async || front.calls("text").await[2] == 1).await;
    waiting.abort();
    // By disconnecting.
    let body = call(8, "text", silent);
    let going = front.post(Some(session), &body);
    let going = tokio::time::timeout(Duration::from_millis(500), async {
        // Keep-alive comments are allowed.
        let mut stream = going.await.bytes_stream();
        let mut came = Vec::new();
        while let Some(bytes) = stream.next().await {
            came.extend_from_slice(&bytes.unwrap());
        }
        String::from_utf8(came).unwrap()
    });
    if let Ok(answer) = going.await {
        panic!("the call has ended: {answer:?}");
    }
    wait_until(async || front.calls("text").await[2] == 2).await;
    assert_eq!(front.calls("text").await, [2, 0, 2]);
}

/// Clients can call tools that do not exist.
async fn check_made_up_names(front: &Front, session: &str) {
    let (rows, [_, failed, _]) = (front.metrics().await.len(), front.calls("other").await);
    for n in 0..300 {
        let arguments = if n % 2 == 0 { "{}" } else { r#"{"code":-32602}"# };
        front.call(session, 100 + n, &format!("made up {n}"), arguments).await;
    }
    let metrics = front.metrics().await;
    assert!(!metrics.keys().any(|name| name.contains("made up")));
    assert_eq!(front.calls("other").await, [0, failed + 300, 0]);
    // Those of one name.
    assert!(metrics.len() < rows + 20, "{rows} {}", metrics.len());
}

async fn wait_until(mut is_so: impl AsyncFnMut() -> bool) {
    for _ in 0..100 {
        if is_so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not come to be so");
}

fn server() -> String {
    odd_server().to_str().unwrap().to_owned()
}

#[tokio::test]
async fn of_a_process() {
    let front = Front::start(&["--", &server()]);
    check_sessions(&front).await;
    check_calls(&front).await;
}

#[tokio::test]
async fn of_a_url() {
    let upstream = Program::proxy(&["--off", "--", &server()], &[]);
    let front = Front::start(&["--upstream", &upstream.url]);
    check_sessions(&front).await;
    check_calls(&front).await;
    // A session that the server has ended itself is over, too.
    let session = front.begin().await;
    let before = front.sessions().await;
    let end = front.client.delete(&upstream.url).header("mcp-session-id", &session);
    end.send().await.unwrap();
    assert_eq!(front.post(Some(&session), &call(1, "text", "{}")).await.status(), 404);
    assert_eq!(front.sessions().await, before - 1);
}
