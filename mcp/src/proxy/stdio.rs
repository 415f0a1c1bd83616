//! Connects a client that uses stdio to a server command.

use super::child::{Command, Restart, Server};
use super::lines::{Ahead, Lines, MAX_CLIENT_MESSAGE_BYTES, Piece};
use super::long::Scan;
use super::relay::Relay;
use std::borrow::Cow;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::io::{AsyncBufRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_util::task::TaskTracker;
use toon_convert::__internal::Object;

/// How a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The client has closed the session.
    ClientLeft,
    /// The server has exited and is not restarted.
    ServerEnded(Option<ExitStatus>),
}

/// The delay before a server is restarted. It doubles each time, up to a limit.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// After this time, a server counts as started successfully.
const MIN_STEADY_TIME: Duration = Duration::from_secs(60);

/// How long the server may continue to respond after the client has disconnected.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a restarted server may take for the handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(30);

/// Who has ended a run of the server.
enum End {
    Client,
    Server,
}

/// Relays messages between a client on `input` and `output` and the server that `command` starts.
/// Lines longer than `longest` bytes are passed on in pieces without being parsed.
///
/// If a server exits, its pending requests get errors. A restarted server gets the client's
/// handshake again. When `stop` completes, the session ends as if the client had disconnected.
///
/// # Errors
///
/// Fails if the server cannot be started, or the client cannot be read or written.
pub(crate) async fn run<R, W, S>(
    relay: &Relay,
    command: &Command,
    restart: Restart,
    longest: usize,
    input: R,
    mut output: W,
    stop: S,
) -> std::io::Result<Outcome>
where
    S: Future<Output = ()>,
    R: AsyncBufRead + Unpin,
    W: AsyncWrite + Unpin,
{
    tokio::pin!(stop);
    let mut client = Ahead::new(Lines::new(input, MAX_CLIENT_MESSAGE_BYTES));
    let mut handshake = ClientHandshake::default();
    // Responses of the proxy must not be written within a line of the server.
    let (answers, mut own) = unbounded_channel::<String>();
    let questions = TaskTracker::new();
    let mut wait = FIRST_WAIT;
    loop {
        let started = tokio::time::Instant::now();
        let Server { mut stdin, stdout, process } = command.start()?;
        let mut server = Lines::new(BufReader::new(stdout), longest);
        let begun = handshake.replay(&mut stdin, &mut server, &mut output);
        let end = if let Some(end) = begin(begun, &mut client, stop.as_mut()).await? {
            drop(stdin);
            end
        } else {
            let down = async {
                let mut scan = Scan::default();
                let mut is_in_line = false;
                loop {
                    tokio::select! {
                        piece = server.next() => match piece? {
                            Some(piece) => is_in_line = write_down(relay, &mut scan, piece, &mut output).await?,
                            None => break,
                        },
                        Some(answer) = own.recv(), if !is_in_line => write_line(&mut output, &answer).await?,
                    }
                }
                // The next message must start on a new line.
                if is_in_line {
                    output.write_all(b"\n").await?;
                }
                // The server may end before the proxy has answered its own requests.
                questions.close();
                questions.wait().await;
                questions.reopen();
                while let Ok(answer) = own.try_recv() {
                    write_line(&mut output, &answer).await?;
                }
                Ok::<End, std::io::Error>(End::Server)
            };
            tokio::pin!(down);
            let end = {
                let up = async {
                    while let Some(piece) = client.next().await? {
                        let Some(bytes) = take(relay, &mut handshake, piece, &answers, &questions) else {
                            continue;
                        };
                        // A server that no longer reads is about to exit, which will show in its
                        // output.
                        if stdin.write_all(&bytes).await.is_err() || stdin.flush().await.is_err() {
                            std::future::pending::<()>().await;
                        }
                    }
                    Ok::<End, std::io::Error>(End::Client)
                };
                tokio::select! {
                    end = up => end?,
                    end = &mut down => end?,
                    () = &mut stop => End::Client,
                }
            };
            drop(stdin);
            if matches!(end, End::Client) {
                // Wait for the remaining responses.
                let _ = tokio::time::timeout(DRAIN_TIMEOUT, down).await;
            }
            end
        };
        let status = process.end().await;
        if matches!(end, End::Client) {
            return Ok(Outcome::ClientLeft);
        }
        let reason = match status {
            Some(status) => format!("the MCP server exited ({status})"),
            None => "the MCP server exited".to_owned(),
        };
        tracing::error!("{reason}");
        for error in relay.give_up(&reason) {
            output.write_all(format!("{error}\n").as_bytes()).await?;
        }
        output.flush().await?;
        if !restart.wants(status) {
            return Ok(Outcome::ServerEnded(status));
        }
        if started.elapsed() > MIN_STEADY_TIME {
            wait = FIRST_WAIT;
        }
        tokio::select! {
            () = tokio::time::sleep(wait) => {}
            () = &mut stop => return Ok(Outcome::ClientLeft),
        }
        wait = (wait * 2).min(MAX_WAIT);
    }
}

/// Waits until the server has `begun`. Returns how the run has ended if it has ended before.
async fn begin<R: AsyncBufRead + Unpin>(
    begun: impl Future<Output = std::io::Result<()>>,
    client: &mut Ahead<R>,
    stop: impl Future<Output = ()>,
) -> std::io::Result<Option<End>> {
    tokio::select! {
        // The first server gets the handshake from the client itself.
        biased;
        begun = tokio::time::timeout(HANDSHAKE_TIMEOUT, begun) => match begun {
            Ok(begun) => begun.map(|()| None),
            Err(_) => Ok(Some(End::Server)),
        },
        () = stop => Ok(Some(End::Client)),
        left = client.left_for(DRAIN_TIMEOUT) => left.map(|()| Some(End::Client)),
    }
}

/// Handles a piece of the client's input. Returns what the server gets.
fn take(
    relay: &Relay,
    handshake: &mut ClientHandshake,
    piece: Piece,
    answers: &UnboundedSender<String>,
    questions: &TaskTracker,
) -> Option<Vec<u8>> {
    let bytes = match piece {
        Piece::Line(line) => match std::str::from_utf8(&line) {
            Ok(text) => {
                let sent = relay.client_sent(text);
                handshake.note(text);
                for error in sent.refused {
                    let _ = answers.send(error);
                }
                for question in sent.questions {
                    let answers = answers.clone();
                    questions.spawn(async move { answers.send(question.answer().await) });
                }
                let changed = match sent.text? {
                    Cow::Borrowed(_) => None,
                    Cow::Owned(text) => Some(format!("{text}\n").into_bytes()),
                };
                return Some(changed.unwrap_or(line));
            }
            Err(_) => line,
        },
        Piece::Part(part) => part,
    };
    if relay.is_restricted() {
        tracing::error!("a message from the client cannot be read, and is not passed on");
        return None;
    }
    Some(bytes)
}

async fn write_line<W: AsyncWrite + Unpin>(output: &mut W, line: &str) -> std::io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes()).await?;
    output.flush().await
}

/// Passes a piece of the server's output on to the client. Returns whether the line continues.
async fn write_down<W: AsyncWrite + Unpin>(
    relay: &Relay,
    scan: &mut Scan,
    piece: Piece,
    output: &mut W,
) -> std::io::Result<bool> {
    let bytes = match piece {
        Piece::Part(part) => {
            let answered = scan.push(&part);
            relay.pass(answered.as_slice(), true);
            relay.passed(part.len());
            part
        }
        Piece::Line(line) => {
            if let Ok(text) = std::str::from_utf8(&line) {
                relay.server_sent(text).map_or(line, |answer| format!("{answer}\n").into_bytes())
            } else {
                // The line is passed on unchanged, but is a response nevertheless.
                relay.pass(Scan::default().push(&line).as_slice(), true);
                line
            }
        }
    };
    output.write_all(&bytes).await?;
    output.flush().await?;
    Ok(!bytes.ends_with(b"\n"))
}

/// The client's handshake, to be repeated for a restarted server.
#[derive(Default)]
struct ClientHandshake {
    initialize: Option<String>,
    initialized: Option<String>,
}

impl ClientHandshake {
    fn note(&mut self, line: &str) {
        if self.initialized.is_some() {
            return;
        }
        let Ok(message) = serde_json::from_str::<Object<'_>>(line) else { return };
        match message.string("method").as_deref() {
            Some("initialize") => self.initialize = Some(line.to_owned()),
            Some("notifications/initialized") => self.initialized = Some(line.to_owned()),
            _ => {}
        }
    }

    /// Repeats the handshake. The response to it is dropped, since the client already has one.
    /// Other messages are passed on.
    async fn replay<I, O, W>(
        &self,
        stdin: &mut I,
        server: &mut Lines<O>,
        output: &mut W,
    ) -> std::io::Result<()>
    where
        I: AsyncWrite + Unpin,
        O: AsyncBufRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        // The client has received an error for an incomplete handshake, and has to repeat it
        // itself.
        let (Some(initialize), Some(initialized)) = (&self.initialize, &self.initialized) else {
            return Ok(());
        };
        let begin = async {
            stdin.write_all(initialize.as_bytes()).await?;
            stdin.flush().await
        };
        // A server that exits at once is detected when its output is read.
        if begin.await.is_err() {
            return Ok(());
        }
        let request: Object<'_> = serde_json::from_str(initialize)?;
        while let Some(piece) = server.next().await? {
            let Piece::Line(line) = &piece else { continue };
            let answer = serde_json::from_slice::<Object<'_>>(line).ok();
            let id = |message: &Object<'_>| message.get("id").map(|id| id.get().to_owned());
            if answer.is_some_and(|answer| answer.get("method").is_none() && id(&answer) == id(&request)) {
                break;
            }
            output.write_all(line).await?;
            output.flush().await?;
        }
        if stdin.write_all(initialized.as_bytes()).await.is_ok() {
            let _ = stdin.flush().await;
        }
        Ok(())
    }
}
