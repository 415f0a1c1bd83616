//! A server process, and the streams that its messages are sent to.

use super::super::child::{Command, Process, Server};
use super::super::kept::{Kept, Long};
use super::super::lines::{Lines, Piece};
use super::super::parameters::Parameters;
use super::super::relay::{Relay, Sent, same_id};
use super::super::rewriter::Rewriter;
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::mpsc::{Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel};
use toon_convert::__internal::Object;

/// The number of unsolicited messages that are kept while there is no listener.
const MAX_QUEUED: usize = 256;

/// A message from the server.
pub(super) struct Message {
    pub(super) text: MessageText,
    /// Whether this is a response.
    pub(super) is_answer: bool,
}

/// The text of a message.
pub(super) enum MessageText {
    Whole(String),
    /// Kept in a file, since it is too long for memory.
    Kept(Kept),
}

/// The requests in a text from the client.
pub(super) struct Requests {
    /// The ids of those that the server gets.
    pub(super) ids: Vec<Box<str>>,
    /// The number of responses that will follow.
    pub(super) answers: usize,
    pub(super) messages: UnboundedReceiver<Message>,
}

/// A server process that serves one client.
pub(super) struct ProcessSession {
    relay: Relay,
    parameters: Arc<Parameters>,
    /// `None` once it is closed.
    stdin: tokio::sync::Mutex<Option<ChildStdin>>,
    streams: Mutex<Streams>,
    has_ended: AtomicBool,
}

struct Streams {
    /// The streams for responses by request id, and for notifications by progress token.
    answers: HashMap<Box<str>, UnboundedSender<Message>>,
    progress: HashMap<Box<str>, UnboundedSender<Message>>,
    /// The streams for everything else: the one that the client has opened for this purpose, or
    /// else the last one that waits for a response.
    own: Option<Sender<Message>>,
    last: Option<UnboundedSender<Message>>,
    queue: VecDeque<Message>,
    used: Instant,
}

impl Streams {
    /// Ends all streams.
    fn end(&mut self) {
        self.answers.clear();
        self.progress.clear();
        self.own = None;
        self.last = None;
    }
}

impl ProcessSession {
    pub(super) fn start(
        command: &Command,
        rewriter: &Arc<Rewriter>,
        parameters: &Arc<Parameters>,
        longest: usize,
    ) -> std::io::Result<Arc<Self>> {
        let Server { stdin, stdout, process } = command.start()?;
        let session = Arc::new(ProcessSession {
            relay: Relay::with_own_server(rewriter),
            parameters: Arc::clone(parameters),
            stdin: tokio::sync::Mutex::new(Some(stdin)),
            streams: Mutex::new(Streams {
                answers: HashMap::new(),
                progress: HashMap::new(),
                own: None,
                last: None,
                queue: VecDeque::new(),
                used: Instant::now(),
            }),
            has_ended: AtomicBool::new(false),
        });
        tokio::spawn(Arc::clone(&session).listen(stdout, process, longest));
        Ok(session)
    }

    /// The next messages may be those of another client.
    pub(super) fn restart(&self) {
        self.relay.restart();
    }

    fn streams(&self) -> MutexGuard<'_, Streams> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.has_ended.load(Relaxed)
    }

    /// When this was last used. `None` if there are pending requests or a listener.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let streams = self.streams();
        let is_idle = streams.answers.is_empty() && streams.own.as_ref().is_none_or(Sender::is_closed);
        is_idle.then_some(streams.used)
    }

    /// Sends a text from the client to the server. Calls that are refused get their responses here.
    ///
    /// # Errors
    ///
    /// Fails if the server no longer accepts messages.
    pub(super) async fn send(&self, text: &str) -> std::io::Result<Requests> {
        let (sender, messages) = unbounded_channel();
        let sent = self.relay.client_sent(text);
        let answers = sent.responses();
        let Sent { text, ids, refused, questions } = sent;
        let requests = Requests { answers, ids: ids.clone(), messages };
        for error in refused {
            // The receiver is still there.
            let _ = sender.send(Message { text: MessageText::Whole(error), is_answer: true });
        }
        for question in questions {
            let sender = sender.clone();
            tokio::spawn(async move {
                let text = MessageText::Whole(question.answer().await);
                // If this fails, the receiver has disconnected.
                let _ = sender.send(Message { text, is_answer: true });
            });
        }
        let Some(text) = text else { return Ok(requests) };
        {
            let mut streams = self.streams();
            streams.used = Instant::now();
            for id in &ids {
                streams.answers.insert(same_id(id), sender.clone());
            }
            if !ids.is_empty() {
                if let Some(token) = progress_token(&text) {
                    streams.progress.insert(token, sender.clone());
                }
                streams.last = Some(sender);
            }
        }
        let mut line = text.replace(['\n', '\r'], " ");
        line.push('\n');
        let mut stdin = self.stdin.lock().await;
        let gone = || std::io::Error::other("the server has exited");
        let pipe = stdin.as_mut().ok_or_else(gone)?;
        pipe.write_all(line.as_bytes()).await?;
        pipe.flush().await?;
        Ok(requests)
    }

    /// Opens the stream for unsolicited messages, and closes the previous one.
    pub(super) fn open_own(&self) -> Receiver<Message> {
        let (sender, receiver) = channel(MAX_QUEUED * 2);
        let mut streams = self.streams();
        streams.used = Instant::now();
        for message in std::mem::take(&mut streams.queue) {
            // The channel has room for all of them.
            let _ = sender.try_send(message);
        }
        streams.own = Some(sender);
        receiver
    }

    /// Cancels these requests in the server.
    pub(super) async fn cancel(&self, ids: &[Box<str>]) {
        for id in ids {
            self.streams().answers.remove(&same_id(id));
        }
        for id in self.relay.forget(ids) {
            let note = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"the client has gone"}}}}"#
            );
            if self.send(&note).await.is_err() {
                return;
            }
        }
    }

    /// Closes the process's input, so that it exits.
    pub(super) async fn close(&self) {
        self.has_ended.store(true, Relaxed);
        self.stdin.lock().await.take();
    }

    /// Reads messages from the server until it exits.
    async fn listen(self: Arc<Self>, stdout: ChildStdout, process: Process, longest: usize) {
        let mut lines = Lines::new(BufReader::new(stdout), longest);
        let mut long = Long::default();
        let reason = loop {
            match lines.next().await {
                Ok(Some(Piece::Line(line))) => {
                    // Events must be UTF-8. Losing a character is better than losing the whole
                    // response.
                    self.hear(String::from_utf8_lossy(&line).trim());
                }
                Ok(Some(Piece::Part(mut part))) => {
                    let is_end = part.pop_if(|byte| *byte == b'\n').is_some();
                    long.push(part).await;
                    if !is_end {
                        continue;
                    }
                    match std::mem::take(&mut long).end().await {
                        Ok(kept) => self.hear_long(kept),
                        Err(error) => {
                            tracing::error!(%error, "cannot store a long message from the server");
                            break "cannot store the MCP server's response";
                        }
                    }
                }
                Ok(None) => {
                    // A text without a final line break may be incomplete.
                    self.hear_long(long.end().await.ok().flatten());
                    break "the MCP server has exited";
                }
                Err(error) => {
                    tracing::error!(%error, "cannot read from the server");
                    break "cannot read from the MCP server";
                }
            }
        };
        self.close().await;
        for error in self.relay.give_up(reason) {
            self.hear(&error);
        }
        self.streams().end();
        let status = process.end().await;
        tracing::info!(status = status.map(tracing::field::display), "{reason}");
    }

    /// Handles a message from the server.
    fn hear(&self, line: &str) {
        let Ok(message) = serde_json::from_str::<Object<'_>>(line) else {
            // Batches are passed on as messages, and invalid JSON is dropped.
            if line.starts_with('[') && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok() {
                self.say(self.seen_by_client(line), None);
            }
            return;
        };
        self.parameters.learn(line);
        let text = self.seen_by_client(line);
        let id = message.get("id").map(|id| same_id(id.get()));
        match (message.string("method"), id) {
            (None, Some(id)) => {
                let answer = self.streams().answers.remove(&id);
                if let Some(stream) = answer {
                    // If this fails, the receiver has disconnected.
                    let _ = stream.send(Message { text, is_answer: true });
                }
            }
            (Some(method), _) => {
                if method == "notifications/tools/list_changed" {
                    self.parameters.set_listed(false);
                }
                let token = (method == "notifications/progress").then(|| token_of(&message)).flatten();
                self.say(text, token);
            }
            (None, None) => self.say(text, None),
        }
    }

    /// Handles a message from the server that is too long to be parsed.
    fn hear_long(&self, kept: Option<Kept>) {
        let Some(mut kept) = kept else { return };
        let Some(id) = kept.answers.take() else { return self.say(MessageText::Kept(kept), None) };
        self.relay.pass(std::slice::from_ref(&id), true);
        self.relay.passed(kept.length());
        let answer = self.streams().answers.remove(&same_id(&id));
        if let Some(stream) = answer {
            let _ = stream.send(Message { text: MessageText::Kept(kept), is_answer: true });
        }
    }

    fn seen_by_client(&self, line: &str) -> MessageText {
        MessageText::Whole(self.relay.server_sent(line).unwrap_or_else(|| line.to_owned()))
    }

    /// Passes on a message that is not a response.
    fn say(&self, text: MessageText, token: Option<Box<str>>) {
        let mut streams = self.streams();
        let mut message = Message { text, is_answer: false };
        if let Some(stream) = token.and_then(|token| streams.progress.get(&token)) {
            match stream.send(message) {
                Ok(()) => return,
                Err(refused) => message = refused.0,
            }
        }
        if let Some(own) = &streams.own {
            match own.try_send(message) {
                Ok(()) => return,
                // A client that does not keep up loses its stream, and can open another one.
                Err(refused) => message = refused.into_inner(),
            }
            streams.own = None;
        }
        if let Some(last) = &streams.last {
            match last.send(message) {
                Ok(()) => return,
                Err(refused) => message = refused.0,
            }
            streams.last = None;
        }
        if streams.queue.len() >= MAX_QUEUED {
            streams.queue.pop_front();
        }
        streams.queue.push_back(message);
    }

    /// Removes the progress tokens of streams that have ended.
    pub(super) fn tidy(&self) {
        let mut streams = self.streams();
        streams.progress.retain(|_, stream| !stream.is_closed());
        if streams.last.as_ref().is_some_and(UnboundedSender::is_closed) {
            streams.last = None;
        }
    }
}

/// The progress token of a request, if any.
fn progress_token(request: &str) -> Option<Box<str>> {
    let request: Object<'_> = serde_json::from_str(request).ok()?;
    Some(request.object("params")?.object("_meta")?.get("progressToken")?.get().into())
}

fn token_of(notification: &Object<'_>) -> Option<Box<str>> {
    Some(notification.object("params")?.get("progressToken")?.get().into())
}
