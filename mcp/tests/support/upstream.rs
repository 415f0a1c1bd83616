//! An HTTP server that records the requests.

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A server that records the requests.
#[derive(Clone, Default)]
pub(crate) struct Upstream {
    pub(crate) heard: Arc<Mutex<Vec<(Method, HeaderMap, String)>>>,
}

const ROWS: &str =
    r#"{"rows": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cyd"}]}"#;

fn rows(id: &Value) -> String {
    let result = json!({"content": [{"type": "text", "text": ROWS}]});
    format!(r#"{{"result":{result},"jsonrpc":"2.0","id":{id}}}"#)
}

fn event_stream(body: Body) -> Response {
    ([("content-type", "text/event-stream")], body).into_response()
}

/// Chunks, each after a moment, and then the given end.
fn slowly<const N: usize>(chunks: [String; N], end: Option<std::io::Error>) -> Body {
    let chunks = chunks.map(Ok).into_iter().chain(end.map(Err));
    Body::from_stream(futures::stream::iter(chunks).then(|chunk| async move {
        tokio::time::sleep(Duration::from_millis(20)).await;
        chunk.map(Bytes::from)
    }))
}

fn broken() -> std::io::Error {
    std::io::Error::other("broken")
}

async fn answer(State(upstream): State<Upstream>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let body = String::from_utf8(body.into()).unwrap();
    upstream.heard.lock().unwrap().push((parts.method.clone(), parts.headers, body.clone()));
    if parts.method != Method::POST {
        let stream =
            slowly([": hello\n\n".to_owned(), format!("id: 9\ndata: {}\n\n", rows(&json!(7)))], None);
        return event_stream(stream);
    }
    let message: Value = serde_json::from_str(&body).unwrap_or_default();
    let id = &message["id"];
    match message["params"]["name"].as_str().unwrap_or_default() {
        "json" => {
            ([("content-type", "application/json; charset=utf-8"), ("x-own", "1")], rows(id)).into_response()
        }
        "events" => {
            let progress =
                r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":0.50}}"#;
            let rows = format!("event: message\ndata: {}\n\n", rows(id));
            let (first, second) = rows.split_at(50);
            event_stream(slowly([format!(": x\ndata: {progress}\n\n{first}"), second.to_owned()], None))
        }
        "breaks" => event_stream(slowly([": begun\n\n".to_owned()], Some(broken()))),
        "ends" => event_stream(slowly([": begun\n\n".to_owned()], None)),
        "half" => {
            let body = slowly([rows(id).split_at(30).0.to_owned()], Some(broken()));
            ([("content-type", "application/json")], body).into_response()
        }
        "long" => {
            let length = message["params"]["arguments"]["count"].as_u64().unwrap_or(3_000_000);
            let text = "x".repeat(usize::try_from(length).unwrap());
            let result = json!({"content": [{"type": "text", "text": text}]});
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
            if message["params"]["events"] == true {
                return event_stream(Body::from(format!("data: {answer}\n\n")));
            }
            ([("content-type", "application/json")], answer).into_response()
        }
        "latin-1" => {
            let answer = rows(id).replace("Ada", "Ad\u{1}").into_bytes();
            let answer: Vec<u8> =
                answer.into_iter().map(|byte| if byte == 1 { 0xe9 } else { byte }).collect();
            if message["params"]["events"] == true {
                return event_stream(Body::from([b"data: ", &answer[..], b"\n\n"].concat()));
            }
            ([("content-type", "application/json")], answer).into_response()
        }
        "long half" => {
            let body = slowly([rows(id).split_at(30).0.to_owned(), "x".repeat(1_000_000)], Some(broken()));
            ([("content-type", "application/json")], body).into_response()
        }
        "long half event" => {
            let half = format!("data: {}", rows(id).split_at(30).0);
            event_stream(slowly([half, "x".repeat(1_000_000)], Some(broken())))
        }
        "never" => {
            let beats = futures::stream::unfold((), |()| async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Some((Ok::<_, std::io::Error>(Bytes::from(": beat\n\n")), ()))
            });
            event_stream(Body::from_stream(beats))
        }
        "lost" => event_stream(slowly(["id: 8\ndata:\n\n".to_owned()], None)),
        "resumable" => {
            let beats = futures::stream::unfold(0, |id| async move {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Some((Ok::<_, std::io::Error>(Bytes::from(format!("id: {id}\ndata:\n\n"))), id + 1))
            });
            event_stream(Body::from_stream(beats))
        }
        "busy" => (StatusCode::SERVICE_UNAVAILABLE, [("retry-after", "3")], "later").into_response(),
        _ if message["method"] == "initialize" => {
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"a": 1.0}}}}"#);
            ([("content-type", "application/json"), ("mcp-session-id", "s1")], answer).into_response()
        }
        _ => StatusCode::ACCEPTED.into_response(),
    }
}

pub(crate) async fn listen(router: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

impl Upstream {
    pub(crate) async fn listen(&self) -> String {
        let address = listen(Router::new().fallback(answer).with_state(self.clone())).await;
        format!("http://{address}/mcp?x=1")
    }

    pub(crate) fn heard(&self) -> Vec<(Method, HeaderMap, String)> {
        self.heard.lock().unwrap().clone()
    }
}

pub(crate) fn call(id: u32, name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}"}}}}"#)
}
