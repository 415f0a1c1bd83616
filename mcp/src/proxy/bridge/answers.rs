//! The server's responses to the requests in a POST.

use super::process::{Message, ProcessSession, Requests};
use super::slot::Slot;
use futures::Stream;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::mpsc::UnboundedReceiver;

/// A stream of the responses to the requests in a POST, and of messages that precede them.
pub(super) struct Answers {
    messages: UnboundedReceiver<Message>,
    ids: Vec<Box<str>>,
    left: usize,
    session: Arc<ProcessSession>,
    /// The process, if it is borrowed for these requests.
    place: Option<Slot>,
    /// Takes the process back.
    give_back: GiveBack,
}

type GiveBack = Box<dyn Fn(Slot) + Send + Sync>;

impl Answers {
    /// Creates a stream that ends with the last response.
    pub(super) fn new(
        Requests { ids, answers: left, messages }: Requests,
        session: Arc<ProcessSession>,
        place: Option<Slot>,
        give_back: GiveBack,
    ) -> Self {
        let mut answers = Answers { messages, ids, left, session, place, give_back };
        if answers.are_all() {
            answers.finish();
        }
        answers
    }

    /// Whether all responses have been received.
    pub(super) fn are_all(&self) -> bool {
        self.left == 0
    }

    /// Called when all responses have been sent. A borrowed process can then be reused.
    fn finish(&mut self) {
        self.left = 0;
        if let Some(place) = self.place.take() {
            (self.give_back)(place);
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
    /// If this is dropped early, the client has disconnected.
    fn drop(&mut self) {
        if self.are_all() {
            return;
        }
        let (session, ids, place) =
            (Arc::clone(&self.session), std::mem::take(&mut self.ids), self.place.take());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                session.cancel(&ids).await;
                // Its further messages have no receiver, and must not be mistaken for responses to
                // another client.
                drop(place);
            });
        }
    }
}
