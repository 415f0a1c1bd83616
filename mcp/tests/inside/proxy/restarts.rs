//! An HTTP server that is restarted while the proxy has a session with it.

use super::client::Client;
use crate::proxy::Upstream;
use crate::tests::support::upstream::call;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0", "id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"z":1.0}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0", "method":"notifications/initialized"}"#;
const CHALLENGE: &str = r#"Bearer realm="new""#;

/// How the server responds to a request of an unknown session.
const UNKNOWN: [(u16, &str); 4] = [
    (404, ""),
    (404, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#),
    (400, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"No valid session ID provided"}}"#),
    (401, "Unauthorized: Session not found"),
];

/// A server on one address, which can be stopped with all its connections, and started again.
struct Server {
    notes: Arc<Mutex<Notes>>,
    address: SocketAddr,
    runtime: Option<Runtime>,
}

struct Notes {
    heard: Vec<(Method, HeaderMap, String)>,
    /// The sessions, each with its own stream of events.
    sessions: HashSet<String>,
    has_sessions: bool,
    has_streams: bool,
    started: u32,
    unknown: (u16, &'static str),
    initialize: Initialize,
}

/// How it responds to `initialize`.
#[derive(Clone)]
enum Initialize {
    Json,
    Events,
    /// It responds when there is a permit.
    Held(Arc<Semaphore>),
    Refused(u16, &'static str),
}

impl Server {
    fn start(unknown: (u16, &'static str)) -> Self {
        let notes = Notes {
            heard: Vec::new(),
            sessions: HashSet::new(),
            has_sessions: true,
            has_streams: false,
            started: 0,
            unknown,
            initialize: Initialize::Json,
        };
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut server = Server { notes: Arc::new(Mutex::new(notes)), address, runtime: None };
        server.listen();
        server
    }

    fn listen(&mut self) {
        // The connections of the previous server may still be closing.
        let bound = (0..100).find_map(|_| {
            TcpListener::bind(self.address).ok().or_else(|| {
                std::thread::sleep(Duration::from_millis(50));
                None
            })
        });
        let listener = bound.expect("the address is free again");
        listener.set_nonblocking(true).unwrap();
        let router = Router::new().fallback(answer).with_state(Arc::clone(&self.notes));
        let runtime = Runtime::new().unwrap();
        runtime.spawn(async move {
            axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), router).await
        });
        self.runtime = Some(runtime);
    }

    /// Breaks all connections, and forgets all sessions.
    async fn stop(&mut self) {
        let runtime = self.runtime.take().unwrap();
        let stopped = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(Duration::from_secs(10)));
        stopped.await.unwrap();
        self.notes().sessions.clear();
        // The client should notice that its connections are closed. A request on one of them would
        // be an error.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    async fn restart(&mut self) {
        self.stop().await;
        self.listen();
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap()
    }

    /// A client that has completed the handshake.
    async fn client(&self) -> Client {
        let mut client = Client::of(Upstream::new(&format!("http://{}/mcp", self.address)).unwrap());
        let answer = client.ask(INITIALIZE).await;
        assert_eq!((&answer["id"], answer["result"].is_object()), (&json!("i"), true), "{answer}");
        client.send(INITIALIZED).await;
        client
    }

    /// How often it has received a request with this text in it.
    fn count(&self, text: &str) -> usize {
        self.notes().heard.iter().filter(|(_, _, body)| body.contains(text)).count()
    }

    async fn wait_for(&self, text: &str, count: usize) {
        for _ in 0..1000 {
            if self.count(text) >= count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{text} was heard {} times", self.count(text));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn answer(State(notes): State<Arc<Mutex<Notes>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let body = String::from_utf8(body.into()).unwrap();
    let message: Value = serde_json::from_str(&body).unwrap_or_default();
    let session = parts.headers.get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned());
    let initialize = {
        let mut notes = notes.lock().unwrap();
        notes.heard.push((parts.method.clone(), parts.headers, body));
        if message["method"] != "initialize" {
            let is_known = session.as_ref().is_some_and(|session| notes.sessions.contains(session));
            if notes.has_sessions && !is_known {
                let (status, body) = notes.unknown;
                let status = StatusCode::from_u16(status).unwrap();
                return (status, [("content-type", "application/json")], body).into_response();
            }
            if parts.method == Method::GET && !notes.has_streams {
                return StatusCode::METHOD_NOT_ALLOWED.into_response();
            }
        }
        notes.initialize.clone()
    };
    let id = &message["id"];
    match message["method"].as_str().unwrap_or_default() {
        _ if parts.method == Method::GET => {
            let hello = json!({"jsonrpc": "2.0", "method": "notifications/message", "params": session});
            let hello = futures::stream::iter([Ok::<_, std::io::Error>(format!("data: {hello}\n\n"))]);
            let body =
                Body::from_stream(hello.chain(futures::stream::pending()).map(|text| text.map(Bytes::from)));
            ([("content-type", "text/event-stream")], body).into_response()
        }
        "initialize" => {
            match &initialize {
                Initialize::Held(permits) => permits.acquire().await.unwrap().forget(),
                Initialize::Refused(status, body) => {
                    let status = StatusCode::from_u16(*status).unwrap();
                    let headers = [("content-type", "application/json"), ("www-authenticate", CHALLENGE)];
                    return (status, headers, *body).into_response();
                }
                Initialize::Json | Initialize::Events => {}
            }
            let mut notes = notes.lock().unwrap();
            notes.started += 1;
            let session = format!("s{}", notes.started);
            notes.sessions.insert(session.clone());
            let result = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {}});
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
            let (kind, body) = match initialize {
                Initialize::Events => ("text/event-stream", format!(": hello\n\ndata: {answer}\n\n")),
                _ => ("application/json", answer.to_string()),
            };
            if notes.has_sessions {
                ([("content-type", kind), ("mcp-session-id", &session)], body).into_response()
            } else {
                ([("content-type", kind)], body).into_response()
            }
        }
        "tools/call" if message["params"]["name"] == "begin" => {
            // The rest can be requested by this id.
            let begun = futures::stream::iter([Ok::<_, std::io::Error>("id: 1\ndata:\n\n")]);
            let body = Body::from_stream(begun.chain(futures::stream::pending()));
            ([("content-type", "text/event-stream")], body).into_response()
        }
        "tools/call" if message["params"]["name"] == "hang" => std::future::pending().await,
        "tools/call" => {
            let content = json!([{"type": "text", "text": session.unwrap_or_default()}]);
            let answer = json!({"jsonrpc": "2.0", "id": id, "result": {"content": content}});
            ([("content-type", "application/json")], answer.to_string()).into_response()
        }
        _ => StatusCode::ACCEPTED.into_response(),
    }
}

/// The session in which a call got its response.
#[track_caller]
fn session_of(answer: &Value, id: u32) -> String {
    assert_eq!(answer["id"], id, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// The text of the error that a call got.
#[track_caller]
fn error_of(answer: &Value, id: u32) -> String {
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!(id), &json!(-32603)), "{answer}");
    answer["error"]["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_lost_session_is_started_anew() {
    for unknown in UNKNOWN {
        for initialize in [Initialize::Json, Initialize::Events] {
            let mut server = Server::start(unknown);
            server.notes().initialize = initialize;
            let mut client = server.client().await;
            assert_eq!(session_of(&client.ask(&call(1, "a")).await, 1), "s1");
            server.restart().await;
            let error = error_of(&client.ask(&call(2, "b")).await, 2);
            assert!(
                error.contains("restarted or ended the session") && error.ends_with("try again"),
                "{unknown:?}: {error}"
            );
            // The response to the second `initialize` would arrive earlier.
            assert_eq!(session_of(&client.ask(&call(3, "c")).await, 3), "s2");
            client.end().await;
            assert_eq!((server.count(INITIALIZE), server.count(INITIALIZED)), (2, 2), "{unknown:?}");
            assert_eq!(server.count(&call(2, "b")), 1, "{unknown:?}");
            let heard = &server.notes().heard;
            let second = heard.iter().rposition(|(_, _, body)| body == INITIALIZE).unwrap();
            assert!(!heard[second].1.contains_key("mcp-session-id"));
            for (_, headers, body) in &heard[second + 1..] {
                assert_eq!(headers["mcp-session-id"], "s2", "{body}");
                assert_eq!(headers["mcp-protocol-version"], "2025-06-18", "{body}");
            }
            assert_eq!(heard[second + 1].2, INITIALIZED);
            assert_eq!(heard.last().unwrap().0, Method::DELETE);
        }
    }
}

/// It is not repeated: only the client knows whether it may be.
#[tokio::test]
async fn a_call_under_way_is_an_error() {
    let mut server = Server::start(UNKNOWN[0]);
    let mut client = server.client().await;
    client.send(&call(1, "hang")).await;
    server.wait_for(&call(1, "hang"), 1).await;
    server.stop().await;
    let error = error_of(&client.line().await, 1);
    assert_eq!(error, "the MCP server cannot be reached");
    // While nobody listens.
    let error = error_of(&client.ask(&call(2, "a")).await, 2);
    assert_eq!(error, "the MCP server cannot be reached");
    server.listen();
    error_of(&client.ask(&call(3, "a")).await, 3);
    assert_eq!(session_of(&client.ask(&call(4, "a")).await, 4), "s2");
    assert_eq!(server.count(&call(1, "hang")), 1);
}

#[tokio::test]
async fn calls_share_a_new_session() {
    let mut server = Server::start(UNKNOWN[0]);
    let mut client = server.client().await;
    server.restart().await;
    let permits = Arc::new(Semaphore::new(0));
    server.notes().initialize = Initialize::Held(Arc::clone(&permits));
    for id in 1..=8 {
        client.send(&call(id, "early")).await;
    }
    server.wait_for(r#""early""#, 8).await;
    server.wait_for(INITIALIZE, 2).await;
    // A request that arrives meanwhile waits for the new session; one that nobody waits for does
    // not keep it from others.
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#).await;
    client.send(&call(9, "late")).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(server.count(r#""late""#), 0);
    permits.add_permits(8);
    let mut errors = Vec::new();
    loop {
        let answer = client.line().await;
        if answer["id"] == 9 {
            assert_eq!(session_of(&answer, 9), "s2");
        } else {
            let id = u32::try_from(answer["id"].as_u64().unwrap()).unwrap();
            assert!(error_of(&answer, id).ends_with("try again"));
            errors.push(id);
        }
        if errors.len() == 7 && server.count(r#""late""#) == 1 {
            break;
        }
    }
    errors.sort_unstable();
    assert_eq!(errors, [2, 3, 4, 5, 6, 7, 8]);
    client.end().await;
    assert_eq!((server.count(INITIALIZE), server.count(r#""early""#)), (2, 8));
}

#[tokio::test]
async fn a_session_that_cannot_be_started_is_tried_again() {
    let mut server = Server::start(UNKNOWN[0]);
    let mut client = server.client().await;
    server.restart().await;
    for (id, status, body, reason) in [
        (1, 503, "", "the MCP server answered with status 503 Service Unavailable"),
        (2, 401, "", r#"asks for Bearer (realm "new"); set TOON_MCP_UPSTREAM_TOKEN"#),
        (3, 400, r#"{"jsonrpc":"2.0","id":"i","error":{"code":-32602,"message":"too new"}}"#, "too new"),
        (4, 200, r#"{"jsonrpc":"2.0","id":"i","error":{"code":-32602,"message":"too old"}}"#, "too old"),
        (5, 200, "<html>", "its answer to `initialize` is not JSON-RPC"),
    ] {
        server.notes().initialize = Initialize::Refused(status, body);
        let error = error_of(&client.ask(&call(id, "a")).await, id);
        assert!(error.contains("a new session cannot be started: "), "{error}");
        assert!(error.contains(reason), "{error}");
    }
    server.notes().initialize = Initialize::Json;
    assert!(error_of(&client.ask(&call(6, "a")).await, 6).ends_with("try again"));
    assert_eq!(session_of(&client.ask(&call(7, "a")).await, 7), "s2");
}

#[tokio::test]
async fn a_session_that_is_not_answered_is_given_up() {
    let mut server = Server::start(UNKNOWN[0]);
    let mut client = server.client().await;
    server.restart().await;
    server.notes().initialize = Initialize::Held(Arc::new(Semaphore::new(0)));
    for id in 1..=3 {
        client.send(&call(id, "a")).await;
    }
    for _ in 1..=3 {
        let answer = client.line().await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.ends_with("a new session cannot be started: it does not answer"), "{message}");
    }
    // They have waited for the same one.
    assert_eq!(server.count(INITIALIZE), 2);
    client.end().await;
}

/// The stream of unsolicited messages is opened again, without waiting for a call.
#[tokio::test]
async fn the_stream_comes_back() {
    let mut server = Server::start(UNKNOWN[0]);
    server.notes().has_streams = true;
    let mut client = server.client().await;
    assert_eq!(client.line().await["params"], "s1");
    server.restart().await;
    assert_eq!(client.line().await["params"], "s2");
    assert_eq!(session_of(&client.ask(&call(1, "a")).await, 1), "s2");
    // The server forgets the session, but no connection breaks.
    server.notes().sessions.clear();
    client.send(&call(2, "a")).await;
    let mut lines = [client.line().await, client.line().await];
    lines.sort_by_key(|line| line["method"].is_string());
    assert!(error_of(&lines[0], 2).ends_with("try again"));
    assert_eq!(lines[1]["params"], "s3");
    client.end().await;
}

/// The rest of a response cannot be requested in another session: waiting for its stream would
/// never end.
#[tokio::test]
async fn an_answer_does_not_outlive_its_session() {
    let mut server = Server::start(UNKNOWN[0]);
    server.notes().has_streams = true;
    let mut client = server.client().await;
    assert_eq!(client.line().await["params"], "s1");
    client.send(&call(1, "begin")).await;
    server.wait_for(r#""begin""#, 1).await;
    // The client's side of the proxy has received it, too.
    tokio::time::sleep(Duration::from_millis(300)).await;
    server.restart().await;
    let mut lines = [client.line().await, client.line().await];
    lines.sort_by_key(|line| line["method"].is_string());
    assert_eq!(error_of(&lines[0], 1), "the MCP server broke off its response");
    assert_eq!(lines[1]["params"], "s2");
    let heard = &server.notes().heard;
    let again: Vec<_> =
        heard.iter().filter(|(_, headers, _)| headers.contains_key("last-event-id")).collect();
    assert!(again.len() == 1 && again[0].1["mcp-session-id"] == "s1", "{again:?}");
}

/// A server without streams may report that with the status of a lost session.
#[tokio::test]
async fn no_stream_is_not_a_lost_session() {
    let server = Server::start((404, ""));
    let mut client = server.client().await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(session_of(&client.ask(&call(1, "a")).await, 1), "s1");
    assert_eq!(server.count(INITIALIZE), 1);
}

#[tokio::test]
async fn a_server_without_sessions_restarts() {
    let mut server = Server::start(UNKNOWN[0]);
    server.notes().has_sessions = false;
    let mut client = server.client().await;
    server.stop().await;
    error_of(&client.ask(&call(1, "a")).await, 1);
    server.listen();
    assert_eq!(session_of(&client.ask(&call(2, "a")).await, 2), "");
    assert_eq!(server.count(INITIALIZE), 1);
}
