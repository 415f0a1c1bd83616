//! Calls, and their answers.

use crate::Outcome;
use crate::content::{self, Shape};
use reqwest::{Client, Response};
use serde_json::{Value, json};

/// A call of a tool that returns a text.
#[derive(Clone, Copy)]
pub(crate) struct Call {
    pub(crate) id: u64,
    pub(crate) tool: &'static str,
    pub(crate) seed: u64,
    pub(crate) size: usize,
}

impl Call {
    pub(crate) async fn send(self, client: &Client, url: &str, session: Option<&str>) -> Outcome<Response> {
        let Call { id, tool, seed, size } = self;
        let arguments = json!({ "seed": seed, "size": size });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": id } });
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        let mut post = client
            .post(url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = session {
            post = post.header("mcp-session-id", session);
        }
        Ok(post.body(request.to_string()).send().await?)
    }

    /// The whole answer, which has come in the right shape, with what belongs before it before it.
    pub(crate) async fn text(self, answer: Response) -> Outcome<String> {
        let kind = answer.headers().get("content-type").ok_or("no content type")?.to_str()?.to_owned();
        let body = answer.text().await?;
        if Shape::of(self.seed) == Shape::Json {
            return if kind == "application/json" { Ok(body) } else { Err(kind.into()) };
        }
        let mut messages = data(&body);
        let last = messages.pop().ok_or("no event")?.to_owned();
        if messages == content::progress(self.id) { Ok(last) } else { Err(self.wrong(&body)) }
    }

    /// Makes the call at the proxy, and compares the answer with what it has to be.
    pub(crate) async fn check_converted(
        self,
        client: &Client,
        url: &str,
        session: Option<&str>,
    ) -> Outcome<usize> {
        let text = self.text(self.send(client, url, session).await?).await?;
        let answer: Value = serde_json::from_str(&text)?;
        let json = content::rows(self.seed, self.size);
        let toon = toon::json::to_toon(&json, &toon::EncodeOptions::new())?;
        let block = &answer["result"]["content"][0];
        let is_right = answer["id"] == self.id
            && block["text"] == toon.as_str()
            && block["_meta"] == json!({ "toon/format": "toon" });
        if is_right { Ok(json.len()) } else { Err(self.wrong(&text)) }
    }

    pub(crate) fn wrong(self, text: &str) -> Box<dyn std::error::Error + Send + Sync> {
        let start: String = text.chars().take(500).collect();
        format!("the answer to call {}, seed {}, is another one: {start}", self.id, self.seed).into()
    }
}

/// The data of the events of a stream.
pub(crate) fn data(events: &str) -> Vec<&str> {
    events.lines().filter_map(|line| line.strip_prefix("data: ")).collect()
}
