//! Limits of the time that a test waits, so that a program that hangs makes it fail.

use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{io, panic};

/// Much more than any test takes.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// Kills a process that takes too long, which also ends what it writes. Has to be dropped soon
/// after the process has ended.
pub(crate) struct Limit {
    _ended: Sender<()>,
}

impl Limit {
    pub(crate) fn of(process: u32) -> Self {
        let (sender, ended) = mpsc::channel::<()>();
        thread::spawn(move || {
            if ended.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-9", &process.to_string()]).status();
            }
        });
        Limit { _ended: sender }
    }
}

/// A time until which something has to happen.
pub(crate) struct Deadline(Instant);

impl Deadline {
    pub(crate) fn new() -> Self {
        Deadline(Instant::now() + LIMIT)
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Waits until `what` is ready.
    pub(crate) fn wait(&self, what: &str, mut is_ready: impl FnMut() -> bool) {
        while !is_ready() {
            assert!(!self.left().is_zero(), "still waiting for {what}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Runs a command without input.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let _limit = Limit::of(child.id());
    child.wait_with_output()
}

/// Waits for a thread, which may be blocked if a program fails before it opens a pipe.
pub(crate) fn join<T>(thread: JoinHandle<T>, what: &str) -> T {
    Deadline::new().wait(what, || thread.is_finished());
    thread.join().unwrap_or_else(|reason| panic::resume_unwind(reason))
}

/// Says on stderr that a test has been skipped, and why.
pub(crate) fn skipped(reason: &str) {
    use std::io::Write;
    // Not with `eprintln`, whose output is hidden for passing tests.
    io::stderr().write_all(format!("skipped: {reason}\n").as_bytes()).unwrap();
}
