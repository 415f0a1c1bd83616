//! HTTP in front of a process, for messages of the revision without sessions: headers that repeat
//! the body, and statuses that report errors.

use super::bridge::{Front, headers_of_call, messages};
use crate::tests::support::call;
use axum::http::header::{HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

const HEADER_MISMATCH: i64 = -32020;

/// A request with its metadata.
fn request(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params })
}

fn of_tool(name: &str, arguments: &Value) -> Value {
    request("tools/call", json!({ "name": name, "arguments": arguments }))
}

fn headers_of(method: &str) -> HeaderMap {
    let mut headers = headers_of_call("");
    headers.insert("mcp-method", method.parse().unwrap());
    headers.remove("mcp-name");
    headers
}

impl Front {
    /// The status, and the response: JSON, or the last event.
    async fn send(&self, headers: HeaderMap, body: &Value) -> (StatusCode, Value) {
        let answer =
            self.client.post(&self.url).headers(headers).body(body.to_string()).send().await.unwrap();
        let status = answer.status();
        match answer.headers().get("content-type").map(HeaderValue::as_bytes) {
            Some(b"application/json") => {
                (status, serde_json::from_str(&answer.text().await.unwrap()).unwrap())
            }
            Some(b"text/event-stream") => (status, messages(answer).await.pop().unwrap()),
            _ => (status, Value::from(answer.text().await.unwrap())),
        }
    }

    /// Rejected requests, and the reasons.
    async fn refused(&self, headers: HeaderMap, body: Value) -> (u16, i64, String) {
        let (status, answer) = self.send(headers, &body).await;
        assert_eq!(answer["id"], "a", "{status} {answer}");
        let message = answer["error"]["message"].as_str().unwrap().to_owned();
        (status.as_u16(), answer["error"]["code"].as_i64().unwrap(), message)
    }
}

#[tokio::test]
async fn headers_repeat_the_body() {
    let front = Front::start(2).await;
    let call = || of_tool("text", &json!({}));
    assert_eq!(front.send(headers_of_call("text"), &call()).await.0, StatusCode::OK);
    // Names of methods and tools, and the version, each missing, different, or repeated.
    for (name, other) in
        [("mcp-protocol-version", "2026-07-29"), ("mcp-method", "TOOLS/CALL"), ("mcp-name", "rows")]
    {
        let mut missing = headers_of_call("text");
        missing.remove(name);
        let mut differs = headers_of_call("text");
        differs.insert(name, other.parse().unwrap());
        let mut twice = headers_of_call("text");
        twice.append(name, twice[name].clone());
        let mut unreadable = headers_of_call("text");
        unreadable.insert(name, HeaderValue::from_bytes(b"\xff").unwrap());
        for (headers, reason) in [
            (missing, "missing"),
            (differs, other),
            (twice, "more than once"),
            (unreadable, "invalid characters"),
        ] {
            let (status, code, message) = front.refused(headers, call()).await;
            assert_eq!((status, code), (400, HEADER_MISMATCH), "{message}");
            assert!(message.contains(name) && message.contains(reason), "{message}");
        }
    }
    // Requests with another name: that of a resource or a task.
    for (method, params) in [
        ("resources/read", json!({ "uri": "file:///a" })),
        ("prompts/get", json!({ "name": "a" })),
        ("tasks/get", json!({ "taskId": "a" })),
    ] {
        let (status, code, message) =
            front.refused(headers_of(method), request(method, params.clone())).await;
        assert_eq!((status, code), (400, HEADER_MISMATCH), "{method}: {message}");
        let mut headers = headers_of(method);
        let name = params.as_object().unwrap().values().next().unwrap().as_str().unwrap();
        headers.insert("mcp-name", name.parse().unwrap());
        assert_eq!(front.send(headers, &request(method, params)).await.0, StatusCode::OK, "{method}");
    }
}

#[tokio::test]
async fn names_may_be_in_base64() {
    let front = Front::start(2).await;
    let call = of_tool("ä", &json!({}));
    let named = |name: &str| headers_of_call(name);
    assert_eq!(front.send(named("=?base64?w6Q=?="), &call).await.0, StatusCode::OK);
    for wrong in ["=?base64?w6Q?=", "=?base64?/w==?=", "=?base64?YQ==?=", "w6Q="] {
        let (status, code, message) = front.refused(named(wrong), call.clone()).await;
        assert_eq!((status, code), (400, HEADER_MISMATCH), "{message}");
    }
}

/// The bridge asks the server which arguments those are before the first call.
#[tokio::test]
async fn arguments_that_stand_in_headers() {
    let front = Front::start(2).await;
    let call = |region: Value| of_tool("where", &json!({ "region": region }));
    let with = |region: &str| {
        let mut headers = headers_of_call("where");
        headers.insert("mcp-param-region", region.parse().unwrap());
        headers
    };
    let (status, code, message) = front.refused(headers_of_call("where"), call(json!("here"))).await;
    assert_eq!((status, code, message.as_str()), (400, HEADER_MISMATCH, "`mcp-param-region` is missing"));
    let (status, code, _) = front.refused(with("there"), call(json!("here"))).await;
    assert_eq!((status, code), (400, HEADER_MISMATCH));
    let (status, code, _) = front.refused(with("here"), call(Value::Null)).await;
    assert_eq!((status, code), (400, HEADER_MISMATCH));
    assert_eq!(front.send(with("here"), &call(json!("here"))).await.0, StatusCode::OK);
    assert_eq!(front.send(headers_of_call("where"), &call(Value::Null)).await.0, StatusCode::OK);
}

/// HTTP reports the same errors as the server's JSON-RPC.
#[tokio::test]
async fn errors_of_the_server_have_a_status() {
    let front = Front::start(2).await;
    for (code, status) in [
        (-32601, StatusCode::NOT_FOUND),
        (-32020, StatusCode::BAD_REQUEST),
        (-32021, StatusCode::BAD_REQUEST),
        (-32022, StatusCode::BAD_REQUEST),
        (-32602, StatusCode::OK),
        (-32603, StatusCode::OK),
    ] {
        let (found, answer) =
            front.send(headers_of_call("fail"), &of_tool("fail", &json!({ "code": code }))).await;
        assert_eq!((found, &answer["error"]["code"]), (status, &json!(code)));
        assert_eq!(answer["id"], "a");
    }
    // Invalid parameters are a protocol error if they are those that every request has.
    let mut call = of_tool("fail", &json!({ "code": -32602 }));
    call["params"]["_meta"].as_object_mut().unwrap().remove("io.modelcontextprotocol/clientCapabilities");
    let (status, code, _) = front.refused(headers_of_call("fail"), call).await;
    assert_eq!((status, code), (400, -32602));
}

#[tokio::test]
async fn what_each_request_says_of_itself() {
    let front = Front::start(2).await;
    let list = json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list", "params": { "_meta": {} } });
    let discover = json!({ "jsonrpc": "2.0", "id": "a", "method": "server/discover" });
    for body in [list, discover] {
        let headers = headers_of(body["method"].as_str().unwrap());
        let (status, code, message) = front.refused(headers, body).await;
        assert_eq!((status, code), (400, -32602), "{message}");
    }
    // The server knows which versions exist.
    let mut list = request("tools/list", json!({}));
    list["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("v999.0.0");
    let mut headers = headers_of("tools/list");
    headers.insert("mcp-protocol-version", "v999.0.0".parse().unwrap());
    assert_eq!(front.send(headers, &list).await.0, StatusCode::OK);
}

#[tokio::test]
async fn what_is_gone_with_the_sessions() {
    let front = Front::start(2).await;
    let (status, code, _) = front.refused(headers_of("initialize"), request("initialize", json!({}))).await;
    assert_eq!((status, code), (404, -32601));
    for method in [Method::GET, Method::DELETE] {
        let request = front.client.request(method, &front.url).headers(headers_of("tools/list"));
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(answer.headers()["allow"], "POST");
    }
    // Their ids are not examined.
    let mut headers = headers_of_call("text");
    headers.insert("mcp-session-id", "none".parse().unwrap());
    assert_eq!(front.send(headers, &of_tool("text", &json!({}))).await.0, StatusCode::OK);
    // And the client is not sent any request.
    for body in
        [json!({ "jsonrpc": "2.0", "id": "a", "result": {} }), json!([request("tools/list", json!({}))])]
    {
        assert_eq!(front.send(headers_of("tools/list"), &body).await.0, StatusCode::BAD_REQUEST, "{body}");
    }
}

/// The headers of notifications are not specified, but those that exist are compared.
#[tokio::test]
async fn notifications() {
    let front = Front::start(2).await;
    let mut note = request("notifications/heard", json!({}));
    note.as_object_mut().unwrap().remove("id");
    let mut headers = headers_of("notifications/heard");
    assert_eq!(front.send(headers.clone(), &note).await.0, StatusCode::ACCEPTED);
    headers.remove("mcp-method");
    assert_eq!(front.send(headers.clone(), &note).await.0, StatusCode::ACCEPTED);
    headers.remove("mcp-protocol-version");
    assert_eq!(front.send(headers, &note).await.0, StatusCode::BAD_REQUEST);
}

/// A client that disconnects before any response leaves room for others.
#[tokio::test]
async fn a_client_that_goes() {
    let front = Front::start(1).await;
    let call = of_tool("silence", &json!({}));
    let silent = front.send(headers_of_call("silence"), &call);
    assert!(tokio::time::timeout(Duration::from_millis(500), silent).await.is_err());
    let call = of_tool("text", &json!({}));
    let mut status = StatusCode::SERVICE_UNAVAILABLE;
    for _ in 0..100 {
        status = front.send(headers_of_call("text"), &call).await.0;
        if status != StatusCode::SERVICE_UNAVAILABLE {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(status, StatusCode::OK);
}

/// Sessions have their own rules: they ignore these headers.
#[tokio::test]
async fn sessions_stay_as_they_are() {
    let front = Front::start(2).await;
    let session = front.session().await;
    let mut headers = HeaderMap::new();
    headers.insert("mcp-session-id", session.parse().unwrap());
    headers.insert("mcp-method", "tools/list".parse().unwrap());
    let call: Value = serde_json::from_str(&call(1, "where", 1)).unwrap();
    assert_eq!(front.send(headers.clone(), &call).await.0, StatusCode::OK);
    let fail = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "fail", "arguments": { "code": -32601 } } });
    let (status, answer) = front.send(headers, &fail).await;
    assert_eq!((status, &answer["error"]["code"]), (StatusCode::OK, &json!(-32601)));
}
