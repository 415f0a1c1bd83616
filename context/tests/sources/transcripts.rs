//! JSON lines, and transcripts of coding agents.

use serde_json::json;
use toon_context::sources::Chat;
use toon_context::{Block, Budget, Content, Conversation, Priority, Status, ToolResult};

fn turns(text: &str) -> Vec<Block> {
    Chat::read(text).unwrap().turns().unwrap()
}

#[track_caller]
fn fails(text: &str, message: &str) {
    assert_eq!(Conversation::from_chat(text).unwrap_err().to_string(), message);
}

const HELLO: &str = "{\"role\":\"user\",\"content\":\"Hello\"}\n";

fn hello() -> Block {
    Conversation::user("Hello").into()
}

#[test]
fn a_message_on_each_line() {
    assert_eq!(turns(HELLO), [hello()]);
    assert_eq!(turns(HELLO.trim()), [hello()]);
    let text = format!("\u{feff}{HELLO}\r\n  {{\"role\":\"assistant\",\"content\":\"Hi\"}}  \r\n");
    assert_eq!(turns(&text), [hello(), Conversation::assistant("Hi").into()]);
    let text = format!(
        "{HELLO}{}\n{}\n",
        r#"{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}"#,
        r#"{"type":"function_call_output","call_id":"a","output":"r"}"#
    );
    assert_eq!(turns(&text).len(), 3);
}

/// It is being written.
#[test]
fn an_unfinished_last_line() {
    let text = format!("{HELLO}{{\"role\":\"assistant\",\"content\":\"Hi");
    assert_eq!(turns(&text), [hello()]);
    fails(&format!("{text}\n"), "line 2, column 33: EOF while parsing a string");
    fails(&format!("{text}\n{HELLO}"), "line 2, column 33: EOF while parsing a string");
    fails(&format!("{HELLO}]"), "line 2, column 1: expected value");
}

#[test]
fn errors_name_the_line() {
    fails(&format!("{HELLO}\n{{}}"), "line 3: missing field `role`");
    fails(&format!("{HELLO}1"), "line 2: invalid type: integer `1`, expected an object");
    fails(
        &format!("{HELLO}{{\"role\":\"user\",\"content\":[1]}}"),
        "line 2, content[0]: invalid type: integer `1`, expected an object",
    );
    fails(
        &format!("{HELLO}{{\"type\":\"user\",\"message\":{{\"role\":\"bot\"}}}}"),
        "line 2, message: unknown role \"bot\", expected `system`, `developer`, `user`, `assistant`, `tool` or `function`",
    );
    fails("{\"type\":\"summary\"}\n{\"type\":\"mode\"}\n", "expected messages in the lines, found none");
    fails("{\"messages\":[]}\n{\"messages\":[]}\n", "line 1: missing field `role`");
}

/// Lines of Claude Code.
fn claude() -> String {
    let line = |kind: &str, message, is_sidechain: bool| {
        json!({"type": kind, "isSidechain": is_sidechain, "uuid": "u", "message": message}).to_string()
    };
    let assistant = |id: &str, part| json!({"id": id, "type": "message", "role": "assistant", "model": "m", "content": [part]});
    let result = |id: &str, text: &str| json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": text}]});
    [
        json!({"type": "mode", "mode": "normal"}).to_string(),
        json!({"type": "summary", "summary": "S"}).to_string(),
        line("user", json!({"role": "user", "content": "List."}), false),
        line(
            "assistant",
            assistant("m1", json!({"type": "thinking", "thinking": "Hm", "signature": "s"})),
            false,
        ),
        line("assistant", assistant("m1", json!({"type": "text", "text": "I do."})), false),
        line(
            "assistant",
            assistant("m1", json!({"type": "tool_use", "id": "a", "name": "ls", "input": {}})),
            false,
        ),
        line("user", json!({"role": "user", "content": "for the helper"}), true),
        line("user", result("a", "lib.rs"), false),
        line(
            "assistant",
            assistant("m1", json!({"type": "tool_use", "id": "b", "name": "ls", "input": {}})),
            false,
        ),
        line("user", result("b", "main.rs"), false),
        json!({"type": "system", "subtype": "turn_duration", "content": "x"}).to_string(),
        line("assistant", assistant("m2", json!({"type": "text", "text": "Two files."})), false),
        line("user", json!({"role": "user", "content": "Thanks."}), false),
        json!({"type": "user", "isMeta": true, "message": {"role": "user", "content": "of the host"}})
            .to_string(),
    ]
    .join("\n")
}

#[test]
fn claude_code() {
    let blocks = Conversation::from_chat(&claude()).unwrap();
    let Content::Turns(before) = blocks[0].content() else { panic!() };
    // The message with two calls is one turn.
    assert_eq!(before.len(), 5);
    let call = |id| Conversation::assistant("ls({})").tool_call_id(id).into();
    assert_eq!(
        before.blocks(),
        [
            Conversation::user("List.").into(),
            Conversation::assistant("I do.").into(),
            call("a"),
            ToolResult::new("ls", Status::Ok).text("lib.rs").into(),
            call("b"),
            ToolResult::new("ls", Status::Ok).text("main.rs").into(),
            Conversation::assistant("Two files.").into(),
        ]
    );
    assert_eq!(blocks[1], Conversation::user("Thanks.").priority(Priority::Critical).into());

    let words = |text: &str| text.matches("\"message\":").count();
    let fit = |tokens| Chat::read(&claude()).unwrap().fit(&Budget::tokens(tokens).counter(words)).unwrap();
    for (tokens, lines, earlier) in [(10, 10, 0), (9, 4, 3), (4, 4, 3), (3, 2, 5), (2, 2, 5)] {
        let out = fit(tokens);
        assert_eq!((out.json.lines().count(), out.earlier), (lines, earlier), "{tokens}: {}", out.json);
        assert!(out.json.lines().all(|line| claude().contains(line)));
    }
}

/// The transcript of a sub-agent has no other lines.
#[test]
fn sub_agents() {
    let text = claude().replace("\"isSidechain\":false", "\"isSidechain\":true");
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("isMeta")).collect();
    let text = lines.join(
        "
",
    );
    assert_eq!(turns(&text).len(), 9);
}

#[test]
fn codex() {
    let item = |payload| json!({"timestamp": "t", "type": "response_item", "payload": payload}).to_string();
    let text = [
        json!({"type": "session_meta", "payload": {"id": "x", "cwd": "/"}}).to_string(),
        item(json!({"type": "message", "role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]})),
        json!({"type": "event_msg", "payload": {"type": "user_message", "message": "List."}}).to_string(),
        item(json!({"type": "message", "role": "user", "content": [{"type": "input_text", "text": "List."}]})),
        item(json!({"type": "reasoning", "summary": [], "content": null, "encrypted_content": "x"})),
        item(json!({"type": "function_call", "name": "exec", "arguments": "{\"cmd\":\"ls\"}", "call_id": "a"})),
        item(json!({"type": "ghost_snapshot", "ghost_commit": {}})),
        item(json!({"type": "function_call_output", "call_id": "a", "output": {"content": "lib.rs", "success": true}})),
        json!({"type": "compacted", "payload": {"message": "x"}}).to_string(),
        item(json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "One."}]})),
    ]
    .join("\n");
    assert_eq!(
        turns(&text),
        [
            Conversation::system("Be brief.").into(),
            Conversation::user("List.").into(),
            Conversation::assistant("exec({\"cmd\":\"ls\"})").tool_call_id("a").into(),
            ToolResult::new("exec", Status::Ok).text("lib.rs").into(),
            Conversation::assistant("One.").into(),
        ]
    );
    let words = |text: &str| text.matches("response_item").count();
    let out = Chat::read(&text).unwrap().fit(&Budget::tokens(5).counter(words)).unwrap();
    assert_eq!((out.json.lines().count(), out.earlier), (3, 2));
}
