//! Starts the process of a query, and watches it.

use super::limits::{MAX_MEMORY, check_filter};
use super::message::{Fault, Line, Request, Shape};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The argument with which a program starts itself for a query.
const WORKER: &str = "--query-worker";

/// What came of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// How many outputs there were.
    pub count: u64,
    /// What the document is.
    pub shape: Shape,
    /// What a reader should know about how the document was read, such as which words are `null`.
    pub notes: Vec<String>,
    /// If all outputs are `null` or empty: the last step of the filter that had an answer, and its keys.
    pub hint: Option<(String, String)>,
}

impl Request {
    /// A query of a document, with the default limit of memory.
    pub fn new(file: Option<PathBuf>, filter: Option<String>) -> Self {
        Request { file, filter, rows: false, max_memory: MAX_MEMORY }
    }

    /// The request that a process was started with, if it was started for a query.
    pub fn of_worker(mut arguments: impl Iterator<Item = OsString>) -> Option<String> {
        (arguments.next()? == WORKER).then(|| arguments.next()?.into_string().ok())?
    }
}

/// Runs a query in a process of its own: this program with an argument that it must pass to [`work`](super::work). Each
/// output is given to `take` as JSON text.
///
/// # Errors
///
/// Fails if the filter is invalid or fails, takes longer than `time` or too much memory, or if `take` fails.
pub fn run(
    request: &Request,
    time: Duration,
    mut take: impl FnMut(&str) -> io::Result<()>,
) -> Result<Answers, Fault> {
    if let Some(filter) = &request.filter {
        check_filter(filter).map_err(|message| Fault::new(&message))?;
    }
    let of_io = |error: io::Error| Fault::new(&format!("the query cannot be started: {error}"));
    let program = std::env::current_exe().map_err(of_io)?;
    let request_json =
        serde_json::to_string(request).map_err(|_| Fault::new("the path is not valid UTF-8"))?;
    let is_stdin = request.file.as_deref().is_none_or(|file| file == Path::new("-"));
    let mut child = Command::new(program)
        .args([WORKER, &request_json])
        // Filters cannot read it, and errors of the allocator must not depend on it.
        .env_clear()
        .stdin(if is_stdin { Stdio::inherit() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(of_io)?;
    let answers = watch(&mut child, time, &mut take);
    // It has ended, or has to.
    _ = child.kill();
    let status = child.wait();
    match answers {
        Ok(Some(answers)) => Ok(answers),
        Ok(None) => Err(ended(request, status.ok())),
        Err(fault) => Err(fault),
    }
}

/// Reads the lines of a process until it is done. `None` if it ends before.
fn watch(
    child: &mut Child,
    time: Duration,
    take: &mut impl FnMut(&str) -> io::Result<()>,
) -> Result<Option<Answers>, Fault> {
    let Some(stdout) = child.stdout.take() else { return Ok(None) };
    let (sender, lines) = sync_channel(64);
    // Ends with the process.
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let deadline = Instant::now() + time;
    let mut answers = Answers::default();
    loop {
        let line = match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Ok(line)) => line,
            Err(RecvTimeoutError::Timeout) => {
                return Err(Fault::new(&format!("the query took longer than {} seconds", time.as_secs())));
            }
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
        };
        match serde_json::from_str(&line) {
            Ok(Line::Note(note)) => answers.notes.push(note),
            Ok(Line::Output(json)) => {
                answers.count += 1;
                take(&json).map_err(|error| Fault::new(&format!("the answer cannot be kept: {error}")))?;
            }
            Ok(Line::Done { shape, hint }) => return Ok(Some(Answers { shape, hint, ..answers })),
            Ok(Line::Failed(fault)) => return Err(fault),
            Err(_) => return Ok(None),
        }
    }
}

/// Why a process has ended without an answer.
fn ended(request: &Request, status: Option<ExitStatus>) -> Fault {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
        const ABORT: i32 = 6;
        const SEGMENTATION_FAULT: i32 = 11;
        return match signal {
            ABORT => {
                let advice = if request.rows { "" } else { "; --rows takes one row at a time" };
                let megabytes = request.max_memory >> 20;
                Fault::new(&format!(
                    "the query took more than {megabytes} MiB of memory, or recursed without end{advice}"
                ))
            }
            SEGMENTATION_FAULT => Fault::new("the query recursed without end"),
            signal => Fault::new(&format!("the query was ended by signal {signal}")),
        };
    }
    let _ = request;
    let code = status.and_then(|status| status.code());
    Fault::new(&code.map_or("the query ended".to_owned(), |code| format!("the query ended with code {code}")))
}
