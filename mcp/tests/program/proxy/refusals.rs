//! Servers that reject the proxy's requests, and how its log explains that.

use super::line_client::LineClient;
use crate::program::Program;
use crate::support::refusing::{INITIALIZE, server, stream, unauthorized};
use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use std::time::Duration;

/// A server that quotes the request.
const QUOTING: &str = "Bearer realm=\"s3cret-token is no good\", error=\"invalid_token\"";
const VARIABLES: [(&str, &str); 1] = [("TOON_MCP_UPSTREAM_TOKEN", "s3cret-token")];

#[tokio::test]
async fn credentials_are_not_told() {
    let url = server(|_| unauthorized(QUOTING, "{}")).await;
    let session = tokio::task::spawn_blocking(move || {
        let mut session = LineClient::with(&["--upstream", &url, "-vv"], &VARIABLES);
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
