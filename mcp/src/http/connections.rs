//! Runs and stops a server.

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Limits and timeouts.
#[derive(Clone, Copy)]
struct ConnectionLimits {
    /// The maximum number of connections. Further ones wait.
    connections: usize,
    /// The time from opening a connection, or from the last response, to the end of the next
    /// request's headers.
    headers: Duration,
    /// The time that requests in progress have to finish when the server stops.
    stop: Duration,
}

const LIMITS: ConnectionLimits =
    ConnectionLimits { connections: 1024, headers: Duration::from_secs(30), stop: Duration::from_secs(5) };

/// Serves `router` until `stop` is cancelled. Requests in progress then have five seconds to
/// finish.
///
/// At most 1024 connections are open at a time. A connection that sends no request within 30
/// seconds is closed.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    serve_with(LIMITS, listener, router, stop).await;
}

async fn serve_with(
    limits: ConnectionLimits,
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
) {
    let slots = Arc::new(Semaphore::new(limits.connections));
    let open = GracefulShutdown::new();
    loop {
        let next = async {
            // Acquire a slot before accepting, so that further connections wait in the system's
            // queue.
            let slot = slots.clone().acquire_owned().await;
            (accept(&listener).await, slot)
        };
        let (stream, slot) = tokio::select! {
            (stream, Ok(slot)) = next => (stream, slot),
            () = stop.cancelled() => break,
            else => break,
        };
        connect(limits, stream, slot, router.clone(), &open);
    }
    drop(listener);
    if tokio::time::timeout(limits.stop, open.shutdown()).await.is_err() {
        tracing::warn!("cut off requests that were still in progress");
    }
}

/// Accepts the next connection.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            // The client has already disconnected.
            Err(error) if is_of_connection(error.kind()) => {}
            // Most likely, file descriptors have run out for the moment.
            Err(error) => {
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

fn is_of_connection(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(kind, ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn connect(
    limits: ConnectionLimits,
    stream: TcpStream,
    slot: OwnedSemaphorePermit,
    router: Router,
    open: &GracefulShutdown,
) {
    // Send small responses without delay.
    let _ = stream.set_nodelay(true);
    let connection = Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.headers)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let connection = open.watch(connection);
    tokio::spawn(async move {
        let _slot = slot;
        if let Err(error) = connection.await {
            tracing::debug!("a connection ended: {error}");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

    async fn start(limits: ConnectionLimits) -> (SocketAddr, CancellationToken) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let router = Router::new().route("/", get(|| async { "here" }));
        tokio::spawn(serve_with(limits, listener, router, stop.clone()));
        (address, stop)
    }

    async fn answer(mut stream: TcpStream) -> String {
        let mut answer = String::new();
        let reading = stream.read_to_string(&mut answer);
        tokio::time::timeout(Duration::from_secs(20), reading).await.unwrap().unwrap();
        answer
    }

    #[tokio::test]
    async fn who_says_nothing_makes_room_for_others() {
        let limits = ConnectionLimits { connections: 1, headers: Duration::from_millis(200), ..LIMITS };
        let (address, _stop) = start(limits).await;
        let mut silent = TcpStream::connect(address).await.unwrap();
        silent.write_all(b"GET / HTTP/1.1\r\nX: ").await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        second.write_all(REQUEST).await.unwrap();
        assert!(answer(second).await.ends_with("here"));
        // Only that it ends matters, not how.
        let mut rest = Vec::new();
        let _ = silent.read_to_end(&mut rest).await;
    }

    #[tokio::test]
    async fn after_the_end_nobody_is_answered() {
        let (address, stop) = start(LIMITS).await;
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(REQUEST).await.unwrap();
        assert!(answer(stream).await.ends_with("here"));
        stop.cancel();
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(TcpStream::connect(address).await.is_err());
    }
}
