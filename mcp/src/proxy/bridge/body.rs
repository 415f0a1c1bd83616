//! Writes messages as a response body: as events or JSON.

use super::super::sse;
use super::process::{Message, MessageText};
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Interval, MissedTickBehavior};

/// Tells proxies not to buffer the response.
const ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
/// The interval of keep-alive comments, which prevent proxies from closing idle streams.
pub(super) const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(15);

/// Sends responses in a format that the client accepts.
pub(super) async fn answered(
    headers: &HeaderMap,
    messages: impl Stream<Item = Message> + Send + 'static,
) -> Response {
    let accepts = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("*/*");
    if accepts.contains("text/event-stream") || accepts.contains("*/*") {
        return events(messages);
    }
    // A client that does not accept streams gets only the responses.
    let answers = messages.filter(|message| std::future::ready(message.is_answer));
    let mut answers: Vec<MessageText> = answers.map(|answer| answer.text).collect().await;
    let body = match (answers.pop(), answers.is_empty()) {
        (Some(answer), true) => chunks(answer),
        (last, _) => {
            let all = answers.into_iter().chain(last).enumerate();
            let all: Vec<Chunks> =
                all.flat_map(|(n, answer)| [fixed(if n == 0 { "" } else { "," }), chunks(answer)]).collect();
            Box::pin(fixed("[").chain(futures::stream::iter(all).flatten()).chain(fixed("]")))
        }
    };
    ([(CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response()
}

/// Sends messages as a stream of events.
pub(super) fn events(messages: impl Stream<Item = Message> + Send + 'static) -> Response {
    let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-cache"), (ACCEL_BUFFERING, "no")];
    (headers, Body::from_stream(Beating::new(messages))).into_response()
}

type Chunks = Pin<Box<dyn Stream<Item = std::io::Result<Bytes>> + Send>>;

fn fixed(text: &'static str) -> Chunks {
    Box::pin(futures::stream::once(std::future::ready(Ok(Bytes::from_static(text.as_bytes())))))
}

fn chunks(text: MessageText) -> Chunks {
    match text {
        MessageText::Whole(text) => {
            Box::pin(futures::stream::once(std::future::ready(Ok(Bytes::from(text)))))
        }
        MessageText::Kept(kept) => Box::pin(kept.chunks()),
    }
}

/// A stream of events, with keep-alive comments in between.
struct Beating<S> {
    messages: Pin<Box<S>>,
    /// The rest of the current event, which comments must not interrupt.
    event: Option<Chunks>,
    beat: Interval,
}

impl<S> Beating<S> {
    fn new(messages: S) -> Self {
        let mut beat =
            tokio::time::interval_at(tokio::time::Instant::now() + KEEP_ALIVE_INTERVAL, KEEP_ALIVE_INTERVAL);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Beating { messages: Box::pin(messages), event: None, beat }
    }
}

impl<S: Stream<Item = Message>> Stream for Beating<S> {
    type Item = std::io::Result<Bytes>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(event) = &mut self.event {
                if let Some(chunk) = std::task::ready!(event.poll_next_unpin(context)) {
                    return Poll::Ready(Some(chunk));
                }
                self.event = None;
                self.beat.reset();
            }
            match self.messages.as_mut().poll_next(context) {
                Poll::Ready(Some(Message { text: MessageText::Whole(text), .. })) => {
                    self.beat.reset();
                    return Poll::Ready(Some(Ok(sse::event(&text).into())));
                }
                Poll::Ready(Some(Message { text, .. })) => {
                    self.event = Some(Box::pin(fixed(sse::BEGIN).chain(chunks(text)).chain(fixed(sse::END))));
                }
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => {
                    std::task::ready!(self.beat.poll_tick(context));
                    return Poll::Ready(Some(Ok(Bytes::from_static(b": \n\n"))));
                }
            }
        }
    }
}
