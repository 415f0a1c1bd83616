//! What goes wrong in transcripts, and what is special about each host.

use crate::home::{Tokens, folder, read_all};
use serde_json::{Value, json};
use toon_agents::Host;
use toon_agents::transcripts::{Chain, Left, Selection, Transcripts, read};

const USER: &str = "projects/-home-ada-shop/1.jsonl";

/// A line of Claude Code.
fn line(kind: &str, uuid: &str, parent: Option<&str>, message: &Value) -> Value {
    json!({
        "type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "cwd": "/home/ada/shop",
        "timestamp": "2026-11-20T10:00:00.000Z", "message": message,
    })
}

fn call(uuid: &str, parent: Option<&str>, id: &str, tool_use: Option<&str>) -> Value {
    let content =
        tool_use.map(|id| json!({"type": "tool_use", "id": id, "name": "mcp__x__list", "input": {}}));
    let usage = json!({"input_tokens": 1, "cache_read_input_tokens": 10, "output_tokens": 3});
    line(
        "assistant",
        uuid,
        parent,
        &json!({"id": id, "content": content.into_iter().collect::<Vec<_>>(), "usage": usage}),
    )
}

fn result(uuid: &str, parent: Option<&str>, tool_use: &str, text: &str) -> Value {
    let content = json!([{"type": "tool_result", "tool_use_id": tool_use, "content": text}]);
    line("user", uuid, parent, &json!({"content": content}))
}

fn text(lines: &[Value]) -> String {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    lines.join("\n") + "\n"
}

/// A call with a result, and two calls that carry it.
fn conversation() -> Vec<Value> {
    vec![
        call("a", None, "m1", Some("t1")),
        result("b", Some("a"), "t1", "[1]"),
        call("c", Some("b"), "m2", None),
        call("d", Some("c"), "m3", None),
    ]
}

fn only(found: &Transcripts) -> &Chain {
    let [chain] = found.chains.as_slice() else { panic!("{} chains", found.chains.len()) };
    chain
}

fn claude(files: &[(&str, &str)]) -> Transcripts {
    read_all(Host::Claude, folder(files).path())
}

/// Calls, and how often the results were carried.
fn counts(found: &Transcripts) -> (u64, Vec<u64>) {
    let chain = only(found);
    (chain.calls, chain.results.iter().map(|result| result.carried).collect())
}

/// A result that no call carries costs nothing.
#[test]
fn cycles_with_usage() {
    let mut lines = conversation();
    lines[0]["parentUuid"] = json!("d");
    for (line, input) in [(0, 50_000), (2, 60_000), (3, 70_000)] {
        lines[line]["message"]["usage"] = json!({"input_tokens": input});
    }
    let found = claude(&[(USER, &text(&lines))]);
    let result = &only(&found).results[0];
    assert!(result.writes <= result.carried, "{} of {}", result.writes, result.carried);
}

/// Their sums do not overflow, and are plausible.
#[test]
fn numbers_that_are_none_of_tokens() {
    for number in [json!(u64::MAX), json!(1e300), json!(-1), json!("7"), json!(null), json!([7])] {
        let mut lines = conversation();
        for line in [0, 2, 3] {
            let usage = &mut lines[line]["message"]["usage"];
            for key in ["input_tokens", "cache_creation_input_tokens", "output_tokens"] {
                usage[key] = number.clone();
            }
        }
        let usage = only(&claude(&[(USER, &text(&lines))])).usage.unwrap();
        assert_eq!((usage.all_input(), usage.output), (30, 0), "{number}");
    }
}

#[test]
fn nothing() {
    let empty = folder(&[]);
    for host in Host::ALL {
        let found = read_all(host, empty.path());
        assert_eq!((found.chains.len(), found.files), (0, 0));
        assert_eq!(read_all(host, &empty.path().join("missing")).files, 0);
    }
    assert_eq!(claude(&[(USER, "")]).chains.len(), 0);
}

/// A resumed session repeats the messages of another and goes on.
#[test]
fn resumed_sessions() {
    let first = text(&conversation());
    let mut lines = conversation();
    lines.push(call("e", Some("d"), "m4", None));
    let second = text(&lines).replace(r#""sessionId":"s""#, r#""sessionId":"s2""#);
    let found = claude(&[(USER, &first), ("projects/-home-ada-shop/2.jsonl", &second)]);
    assert_eq!(found.chains.iter().map(|chain| chain.calls).collect::<Vec<_>>(), [3, 1]);
    let results: Vec<_> = found.chains.iter().flat_map(|chain| &chain.results).collect();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].carried, 3);
}

/// Both branches of a conversation were paid for.
#[test]
fn branches() {
    let mut lines = conversation();
    lines.push(line("user", "e", Some("b"), &json!({"content": "Again."})));
    lines.push(call("f", Some("e"), "m4", None));
    lines.push(call("g", None, "m5", None));
    assert_eq!(counts(&claude(&[(USER, &text(&lines))])), (5, vec![3]));
}

/// Results are children of the lines of their own calls.
#[test]
fn parallel_calls_of_tools() {
    let lines = [
        call("a", None, "m1", Some("t1")),
        call("b", Some("a"), "m1", Some("t2")),
        result("c", Some("a"), "t1", "[1]"),
        result("d", Some("b"), "t2", "[2]"),
        call("e", Some("d"), "m2", None),
    ];
    assert_eq!(counts(&claude(&[(USER, &text(&lines))])), (2, vec![1, 1]));
}

#[test]
fn what_cannot_be_read() {
    let whole = text(&conversation());
    let expected = (3, vec![2]);
    for (extra, unreadable, unknown) in [
        (r#"{"type":"assistant","uuid":"x","mess"#, 1, 0),
        ("not JSON\n", 1, 0),
        ("[1,2]\n7\nnull\n", 3, 0),
        ("{\"type\":\"something-new\",\"uuid\":{\"a\":[1]}}\n", 0, 1),
        ("{\"uuid\":\"y\"}\n\n", 0, 1),
        ("{\"type\":\"user\",\"message\":7}\n{\"type\":\"assistant\",\"message\":{\"content\":[7]}}\n", 0, 0),
    ] {
        let found = claude(&[(USER, &format!("{whole}{extra}"))]);
        let numbers = (found.unreadable, found.unknown);
        assert_eq!(numbers, (unreadable, unknown), "{extra}");
        // A message without an identifier is a call, too.
        let calls = if extra.contains("assistant\",\"message") { 4 } else { 3 };
        assert_eq!(found.chains.iter().map(|chain| chain.calls).sum::<u64>(), calls, "{extra}");
        assert_eq!(found.chains[0].results[0].carried, expected.1[0], "{extra}");
    }
}

#[test]
fn ends_of_lines_and_byte_order_marks() {
    let lines = format!("\u{feff}{}", text(&conversation()).replace('\n', "\r\n"));
    let found = claude(&[(USER, &lines)]);
    assert_eq!(counts(&found), (3, vec![2]));
    assert_eq!(found.unreadable, 0);
}

#[test]
fn long_lines() {
    let long = "x ".repeat(1_500_000);
    let mut lines = conversation();
    lines[1] = result("b", Some("a"), "t1", &long);
    let found = claude(&[(USER, &text(&lines))]);
    assert_eq!(counts(&found), (3, vec![2]));
    assert_eq!(only(&found).results[0].bytes, 3_000_000);

    let too_long =
        format!("{{\"type\":\"user\",\"x\":\"{}\"}}\n{}", "y".repeat(17 << 20), text(&conversation()));
    let found = claude(&[(USER, &too_long)]);
    assert_eq!(counts(&found), (3, vec![2]));
    assert_eq!(found.unreadable, 1);
}

/// Parents that form a circle are not followed for ever.
#[test]
fn circles() {
    let lines = [
        call("a", Some("c"), "m1", Some("t1")),
        result("b", Some("a"), "t1", "[1]"),
        call("c", Some("b"), "m2", None),
        line("user", "d", Some("d"), &json!({"content": "x"})),
        call("e", Some("d"), "m3", None),
    ];
    assert_eq!(claude(&[(USER, &text(&lines))]).chains[0].calls, 3);
}

#[test]
fn periods_and_projects() {
    let mut lines = conversation();
    lines[3]["timestamp"] = json!("2026-11-22T10:00:00.000Z");
    let home = folder(&[(USER, &text(&lines))]);
    let read = |selection: &Selection| read(Host::Claude, home.path(), selection, &mut Tokens);
    // 2026-11-21
    let since = Selection { since: Some(1_795_219_200_000), project: None };
    assert_eq!(counts(&read(&since)), (1, vec![1]));
    for (project, chains) in [("/home/ada", 1), ("/home/ada/shop", 1), ("/home/ada/sho", 0), ("/x", 0)] {
        let selection = Selection { since: None, project: Some(project.into()) };
        assert_eq!(read(&selection).chains.len(), chains, "{project}");
    }
}

/// A pause that outlasts the cache makes a call write everything anew.
#[test]
fn pauses() {
    let mut lines = conversation();
    for (place, [write, read]) in [(0, [9000, 0]), (2, [100, 9000]), (3, [9200, 0])] {
        lines[place]["message"]["usage"] = json!({"cache_creation_input_tokens": write, "cache_read_input_tokens": read, "output_tokens": 1});
    }
    assert_eq!(only(&claude(&[(USER, &text(&lines))])).results[0].writes, 2);
}

fn codex(items: &[Value]) -> Transcripts {
    let lines: Vec<Value> = items
        .iter()
        .map(|item| {
            let kind = if item.get("replacement_history").is_some() { "compacted" } else { "response_item" };
            json!({"timestamp": "2026-11-20T10:00:00Z", "type": kind, "payload": item})
        })
        .collect();
    read_all(Host::Codex, folder(&[("sessions/2026/11/20/rollout-1.jsonl", &text(&lines))]).path())
}

#[test]
fn compactions_of_codex() {
    let call =
        |id: &str| json!({"type": "function_call", "name": "mcp__x__list", "arguments": "{}", "call_id": id});
    let output = |id: &str| json!({"type": "function_call_output", "call_id": id, "output": [{"type": "input_text", "text": "[1]"}]});
    let message = json!({"type": "message", "role": "assistant", "content": []});
    let found = codex(&[
        json!({"type": "message", "role": "user", "content": []}),
        json!({"type": "reasoning"}),
        call("1"),
        call("2"),
        output("1"),
        output("2"),
        message.clone(),
        json!({"message": "summary", "replacement_history": [output("2")]}),
        message.clone(),
        json!({"type": "message", "role": "user", "content": []}),
        message,
    ]);
    assert_eq!(counts(&found), (4, vec![1, 3]));
    let left = only(&found).results.iter().map(|result| result.left).collect::<Vec<_>>();
    assert_eq!(left, [Left::Compaction, Left::End]);
}

#[test]
fn corrections_of_gemini() {
    let message = |id: &str, result: Option<&str>| {
        let calls = result.map(|text| {
            let response = json!([{"functionResponse": {"response": {"output": text}}}]);
            json!({"id": format!("t{id}"), "name": "mcp_x_list", "args": {}, "result": response})
        });
        json!({
            "id": id, "type": "gemini", "timestamp": "2026-11-20T10:00:00Z", "tokens": {"input": 10, "cached": 4, "output": 1},
            "toolCalls": calls.into_iter().collect::<Vec<_>>(),
        })
    };
    let lines = [
        json!({"sessionId": "s", "kind": "main"}),
        message("1", None),
        message("1", Some("[1]")),
        message("2", Some("[2]")),
        json!({"$rewindTo": "2"}),
        message("3", Some("[3]")),
        message("4", None),
        json!({"$set": {"messages": [{"id": "u", "type": "user"}, message("3", Some("[3]"))]}}),
        message("5", None),
    ];
    let found = read_all(Host::Gemini, folder(&[("tmp/shop/chats/session-1.jsonl", &text(&lines))]).path());
    assert_eq!(counts(&found), (5, vec![3, 0, 2]));
    let left = only(&found).results.iter().map(|result| result.left).collect::<Vec<_>>();
    assert_eq!(left, [Left::Compaction, Left::Rewind, Left::End]);
    assert_eq!(only(&found).usage.unwrap().all_input(), 50);
}

#[test]
fn results_that_opencode_clears() {
    let part = |compacted: Option<u64>| {
        let time = json!({"start": 1, "end": 2, "compacted": compacted});
        json!({"type": "tool", "callID": "t", "tool": "x_list", "state": {"status": "completed", "input": {}, "output": "[1]", "time": time}})
    };
    let message = |time: u64| json!({"role": "assistant", "time": {"created": time}, "tokens": {"input": 5, "output": 1}});
    for (compacted, carried) in [(None, 3), (Some(25), 1)] {
        let messages: Vec<String> = [1, 20, 30, 40].map(|time| message(time).to_string()).into();
        let part = part(compacted).to_string();
        let home = folder(&[
            ("storage/session/p/ses.json", r#"{"id":"ses","directory":"/x"}"#),
            ("storage/message/ses/m1.json", &messages[0]),
            ("storage/message/ses/m2.json", &messages[1]),
            ("storage/message/ses/m3.json", &messages[2]),
            ("storage/message/ses/m4.json", &messages[3]),
            ("storage/part/m1/p.json", &part),
        ]);
        assert_eq!(counts(&read_all(Host::Opencode, home.path())), (4, vec![carried]));
    }
}
