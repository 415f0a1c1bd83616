//! What the last commits changed, as the `git` program says.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// How many commits are read.
const MAX_COMMITS: usize = 1_000;

/// Commits of more files say little about each of them.
const MAX_FILES: usize = 100;

/// Longer messages are cut.
const MAX_MESSAGE_CHARS: usize = 4_000;

/// How long `git` may take. What it has said until then counts.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// A commit.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Commit {
    pub(super) message: String,
    /// The files that it changed, as indexes.
    pub(super) files: Vec<usize>,
    /// How many files it changed, those included that are not ranked.
    pub(super) changed: usize,
}

/// The last commits that changed files in the folder `root`, the newest first. None without a repository, or
/// without `git`.
pub(super) fn commits(root: &Path, files: &HashMap<&str, usize>) -> Vec<Commit> {
    let Some(mut git) = start(root) else { return Vec::new() };
    let commits = read(&mut git, files, TIME_LIMIT);
    // It has ended, or is not waited for.
    let _ = git.kill();
    let _ = git.wait();
    commits
}

/// Starts `git log`. Nothing that the configuration of a repository may name is run: no pager, no hook, no
/// monitor, and no transfer of objects that are missing.
fn start(root: &Path) -> Option<Child> {
    let config =
        ["core.fsmonitor=false", "core.quotePath=false", "protocol.allow=never", "log.showSignature=false"];
    let mut command = Command::new("git");
    command.arg("--no-pager").args(config.iter().flat_map(|setting| ["-c", setting]));
    command
        .arg("-C")
        .arg(root)
        .args(["log", "-z", "--format=%x01%B", "--name-only", "--no-merges", "--relative", "--no-renames"])
        .args(["--no-ext-diff", "--no-textconv", "--no-color", "--encoding=UTF-8"])
        .arg(format!("--max-count={MAX_COMMITS}"))
        .args(["HEAD", "--", "."])
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command.spawn().ok()
}

fn read(git: &mut Child, files: &HashMap<&str, usize>, limit: Duration) -> Vec<Commit> {
    let Some(output) = git.stdout.take() else { return Vec::new() };
    let deadline = Instant::now() + limit;
    let (sender, receiver) = mpsc::sync_channel(64);
    // Reading may block for longer than the limit. The thread ends when its pipe or the channel is closed.
    thread::spawn(move || send(BufReader::new(output), &sender));
    let mut commits = Vec::<Commit>::new();
    while let Some(left) = deadline.checked_duration_since(Instant::now()) {
        let Ok(entry) = receiver.recv_timeout(left) else { break };
        match (entry, commits.last_mut()) {
            (Entry::Message(message), _) => commits.push(Commit { message, ..Commit::default() }),
            (Entry::File(path), Some(commit)) => {
                commit.changed += 1;
                commit.files.extend(files.get(path.as_str()).filter(|_| commit.changed <= MAX_FILES));
            }
            (Entry::File(_), None) => {}
        }
    }
    commits.retain(|commit| commit.changed <= MAX_FILES);
    commits
}

enum Entry {
    Message(String),
    File(String),
}

/// Sends what `git log -z` prints: `\x01message\0`, and then `\nfile\0` and `file\0` for each file.
fn send(mut output: impl BufRead, sender: &SyncSender<Entry>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        if !output.read_until(0, &mut bytes).is_ok_and(|len| len > 0) {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches('\0');
        let entry = match text.trim_start_matches('\n').strip_prefix('\u{1}') {
            Some(message) => Entry::Message(message.trim().chars().take(MAX_MESSAGE_CHARS).collect()),
            None => Entry::File(text.strip_prefix('\n').unwrap_or(text).to_owned()),
        };
        if sender.send(entry).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_split_into_commits() {
        let output =
            "\u{1}Change two\n\nfiles\n\0\na.rs\0other\0\u{1}Change one\n\0\nb \"c\".rs\0\u{1}None\n\0";
        let (sender, receiver) = mpsc::sync_channel(64);
        send(output.as_bytes(), &sender);
        drop(sender);
        let entries: Vec<String> = receiver
            .into_iter()
            .map(|entry| match entry {
                Entry::Message(message) => format!("message {message}"),
                Entry::File(file) => file,
            })
            .collect();
        let expected = [
            "message Change two\n\nfiles",
            "a.rs",
            "other",
            "message Change one",
            "b \"c\".rs",
            "message None",
        ];
        assert_eq!(entries, expected);
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_does_not_end_is_not_waited_for() {
        let script = r"printf '\001First\n\0\na.rs\0\001Second\n\0\na.rs\0'; exec sleep 60";
        let mut git = Command::new("sh").args(["-c", script]).stdout(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        let commits = read(&mut git, &HashMap::from([("a.rs", 0)]), Duration::from_millis(300));
        git.kill().unwrap();
        git.wait().unwrap();
        assert!(start.elapsed() < Duration::from_secs(30));
        let messages: Vec<_> =
            commits.iter().map(|commit| (commit.message.as_str(), &commit.files[..])).collect();
        assert_eq!(messages, [("First", &[0][..]), ("Second", &[0][..])]);
    }
}
