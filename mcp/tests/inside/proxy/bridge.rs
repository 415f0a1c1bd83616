//! HTTP in front of a process.

use crate::proxy::{Bridge, Command, Rewriter};
use crate::tests::support::upstream::listen;
use crate::tests::support::{call, odd_server};
use axum::http::{HeaderMap, StatusCode};
use futures::StreamExt;
use reqwest::{Client, Response};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use toon_convert::{Converter, Measure, Rules};

/// Longer responses are not kept in memory.
const MAX_BYTES: usize = 100_000;

pub(crate) struct Front {
    pub(crate) url: String,
    pub(crate) client: Client,
}

impl Front {
    pub(crate) async fn start(most: usize) -> Self {
        Self::of(Command::new(odd_server(), Vec::<String>::new()), most).await
    }

    /// A bridge to another server.
    pub(crate) async fn of(command: Command, most: usize) -> Self {
        let rules = Rules::new().measure(Measure::Bytes).any_savings(true);
        Self::with(command, Rewriter::new(Converter::new(rules).unwrap()), most).await
    }

    pub(crate) async fn with(command: Command, rewriter: Rewriter, most: usize) -> Self {
        let bridge = Bridge::new(command, Arc::new(rewriter), most, MAX_BYTES, 1 << 20);
        Front { url: format!("http://{}/mcp", listen(bridge.router()).await), client: Client::new() }
    }

    pub(crate) async fn post(&self, session: Option<&str>, body: &str) -> Response {
        let mut request = self.client.post(&self.url).header("accept", "application/json, text/event-stream");
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
        }
        request.body(body.to_owned()).send().await.unwrap()
    }

    /// Calls a tool without a session, with the required headers.
    async fn call(&self, id: u32, name: &str, count: u32) -> Response {
        let request = self.client.post(&self.url).headers(headers_of_call(name));
        request.body(without_session(id, name, count)).send().await.unwrap()
    }

    /// Begins a session.
    pub(crate) async fn session(&self) -> String {
        let answer = self.post(None, r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
        let session = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        assert!(messages(answer).await[0]["result"]["serverInfo"]["name"] == "odd");
        session
    }
}

/// All messages of a stream that ends.
pub(crate) async fn messages(answer: Response) -> Vec<Value> {
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    assert_eq!(answer.headers()["x-accel-buffering"], "no");
    let text = answer.text().await.unwrap();
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// The headers of such a call.
pub(crate) fn headers_of_call(tool: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/call"),
        ("mcp-name", tool),
    ] {
        headers.insert(name, value.parse().unwrap());
    }
    headers
}

fn without_session(id: u32, name: &str, count: u32) -> String {
    let meta = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientCapabilities":{}}"#,
    );
    call(id, name, count).replace(r#""params":{"#, &format!(r#""params":{{{meta},"#))
}

#[tokio::test]
async fn a_session() {
    let front = Front::start(4).await;
    let session = front.session().await;
    let list = r#"{"jsonrpc":"2.0","id":0,"method":"tools/list"}"#;
    messages(front.post(Some(&session), list).await).await;
    let answer = messages(front.post(Some(&session), &call(1, "rows", 20)).await).await;
    assert_eq!(answer[0]["id"], 1);
    assert!(answer[0]["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[20]{id,name}:"));
    assert_eq!(answer[0]["result"].get("structuredContent"), None);
    // Messages before a response are in its stream.
    let answer = messages(front.post(Some(&session), &call(2, "progress", 0)).await).await;
    assert_eq!(answer[0]["method"], "notifications/progress");
    assert_eq!(answer[1]["result"]["content"][0]["text"], "done");
    let ended = front.client.delete(&front.url).header("mcp-session-id", &session).send().await.unwrap();
    assert_eq!(ended.status(), StatusCode::NO_CONTENT);
    assert_eq!(front.post(Some(&session), &call(3, "text", 0)).await.status(), StatusCode::NOT_FOUND);
}

/// A request of the server is sent on the client's own stream, and the response goes back.
#[tokio::test]
async fn questions_of_the_server() {
    let front = Front::start(4).await;
    let session = front.session().await;
    let own = front.client.get(&front.url).header("mcp-session-id", &session).send().await.unwrap();
    let asked = front.post(Some(&session), &call(1, "ask", 0)).await;
    let question = own.bytes_stream().next().await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&question).contains("sampling/createMessage"), "{question:?}");
    let answer = r#"{"jsonrpc":"2.0","id":"q-1","result":{"x":1.0}}"#;
    assert_eq!(front.post(Some(&session), answer).await.status(), StatusCode::ACCEPTED);
    assert_eq!(messages(asked).await[0]["result"]["content"][0]["text"], answer);
}

#[tokio::test]
async fn without_sessions() {
    let front = Front::start(2).await;
    for id in 0..20 {
        let answer = messages(front.call(id, "rows", 20).await).await;
        assert_eq!(answer[0]["id"], id);
        assert_eq!(answer[0]["result"]["content"][0]["_meta"]["toon/format"], "toon");
    }
    // Two requests with the same id at a time.
    let both = futures::future::join_all([30, 40].map(|count| {
        let front = &front;
        async move { messages(front.call(7, "rows", count).await).await.remove(0) }
    }));
    for (answer, count) in both.await.iter().zip([30, 40]) {
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("rows[{count}]")), "{text}");
    }
    assert_eq!(front.post(None, &call(1, "rows", 20)).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn answers_in_json() {
    let front = Front::start(2).await;
    let session = front.session().await;
    let request =
        front.client.post(&front.url).header("mcp-session-id", &session).header("accept", "application/json");
    let answer = request.body(call(1, "progress", 0)).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/json");
    let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(answer["result"]["content"][0]["text"], "done");
}

/// A response that is too long for memory arrives complete and unchanged, at the right client.
#[tokio::test]
async fn what_is_too_long_is_an_answer() {
    let front = Front::start(2).await;
    let session = front.session().await;
    let length = |answer: &Value| answer["result"]["content"][0]["text"].as_str().unwrap().len();
    let many = (1..5).map(|id| {
        let (front, session) = (&front, &session);
        async move { (id, messages(front.post(Some(session), &call(id, "long", 1_000_000 + id)).await).await) }
    });
    for (id, answer) in futures::future::join_all(many).await {
        assert_eq!((answer.len(), &answer[0]["id"]), (1, &json!(id)));
        assert_eq!(length(&answer[0]), 1_000_000 + id as usize);
    }
    let answer = messages(front.call(7, "long", 1_000_000).await).await;
    assert_eq!((&answer[0]["id"], length(&answer[0])), (&json!(7), 1_000_000));
    // As JSON, alone and several at a time.
    let one = call(8, "long", 1_000_000);
    let several =
        format!("[{},{},{}]", call(8, "long", 1_000_000), call(9, "text", 0), call(10, "long", 2_000_000));
    for body in [one, several] {
        let request = front.client.post(&front.url).header("mcp-session-id", &session);
        let answer = request.header("accept", "application/json").body(body.clone()).send().await.unwrap();
        assert_eq!(answer.headers()["content-type"], "application/json");
        let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
        match answer.as_array() {
            None => assert_eq!((&answer["id"], length(&answer)), (&json!(8), 1_000_000)),
            Some(answers) => {
                let lengths: Vec<_> = answers.iter().map(length).collect();
                assert_eq!(lengths, [1_000_000, 15, 2_000_000]);
            }
        }
    }
}

#[tokio::test]
async fn a_server_that_ends_leaves_errors() {
    let front = Front::start(2).await;
    let session = front.session().await;
    let silent = front.post(Some(&session), &call(1, "silence", 0)).await;
    let crashed = front.post(Some(&session), &call(2, "crash", 0)).await;
    for (id, answer) in [(1, silent), (2, crashed)] {
        let error = messages(answer).await.remove(0);
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!(id), &json!(-32603)));
    }
    assert_eq!(front.post(Some(&session), &call(3, "text", 0)).await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn there_are_not_too_many() {
    let front = Front::start(1).await;
    let session = front.session().await;
    let refused = front.post(None, r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    assert_eq!(
        (refused.status(), refused.headers().contains_key("retry-after")),
        (StatusCode::SERVICE_UNAVAILABLE, true)
    );
    front.client.delete(&front.url).header("mcp-session-id", &session).send().await.unwrap();
    // Its slot is free when its process has exited.
    tokio::time::sleep(Duration::from_millis(500)).await;
    front.session().await;
}

/// The server is told that a client has disconnected.
#[tokio::test]
async fn a_client_that_goes_cancels_its_calls() {
    let front = Front::start(2).await;
    let session = front.session().await;
    let silent = front.post(Some(&session), &call(5, "silence", 0)).await;
    drop(silent);
    let own = front.client.get(&front.url).header("mcp-session-id", &session).send().await.unwrap();
    let mut own = own.bytes_stream();
    let heard = tokio::time::timeout(Duration::from_secs(20), own.next()).await.unwrap().unwrap().unwrap();
    let heard = String::from_utf8_lossy(&heard).into_owned();
    assert!(heard.contains("notifications/cancelled") && heard.contains(r#""requestId":5"#), "{heard}");
}

#[tokio::test]
async fn what_is_refused() {
    let front = Front::start(2).await;
    assert_eq!(front.post(None, "no json").await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(front.post(Some("none"), &call(1, "text", 0)).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(front.post(None, &" ".repeat(1 << 21)).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(front.client.get(&front.url).send().await.unwrap().status(), StatusCode::BAD_REQUEST);
    assert_eq!(front.client.put(&front.url).send().await.unwrap().status(), StatusCode::METHOD_NOT_ALLOWED);
}
