//! Tracks a client's requests, and rewrites the responses to them.

use super::definitions::ListPage;
use super::partial::{Question, Scope};
use super::responses::error;
use super::rewriter::{CallEnd, Conversation, Rewriter, Tasks};
use rmcp::model::ErrorCode;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use toon::EncodeOptions;
use toon_convert::__internal::Object;
use toon_convert::__internal::ToolCall;
use toon_convert::__internal::describe_unread;
use toon_convert::{Client, Session};

/// The maximum number of pending requests to track. Responses to further ones are passed on
/// unchanged.
const MAX_PENDING: usize = 1 << 16;

/// The id of the proxy's own requests for the list of tools, which no client uses.
pub(super) const OWN_LIST_ID: &str = r#""toon-mcp: tools/list""#;

/// The key with which a client identifies itself in each request, since revision 2026-07-28.
const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";

/// The messages of one session, in both directions.
#[derive(Debug)]
pub(crate) struct Relay {
    rewriter: Arc<Rewriter>,
    /// By id, as normalized by [`same_id`].
    open: Mutex<HashMap<Box<str>, OpenCall>>,
    /// What is known about the client.
    client: Mutex<Client>,
    /// What the client's model has been told.
    session: Session,
    /// The results that the client may ask for.
    scope: Mutex<Option<Arc<Scope>>>,
    tasks: Tasks,
}

/// What becomes of a text from the client.
#[derive(Debug)]
pub(crate) struct Sent<'a> {
    /// What the server gets: the text without refused calls. `None` if nothing is left of it.
    pub(crate) text: Option<Cow<'a, str>>,
    /// The ids of the requests in it, as written.
    pub(crate) ids: Vec<Box<str>>,
    /// The responses to refused calls.
    pub(crate) refused: Vec<String>,
    /// What the proxy has to answer itself.
    pub(crate) questions: Vec<Question>,
}

impl Sent<'_> {
    /// The number of responses that will follow.
    pub(crate) fn responses(&self) -> usize {
        self.ids.len() + self.refused.len() + self.questions.len()
    }
}

/// A pending request.
#[derive(Debug)]
struct OpenCall {
    /// The id as the client has spelled it.
    id: Box<str>,
    request: Request,
    since: Instant,
}

/// Normalizes an id, since a server may spell it differently: with other escapes, or as another
/// number.
pub(super) fn same_id(id: &str) -> Box<str> {
    toon::json::to_toon(id, &EncodeOptions::new()).map_or_else(|_| id.into(), Into::into)
}

/// The kinds of requests.
#[derive(Debug)]
enum Request {
    /// `initialize` or `server/discover`.
    Handshake(Client),
    Call(ToolCall),
    /// The list of tools.
    List(ListPage),
    /// A request for the result of the task with this id.
    TaskResult(String),
    /// A request for a task, which may contain its result.
    Task,
    Resource,
    Prompt,
    Other,
}

impl Relay {
    /// Creates a session that rewrites messages.
    pub(crate) fn new(rewriter: impl Into<Arc<Rewriter>>) -> Self {
        let rewriter = rewriter.into();
        let client = Mutex::new(rewriter.client_of(None));
        let session = rewriter.session();
        let scope = Mutex::new(rewriter.scope(false));
        Relay { rewriter, open: Mutex::default(), client, session, scope, tasks: Tasks::default() }
    }

    /// Creates a session with a server of its own, whose task ids may collide with another
    /// server's.
    pub(super) fn with_own_server(rewriter: &Arc<Rewriter>) -> Self {
        Relay { tasks: rewriter.own_tasks(), ..Relay::new(Arc::clone(rewriter)) }
    }

    /// The next messages may be those of another client, whose model has been told nothing.
    pub(super) fn restart(&self) {
        self.session.restart();
        self.set_scope(false);
    }

    /// Begins with no results. In a session, nobody else sees them.
    fn set_scope(&self, in_session: bool) {
        *self.scope.lock().unwrap_or_else(PoisonError::into_inner) = self.rewriter.scope(in_session);
    }

    fn scope(&self) -> Option<Arc<Scope>> {
        self.scope.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Box<str>, OpenCall>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether only some tools may be called. The server must then not get what cannot be read.
    pub(crate) fn is_restricted(&self) -> bool {
        self.rewriter.allowed().is_some()
    }

    /// Tracks a message, or an array of messages, from the client, and refuses calls of tools that
    /// are not listed.
    pub(crate) fn client_sent<'a>(&self, text: &'a str) -> Sent<'a> {
        let mut sent = Sent { text: None, ids: Vec::new(), refused: Vec::new(), questions: Vec::new() };
        if let Ok(batch) = serde_json::from_str::<Vec<&RawValue>>(text) {
            let passed: Vec<_> = batch.iter().filter(|message| self.take(message.get(), &mut sent)).collect();
            if passed.len() == batch.len() {
                sent.text = Some(Cow::Borrowed(text));
            } else if !passed.is_empty() {
                sent.text = to_string(&passed).map(Cow::Owned);
            }
        } else if self.take(text, &mut sent) {
            sent.text = Some(Cow::Borrowed(text));
        }
        sent
    }

    /// Tracks a message. Returns whether the server gets it.
    fn take(&self, text: &str, sent: &mut Sent<'_>) -> bool {
        let Ok(message) = serde_json::from_str(text) else {
            // The server reports what is wrong with it, unless it might be a call.
            if self.is_restricted() && !text.trim().is_empty() {
                let reason = "the proxy cannot read the message, which may call a tool that is not listed";
                sent.refused.push(error("null", ErrorCode::PARSE_ERROR, reason));
                return false;
            }
            return true;
        };
        // Before other tools are refused.
        if let Some(question) = self.question(&message) {
            sent.questions.push(question);
            return false;
        }
        if let Some(reason) = self.refusal(&message) {
            tracing::info!("{reason}");
            // There is no response to a notification.
            sent.refused
                .extend(message.get("id").map(|id| error(id.get(), ErrorCode::INVALID_PARAMS, &reason)));
            return false;
        }
        sent.ids.extend(self.note(&message));
        true
    }

    /// What the proxy answers itself, if that is what the message is.
    fn question(&self, message: &Object<'_>) -> Option<Question> {
        Question::of(message, self.rewriter.partial()?, &self.scope()?)
    }

    /// The reason for refusing a call, if that is what the message is.
    fn refusal(&self, message: &Object<'_>) -> Option<String> {
        let allowed = self.rewriter.allowed()?;
        let params = message.object("params");
        // The server might take another one, and call a tool that is not listed.
        let has_twice = ["method", "params"].into_iter().find(|key| message.has_several(key));
        let has_twice = has_twice.or_else(|| params.as_ref()?.has_several("name").then_some("name"));
        if let Some(key) = has_twice {
            return Some(format!("duplicate key {key:?}"));
        }
        if message.string("method")? != "tools/call" {
            return None;
        }
        let tool = params.as_ref().and_then(|params| params.string("name")).unwrap_or_default();
        (!allowed.contains(&tool)).then(|| allowed.refusal(&tool))
    }

    fn note(&self, message: &Object<'_>) -> Option<Box<str>> {
        let method = message.string("method")?;
        let params = message.object("params");
        let Some(id) = message.get("id") else {
            if method == "notifications/cancelled" {
                // The client no longer waits for the response.
                let id = params.as_ref().and_then(|params| params.get("requestId"))?;
                self.forget(&[id.get().into()]);
            }
            return None;
        };
        let request = self.request(&method, id.get(), params.as_ref());
        let mut open = self.open();
        if open.len() < MAX_PENDING {
            open.insert(same_id(id.get()), OpenCall { id: id.get().into(), request, since: Instant::now() });
        }
        Some(id.get().into())
    }

    fn request(&self, method: &str, id: &str, params: Option<&Object<'_>>) -> Request {
        let text = |key| params.and_then(|params| params.string(key)).map(Cow::into_owned);
        match method {
            "initialize" => {
                let client = params.and_then(|params| params.object("clientInfo"));
                let name = client.as_ref().and_then(|client| client.string("name"));
                let client = self.rewriter.client_of(name.as_deref());
                *self.client.lock().unwrap_or_else(PoisonError::into_inner) = client;
                self.session.restart();
                self.set_scope(true);
                Request::Handshake(client)
            }
            "server/discover" => Request::Handshake(self.client(params)),
            "tools/call" => match text("name") {
                Some(tool) => Request::Call(ToolCall {
                    tool,
                    arguments: params.and_then(|params| params.get("arguments")).map(ToOwned::to_owned),
                    client: self.client(params),
                }),
                None => Request::Other,
            },
            "tools/list" if id == OWN_LIST_ID => Request::List(ListPage::Own),
            "tools/list" => {
                Request::List(if text("cursor").is_some() { ListPage::Next } else { ListPage::First })
            }
            "tasks/result" => text("taskId").map_or(Request::Other, Request::TaskResult),
            "tasks/get" => Request::Task,
            "resources/read" => Request::Resource,
            "prompts/get" => Request::Prompt,
            _ => Request::Other,
        }
    }

    /// What is known about the host that sends a request: as stated in the request, or else at the
    /// start of the session.
    fn client(&self, params: Option<&Object<'_>>) -> Client {
        let meta = params.and_then(|params| params.object("_meta"));
        let client = meta.as_ref().and_then(|meta| meta.object(CLIENT_INFO));
        match client.as_ref().and_then(|client| client.string("name")) {
            Some(name) => self.rewriter.client_of(Some(&name)),
            None => *self.client.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Rewrites a message from the server. `None` if it is unchanged.
    pub(crate) fn server_sent(&self, text: &str) -> Option<String> {
        if self.open().is_empty() && !text.contains(TASK_ID) {
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

    /// Rewrites the result in a message. `None` if it is unchanged.
    fn answer<'a>(&self, mut message: Object<'a>) -> Option<Object<'a>> {
        if let Some(method) = message.string("method") {
            if method != TASK_NOTIFICATION {
                return None;
            }
            // Hosts may show the same result again when they ask for it.
            let session = self.rewriter.session();
            let scope = self.scope();
            let conversation = Conversation { session: &session, scope: scope.as_deref() };
            let params = self.rewriter.task(self.tasks, conversation, message.get("params")?.get())?;
            message.set("params", params);
            return Some(message);
        }
        let open = self.open().remove(&same_id(message.get("id")?.get()))?;
        let is_ok = message
            .object("result")
            .is_some_and(|result| result.get("isError").is_none_or(|is_error| is_error.get() != "true"));
        self.count(&open, CallEnd::of(is_ok));
        let result = message.get("result")?.get();
        let scope = self.scope();
        let conversation = Conversation { session: &self.session, scope: scope.as_deref() };
        let result = match open.request {
            Request::Handshake(client) => self.rewriter.handshake(client, conversation, result)?,
            Request::Call(call) => self.rewriter.tool_result(self.tasks, conversation, &call, result)?,
            Request::List(page) => self.rewriter.tool_list(page, result)?,
            Request::TaskResult(task) => {
                self.rewriter.task_result(self.tasks, conversation, &task, result)?
            }
            Request::Task => self.rewriter.task(self.tasks, conversation, result)?,
            Request::Resource => self.rewriter.resource(&self.session, result)?,
            Request::Prompt => self.rewriter.prompt(&self.session, result)?,
            Request::Other => return None,
        };
        message.set("result", result);
        Some(message)
    }

    /// Stops tracking requests that the client no longer waits for. Returns those that were
    /// pending.
    pub(crate) fn forget(&self, ids: &[Box<str>]) -> Vec<Box<str>> {
        let mut forgotten = Vec::new();
        for id in ids {
            let open = self.open().remove(&same_id(id));
            if let Some(open) = open {
                self.count(&open, CallEnd::Cancelled);
                forgotten.push(id.clone());
            }
        }
        forgotten
    }

    /// Marks requests as answered by a message that was not parsed. `is_ok` means that they are
    /// known to have succeeded.
    pub(crate) fn pass(&self, ids: &[Box<str>], is_ok: bool) {
        for id in ids {
            let open = self.open().remove(&same_id(id));
            if let Some(open) = open {
                if let Request::Call(call) = &open.request {
                    tracing::debug!("{}", describe_unread(&call.tool));
                }
                self.count(&open, CallEnd::of(is_ok));
            }
        }
    }

    /// Notes the length of a result that was passed on without being read.
    pub(crate) fn passed(&self, bytes: usize) {
        self.session.add_unread(bytes as u64);
    }

    /// Creates error responses for those of the requests that are still pending.
    pub(crate) fn fail(&self, ids: &[Box<str>], reason: &str) -> Vec<String> {
        let open: Vec<OpenCall> = {
            let mut all = self.open();
            ids.iter().filter_map(|id| all.remove(&same_id(id))).collect()
        };
        open.into_iter().map(|open| self.failed(&open, reason)).collect()
    }

    fn failed(&self, open: &OpenCall, reason: &str) -> String {
        self.count(open, CallEnd::Error);
        error(&open.id, ErrorCode::INTERNAL_ERROR, reason)
    }

    fn count(&self, open: &OpenCall, end: CallEnd) {
        if let Request::Call(call) = &open.request {
            self.rewriter.count(&call.tool, end, open.since.elapsed());
        }
    }

    /// Whether any of the requests is still pending.
    pub(crate) fn waits_for(&self, ids: &[Box<str>]) -> bool {
        let open = self.open();
        ids.iter().any(|id| open.contains_key(&same_id(id)))
    }

    /// Creates error responses for all pending requests, since the server has exited.
    pub(crate) fn give_up(&self, reason: &str) -> Vec<String> {
        let open = std::mem::take(&mut *self.open());
        open.into_values().map(|open| self.failed(&open, reason)).collect()
    }
}

/// The notification that reports a task's status.
const TASK_NOTIFICATION: &str = "notifications/tasks";
/// A key in it. Texts are searched for this instead of the method, in which some servers escape
/// slashes.
const TASK_ID: &str = "taskId";

/// Removes the byte-order mark that some servers send, which is not valid JSON.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn to_string<T: serde::Serialize>(value: &T) -> Option<String> {
    serde_json::to_string(value).ok()
}
