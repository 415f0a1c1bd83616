//! Lists the tools before one of them is called. The list declares which arguments are repeated in
//! headers.

use super::super::relay::OWN_LIST_ID;
use super::process::{Message, MessageText, ProcessSession, Requests};
use std::time::Duration;
use toon_convert::__internal::Object;

/// The maximum time and number of pages for listing the tools.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_PAGES: usize = 100;

/// Lists all tools on behalf of a call. The session learns from the responses.
pub(super) async fn list(session: &ProcessSession, call: &Object<'_>) {
    if tokio::time::timeout(LIST_TIMEOUT, ask(session, call)).await.is_err() {
        tracing::warn!("the server does not list its tools: headers that repeat arguments are not checked");
        session.cancel(&[OWN_LIST_ID.into()]).await;
    }
}

async fn ask(session: &ProcessSession, call: &Object<'_>) {
    let Some(params) = call.object("params") else { return };
    let Some(mut meta) = params.object("_meta") else { return };
    // The client must see only the progress of its own call.
    meta.remove("progressToken");
    let Ok(meta) = serde_json::to_string(&meta) else { return };
    let mut cursor = String::new();
    for _ in 0..MAX_PAGES {
        let request = format!(
            r#"{{"jsonrpc":"2.0","id":{OWN_LIST_ID},"method":"tools/list","params":{{"_meta":{meta}{cursor}}}}}"#
        );
        let Ok(Requests { mut messages, .. }) = session.send(&request).await else { return };
        let answer = loop {
            match messages.recv().await {
                Some(Message { text: MessageText::Whole(text), is_answer: true }) => break text,
                Some(Message { is_answer: false, .. }) => {}
                Some(_) | None => return,
            }
        };
        let answer: Object<'_> = serde_json::from_str(&answer).unwrap_or_default();
        let result = answer.object("result");
        match result.as_ref().and_then(|result| result.get("nextCursor")) {
            Some(next) if next.get() != "null" => cursor = format!(r#","cursor":{next}"#),
            _ => return,
        }
    }
}
