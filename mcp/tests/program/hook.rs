//! The hook, as coding agents run it.

use crate::program::PROGRAM;
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const CLAUDE: &str = "claude-mcp-string";

fn payload(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../agents/tests/agents/hooks");
    fs::read(folder.join(format!("{name}.json"))).unwrap()
}

/// Runs the hook of a user with this home folder. It must never fail.
fn hook(home: &Path, arguments: &[&str], variables: &[(&str, &str)], payload: &[u8]) -> String {
    let mut process = Command::new(PROGRAM)
        .arg("hook")
        .args(arguments)
        .env_clear()
        .env("HOME", home)
        .env("USERPROFILE", home)
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // All of it is read, whatever it is.
    process.stdin.take().unwrap().write_all(payload).unwrap();
    let Output { status, stdout, stderr } = process.wait_with_output().unwrap();
    assert_eq!((status.code(), String::from_utf8(stderr).unwrap().as_str()), (Some(0), ""));
    String::from_utf8(stdout).unwrap()
}

fn text(answer: &str) -> String {
    let answer: Value = serde_json::from_str(answer).unwrap();
    answer["hookSpecificOutput"]["updatedToolOutput"].as_str().unwrap().to_owned()
}

/// The lines of a file in the data folder.
fn lines(home: &Path, name: &str) -> Vec<String> {
    let folders = [".local/share", "Library/Application Support", "AppData/Roaming"];
    let file = folders.map(|folder| home.join(folder).join("toon-mcp").join(name));
    let file = file.iter().find_map(|file| fs::read_to_string(file).ok());
    file.unwrap_or_default().lines().map(str::to_owned).collect()
}

#[test]
fn results_of_one_conversation() {
    let home = TempDir::new().unwrap();
    let answer = || hook(home.path(), &[], &[], &payload(CLAUDE));
    let first = answer();
    assert_eq!(first.lines().count(), 1);
    assert!(text(&first).starts_with("TOON: "), "{first}");
    let second = text(&answer());
    assert!(second.starts_with("_form: 1 list"), "{second}");
    let stats = lines(home.path(), "stats.jsonl");
    assert_eq!(stats.len(), 2);
    let entry: Value = serde_json::from_str(&stats[1]).unwrap();
    assert_eq!((&entry["source"], &entry["host"]), (&"hook".into(), &"claude".into()));
    assert_eq!(entry["tools"]["mcp__github__list_issues"]["after"]["bytes"], second.len());
    assert_eq!(lines(home.path(), "hook.log"), [""; 0]);
}

#[test]
fn any_doubt() {
    let home = TempDir::new().unwrap();
    let long = vec![b' '; 20 << 20];
    for payload in [
        &b""[..],
        b"not JSON",
        b"[]",
        b"\xff",
        b"{\"hook_event_name\":\"PostToolUse\"}",
        &long,
        &payload("claude-read"),
    ] {
        assert_eq!(hook(home.path(), &[], &[], payload), "");
    }
    assert_eq!(lines(home.path(), "hook.log"), [""; 0]);
}

/// What is wrong with the settings is noted in the log.
#[test]
fn settings_that_are_invalid() {
    let home = TempDir::new().unwrap();
    let file = home.path().join("settings.toml");
    fs::write(&file, "form = 7").unwrap();
    let file = file.to_str().unwrap();
    let long = vec![b' '; 1 << 20];
    for (arguments, variables) in [
        (&["--nonsense"][..], &[][..]),
        (&["--exclude-tools", "[a"], &[]),
        (&["--config", file], &[]),
        (&["--config", "/nowhere/settings.toml"], &[]),
        (&[], &[("TOON_MCP_FORM", "nonsense")]),
    ] {
        let before = lines(home.path(), "hook.log").len();
        assert_eq!(hook(home.path(), arguments, variables, &payload(CLAUDE)), "");
        assert_eq!(hook(home.path(), arguments, variables, &long), "");
        assert_eq!(lines(home.path(), "hook.log").len(), before + 2, "{arguments:?}");
    }
}

#[test]
fn settings() {
    let home = TempDir::new().unwrap();
    let answer = |arguments: &[&str], variables: &[(&str, &str)]| {
        hook(home.path(), arguments, variables, &payload(CLAUDE))
    };
    for (arguments, variables) in [
        (&["--exclude-tools", "list_*"][..], &[][..]),
        (&["--off"], &[]),
        (&["--min-size-bytes", "100000"], &[]),
        (&[], &[("TOON_MCP_OFF", "1")]),
        // Claude Code's hooks in Cursor.
        (&[], &[("CURSOR_VERSION", "1.7")]),
    ] {
        assert_eq!(answer(arguments, variables), "", "{arguments:?} {variables:?}");
    }
    for (arguments, variables) in [(&["--no-stats"][..], &[][..]), (&[], &[("TOON_MCP_STATS", "off")])] {
        assert!(!answer(arguments, variables).is_empty());
    }
    assert_eq!(lines(home.path(), "stats.jsonl"), [""; 0]);

    let gemini = |arguments: &[&str]| hook(home.path(), arguments, &[], &payload("gemini-aftertool-mcp"));
    assert_eq!(gemini(&[]), "");
    assert!(gemini(&["--blocking"]).starts_with(r#"{"decision":"deny","reason":"#));
    let bash = |arguments: &[&str]| hook(home.path(), arguments, &[], &payload("claude-bash"));
    assert!(!bash(&[]).is_empty() && bash(&["--programs", "kubectl,aws"]).is_empty());
}

#[test]
fn results_that_are_too_long() {
    let home = TempDir::new().unwrap();
    let mut payload: Value = serde_json::from_slice(&payload(CLAUDE)).unwrap();
    let rows: Vec<String> = (0..2000).map(|id| format!("{{\"id\":{id},\"state\":\"open\"}}")).collect();
    payload["tool_response"] = format!("[{}]", rows.join(",")).into();
    let payload = payload.to_string();
    let whole = text(&hook(home.path(), &[], &[], payload.as_bytes()));
    assert!(whole.len() > 2000 && whole.contains("1999"), "{whole}");
    let part = text(&hook(home.path(), &["--budget", "1000"], &[], payload.as_bytes()));
    assert!(part.starts_with("partial: ") && part.len() <= 2000, "{part}");
    // The command that it names answers questions about the whole.
    let command = part.lines().last().unwrap().split_once(": ").unwrap().1;
    let file = command.split(' ').find(|word| word.contains(".json")).unwrap();
    let output =
        Command::new(PROGRAM).args(["query", file, "length"]).env("HOME", home.path()).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "2000\n");
    // Too little for a preview.
    assert_eq!(hook(home.path(), &["--budget", "10"], &[], payload.as_bytes()), "");
}

/// Each result is in its file, though old ones are removed at the same time.
#[cfg(unix)]
#[test]
fn two_hundred_at_once() {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};
    let home = TempDir::new().unwrap();
    let results = home.path().join("toon-results");
    fs::create_dir(&results).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(8 * 24 * 60 * 60);
    for number in 0..300 {
        let old = results.join(format!("{number:016x}.json"));
        fs::write(&old, "{}").unwrap();
        fs::File::options().write(true).open(&old).unwrap().set_modified(long_ago).unwrap();
    }
    let flags = ["--budget", "1000", "--store", home.path().to_str().unwrap(), "--form", "toon"];
    let shown = |number: u32| {
        let rows: Vec<String> = (0..300).map(|id| format!("{{\"id\":{id},\"by\":{number}}}")).collect();
        let mut payload: Value = serde_json::from_slice(&payload(CLAUDE)).unwrap();
        payload["tool_response"] = format!("[{}]", rows.join(",")).into();
        let text = text(&hook(home.path(), &flags, &[], payload.to_string().as_bytes()));
        let file = text
            .lines()
            .find_map(|line| line.strip_prefix("whole: \"")?.split(" (complete, 300 rows").next());
        assert_eq!(fs::read_to_string(file.unwrap()).unwrap(), format!("[{}]\n", rows.join(",\n")));
    };
    std::thread::scope(|threads| {
        for number in 0..200 {
            threads.spawn(move || shown(number));
        }
    });
    let left: Vec<_> = fs::read_dir(&results).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(left.len(), 200, "neither old nor temporary files are left");
    for path in &left {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o077, 0, "{}", path.display());
    }
}

/// A home folder that cannot be written.
#[test]
fn nowhere_to_write() {
    let home = TempDir::new().unwrap();
    for folder in [".cache", ".local", "Library", "AppData"] {
        fs::write(home.path().join(folder), "a file").unwrap();
    }
    for _ in 0..2 {
        assert!(text(&hook(home.path(), &[], &[], &payload(CLAUDE))).starts_with("TOON: "));
    }
}
