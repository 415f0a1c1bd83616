//! A server that rejects requests.

use super::upstream::listen;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;

pub(crate) const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#;

/// A server with these responses to each HTTP method.
pub(crate) async fn server(answer: impl Fn(&Method) -> Response + Clone + Send + Sync + 'static) -> String {
    let answer = move |method: Method| {
        let answer = answer(&method);
        async move { answer }
    };
    format!("http://{}/sse", listen(Router::new().fallback(answer)).await)
}

pub(crate) fn unauthorized(challenge: &'static str, body: &'static str) -> Response {
    let headers = [("www-authenticate", challenge), ("content-type", "application/json")];
    (StatusCode::UNAUTHORIZED, headers, body).into_response()
}

/// The server's stream of events.
pub(crate) fn stream(first: &'static str) -> Response {
    let first = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from(first))]);
    let body = Body::from_stream(first.chain(futures::stream::pending()));
    ([("content-type", "text/event-stream")], body).into_response()
}
