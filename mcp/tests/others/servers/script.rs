//! A session of raw messages, and everything that the server sent in it.

use crate::servers::peer::Peer;
use serde_json::{Value, json};
use std::time::Duration;

/// How long to wait for messages after the last response.
const REST: Duration = Duration::from_millis(300);

pub(crate) struct Session {
    peer: Peer,
    next: u32,
    record: Record,
    /// The last message of the server, as written.
    raw: String,
}

/// Everything that a server sent.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Record {
    /// Each request, and its response.
    pub(crate) answers: Vec<(Value, Value)>,
    /// The server's own requests.
    pub(crate) asked: Vec<Value>,
    /// Its notifications. They may overtake each other, and are sorted by their text.
    pub(crate) told: Vec<Value>,
}

impl Session {
    pub(crate) async fn start(peer: Peer) -> Self {
        let capabilities = json!({ "sampling": {}, "elicitation": {}, "roots": { "listChanged": true } });
        Self::start_as("script", peer, capabilities).await
    }

    /// A session of the client with this name, and with these capabilities.
    pub(crate) async fn start_as(name: &str, peer: Peer, capabilities: Value) -> Self {
        let mut session = Session { peer, next: 0, record: Record::default(), raw: String::new() };
        let client = json!({ "name": name, "version": "1" });
        let parameters =
            json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": client });
        session.ask("initialize", parameters).await;
        session.peer.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
        session
    }

    /// Sends a request without waiting, and returns its id: alternately numbers and strings.
    pub(crate) async fn begin(&mut self, method: &str, params: Value) -> Value {
        let id =
            if self.next.is_multiple_of(2) { json!(self.next) } else { json!(format!("id {}", self.next)) };
        self.next += 1;
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.peer.send(&request).await;
        self.record.answers.push((request, Value::Null));
        id
    }

    /// Sends a request, and waits for its response.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        loop {
            let message = self.receive().await;
            let is_answer = message.get("method").is_none() && message["id"] == id;
            self.note(message.clone()).await;
            if is_answer {
                return message;
            }
        }
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments })).await
    }

    pub(crate) async fn tell(&mut self, method: &str, params: Value) {
        self.peer.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params })).await;
    }

    /// The response to the last request that was [sent](Self::ask), as written.
    pub(crate) fn raw_answer(&self) -> &str {
        &self.raw
    }

    async fn receive(&mut self) -> Value {
        self.raw = self.peer.receive().await;
        serde_json::from_str(&self.raw).expect(&self.raw)
    }

    /// Waits until the server has sent this request or notification.
    pub(crate) async fn hear(&mut self, method: &str) {
        loop {
            let message = self.receive().await;
            let is_it = message["method"] == method;
            self.note(message).await;
            if is_it {
                return;
            }
        }
    }

    /// Records a message of the server, and responds to it if it is a request.
    async fn note(&mut self, message: Value) {
        let Some(method) = message.get("method").and_then(Value::as_str) else {
            let request = self.record.answers.iter_mut().find(|(request, _)| request["id"] == message["id"]);
            let (_, answer) = request.unwrap_or_else(|| panic!("nobody asked: {message}"));
            assert!(answer.is_null(), "a second answer: {message}");
            *answer = message;
            return;
        };
        let Some(id) = message.get("id") else {
            self.record.told.push(message);
            return;
        };
        let result = match method {
            "ping" => json!({}),
            "roots/list" => json!({ "roots": [{ "uri": "file:///work", "name": "work" }] }),
            "sampling/createMessage" => {
                let content = json!({ "type": "text", "text": "a sample" });
                json!({ "role": "assistant", "content": content, "model": "none", "stopReason": "endTurn" })
            }
            "elicitation/create" => {
                json!({ "action": "accept", "content": { "name": "Ada", "check": true, "number": 2.5 } })
            }
            method => panic!("an unknown question: {method}"),
        };
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": result });
        self.record.asked.push(message);
        self.peer.send(&answer).await;
    }

    /// Everything that was sent, including what is still to come.
    pub(crate) async fn end(mut self) -> Record {
        while let Some(message) = self.peer.receive_within(REST).await {
            self.note(serde_json::from_str(&message).expect(&message)).await;
        }
        self.record.told.sort_by_cached_key(Value::to_string);
        self.record
    }
}
