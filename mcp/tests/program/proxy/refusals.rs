//! Servers that reject the proxy's requests, and how it explains that.

use super::client::Client;
use super::session::Session;
use super::upstream::{call, listen};
use crate::program::Program;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use toon_mcp::proxy::Upstream;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;

/// A server with these responses to each HTTP method.
async fn server(answer: impl Fn(&Method) -> Response + Clone + Send + Sync + 'static) -> String {
    let answer = move |method: Method| {
        let answer = answer(&method);
        async move { answer }
    };
    format!("http://{}/sse", listen(Router::new().fallback(answer)).await)
}

fn unauthorized(challenge: &'static str, body: &'static str) -> Response {
    let headers = [("www-authenticate", challenge), ("content-type", "application/json")];
    (StatusCode::UNAUTHORIZED, headers, body).into_response()
}

/// The server's stream of events.
fn stream(first: &'static str) -> Response {
    let first = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from(first))]);
    let body = Body::from_stream(first.chain(futures::stream::pending()));
    ([("content-type", "text/event-stream")], body).into_response()
}

/// The error that the client gets.
async fn error(url: &str, line: &str) -> String {
    let mut client = Client::of(Upstream::new(url).unwrap());
    let answer = client.ask(line).await;
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    let error = answer["error"]["message"].as_str().unwrap().to_owned();
    client.end().await;
    error
}

#[tokio::test]
async fn credentials_are_explained() {
    let url = server(|_| {
        unauthorized("Bearer resource_metadata=\"https://mcp.example/.well-known/x?key=s3cret\"", "{}")
    });
    let oauth = error(&url.await, INITIALIZE).await;
    assert!(
        oauth.contains("asks for Bearer (resource metadata \"https://mcp.example/.well-known/x\")"),
        "{oauth}"
    );
    assert!(oauth.contains("OAuth") && oauth.contains("set TOON_MCP_UPSTREAM_TOKEN"), "{oauth}");
    assert!(oauth.contains("--header-env Authorization=VARIABLE") && !oauth.contains("s3cret"), "{oauth}");
    // Regardless of the server's own message and of the request.
    let body = r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32001,"message":"no"}}"#;
    let basic = error(&server(move |_| unauthorized("Basic realm=\"x\"", body)).await, &call(5, "a")).await;
    assert!(basic.contains("asks for Basic (realm \"x\")") && basic.contains("`Basic …`"), "{basic}");
    let forbidden = error(&server(|_| StatusCode::FORBIDDEN.into_response()).await, INITIALIZE).await;
    assert!(forbidden.contains("does not allow this request (status 403 Forbidden)"), "{forbidden}");
}

/// A server that quotes the request.
const QUOTING: &str = "Bearer realm=\"s3cret-token is no good\", error=\"invalid_token\"";
const VARIABLES: [(&str, &str); 1] = [("TOON_MCP_UPSTREAM_TOKEN", "s3cret-token")];

#[tokio::test]
async fn credentials_are_not_told() {
    let url = server(|_| unauthorized(QUOTING, "{}")).await;
    let session = tokio::task::spawn_blocking(move || {
        let mut session = Session::with(&["--upstream", &url, "-vv"], &VARIABLES);
        (session.ask(INITIALIZE), session.end().1)
    });
    let (answer, log) = session.await.unwrap();
    for text in [answer, log] {
        assert!(text.contains("does not accept the proxy's credentials"), "{text}");
        assert!(text.contains("invalid_token") && !text.contains("s3cret"), "{text}");
    }
}

/// A client that speaks HTTP gets the response unchanged. The log explains what to do.
#[cfg(unix)]
#[tokio::test]
async fn the_log_explains_credentials() {
    let url = server(|_| unauthorized(QUOTING, "{\"a\": 1}")).await;
    let front = Program::proxy(&["--upstream", &url, "-vv"], &VARIABLES);
    let answer = reqwest::Client::new().post(&front.url).body(INITIALIZE).send().await.unwrap();
    assert_eq!(
        (answer.status(), &answer.headers()["www-authenticate"]),
        (401.try_into().unwrap(), &QUOTING.parse().unwrap())
    );
    assert_eq!(answer.text().await.unwrap(), "{\"a\": 1}");
    let (_, log) = tokio::task::spawn_blocking(|| front.stop()).await.unwrap();
    assert!(log.contains("does not accept the proxy's credentials"), "{log}");
    assert!(log.contains("set TOON_MCP_UPSTREAM_TOKEN") && !log.contains("s3cret"), "{log}");
}

#[tokio::test]
async fn the_legacy_transport_is_named() {
    for status in [StatusCode::BAD_REQUEST, StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED] {
        let url = server(move |method| match *method {
            Method::GET => stream(": ping\n\nevent: endpoint\ndata: /messages?id=1\n\n"),
            _ => status.into_response(),
        });
        let error = error(&url.await, INITIALIZE).await;
        assert!(error.contains("legacy HTTP+SSE transport (protocol 2024-11-05)"), "{error}");
        assert!(error.contains("/mcp instead of /sse"), "{error}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn the_log_names_the_legacy_transport() {
    let (asked, mut is_asked) = tokio::sync::mpsc::unbounded_channel();
    let url = server(move |method| match *method {
        Method::GET => {
            asked.send(()).unwrap();
            stream("event: endpoint\ndata: /messages?id=1\n\n")
        }
        _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
    });
    let front = Program::proxy(&["--upstream", &url.await], &[]);
    let answer = reqwest::Client::new().post(&front.url).body(INITIALIZE).send().await.unwrap();
    assert_eq!(answer.status(), 405);
    // The proxy sends this request itself, and the response does not wait for it.
    tokio::time::timeout(Duration::from_secs(10), is_asked.recv()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (_, log) = tokio::task::spawn_blocking(|| front.stop()).await.unwrap();
    assert!(log.contains("legacy HTTP+SSE transport"), "{log}");
}

#[tokio::test]
async fn other_servers_are_not_of_the_legacy_transport() {
    let plain = "the MCP server answered with status 405 Method Not Allowed";
    let first_events =
        ["", ": ping\n\n", "event: message\ndata: endpoint\n\n", "data: 1\n\nevent: endpoint\ndata: /\n\n"];
    for first in first_events {
        let url = server(move |method| match *method {
            Method::GET => stream(first),
            _ => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        });
        let started = Instant::now();
        assert_eq!(error(&url.await, INITIALIZE).await, plain, "{first}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
    assert_eq!(
        error(&server(|_| StatusCode::METHOD_NOT_ALLOWED.into_response()).await, INITIALIZE).await,
        plain
    );
}

/// A JSON-RPC error reaches the client regardless of the status; one that answers no request is
/// only quoted.
#[tokio::test]
async fn errors_with_a_status() {
    let refused = |id: Value| {
        let body = json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32600, "message": "no such thing"}});
        server(move |_| {
            let headers = [("content-type", "application/json")];
            (StatusCode::UNPROCESSABLE_ENTITY, headers, body.to_string()).into_response()
        })
    };
    let mut client = Client::of(Upstream::new(&refused(json!(0)).await).unwrap());
    assert_eq!(client.ask(INITIALIZE).await["error"]["code"], -32600);
    client.end().await;
    let error = error(&refused(Value::Null).await, INITIALIZE).await;
    assert_eq!(error, "the MCP server answered with status 422 Unprocessable Entity: no such thing");
}
