//! HTTP in front of a server that speaks HTTP as well.

use crate::http::Token;
use crate::proxy::{self, Forward, Rewriter};
use crate::tests::support::upstream::{Upstream, call, listen};
use axum::Router;
use axum::http::{HeaderMap, Method};
use futures::StreamExt;
use reqwest::Client;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use toon_convert::{Converter, Measure, Rules};

struct Setup {
    upstream: Upstream,
    url: String,
    client: Client,
}

async fn setup_with(rules: Rules, add_headers: impl FnOnce(proxy::Upstream) -> proxy::Upstream) -> Setup {
    let upstream = Upstream::default();
    let there = add_headers(proxy::Upstream::new(&upstream.listen().await).unwrap());
    let rules = rules.min_size_bytes(0).measure(Measure::Bytes).any_savings(true);
    let rewriter = Arc::new(Rewriter::new(Converter::new(rules).unwrap()));
    let forward = Forward::new(there, rewriter, 100_000, 1 << 20);
    let here = listen(forward.router()).await;
    Setup { upstream, url: format!("http://{here}/mcp"), client: Client::new() }
}

async fn setup() -> Setup {
    setup_with(Rules::new(), |there| there).await
}

impl Setup {
    async fn post(&self, body: &str) -> reqwest::Response {
        let request =
            self.client.post(&self.url).header("mcp-session-id", "s1").header("mcp-protocol-version", "v");
        request.body(body.to_owned()).send().await.unwrap()
    }

    async fn call(&self, id: u32, name: &str) -> reqwest::Response {
        self.post(&call(id, name)).await
    }

    fn heard(&self) -> Vec<(Method, HeaderMap, String)> {
        self.upstream.heard()
    }
}

#[tokio::test]
async fn results_in_json() {
    let setup = setup().await;
    let answer = setup.call(1, "json").await;
    assert_eq!(answer.headers()["x-own"], "1");
    assert_eq!(answer.headers()["content-type"], "application/json; charset=utf-8");
    let answer: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    let block = &answer["result"]["content"][0];
    assert_eq!(block["text"], "rows[3]{id,name}:\n  1,Ada\n  2,Bob\n  3,Cyd");
    assert_eq!(block["_meta"]["toon/format"], "toon");
}

#[tokio::test]
async fn results_in_events() {
    let setup = setup().await;
    let answer = setup.call(1, "events").await;
    assert_eq!(answer.headers()["content-type"], "text/event-stream");
    let text = answer.text().await.unwrap();
    let (first, second) = text.split_once("\n\n").unwrap();
    assert!(first.starts_with(": x\ndata: {") && first.ends_with(r#""progress":0.50}}"#), "{first}");
    let data = second.strip_prefix("event: message\ndata: ").unwrap().trim_end();
    let answer: Value = serde_json::from_str(data).unwrap();
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[3]"));
}

#[tokio::test]
async fn requests_and_headers_go_through() {
    let setup = setup().await;
    let body = r#"{"jsonrpc":"2.0" , "id":1,"method":"initialize","params":{"z":1.0}}"#;
    let request = setup
        .client
        .post(&setup.url)
        .header("x-client", "c")
        .header("connection", "x-hop")
        .header("x-hop", "1")
        .header("origin", "http://front.example");
    let answer = request.header("authorization", "Bearer mine").body(body).send().await.unwrap();
    assert_eq!(answer.headers()["mcp-session-id"], "s1");
    assert!(answer.text().await.unwrap().contains(r#"{"a": 1.0}"#));
    let (method, headers, heard) = setup.heard().remove(0);
    assert_eq!((method, heard.as_str()), (Method::POST, body));
    assert_eq!(headers["x-client"], "c");
    assert_eq!(headers["authorization"], "Bearer mine");
    assert!(!headers.contains_key("x-hop") && !headers.contains_key("origin"));
    let accepted = setup.post(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert_eq!(accepted.status(), 202);
    let busy = setup.call(3, "busy").await;
    assert_eq!((busy.status().as_u16(), busy.headers()["retry-after"].to_str().unwrap()), (503, "3"));
    assert_eq!(busy.text().await.unwrap(), "later");
}

#[tokio::test]
async fn headers_of_the_proxy_replace_those_of_the_client() {
    let token = Token::new("secret").unwrap();
    let setup =
        setup_with(Rules::new(), |there| there.token(&token).unwrap().header("X-Tenant", "theirs").unwrap())
            .await;
    let request = setup.client.post(&setup.url).header("authorization", "Bearer mine");
    request.header("x-tenant", "mine").header("x-own", "mine").body(call(1, "json")).send().await.unwrap();
    let headers = &setup.heard()[0].1;
    assert_eq!(headers["authorization"], "Bearer secret");
    assert_eq!(headers.get_all("x-tenant").iter().collect::<Vec<_>>(), ["theirs"]);
    assert_eq!(headers["x-own"], "mine");
}

/// A result that arrives on another stream of its session.
#[tokio::test]
async fn results_in_the_stream_of_a_session() {
    let setup = setup().await;
    setup.post(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    // A stream with ids, which the client loses.
    let mut lost = setup.call(7, "resumable").await.bytes_stream();
    lost.next().await.unwrap().unwrap();
    drop(lost);
    let stream = setup.client.get(&setup.url).header("mcp-session-id", "s1").send().await.unwrap();
    let text = stream.text().await.unwrap();
    assert!(text.starts_with(": hello\n\nid: 9\ndata: "), "{text}");
    assert!(text.contains("rows[3]{id,name}"), "{text}");
}

#[tokio::test]
async fn what_is_too_long_goes_through() {
    let setup = setup_with(Rules::new(), |there| there).await;
    let events = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"long","events":true}}"#;
    for body in [call(1, "long").as_str(), events] {
        let text = setup.post(body).await.text().await.unwrap();
        assert!(text.len() > 3_000_000 && text.contains("xxx"));
        // It is a response, so nothing follows it.
        assert!(!text.contains("error"), "{}", &text[text.len() - 200..]);
    }
    let refused = setup.post(&"x".repeat((1 << 20) + 1)).await;
    assert_eq!(refused.status(), 413);
}

#[tokio::test]
async fn answers_that_break_off_are_errors() {
    let setup = setup().await;
    for (id, name) in [(1, "breaks"), (2, "ends"), (3, "half")] {
        let text = setup.call(id, name).await.text().await.unwrap();
        // As a client reads it: up to a blank line, and the data lines in it.
        let (event, _) = text.rsplit_once("\n\n").unwrap_or((&text, ""));
        let event = event.rsplit("\n\n").next().unwrap();
        let data = event.lines().filter_map(|line| line.strip_prefix("data:")).collect::<Vec<_>>();
        let data = if data.is_empty() { text.clone() } else { data.join("\n") };
        let error: Value = serde_json::from_str(&data).unwrap_or_else(|_| panic!("{name}: {text}"));
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!(id), &json!(-32603)), "{name}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there() {
    let rewriter = Arc::new(Rewriter::new(Converter::new(Rules::new()).unwrap()));
    let there = listen(Router::new()).await;
    let gone = SocketAddr::from(([127, 0, 0, 1], there.port().wrapping_add(1).max(1024)));
    let gone = proxy::Upstream::new(&format!("http://{gone}/")).unwrap();
    let forward = Forward::new(gone, rewriter, 1000, 1000);
    let url = format!("http://{}/", listen(forward.router()).await);
    let client = Client::new();
    let answer = client.post(&url).body(format!("[{},{}]", call(1, "a"), call(2, "b"))).send().await.unwrap();
    let errors: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(errors.as_array().unwrap().len(), 2);
    assert_eq!(client.get(&url).send().await.unwrap().status(), 502);
}

/// Whether the server was told that nobody waits for a call any more.
async fn is_cancelled(name: &str) -> bool {
    let setup = setup().await;
    let answer = setup.call(5, name).await;
    let mut stream = answer.bytes_stream();
    stream.next().await.unwrap().unwrap();
    drop(stream);
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let heard = setup.heard();
        if let Some((_, headers, _)) = heard.iter().find(|(_, _, body)| body.contains(r#""requestId":5"#)) {
            assert_eq!(headers["mcp-session-id"], "s1");
            assert_eq!(headers["mcp-protocol-version"], "v");
            return true;
        }
    }
    false
}

#[tokio::test]
async fn a_client_that_goes_cancels_its_calls() {
    assert!(is_cancelled("never").await);
}

/// A client that can resume the stream does not cancel the call.
#[tokio::test]
async fn a_client_that_may_come_back_does_not() {
    assert!(!is_cancelled("resumable").await);
}

#[test]
fn what_is_no_upstream() {
    let upstream = |url: &str| proxy::Upstream::new(url).map(drop).map_err(|error| error.to_string());
    assert!(upstream("http://x").is_ok());
    assert!(upstream("nowhere").unwrap_err().starts_with("invalid URL of the server"));
    // Its secrets are not revealed either.
    for url in ["ftp://user:secret@x", "http://user:secret@x:99999/"] {
        let error = upstream(url).unwrap_err();
        let is_about_it =
            ["the server's URL", "invalid URL of the server"].iter().any(|start| error.starts_with(start));
        assert!(is_about_it && !error.contains("secret"), "{error}");
    }
}
