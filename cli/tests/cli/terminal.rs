//! What is shown on a terminal, and not elsewhere.

use super::limit::{self, Limit};
use super::{folder, toon_in};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// What the program shows on a terminal of a hundred columns.
fn on_a_terminal(folder: &TempDir, args: &[&str], variables: &[(&str, &str)]) -> String {
    on_columns(100, folder, args, variables)
}

/// What the program shows on a terminal of so many columns.
pub(crate) fn on_columns(cols: u16, folder: &TempDir, args: &[&str], variables: &[(&str, &str)]) -> String {
    run(cols, folder, args, variables, "").0
}

/// What the program shows while somebody types, and its exit code.
fn typed(folder: &TempDir, args: &[&str], variables: &[(&str, &str)], keys: &str) -> (String, u32) {
    run(100, folder, args, variables, keys)
}

fn run(cols: u16, folder: &TempDir, args: &[&str], variables: &[(&str, &str)], keys: &str) -> (String, u32) {
    let size = PtySize { rows: 24, cols, pixel_width: 0, pixel_height: 0 };
    let pty = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(snapbox::cmd::cargo_bin!("toon"));
    command.args(args);
    command.cwd(folder.path());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    for (name, value) in variables {
        command.env(name, value);
    }
    let mut child = pty.slave.spawn_command(command).unwrap();
    drop(pty.slave);
    let _limit = child.process_id().map(Limit::of);
    let mut reader = pty.master.try_clone_reader().unwrap();
    let mut writer = pty.master.take_writer().unwrap();
    writer.write_all(keys.as_bytes()).unwrap();
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    // On Linux, the end of a terminal is an error.
    while let Ok(length @ 1..) = reader.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..length]);
    }
    let status = child.wait().unwrap();
    let shown = String::from_utf8_lossy(&shown).into_owned();
    assert!(status.signal().is_none(), "{status}: {shown}");
    (shown, status.exit_code())
}

/// A folder with more than is done before anybody looks, as lines of JSON and as TOON.
fn big() -> TempDir {
    let mut lines = String::new();
    let mut rows = String::new();
    let filler = "some more text in this field so that there are fewer rows ".repeat(16);
    let count = 2_000;
    for id in 0..count {
        writeln!(lines, r#"{{"id":{id},"text":"{filler}"}}"#).unwrap();
        write!(rows, "\n  {id},{}", filler.trim_end()).unwrap();
    }
    folder(&[
        ("big.ndjson", lines.as_str()),
        ("big.toon", &format!("[{count}]{{id,text}}:{rows}")),
        ("small.ndjson", "{}\n{}\n"),
    ])
}

/// A named pipe, into which `text` is written with a pause of more than a second.
fn slow_input(folder: &TempDir, name: &str, text: String) -> thread::JoinHandle<()> {
    let pipe = pipe(folder, name);
    thread::spawn(move || {
        let mut pipe = fs::File::options().write(true).open(pipe).unwrap();
        let (some, rest) = text.as_bytes().split_at(text.len() / 2);
        pipe.write_all(some).unwrap();
        thread::sleep(SLOW);
        pipe.write_all(rest).unwrap();
    })
}

/// A named pipe, which is read after a pause of more than a second.
fn slow_output(folder: &TempDir, name: &str) -> thread::JoinHandle<()> {
    let pipe = pipe(folder, name);
    thread::spawn(move || {
        let mut pipe = fs::File::open(pipe).unwrap();
        thread::sleep(SLOW);
        std::io::copy(&mut pipe, &mut std::io::sink()).unwrap();
    })
}

const SLOW: Duration = Duration::from_millis(1_500);

fn pipe(folder: &TempDir, name: &str) -> PathBuf {
    let pipe = folder.path().join(name);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

/// What removes a bar: the cursor goes to the beginning of the line, which is erased.
const REMOVED: &str = "\r\u{1b}[2K";

#[test]
fn a_bar_for_what_takes_long() {
    let folder = big();
    for (args, total) in [
        // Read twice.
        (&["encode", "big.ndjson", "-o"][..], "iB/3."),
        (&["decode", "big.toon", "-o"], "iB/1.78 MiB"),
        (&["decode", "big.toon", "--to", "ndjson", "-o"], "iB/1.78 MiB"),
    ] {
        let name = format!("slow-{}", args.len());
        let reader = slow_output(&folder, &name);
        let shown = on_a_terminal(&folder, &[args, &[&name]].concat(), &[]);
        limit::join(reader, "the reader of the output");
        // Bytes, of how many, and the rate.
        assert!(shown.contains(total) && shown.contains("iB/s") && shown.contains('█'), "{args:?}: {shown}");
        assert!(
            shown.contains(REMOVED) && shown.contains(&format!("oded {} to", args[1])),
            "{args:?}: {shown}"
        );
        fs::remove_file(folder.path().join(name)).unwrap();
    }
}

/// Without a known length, and in memory.
#[test]
fn something_that_turns() {
    let folder = big();
    let list = |open: &str| format!("{open}{}", "1,".repeat(200_000) + "1]");
    for (index, (args, text)) in [
        (&["encode", "-o", "out.toon"][..], list("[")),
        (&["decode", "-o", "out.json"], "a: 1\n# comment\nb: 2\n".to_owned()),
        (&["stats", "--tokenizer", "none"], list("[")),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("slow-{index}");
        let writer = slow_input(&folder, &name, text);
        let shown = on_a_terminal(&folder, &[args, &[&name]].concat(), &[]);
        limit::join(writer, "the writer of the input");
        assert!(shown.contains("B/s") && shown.contains(REMOVED), "{args:?}: {shown}");
    }
}

#[test]
fn no_bar_for_what_does_not() {
    let folder = big();
    let shown = on_a_terminal(&folder, &["encode", "small.ndjson", "-o", "out.toon"], &[]);
    assert!(!shown.contains('█') && !shown.contains("B/s"), "{shown}");
    // Not without a terminal either.
    let reader = slow_output(&folder, "slow");
    toon_in(&folder, &["encode", "big.ndjson", "-o", "slow"])
        .assert()
        .success()
        .stderr_eq("Encoded big.ndjson to slow\n");
    limit::join(reader, "the reader of the output");
}

const RED: &str = "\u{1b}[1m\u{1b}[31m";

#[test]
fn colours() {
    let folder = folder(&[("bad.toon", "a[2]: 1\n")]);
    let shown = on_a_terminal(&folder, &["bad.toon"], &[]);
    assert!(
        shown.contains(&format!("{RED}error\u{1b}[0m: header declares 2 elements, found 1")),
        "{shown:?}"
    );
    assert!(shown.contains(&format!("{RED}  ^\u{1b}[0m")), "{shown:?}");
    let shown = on_a_terminal(&folder, &["bad.toon"], &[("NO_COLOR", "1")]);
    assert!(
        shown.contains("error: header declares 2 elements, found 1") && !shown.contains('\u{1b}'),
        "{shown:?}"
    );
    let shown = on_a_terminal(&folder, &["stats", "--tokenizer", "none", "bad.toon"], &[("TERM", "dumb")]);
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn colours_of_statistics() {
    let rows = [r#"{"id":1,"name":"Ada","city":"London"}"#; 5].join(",");
    let folder = folder(&[("a.json", &format!("[{rows}]"))]);
    let shown = on_a_terminal(&folder, &["stats", "a.json"], &[]);
    assert!(shown.contains("\u{1b}[32m█"), "{shown:?}");
    toon_in(&folder, &["stats", "a.json"]).env_remove("NO_COLOR").assert().success().stdout_eq(
        snapbox::str![[r#"
a.json (o200k_base)
                       bytes  tokens  saved vs. input
JSON                     312     127         -101.6 %  █████████████████████████████████████████████
JSON, compact (input)    191      63            0.0 %  ██████████████████████▎
YAML                     174      79          -25.4 %  ███████████████████████████▉
CSV                       77      34           46.0 %  ████████████
TOON                      93      48           23.8 %  █████████████████
TOON, tabs                94      49           22.2 %  █████████████████▎
TOON, pipes               94      50           20.6 %  █████████████████▋
Normal form               84      45           28.6 %  ███████████████▉
Normal, dense             84      45           28.6 %  ███████████████▉
smallest: CSV

"#]],
    );
}

/// The prompt of the shell is on a line of its own, also after a text that has no final line feed.
#[test]
fn a_context_ends_its_line() {
    let manifest = r#"{"blocks": [{"type": "conversation", "role": "user", "content": "Hi"}]}"#;
    let folder = folder(&[("session.json", manifest)]);
    let shown = on_a_terminal(&folder, &["context", "pack", "session.json", "--style", "minimal"], &[]);
    assert!(shown.contains("[user] Hi\r\n"), "{shown:?}");
}

/// The reader of the output may close it early.
#[test]
fn a_broken_pipe_is_quiet() {
    let folder = big();
    let calls: [&[&str]; 5] = [
        &["big.ndjson"],
        &["big.toon"],
        &["decode", "big.toon", "--to", "csv"],
        &["decode", "big.toon", "--to", "ndjson"],
        &["fmt", "big.toon"],
    ];
    for args in calls {
        let mut child = std::process::Command::new(snapbox::cmd::cargo_bin!("toon"))
            .args(args)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _limit = Limit::of(child.id());
        let mut first = [0; 1];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{args:?}: {}", output.status);
    }
}

/// A closed stderr is not reported either.
#[test]
fn without_stderr() {
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", "exec \"$0\" --no-such-file.json 2>&-"]).arg(snapbox::cmd::cargo_bin!("toon"));
    assert_eq!(limit::output(&mut shell).unwrap().status.code(), Some(2));
}

#[test]
fn nothing_to_do() {
    let folder = folder(&[]);
    let (shown, code) = typed(&folder, &[], &[("NO_COLOR", "1")], "");
    assert!(shown.starts_with("Convert JSON to TOON and back") && shown.contains("Usage: toon"), "{shown}");
    assert_eq!(code, 2);
}

/// Typed lines end with a single Ctrl-D.
#[test]
fn typed_input() {
    let folder = folder(&[]);
    let note = "reading from the terminal; end with Ctrl-D";
    for (args, keys, result) in [
        (&["-e"][..], "[1,\n2]\n\u{4}", "[2]: 1,2\r\n"),
        (&["-"], "a: 1\n\u{4}", "{\r\n  \"a\": 1\r\n}\r\n"),
        (&["encode"], "{}\n{}\n\u{4}", "[2]:\r\n  -\r\n  -\r\n"),
        (&["encode", "--from", "ndjson"], "1\n2\n\u{4}", "[2]: 1,2\r\n"),
        (&["encode", "--from", "csv"], "a\n1\n\u{4}", "[1]{a}:\r\n  1\r\n"),
        (&["decode", "--to", "json"], "a: 1\n\u{4}", "{\"a\":1}\r\n"),
        (&["fmt", "-"], "a:   1\n\u{4}", "a: 1\r\n"),
    ] {
        let (shown, code) = typed(&folder, args, &[("NO_COLOR", "1")], keys);
        assert!(shown.contains(note) && shown.ends_with(result), "{args:?}: {shown:?}");
        assert_eq!(code, 0);
    }
}
