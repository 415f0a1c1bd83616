//! What a conversation has been told.

use super::{hook, payload, texts};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use toon_agents::{Hook, Places, System};

fn hook_in(home: &Path) -> Hook {
    hook().places(Places::in_home(home, System::Linux))
}

/// Runs the hook once, as the program does, and says whether its answer begins with an explanation.
fn is_explained(home: &Path, payload: &Value) -> bool {
    let answer = hook_in(home).answer(payload.to_string().as_bytes()).expect("an answer");
    let text = texts(&serde_json::from_str(answer.json()).unwrap()).remove(0);
    answer.written();
    text.starts_with("TOON: ")
}

fn claude() -> Value {
    serde_json::from_str(&payload("claude-mcp-string")).unwrap()
}

#[test]
fn once_in_each_conversation() {
    let home = TempDir::new().unwrap();
    let mut payload = claude();
    assert!(is_explained(home.path(), &payload));
    assert!(!is_explained(home.path(), &payload));
    // A sub-agent has a context of its own.
    payload["agent_id"] = json!("a1");
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    payload["session_id"] = json!("another");
    assert!(is_explained(home.path(), &payload));
    payload["session_id"] = json!("../../x\0");
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    payload["session_id"] = Value::Null;
    assert!(is_explained(home.path(), &payload) && is_explained(home.path(), &payload));
    let files: Vec<_> = fs::read_dir(home.path().join(".cache/toon-mcp/sessions")).unwrap().collect();
    assert_eq!(files.len(), 4);
    #[cfg(unix)]
    for file in files {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

/// An answer that was not written has explained nothing.
#[test]
fn only_what_was_written() {
    let home = TempDir::new().unwrap();
    assert!(hook_in(home.path()).answer(claude().to_string().as_bytes()).is_some());
    assert!(is_explained(home.path(), &claude()));
}

#[test]
fn again_after_many_tokens() {
    let home = TempDir::new().unwrap();
    let mut long = claude();
    long["tool_response"] = json!("no JSON at all. ".repeat(15_000));
    assert!(is_explained(home.path(), &claude()));
    assert!(hook_in(home.path()).answer(long.to_string().as_bytes()).is_none());
    assert!(is_explained(home.path(), &claude()) && !is_explained(home.path(), &claude()));
}

#[test]
fn again_after_a_compaction() {
    let home = TempDir::new().unwrap();
    let transcript = home.path().join("t.jsonl");
    let mut payload = claude();
    payload["transcript_path"] = json!(transcript);
    let compaction = "{\"type\":\"system\",\"subtype\":\"compact_boundary\",\"parentUuid\":null}\n";
    // One that is quoted, and one before the conversation begins for the hook.
    let quoted = format!("{}\n", json!({"text": compaction}));
    fs::write(&transcript, format!("{compaction}{quoted}")).unwrap();
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    let append =
        |text: &str| fs::write(&transcript, fs::read_to_string(&transcript).unwrap() + text).unwrap();
    append(&quoted);
    assert!(!is_explained(home.path(), &payload));
    append(compaction);
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    // One that was being written when the hook ran.
    let (start, end) = compaction.split_at(40);
    append(start);
    assert!(!is_explained(home.path(), &payload));
    append(end);
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    // More than can be searched.
    append(&"x".repeat(5 << 20));
    assert!(is_explained(home.path(), &payload) && !is_explained(home.path(), &payload));
    // Something that is not a transcript.
    payload["transcript_path"] = json!("/dev/zero");
    assert!(!is_explained(home.path(), &payload));
}

#[test]
fn without_a_cache_folder() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join(".cache"), "a file").unwrap();
    assert!(is_explained(home.path(), &claude()) && is_explained(home.path(), &claude()));
}

#[test]
fn damaged_files() {
    let home = TempDir::new().unwrap();
    assert!(is_explained(home.path(), &claude()));
    let folder = home.path().join(".cache/toon-mcp/sessions");
    for contents in ["", "7", "7 {}", "x {\"toon\":true}", "\u{0}"] {
        for entry in fs::read_dir(&folder).unwrap() {
            fs::write(entry.unwrap().path(), contents).unwrap();
        }
        assert!(is_explained(home.path(), &claude()), "{contents}");
    }
}

/// Reading a pipe would wait for ever.
#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_file() {
    let home = TempDir::new().unwrap();
    assert!(is_explained(home.path(), &claude()));
    let folder = home.path().join(".cache/toon-mcp/sessions");
    let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    fs::remove_file(&file).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&file).status().unwrap().success());
    assert!(is_explained(home.path(), &claude()) && !is_explained(home.path(), &claude()));
}

/// Also if there are more recent ones than are looked at.
#[test]
fn old_conversations_among_many() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join(".cache/toon-mcp/sessions");
    fs::create_dir_all(&folder).unwrap();
    let old = SystemTime::now() - Duration::from_hours(8 * 24);
    for number in 0..2000 {
        let file = fs::File::create(folder.join(format!("{:03x}.json", number * 2))).unwrap();
        if number % 4 == 0 {
            file.set_modified(old).unwrap();
        }
    }
    let mut payload = claude();
    for session in 0..60 {
        payload["session_id"] = json!(format!("{session} of a conversation"));
        assert!(is_explained(home.path(), &payload));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1500 + 60);
}

#[test]
fn old_conversations_are_removed() {
    let home = TempDir::new().unwrap();
    let folder = home.path().join(".cache/toon-mcp/sessions");
    fs::create_dir_all(&folder).unwrap();
    for (name, days) in [("old", 8), ("new", 6)] {
        let file = fs::File::create(folder.join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_hours(days * 24)).unwrap();
    }
    assert!(is_explained(home.path(), &claude()));
    assert!(!folder.join("old").exists() && folder.join("new").exists());
}
