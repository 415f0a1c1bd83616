//! A result of a tool as hosts send it, to see whether it is converted.

use crate::host::Host;
use serde_json::json;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(10);

/// Runs a command as a host does, with a sample.
pub(super) fn run(host: Host, command: &str, folder: &Path) -> Result<String, String> {
    let words = match host {
        // Without a shell.
        Host::Opencode => vec![command, "hook"],
        Host::Copilot if cfg!(windows) => vec!["powershell", "-Command", command],
        _ if cfg!(windows) => vec!["bash", "-c", command],
        _ => vec!["sh", "-c", command],
    };
    let mut process = Command::new(words[0]);
    process.args(&words[1..]);
    process.current_dir(folder).env("TOON_MCP_STATS", "off").env_remove("CURSOR_VERSION");
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = process.spawn().map_err(|error| error.to_string())?;
    let (sender, receiver) = mpsc::channel();
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let sample = sample(host).to_string();
    std::thread::spawn(move || {
        // A program that reads nothing has an answer that says so.
        _ = stdin.map(|mut stdin| stdin.write_all(sample.as_bytes()));
        let mut answer = String::new();
        let read = stdout.map(|mut stdout| stdout.read_to_string(&mut answer));
        _ = sender.send(read.transpose().map(|_| answer).map_err(|error| error.to_string()));
    });
    let answer = receiver.recv_timeout(TIMEOUT).unwrap_or_else(|_| Err("no answer in 10 s".to_owned()));
    if answer.is_err() {
        // It may have ended.
        _ = child.kill();
    }
    let status = child.wait().map_err(|error| error.to_string())?;
    if !status.success() {
        return Err(format!("{status}"));
    }
    answer
}

/// Rows whose codes follow from nothing else.
fn sample_rows() -> Vec<serde_json::Value> {
    let code = |id: u64| format!("{:04x}", id * 2_654_435_761 % 65_521);
    (1..=30).map(|id| json!({"id": id, "code": code(id), "state": "open"})).collect()
}

/// A payload without a conversation, so that nothing is remembered.
fn sample(host: Host) -> serde_json::Value {
    let text = json!(sample_rows()).to_string();
    let content = json!([{"type": "text", "text": text}]);
    match host {
        Host::Claude => json!({
            "hook_event_name": "PostToolUse", "tool_name": "mcp__sample__list", "tool_input": {},
            "tool_response": content,
        }),
        Host::Codex => json!({
            "hook_event_name": "PostToolUse", "turn_id": "1", "model": "sample",
            "tool_name": "mcp__sample__list", "tool_input": {}, "tool_response": {"content": content},
        }),
        Host::Copilot => json!({
            "toolName": "sample-list", "toolArgs": {},
            "toolResult": {"resultType": "success", "textResultForLlm": text},
        }),
        Host::Cursor => json!({
            "cursor_version": "sample", "hook_event_name": "postToolUse", "tool_name": "MCP:list", "tool_input": {},
            "tool_output": json!({"content": content}).to_string(),
        }),
        Host::Gemini => json!({
            "hook_event_name": "AfterTool", "tool_name": "mcp_sample_list", "tool_input": {},
            "tool_response": {
                "llmContent": [{"text": format!("<untrusted_context>\n{text}\n</untrusted_context>")}],
            },
        }),
        Host::Opencode => json!({
            "host": "opencode", "input": {"tool": "sample_list", "args": {}}, "output": {"content": content},
        }),
    }
}

/// Whether an answer to the sample has a shorter text with the same data.
pub(super) fn is_expected(host: Host, answer: &str) -> Result<(), String> {
    if answer.is_empty() {
        return Err("there is no answer".to_owned());
    }
    let answer: serde_json::Value = serde_json::from_str(answer).map_err(|_| "the answer is not JSON")?;
    let place = match host {
        Host::Claude => "/hookSpecificOutput/updatedToolOutput/0/text",
        Host::Codex | Host::Gemini => "/reason",
        Host::Copilot => "/modifiedResult/textResultForLlm",
        Host::Cursor => "/updated_mcp_tool_output/content/0/text",
        Host::Opencode => "/content/0/text",
    };
    let text = answer.pointer(place).or_else(|| answer.get("stopReason")).and_then(serde_json::Value::as_str);
    let text = text.ok_or("the answer has another shape")?;
    let rows = sample_rows();
    let mut codes = rows.iter().filter_map(|row| row.get("code")?.as_str());
    if text.len() < json!(rows).to_string().len() && codes.all(|code| text.contains(code)) {
        Ok(())
    } else {
        Err("the answer has other data".to_owned())
    }
}
