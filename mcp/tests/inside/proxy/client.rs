//! A client that talks to a proxy in this process, line by line.

use crate::proxy::{Relay, Rewriter, Upstream, run_remote};
use serde_json::Value;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;
use toon_convert::{Converter, Measure, Rules};

/// Longer responses are not kept in memory.
pub(crate) const MAX_BYTES: usize = 100_000;

pub(crate) struct Client {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    session: JoinHandle<std::io::Result<()>>,
}

impl Client {
    pub(crate) fn of(upstream: Upstream) -> Self {
        let rules = Rules::new().min_size_bytes(0).measure(Measure::Bytes).any_savings(true);
        Self::with(upstream, Rewriter::new(Converter::new(rules).unwrap()))
    }

    pub(crate) fn with(upstream: Upstream, rewriter: Rewriter) -> Self {
        let (input, theirs) = tokio::io::duplex(1000);
        let (output, ours) = tokio::io::duplex(1000);
        let session = tokio::spawn(async move {
            let never = std::future::pending::<()>();
            let input = BufReader::new(theirs);
            run_remote(Relay::new(rewriter), upstream, MAX_BYTES, input, output, never).await
        });
        Client { input, output: BufReader::new(ours).lines(), session }
    }

    pub(crate) async fn send(&mut self, line: &str) {
        self.input.write_all(format!("{line}\n").as_bytes()).await.unwrap();
    }

    pub(crate) async fn line(&mut self) -> Value {
        let line = tokio::time::timeout(Duration::from_secs(20), self.output.next_line());
        let line = line.await.unwrap().unwrap().unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))
    }

    pub(crate) async fn ask(&mut self, line: &str) -> Value {
        self.send(line).await;
        self.line().await
    }

    /// Closes the input, and waits for the end.
    pub(crate) async fn end(self) {
        drop(self.input);
        self.session.await.unwrap().unwrap();
    }
}
