//! The server behind the proxy.

use crate::Outcome;
use crate::content::{self, Shape};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::serve::ListenerExt;
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

/// How many calls hang.
type Hanging = Arc<AtomicUsize>;

/// One call that hangs, until it is dropped.
struct Hang(Hanging);

impl Hang {
    fn new(count: &Hanging) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Hang(Arc::clone(count))
    }
}

impl Drop for Hang {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Serves until standard input ends, so that it does not outlive who started it.
pub(crate) async fn run(port: u16) -> Outcome<()> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    writeln!(std::io::stdout(), "listening on http://{}/mcp", listener.local_addr()?)?;
    let router = Router::new().route("/mcp", post(handle)).with_state(Hanging::default());
    // Else small pieces wait for others.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    tokio::select! {
        served = axum::serve(listener, router) => Ok(served?),
        _ = async { tokio::io::stdin().read_to_end(&mut Vec::new()).await } => Ok(()),
    }
}

async fn handle(State(hanging): State<Hanging>, body: Bytes) -> Response {
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let Some(id) = message["id"].as_u64() else { return StatusCode::ACCEPTED.into_response() };
    let params = &message["params"];
    let number = |name: &str| params["arguments"][name].as_u64().unwrap_or_default();
    let size = usize::try_from(number("size")).unwrap_or_default();
    let seed = number("seed");
    match params["name"].as_str().unwrap_or_default() {
        "rows" => send(id, &content::rows(seed, size), seed),
        "filler" => send(id, &content::filler(seed, size), seed),
        "hanging" => json_body(content::answer(id, &json!(hanging.load(Ordering::SeqCst)).to_string())),
        "hang" => hang(Hang::new(&hanging), id, seed).await,
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn json_body(body: impl Into<Body>) -> Response {
    ([("content-type", "application/json")], body.into()).into_response()
}

fn event_stream(body: Body) -> Response {
    ([("content-type", "text/event-stream")], body).into_response()
}

fn event(data: &str) -> String {
    format!("event: message\ndata: {data}\n\n")
}

fn send(id: u64, text: &str, seed: u64) -> Response {
    let answer = content::answer(id, text);
    if Shape::of(seed) == Shape::Json {
        return json_body(answer);
    }
    let events = content::progress(id).iter().map(|data| event(data)).collect::<String>() + &event(&answer);
    // In pieces, none of which ends where an event does.
    let bytes = Bytes::from(events);
    let cuts = [0, 70, 200, 200 + bytes.len() / 2, bytes.len()].map(|cut| cut.min(bytes.len()));
    let pieces: Vec<Bytes> = cuts
        .windows(2)
        .filter_map(|cut| if let &[from, to] = cut { Some(bytes.slice(from..to)) } else { None })
        .collect();
    let pieces = stream::iter(pieces).then(|piece| async {
        tokio::task::yield_now().await;
        Ok::<_, Infallible>(piece)
    });
    event_stream(Body::from_stream(pieces))
}

/// An answer that never ends: it has not begun, or it is half there, or it is a stream with nothing
/// but a sign of life.
async fn hang(hang: Hang, id: u64, how: u64) -> Response {
    let first = match how {
        0 => {
            std::future::pending::<()>().await;
            drop(hang);
            return StatusCode::OK.into_response();
        }
        1 => content::answer(id, "half").split_at(20).0.to_owned(),
        _ => content::progress(id).map(|data| event(&data)).concat(),
    };
    let rest = stream::once(async move {
        std::future::pending::<()>().await;
        drop(hang);
        Ok::<_, Infallible>(Bytes::new())
    });
    let body = Body::from_stream(stream::iter([Ok(Bytes::from(first))]).chain(rest));
    if how == 1 { json_body(body) } else { event_stream(body) }
}
