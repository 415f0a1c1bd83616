//! What a server says to the requests of one POST.

use super::session::{Message, Session};
use super::{Inner, Place};
use futures::Stream;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc::UnboundedReceiver;

/// The answers to the requests of one POST, and what comes before them.
pub(super) struct Answers {
    messages: UnboundedReceiver<Message>,
    ids: Vec<Box<str>>,
    left: usize,
    session: Arc<Session>,
    /// Where the process was lent for these requests alone.
    place: Option<Place>,
    bridge: Arc<Inner>,
}

impl Answers {
    /// Waits for the answers to `ids`.
    pub(super) fn new(
        ids: Vec<Box<str>>,
        messages: UnboundedReceiver<Message>,
        session: Arc<Session>,
        place: Option<Place>,
        bridge: Arc<Inner>,
    ) -> Self {
        let mut answers = Answers { messages, left: ids.len(), ids, session, place, bridge };
        if answers.are_all() {
            answers.finish();
        }
        answers
    }

    /// Whether nothing is to come any more.
    pub(super) fn are_all(&self) -> bool {
        self.left == 0
    }

    /// All is said: a process that was lent is there for others.
    fn finish(&mut self) {
        self.left = 0;
        if let Some(place) = self.place.take() {
            self.bridge.give_back(place);
        }
    }
}

impl Stream for Answers {
    type Item = Message;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Message>> {
        if self.are_all() {
            return Poll::Ready(None);
        }
        let message = std::task::ready!(self.messages.poll_recv(context));
        match &message {
            Some(message) if message.is_answer => {
                self.left -= 1;
                if self.are_all() {
                    self.finish();
                }
            }
            Some(_) => {}
            None => self.finish(),
        }
        Poll::Ready(message)
    }
}

impl Drop for Answers {
    /// Dropped before the end, it is the client that has gone.
    fn drop(&mut self) {
        if self.are_all() {
            return;
        }
        let (session, ids, place) =
            (Arc::clone(&self.session), std::mem::take(&mut self.ids), self.place.take());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                session.cancel(&ids).await;
                // What it says next would be for nobody, and is not to be taken for an answer to
                // somebody else.
                drop(place);
            });
        }
    }
}
