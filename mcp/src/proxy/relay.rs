//! What a client has asked for, and what it is to see of the answers.

use crate::convert::Structured;
use crate::object::Object;
use crate::{Converter, Measure};
use rmcp::model::ErrorCode;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::{Handle, RuntimeFlavor};
use toon::EncodeOptions;

/// The requests of a client that have no answer yet. One that has more of them without answers gets the rest of them
/// as they come.
const MOST: usize = 1 << 16;

/// One session's messages, in both directions.
#[derive(Debug)]
pub struct Relay {
    converter: Arc<Converter>,
    /// By their ids, as [`same_id`] has them.
    open: Mutex<HashMap<Box<str>, Open>>,
}

/// A request that has no answer yet.
#[derive(Debug)]
struct Open {
    /// The id as the client spells it.
    id: Box<str>,
    request: Request,
}

/// An id as it is compared: a server may spell it otherwise than the client, with other escapes or as another number.
pub(super) fn same_id(id: &str) -> Box<str> {
    toon::json::to_toon(id, &EncodeOptions::new()).map_or_else(|_| id.into(), Into::into)
}

/// What was asked for.
#[derive(Debug)]
enum Request {
    /// The call of this tool.
    Call(String),
    /// The list of tools.
    List,
    Other,
}

impl Relay {
    /// A session whose results are converted so.
    pub fn new(converter: Arc<Converter>) -> Self {
        Relay { converter, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Box<str>, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what the client sends: a message, or several in an array. Gives the ids of the requests among them, as they
    /// stand in the text.
    pub fn from_client(&self, text: &str) -> Vec<Box<str>> {
        let mut ids = Vec::new();
        for_each(text, |message| ids.extend(self.note(message)));
        ids
    }

    fn note(&self, message: &Object<'_>) -> Option<Box<str>> {
        let method = message.string("method")?;
        let params = message.object("params");
        let Some(id) = message.get("id") else {
            if method == "notifications/cancelled" {
                // Nobody waits for it any more.
                if let Some(id) = params.as_ref().and_then(|params| params.get("requestId")) {
                    self.open().remove(&same_id(id.get()));
                }
            }
            return None;
        };
        let request = match &*method {
            "tools/call" => match params.as_ref().and_then(|params| params.string("name")) {
                Some(name) => Request::Call(name.into_owned()),
                None => Request::Other,
            },
            "tools/list" => Request::List,
            _ => Request::Other,
        };
        let mut open = self.open();
        if open.len() < MOST {
            open.insert(same_id(id.get()), Open { id: id.get().into(), request });
        }
        Some(id.get().into())
    }

    /// What the server sends, as the client is to see it; `None` if that is what the server sends.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toon_mcp::proxy::Relay;
    /// use toon_mcp::{Converter, Rules};
    ///
    /// let relay = Relay::new(Arc::new(Converter::new(Rules::new().min_size_bytes(0))?));
    /// relay.from_client(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ids"}}"#);
    /// let answer = r#"{"result":{"content":[{"type":"text","text":"{\"ids\":[1,2]}"}]},"jsonrpc":"2.0","id":1}"#;
    /// assert!(relay.from_server(answer).unwrap().contains("ids[2]: 1,2"));
    /// // Not asked for any more.
    /// assert_eq!(relay.from_server(answer), None);
    /// # Ok::<(), toon_mcp::InvalidPattern>(())
    /// ```
    pub fn from_server(&self, text: &str) -> Option<String> {
        if self.open().is_empty() {
            return None;
        }
        let text = without_mark(text);
        if !text.trim_start().starts_with('[') {
            return to_string(&self.answer(serde_json::from_str(text).ok()?)?);
        }
        let batch: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        let answers = batch.iter().map(|message| {
            let answer = self.answer(serde_json::from_str(message.get()).ok()?)?;
            to_raw_value(&answer).ok()
        });
        let answers: Vec<_> = answers.collect();
        if answers.iter().all(Option::is_none) {
            return None;
        }
        let batch: Vec<&RawValue> = batch
            .iter()
            .zip(&answers)
            .map(|(message, answer)| answer.as_deref().unwrap_or(message))
            .collect();
        to_string(&batch)
    }

    /// The message with another result, if it is to have one.
    fn answer<'a>(&self, mut message: Object<'a>) -> Option<Object<'a>> {
        if message.get("method").is_some() {
            return None;
        }
        let Open { request, .. } = self.open().remove(&same_id(message.get("id")?.get()))?;
        let result = message.get("result")?;
        let result = match request {
            Request::Call(tool) => self.convert(&tool, result.get())?,
            Request::List => self.without_schemas(result.get())?,
            Request::Other => return None,
        };
        message.set("result", result);
        Some(message)
    }

    fn convert(&self, tool: &str, result: &str) -> Option<Box<RawValue>> {
        let takes_long = self.converter.rules().measure == Measure::Tokens && result.len() > LONG;
        match aside(takes_long, || self.converter.convert_json(tool, result)) {
            Ok(Some((result, conversion))) => {
                tracing::debug!(
                    tool,
                    blocks = conversion.blocks,
                    bytes_saved = conversion.bytes_saved(),
                    percent = conversion.savings_percent(),
                    time = ?conversion.time,
                    "converted"
                );
                Some(result)
            }
            Ok(None) => None,
            Err(error) => {
                tracing::error!(tool, %error, "a result cannot be written as TOON");
                None
            }
        }
    }

    /// The list of tools, of which none whose structured content may be dropped promises any.
    fn without_schemas(&self, result: &str) -> Option<Box<RawValue>> {
        if self.converter.rules().structured != Structured::Drop {
            return None;
        }
        let mut list: Object<'_> = serde_json::from_str(result).ok()?;
        let tools = list.get("tools")?.to_owned();
        let tools: Vec<&RawValue> = serde_json::from_str(tools.get()).ok()?;
        let changed: Vec<_> = tools.iter().map(|tool| self.without_schema(tool.get())).collect();
        if changed.iter().all(Option::is_none) {
            return None;
        }
        let tools: Vec<&RawValue> =
            tools.iter().zip(&changed).map(|(tool, changed)| changed.as_deref().unwrap_or(tool)).collect();
        list.set("tools", to_raw_value(&tools).ok()?);
        to_raw_value(&list).ok()
    }

    /// The tool without its output schema, if it has one that may no longer hold.
    fn without_schema(&self, tool: &str) -> Option<Box<RawValue>> {
        let mut tool: Object<'_> = serde_json::from_str(tool).ok()?;
        tool.get("outputSchema")?;
        if !self.converter.applies_to(&tool.string("name")?) {
            return None;
        }
        tool.remove("outputSchema");
        to_raw_value(&tool).ok()
    }

    /// Forgets those of the requests that have no answer yet, and says which they are.
    pub fn forget(&self, ids: &[Box<str>]) -> Vec<Box<str>> {
        let mut open = self.open();
        ids.iter().filter(|id| open.remove(&same_id(id)).is_some()).cloned().collect()
    }

    /// Whether one of the requests has no answer yet.
    pub fn waits_for(&self, ids: &[Box<str>]) -> bool {
        let open = self.open();
        ids.iter().any(|id| open.contains_key(&same_id(id)))
    }

    /// Errors for all requests without an answer, which will get none: the server is gone.
    pub fn give_up(&self, reason: &str) -> Vec<String> {
        let open = std::mem::take(&mut *self.open());
        open.into_values().map(|open| error(&open.id, ErrorCode::INTERNAL_ERROR, reason)).collect()
    }
}

/// The tokens of longer results are counted apart from other tasks: those of a megabyte take about a second.
const LONG: usize = 32 << 10;

/// Does what takes long without holding up the other tasks of this thread, where the runtime has threads.
fn aside<R>(takes_long: bool, work: impl FnOnce() -> R) -> R {
    let has_threads = |handle: Handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread;
    if takes_long && Handle::try_current().is_ok_and(has_threads) {
        return tokio::task::block_in_place(work);
    }
    work()
}

/// An error for the request whose id is this JSON.
pub(super) fn error(id: &str, ErrorCode(code): ErrorCode, message: &str) -> String {
    let message = serde_json::Value::from(message);
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{message}}}}}"#)
}

/// A text without the byte order mark that some servers put in front of it, which JSON does not have.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Each message of a text, which is one or an array of them.
fn for_each(text: &str, mut work: impl FnMut(&Object<'_>)) {
    if let Ok(message) = serde_json::from_str(text) {
        work(&message);
    } else if let Ok(batch) = serde_json::from_str::<Vec<&RawValue>>(text) {
        // What is no object is left to the server.
        batch
            .iter()
            .filter_map(|one| serde_json::from_str(one.get()).ok())
            .for_each(|message| work(&message));
    }
}

fn to_string<T: serde::Serialize>(value: &T) -> Option<String> {
    serde_json::to_string(value).ok()
}
