//! Standard input and output in front of a server that speaks HTTP.

use super::client::{Client, MAX_BYTES};
use crate::http::Token;
use crate::proxy::{self, Relay, Rewriter, run_remote};
use crate::tests::support::upstream::{Upstream, call};
use axum::http::Method;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncWriteExt, BufReader};
use toon_convert::{Converter, Rules};

/// A client, and the server that it reaches.
async fn start() -> (Upstream, Client) {
    let upstream = Upstream::default();
    let there = proxy::Upstream::new(&upstream.listen().await).unwrap();
    (upstream, Client::of(there.token(&Token::new("secret").unwrap()).unwrap()))
}

async fn shake_hands(client: &mut Client) {
    let answer = client.ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#).await;
    assert_eq!(answer["result"]["a"], 1.0);
}

/// Disconnects the client, and returns everything that the server received.
async fn end(upstream: Upstream, client: Client) -> Vec<(Method, String, String)> {
    client.end().await;
    let session = |headers: &axum::http::HeaderMap| {
        headers.get("mcp-session-id").map(|id| id.to_str().unwrap().to_owned()).unwrap_or_default()
    };
    let heard = upstream.heard().into_iter();
    heard.map(|(method, headers, body)| (method, session(&headers), body)).collect()
}

#[tokio::test]
async fn a_session() {
    let (upstream, mut client) = start().await;
    shake_hands(&mut client).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    // The stream of unsolicited messages, with a result that nobody waits for.
    assert_eq!(client.line().await["id"], 7);
    let answer = client.ask(&call(1, "json")).await;
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[3]{id,name}:"));
    client.send(&call(2, "events")).await;
    loop {
        let line = client.line().await;
        if line["id"] == 2 {
            assert_eq!(line["result"]["content"][0]["_meta"]["toon/format"], "toon");
            break;
        }
        assert!(line["method"] == "notifications/progress" || line["id"] == 7, "{line}");
    }
    let heard = end(upstream, client).await;
    assert_eq!((&heard[0].0, heard[0].1.as_str()), (&Method::POST, ""));
    assert!(heard[1..].iter().all(|(_, session, _)| session == "s1"), "{heard:?}");
    assert!(heard.iter().any(|(method, _, _)| method == Method::GET));
    assert_eq!(heard.last().unwrap().0, Method::DELETE);
}

/// The proxy does not wait for the stream of unsolicited messages, which stays open.
#[tokio::test]
async fn a_session_ends_at_once() {
    let (upstream, mut client) = start().await;
    shake_hands(&mut client).await;
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).await;
    assert_eq!(client.line().await["id"], 7);
    let started = std::time::Instant::now();
    assert_eq!(end(upstream, client).await.last().unwrap().0, Method::DELETE);
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn headers_of_the_server() {
    let (upstream, mut client) = start().await;
    client.ask(&call(1, "json")).await;
    let (_, headers, _) = upstream.heard().remove(0);
    assert_eq!(headers["authorization"], "Bearer secret");
    assert_eq!(headers["accept"], "application/json, text/event-stream");
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    let line = call(2, "json").replace(r#""params":{"#, &format!(r#""params":{{{meta},"#));
    client.ask(&line).await;
    let (_, headers, body) = upstream.heard().remove(1);
    assert_eq!(headers["mcp-protocol-version"], "2026-07-28");
    assert_eq!(
        (&headers["mcp-method"], &headers["mcp-name"]),
        (&"tools/call".parse().unwrap(), &"json".parse().unwrap())
    );
    assert_eq!(body, line);
}

#[tokio::test]
async fn errors_where_the_server_gives_no_answer() {
    let (_, mut client) = start().await;
    for (id, name) in [(1, "breaks"), (2, "ends"), (3, "half"), (4, "busy")] {
        let error = client.ask(&call(id, name)).await;
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!(id), &json!(-32603)), "{name}: {error}");
    }
}

/// A response whose stream ends early, but can be resumed.
#[tokio::test]
async fn the_rest_of_an_answer() {
    let (upstream, mut client) = start().await;
    let answer = client.ask(&call(7, "lost")).await;
    assert_eq!(answer["id"], 7);
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[3]"));
    let (method, headers, _) = upstream.heard().remove(1);
    assert_eq!((method, &headers["last-event-id"]), (Method::GET, &"8".parse().unwrap()));
}

#[tokio::test]
async fn cancelled_calls() {
    for with_session in [false, true] {
        let (upstream, mut client) = start().await;
        if with_session {
            shake_hands(&mut client).await;
        }
        client.send(&call(5, "never")).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}"#;
        client.send(cancelled).await;
        client.ask(&call(6, "json")).await;
        let started = std::time::Instant::now();
        let heard = end(upstream, client).await;
        // There is nothing left to wait for.
        assert!(started.elapsed() < Duration::from_secs(3));
        assert_eq!(heard.iter().any(|(_, _, body)| body == cancelled), with_session);
    }
}

#[tokio::test]
async fn many_calls_at_once() {
    let (_, mut client) = start().await;
    for id in 100..200 {
        client.send(&call(id, if id % 2 == 0 { "json" } else { "events" })).await;
        if id >= 110 {
            client.line().await;
        }
    }
}

/// A response that is too long for memory arrives complete and unchanged, as one line.
#[tokio::test]
async fn what_is_too_long_is_an_answer() {
    let (_, mut client) = start().await;
    shake_hands(&mut client).await;
    for events in [false, true] {
        for id in 1..4 {
            let call = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {
                "name": "long", "arguments": { "count": 1_000_000 }, "events": events } });
            client.send(&call.to_string()).await;
        }
        let mut ids = Vec::new();
        for _ in 1..4 {
            let answer = client.line().await;
            assert_eq!(answer["result"]["content"][0]["text"].as_str().unwrap().len(), 1_000_000);
            ids.push(answer["id"].as_u64().unwrap());
        }
        ids.sort_unstable();
        assert_eq!(ids, [1, 2, 3]);
    }
    // Nothing else has come for them.
    assert!(client.ask(&call(7, "json")).await["result"].is_object());
    client.end().await;
}

/// An incomplete response is dropped, however long it is.
#[tokio::test]
async fn what_is_too_long_and_breaks_off() {
    let (_, mut client) = start().await;
    shake_hands(&mut client).await;
    for (id, name) in [(1, "long half"), (2, "long half event")] {
        let error = client.ask(&call(id, name)).await;
        assert_eq!((&error["id"], &error["error"]["code"]), (&json!(id), &json!(-32603)), "{name}");
    }
    client.end().await;
}

/// A server that accepts connections, but sends nothing.
#[tokio::test]
async fn a_silent_server_holds_nobody() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let there = proxy::Upstream::new(&url).unwrap();
    let silent = tokio::spawn(async move {
        let mut held = Vec::new();
        while let Ok((connection, _)) = listener.accept().await {
            held.push(connection);
        }
    });
    for line in [
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/foo"}"#,
    ] {
        // The client disconnects.
        let rewriter = Arc::new(Rewriter::new(Converter::new(Rules::new()).unwrap()));
        let input = BufReader::new(std::io::Cursor::new(format!("{line}\n")));
        let never = std::future::pending::<()>();
        let session =
            run_remote(Relay::new(rewriter), there.clone(), MAX_BYTES, input, tokio::io::sink(), never);
        tokio::time::timeout(Duration::from_secs(20), session).await.expect(line).unwrap();
        // The proxy is told to stop.
        let rewriter = Arc::new(Rewriter::new(Converter::new(Rules::new()).unwrap()));
        let (mut input, theirs) = tokio::io::duplex(1000);
        input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
        let stop = tokio::time::sleep(Duration::from_millis(100));
        let theirs = BufReader::new(theirs);
        let session =
            run_remote(Relay::new(rewriter), there.clone(), MAX_BYTES, theirs, tokio::io::sink(), stop);
        tokio::time::timeout(Duration::from_secs(20), session).await.expect(line).unwrap();
    }
    silent.abort();
}

/// Responses of a server that does not write valid UTF-8 still arrive.
#[tokio::test]
async fn answers_that_are_not_utf_8() {
    let (upstream, mut client) = start().await;
    shake_hands(&mut client).await;
    let events =
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"latin-1","events":true}}"#;
    for (id, request) in [(1, call(1, "latin-1").as_str()), (2, events)] {
        let answer = client.ask(request).await;
        assert_eq!(answer["id"], id);
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains("1,Ad\u{fffd}"), "{text}");
    }
    end(upstream, client).await;
}
