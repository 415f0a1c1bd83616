//! `toon-mcp audit`, in a made home folder.

use crate::program::PROGRAM;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Copies the samples of all hosts, as `.claude` and so on.
fn home() -> tempfile::TempDir {
    let home = tempfile::TempDir::new().unwrap();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../agents/tests/audit/transcripts");
    for host in ["claude", "codex", "copilot", "cursor", "gemini"] {
        copy(&samples.join(host), &home.path().join(format!(".{host}")));
    }
    copy(&samples.join("opencode"), &home.path().join(".local/share/opencode"));
    home
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::copy(from, to).unwrap();
    }
}

fn audit(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.arg("audit").args(arguments);
    for variable in ["HOME", "USERPROFILE"] {
        command.env(variable, home);
    }
    for (variable, folder) in [
        ("XDG_CONFIG_HOME", ".config"),
        ("XDG_DATA_HOME", ".local/share"),
        ("XDG_CACHE_HOME", ".cache"),
        ("APPDATA", "AppData/Roaming"),
        ("LOCALAPPDATA", "AppData/Local"),
    ] {
        command.env(variable, home.join(folder));
    }
    for variable in ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "OPENCODE_DATA_DIR"] {
        command.env_remove(variable);
    }
    command.output().unwrap()
}

fn json(home: &Path, arguments: &[&str]) -> Value {
    let output = audit(home, &[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// What would lead to numbers that nobody understands.
#[test]
fn arguments_out_of_range() {
    let home = tempfile::TempDir::new().unwrap();
    for arguments in [
        ["--since", "18446744073709551615"],
        ["--since", "0d"],
        ["--cache-write", "1e308"],
        ["--cache-read=-1", "--json"],
        ["--cache-read", "NaN"],
    ] {
        let output = audit(home.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// A record without a time, or with one that is none, does not make the period longer.
#[test]
fn records_without_times() {
    let home = home();
    let period = json(home.path(), &["--host", "claude"])["period"].clone();
    let file = home.path().join(".claude/projects/-x/1.jsonl");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    let message = |id: &str, time: &str| {
        let usage = serde_json::json!({"input_tokens": 10, "output_tokens": 1});
        serde_json::json!({
            "type": "assistant", "uuid": id, "sessionId": "x", "timestamp": time,
            "message": {"id": id, "content": [], "usage": usage},
        })
    };
    let times = ["", "9999999-01-01T00:00:00Z", "yesterday"];
    let lines: Vec<String> =
        times.iter().map(|time| message(&format!("m{time}"), time).to_string()).collect();
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    assert_eq!(json(home.path(), &["--host", "claude"])["period"], period);
}

#[test]
fn all_hosts() {
    let home = home();
    let report = json(home.path(), &[]);
    let hosts = report["hosts"].as_array().unwrap();
    let numbers: Vec<_> = hosts
        .iter()
        .map(|host| {
            let total = &host["total"];
            let number = |value: &Value| value.as_u64().unwrap();
            let name = host["host"].as_str().unwrap();
            (name, number(&host["model_calls"]), number(&total["tokens"]), number(&total["token_turns"]))
        })
        .collect();
    let expected = [
        ("claude", 12, 534 + 3125, 552 + 11777),
        ("codex", 5, 2514, 8115),
        ("copilot", 3, 2204, 3347),
        ("cursor", 0, 0, 0),
        ("gemini", 5, 2466, 8047),
        ("opencode", 3, 2195, 3338),
    ];
    assert_eq!(numbers, expected);
    let total = &report["total"];
    assert_eq!(total["tokens"], expected.iter().map(|(_, _, tokens, _)| tokens).sum::<u64>());
    let saved = |form: &str| total["forms"][form]["saved_share"].as_f64().unwrap();
    assert!(saved("smallest") > saved("toon") && saved("toon") > 0.0);
    assert_eq!(report["notes"].as_array().unwrap().len(), 5);

    let output = audit(home.path(), &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("mcp__github__list_issues") && text.contains("gh api"), "{text}");
    assert!(text.contains("Of the input you paid for in one day, "), "{text}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

/// Names of tools and servers are printed, and nothing else of a transcript.
#[test]
fn nothing_of_the_content() {
    let home = home();
    for arguments in [&[][..], &["--json"]] {
        let text = String::from_utf8(audit(home.path(), arguments).stdout).unwrap();
        for content in ["Cart fails", "SKU-", "repos/example", "4943", "/home/dev", "items.ts"] {
            assert!(!text.contains(content), "{content}");
        }
    }
}

#[test]
fn options() {
    let home = home();
    let claude = json(home.path(), &["--host", "claude"]);
    assert_eq!(claude["hosts"].as_array().unwrap().len(), 1);
    // Reading and writing cost the same as other input, so the bill is the input.
    let plain = json(home.path(), &["--host", "claude", "--cache-write", "1", "--cache-read", "1"]);
    assert_eq!(plain["bill"], 48.0 + 42454.0 + 130_521.0);
    assert_eq!(json(home.path(), &["--since", "36500d"])["total"]["results"], 17);
    let other = json(home.path(), &["--host", "claude", "--project", "/home/dev/other"]);
    assert_eq!(other["verdict"], "the transcripts have no calls in this period");

    let empty = tempfile::TempDir::new().unwrap();
    assert_eq!(json(empty.path(), &[])["verdict"], "no transcripts were found");
    for arguments in [["--sample", "1"], ["--since", "0d"], ["--host", "zed"], ["--cache-read", "-1"]] {
        assert!(!audit(home.path(), &arguments).status.success(), "{arguments:?}");
    }
}

/// Nothing is written, not even beside a database.
#[test]
fn read_only() {
    let home = home();
    let files = || {
        let mut open = vec![home.path().to_owned()];
        let mut found = Vec::new();
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                found.push((fs::metadata(&path).unwrap().modified().unwrap(), path));
            }
        }
        found.sort();
        found
    };
    let before = files();
    assert!(audit(home.path(), &[]).status.success());
    assert_eq!(files(), before);
}
