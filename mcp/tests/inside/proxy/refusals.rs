//! Servers that reject the proxy's requests, and how it explains that to the client.

use super::client::Client;
use crate::proxy::Upstream;
use crate::tests::support::refusing::{INITIALIZE, server, stream, unauthorized};
use crate::tests::support::upstream::call;
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

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
