//! A server that is sent raw messages, as lines or over HTTP.

use futures::StreamExt;
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Longer than anything here should take.
const TIMEOUT: Duration = Duration::from_secs(60);

pub(crate) struct Peer {
    output: Output,
    messages: UnboundedReceiver<String>,
}

enum Output {
    /// The process ends when this is dropped.
    Lines(ChildStdin, #[expect(dead_code, reason = "is only kept")] Child),
    Http(Http),
}

impl Peer {
    /// A process that reads and writes lines.
    pub(crate) fn lines(command: std::process::Command) -> Self {
        let mut child = Command::from(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (sender, messages) = unbounded_channel();
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let _ = sender.send(line);
            }
        });
        Peer { output: Output::Lines(child.stdin.take().unwrap(), child), messages }
    }

    /// A server that listens on a port.
    pub(crate) fn http(url: &str) -> Self {
        let (sender, messages) = unbounded_channel();
        let http = Http { client: Client::new(), url: url.to_owned(), session: Arc::default(), sender };
        Peer { output: Output::Http(http), messages }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        let sending = async {
            match &mut self.output {
                Output::Lines(stdin, _) => {
                    stdin.write_all(format!("{message}\n").as_bytes()).await.unwrap();
                    stdin.flush().await.unwrap();
                }
                Output::Http(http) => http.send(message).await,
            }
        };
        tokio::time::timeout(TIMEOUT, sending).await.expect("the message to be taken in time");
    }

    /// The next message, as written; there must be one.
    pub(crate) async fn receive(&mut self) -> String {
        self.receive_within(TIMEOUT).await.expect("a message")
    }

    /// The next message, if it comes soon enough.
    pub(crate) async fn receive_within(&mut self, time: Duration) -> Option<String> {
        tokio::time::timeout(time, self.messages.recv()).await.ok().flatten()
    }
}

#[derive(Clone)]
struct Http {
    client: Client,
    url: String,
    session: Arc<Mutex<Option<String>>>,
    sender: UnboundedSender<String>,
}

impl Http {
    async fn send(&self, message: &Value) {
        let post = self.client.post(&self.url).header("content-type", "application/json");
        let post = post.body(message.to_string());
        if message.get("id").is_some() && message.get("method").is_some() {
            // Its response may need another message first.
            let task = tokio::spawn(self.clone().read(post));
            if message["method"] == "initialize" {
                task.await.unwrap();
            }
            return;
        }
        let answer = self.with_headers(post).send().await.unwrap();
        assert_eq!(answer.status(), 202, "{message}");
        if message["method"] == "notifications/initialized" {
            tokio::spawn(self.clone().read(self.client.get(&self.url)));
        }
    }

    fn with_headers(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.header("accept", "application/json, text/event-stream");
        match &*self.session.lock().unwrap() {
            Some(session) => request.header("mcp-session-id", session),
            None => request,
        }
    }

    /// Sends the request, and passes on all messages of its response.
    async fn read(self, request: RequestBuilder) {
        let answer = self.with_headers(request).send().await.unwrap();
        if let Some(session) = answer.headers().get("mcp-session-id") {
            *self.session.lock().unwrap() = Some(session.to_str().unwrap().to_owned());
        }
        if answer.headers()["content-type"] != "text/event-stream" {
            let text = answer.text().await.unwrap();
            let _ = self.sender.send(text);
            return;
        }
        let mut chunks = answer.bytes_stream();
        let mut rest = Vec::new();
        // A stream may be cut off when the server is stopped.
        while let Some(Ok(chunk)) = chunks.next().await {
            rest.extend_from_slice(&chunk);
            while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = rest.drain(..=end).collect();
                let line = String::from_utf8(line).unwrap();
                let Some(data) = line.strip_prefix("data:").map(str::trim) else { continue };
                if !data.is_empty() {
                    let _ = self.sender.send(data.to_owned());
                }
            }
        }
    }
}

/// A server that listens, as a process.
pub(crate) struct Listening {
    pub(crate) url: String,
    #[expect(dead_code, reason = "ends with this")]
    child: Child,
}

impl Listening {
    /// Starts `command`, which takes its port from the variable `PORT` and reports on standard
    /// error that it listens.
    pub(crate) async fn start(command: std::process::Command) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut child = Command::from(command)
            .env("PORT", port.to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = tokio::time::timeout(TIMEOUT, lines.next_line()).await;
        let line = line.expect("the server to listen in time").unwrap().unwrap();
        assert!(line.contains("listening"), "{line}");
        // Later output must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Listening { url: format!("http://127.0.0.1:{port}/mcp"), child }
    }
}
