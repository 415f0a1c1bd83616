//! A payload of each host and tool, and the answer to it.
//!
//! `SNAPSHOTS=overwrite` writes the answers anew.

use super::{file, hook, payload, payloads, texts, value};
use serde_json::{Value, json};
use std::path::Path;
use toon_agents::Programs;

/// The payloads that are answered. To all others there is no answer.
const ANSWERED: [&str; 12] = [
    "claude-bash",
    "claude-bash-stderr",
    "claude-mcp-blocks",
    "claude-mcp-blocks-image",
    "claude-mcp-string",
    "claude-mcp-subagent",
    "copilot-posttooluse",
    "copilot-posttooluse-argstring",
    "copilot-posttooluse-pascal",
    "cursor-posttooluse-mcp",
    "opencode-after-mcp",
    "opencode-after-native",
];

/// Those that are answered by blocking a call that has succeeded.
const BLOCKED: [&str; 4] =
    ["codex-posttooluse-bash", "codex-posttooluse-mcp", "gemini-aftertool-mcp", "gemini-aftertool-shell"];

fn parsed(name: &str) -> Value {
    serde_json::from_str(&payload(name)).unwrap()
}

#[test]
fn answers() {
    let blocking = hook().blocks(true);
    for name in payloads() {
        let sent = payload(&name);
        let answer = hook().answer(sent.as_bytes());
        assert_eq!(answer.is_some(), ANSWERED.contains(&&*name), "{name}");
        // Hosts send one line.
        let line = parsed(&name).to_string();
        assert_eq!(hook().answer(line.as_bytes()).is_some(), answer.is_some(), "{name}");

        let answer = blocking.answer(sent.as_bytes());
        let is_answered = ANSWERED.contains(&&*name) || BLOCKED.contains(&&*name);
        assert_eq!(answer.is_some(), is_answered, "{name}");
        let Some(answer) = answer else { continue };
        compare(&file(&format!("hooks/{name}.answer")), answer.json());
        let (before, after): (Value, Value) = (parsed(&name), serde_json::from_str(answer.json()).unwrap());
        let (before, after) = (texts(&before), texts(&after));
        assert_eq!(before.len(), after.len(), "{name}");
        for (before, after) in before.iter().zip(&after).filter(|(before, after)| before != after) {
            assert_eq!(value(after), value(before), "{name}");
            assert!(value(after).is_some(), "{name}: {after}");
            assert!(after.len() < before.len(), "{name}");
        }
    }
}

fn compare(file: &Path, answer: &str) {
    if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
        std::fs::write(file, format!("{answer}\n")).unwrap();
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(expected, format!("{answer}\n"), "{}", file.display());
}

/// Everything but the text stays as it came, in the same order.
#[test]
fn what_surrounds_a_text() {
    let sent = payload("claude-bash-stderr");
    let answer = hook().answer(sent.as_bytes()).unwrap();
    let (_, after) = answer.json().split_once(r#","stderr":"#).unwrap();
    assert!(
        after.ends_with(r#","interrupted":false,"isImage":false,"noOutputExpected":false}}}"#),
        "{after}"
    );

    let image = |json: &Value| {
        let output = json.pointer("/tool_response").or(json.pointer("/hookSpecificOutput/updatedToolOutput"));
        output.unwrap()[1].clone()
    };
    let sent = payload("claude-mcp-blocks-image");
    let answer = hook().answer(sent.as_bytes()).unwrap();
    assert_eq!(
        image(&serde_json::from_str(answer.json()).unwrap()),
        image(&parsed("claude-mcp-blocks-image"))
    );

    let sent = payload("copilot-posttooluse-argstring");
    let answer = hook().answer(sent.as_bytes()).unwrap();
    let text = texts(&serde_json::from_str(answer.json()).unwrap()).remove(0);
    assert!(text.ends_with("\n<exited with exit code 0>"), "{text}");
}

#[test]
fn anything_else() {
    let deep = "[".repeat(100_000);
    let deep_response =
        format!(r#"{{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{deep}"#);
    for sent in [
        "",
        " ",
        "[]",
        "7",
        "null",
        "not JSON",
        "{",
        "{}",
        r#"{"hook_event_name":"PreToolUse"}"#,
        &deep,
        &deep_response,
    ] {
        assert!(hook().answer(sent.as_bytes()).is_none(), "{}", &sent[..sent.len().min(80)]);
    }
    assert!(hook().answer(b"\xff\xfe{}").is_none());
    let changed = |pointer: &str, value: Value| {
        let mut payload = parsed("claude-mcp-string");
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        payload.pointer_mut(parent).unwrap()[key] = value;
        hook().blocks(true).answer(payload.to_string().as_bytes())
    };
    assert!(changed("/cwd", json!("/tmp")).is_some());
    for (pointer, value) in [
        ("/hook_event_name", json!("PostToolUseFailure")),
        ("/hook_event_name", json!(7)),
        ("/tool_name", json!("mcp__github")),
        ("/tool_name", json!("Read")),
        ("/tool_name", json!("mcp__fs__read_file")),
        ("/tool_name", json!(null)),
        ("/tool_input", json!({"path": "package.json"})),
        ("/tool_response", json!(7)),
        ("/tool_response", json!(null)),
        ("/tool_response", json!({"content": [{"type": "text", "text": "[1]"}]})),
        ("/tool_response", json!(["text"])),
        ("/tool_response", json!([{"type": "text", "text": 7}])),
        ("/cursor_version", json!("1.0")),
        ("/turn_id", json!("1")),
        ("/event", json!("PostToolUse")),
    ] {
        let answer = changed(pointer, value.clone());
        let is_claude = |json: &str| json.contains("updatedToolOutput");
        assert!(!answer.is_some_and(|answer| is_claude(answer.json())), "{pointer} {value}");
    }
    assert!(hook().runs_in_cursor(true).answer(payload("claude-mcp-string").as_bytes()).is_none());
}

/// A part of the output, or none that the model sees now.
#[test]
fn shell_output_that_is_not_the_whole() {
    for (key, value) in [
        ("interrupted", json!(true)),
        ("isImage", json!(true)),
        ("backgroundTaskId", json!("b1")),
        ("timedOutAfterMs", json!(120_000)),
        ("persistedOutputPath", json!("/tmp/x")),
        ("stdout", json!(7)),
    ] {
        let mut payload = parsed("claude-bash");
        payload["tool_response"][key] = value;
        assert!(hook().answer(payload.to_string().as_bytes()).is_none(), "{key}");
    }
}

#[test]
fn payloads_that_are_too_long() {
    let mut payload = parsed("claude-mcp-string");
    payload["more"] = json!("x".repeat(20 << 20));
    assert!(hook().answer(payload.to_string().as_bytes()).is_none());
    let rows: Vec<Value> = (0..60_000).map(|id| json!({"id": id, "state": "open"})).collect();
    payload["more"] = Value::Null;
    payload["tool_response"] = json!(Value::from(rows).to_string());
    assert!(hook().answer(payload.to_string().as_bytes()).is_none());
}

#[test]
fn programs_that_a_user_names() {
    let mut payload = parsed("claude-bash");
    payload["tool_input"]["command"] = json!("our-tool list");
    let sent = payload.to_string();
    assert!(hook().answer(sent.as_bytes()).is_none());
    assert!(hook().programs(Programs::new(["our-tool"])).answer(sent.as_bytes()).is_some());
}
