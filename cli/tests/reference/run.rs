//! Both programs on the same input.

use crate::install::Reference;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// An input, and how the programs are called with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub(crate) args: Vec<String>,
    pub(crate) stdin: Vec<u8>,
    /// A file of the folder in which they run.
    pub(crate) file: Option<(String, Vec<u8>)>,
    /// The file that they write, if any.
    pub(crate) writes: Option<String>,
}

impl Call {
    pub(crate) fn new(args: &[&str], stdin: impl Into<Vec<u8>>) -> Self {
        let args = args.iter().map(ToString::to_string).collect();
        Call { args, stdin: stdin.into(), ..Call::default() }
    }

    pub(crate) fn with_file(args: &[&str], name: &str, text: &str) -> Self {
        Call { file: Some((name.to_owned(), text.into())), ..Call::new(args, "") }
    }

    pub(crate) fn writing(self, name: &str) -> Self {
        Call { writes: Some(name.to_owned()), ..self }
    }
}

/// The result.
#[derive(Debug, PartialEq)]
pub(crate) struct Done {
    pub(crate) is_well: bool,
    pub(crate) stdout: String,
    /// Whether there is anything on stderr.
    pub(crate) speaks: bool,
    pub(crate) file: Option<String>,
}

pub(crate) fn ours(call: &Call) -> Done {
    run(Command::new(env!("CARGO_BIN_EXE_toon")), call)
}

pub(crate) fn theirs(reference: &Reference, call: &Call) -> Done {
    let mut command = Command::new(&reference.node);
    command.arg(&reference.script);
    run(command, call)
}

fn run(mut command: Command, call: &Call) -> Done {
    let folder = tempfile::tempdir().unwrap();
    if let Some((name, text)) = &call.file {
        fs::write(folder.path().join(name), text).unwrap();
    }
    command.args(&call.args).current_dir(&folder).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that does not read it may exit before it is written.
    let _ = child.stdin.take().unwrap().write_all(&call.stdin);
    let output = child.wait_with_output().unwrap();
    let read = |name: &String| fs::read_to_string(Path::new(folder.path()).join(name)).ok();
    Done {
        is_well: output.status.success(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        speaks: !output.stderr.is_empty(),
        file: call.writes.as_ref().and_then(read),
    }
}

/// Checks that both do the same, or that both fail.
#[track_caller]
pub(crate) fn check(reference: &Reference, calls: &[Call]) {
    check_where(reference, calls, |_, _| true);
}

/// Checks the calls that the reference handles as expected, and returns their number.
#[track_caller]
pub(crate) fn check_where(
    reference: &Reference,
    calls: &[Call],
    agrees: impl Fn(usize, &Done) -> bool + Sync,
) -> usize {
    let (differences, count) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((index, call)) = calls.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let theirs = theirs(reference, call);
            if !agrees(index, &theirs) {
                continue;
            }
            count.fetch_add(1, Ordering::Relaxed);
            let ours = ours(call);
            let differs = if theirs.is_well { ours != theirs } else { ours.is_well };
            if differs {
                let input = String::from_utf8_lossy(&call.stdin).into_owned();
                let difference =
                    format!("{:?} < {input:?}\n  ours:   {ours:?}\n  theirs: {theirs:?}", call.args);
                differences.lock().unwrap().push(difference);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    let differences = differences.into_inner().unwrap();
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
    count.into_inner()
}
