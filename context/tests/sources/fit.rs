//! `Chat::fit`.

use crate::random::{Api, Random, RandomChat, chat, chats};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::{Duration, Instant};
use toon_context::sources::{Chat, Fitted};
use toon_context::{Budget, Conversation, RenderError};

fn bytes(text: &str) -> usize {
    text.len()
}

fn fit(json: &str, tokens: usize) -> Result<Fitted, RenderError> {
    Chat::read(json).unwrap().fit(&Budget::tokens(tokens).counter(bytes))
}

/// The messages of a chat.
fn messages(json: &str) -> Vec<Value> {
    let json: Value = serde_json::from_str(json).unwrap();
    let messages = json.get("messages").or_else(|| json.get("input")).unwrap_or(&json);
    messages.as_array().unwrap().clone()
}

fn ids(message: &Value, kind: &str, field: &str) -> Vec<String> {
    let parts = message["content"].as_array().into_iter().flatten();
    let parts = parts.filter(|part| part["type"] == kind);
    parts.map(|part| part[field].as_str().unwrap().to_owned()).collect()
}

/// Whether an API takes these messages.
fn check_valid(api: Api, messages: &[Value]) {
    let turns: Vec<&Value> = messages.iter().filter(|message| message["role"] != "system").collect();
    assert_eq!(turns[0]["role"], "user", "begins with the user");
    match api {
        Api::OpenAi => {
            let mut open = BTreeSet::new();
            for turn in turns {
                if turn["role"] == "tool" {
                    assert!(open.remove(turn["tool_call_id"].as_str().unwrap()), "{turn}");
                    continue;
                }
                assert!(open.is_empty(), "calls without results");
                let calls = turn["tool_calls"].as_array().into_iter().flatten();
                open.extend(calls.map(|call| call["id"].as_str().unwrap()));
            }
            assert!(open.is_empty(), "calls without results");
        }
        Api::Anthropic => {
            let mut calls = Vec::new();
            for (index, turn) in turns.iter().enumerate() {
                assert_eq!(turn["role"], ["user", "assistant"][index % 2], "{turns:?}");
                assert_eq!(ids(turn, "tool_result", "tool_use_id"), calls);
                calls = ids(turn, "tool_use", "id");
            }
            assert!(calls.is_empty());
        }
        Api::Responses => {
            let mut open = BTreeSet::new();
            let mut is_after_reasoning = false;
            for turn in turns {
                match turn["type"].as_str() {
                    Some("function_call") => assert!(open.insert(turn["call_id"].as_str().unwrap())),
                    Some("function_call_output") => assert!(open.remove(turn["call_id"].as_str().unwrap())),
                    _ => assert!(!is_after_reasoning || turn["role"] == "assistant"),
                }
                is_after_reasoning = turn["type"] == "reasoning";
            }
            assert!(open.is_empty());
        }
    }
}

/// The chat with the groups from `first` on, what is always kept, and the turn of the user before them, as a
/// reader of the documentation would make it.
fn reference(chat: &RandomChat, first: usize) -> String {
    let text_of = |message: &Value| message.to_string();
    let has = |text: &str, number: &usize| text.contains(&format!("t{number}t"));
    let users: Vec<usize> = (0..chat.groups.len())
        .filter(|group| {
            let [number] = &*chat.groups[*group] else { return false };
            chat.messages.iter().any(|message| message["role"] == "user" && has(&text_of(message), number))
        })
        .collect();
    let mut kept: BTreeSet<usize> =
        chat.groups[first..].iter().flatten().chain(&chat.always).copied().collect();
    if let Some(before) = users.iter().rfind(|user| **user <= first) {
        kept.extend(&chat.groups[*before]);
    }
    let is_kept = |message: &Value| kept.iter().any(|number| has(&text_of(message), number));
    let mut messages = Vec::new();
    for (index, message) in chat.messages.iter().enumerate() {
        // What the model thought is followed by what it did.
        let deciding = if message["type"] == "reasoning" { &chat.messages[index + 1] } else { message };
        if is_kept(deciding) {
            messages.push(message.clone());
        }
    }
    chat.with(&messages)
}

#[test]
fn random_chats() {
    let mut random = Random::new(1);
    for _ in 0..chats() {
        let chat = chat(&mut random);
        let candidates: Vec<String> =
            (0..=chat.groups.len()).rev().map(|first| reference(&chat, first)).collect();
        let tokens = random.below(chat.json.len() + 10);
        let best = candidates.iter().filter(|json| json.len() <= tokens).max_by_key(|json| json.len());
        match fit(&chat.json, tokens) {
            Ok(out) => {
                assert!(out.tokens <= tokens && out.tokens == out.json.len());
                assert_eq!(Some(&out.json), best, "{tokens}\n{}", chat.json);
                let kept = messages(&out.json);
                check_valid(chat.api, &kept);
                let is_turn = |message: &&Value| message["type"] != "reasoning";
                let turns = |messages: &[Value]| messages.iter().filter(is_turn).count();
                assert_eq!(out.earlier, turns(&chat.messages) - turns(&kept));
                let more = fit(&chat.json, tokens + random.below(300)).unwrap();
                assert!(more.earlier <= out.earlier);
            }
            Err(RenderError::DoesNotFit { needed, limit, .. }) => {
                assert_eq!((best, limit, needed), (None, tokens, candidates[0].len()));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// What is not a message stays as it is, whatever its form.
#[test]
fn the_rest_of_a_request() {
    let json = r#"{ "model":"m",  "system" : "Be brief.",
        "messages": [ {"role":"user","content":"a \u00e9 1.50"},{"role":"assistant","content":"b"} ,
        { "role" : "user", "content":"c" } ], "tools":[{"name":"f","x":1.0}], "temperature": 1e0 }"#;
    assert_eq!(fit(json, json.len()).unwrap().json, json);
    let out = fit(json, json.len() - 1).unwrap();
    let expected = r#"{ "model":"m",  "system" : "Be brief.",
        "messages": [ { "role" : "user", "content":"c" } ], "tools":[{"name":"f","x":1.0}], "temperature": 1e0 }"#;
    assert_eq!((&*out.json, out.earlier), (expected, 2));
    let error = fit(json, 100).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the instructions and the last turn of the user take {} tokens, {} more than the budget allows (100)",
            expected.len(),
            expected.len() - 100
        )
    );
}

#[test]
fn input_as_text() {
    let json = r#"{"model": "m", "input": "Hello"}"#;
    assert_eq!(fit(json, 100).unwrap().json, json);
    assert!(fit(json, 10).is_err());
}

/// What the model did last is kept after the turn of the user, which is far before it.
#[test]
fn an_agent_that_works_for_long() {
    let mut json = r#"[{"role":"user","content":"earlier"},{"role":"user","content":"Fix it."}"#.to_owned();
    for step in 0..100 {
        let _ = write!(
            json,
            r#",{{"role":"assistant","content":[{{"type":"tool_use","id":"c{step}","name":"f","input":{{}}}}]}}
            ,{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"c{step}","content":"r{step}"}}]}}"#
        );
    }
    json.push(']');
    let out = fit(&json, 2_000).unwrap();
    let kept = messages(&out.json);
    check_valid(Api::Anthropic, &kept);
    assert_eq!(kept[0]["content"], "Fix it.");
    assert!(kept.len() > 10 && out.earlier == 202 - kept.len(), "{}", kept.len());
}

/// The user answered with results: their call is kept, and a turn of the user before it.
#[test]
fn words_behind_results() {
    let json = r#"[
        {"role":"user","content":"Start"},
        {"role":"assistant","content":"A long answer that is left out of the chat"},
        {"role":"user","content":"Go on"},
        {"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"r"},{"type":"text","text":"Stop"}]},
        {"role":"assistant","content":[{"type":"tool_use","id":"b","name":"f","input":{}}]},
        {"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"another long text that is left out"}]}
    ]"#;
    let kept = messages(&fit(json, 320).unwrap().json);
    check_valid(Api::Anthropic, &kept);
    let all = messages(json);
    assert_eq!(kept, all[2..5]);
    let kept = messages(&fit(json, 540).unwrap().json);
    assert_eq!(kept, all[2..]);
}

mod lines {
    use super::*;

    #[test]
    fn stay_lines() {
        let lines = "{\"role\":\"user\",\"content\":\"a\"}\n\n{\"role\":\"assistant\",\"content\":\"b\"}\r\n{\"role\":\"user\",\"content\":\"c\"}\n";
        let all = lines.replace("\n\n", "\n").replace('\r', "");
        assert_eq!(fit(lines, 1_000).unwrap().json, all);
        let out = fit(lines, 50).unwrap();
        assert_eq!((&*out.json, out.earlier), ("{\"role\":\"user\",\"content\":\"c\"}\n", 2));
    }
}

mod hostile {
    use super::*;

    /// Nothing may take quadratic time.
    #[test]
    fn many_messages() {
        let mut json = "[".to_owned();
        for number in 0..50_000 {
            let _ = write!(
                json,
                r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"same","type":"function","function":{{"name":"f","arguments":"{{}}"}}}}]}},{{"role":"tool","tool_call_id":"same","content":"{number}"}},"#
            );
        }
        json.push_str(r#"{"role":"user","content":"Why?"}]"#);
        let start = Instant::now();
        let chat = Chat::read(&json).unwrap();
        let out = chat.fit(&Budget::tokens(5_000)).unwrap();
        assert!(out.tokens <= 5_000 && out.earlier > 99_000);
        assert_eq!(chat.blocks().unwrap().len(), 2);
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }

    #[test]
    fn deep_values() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        for json in [
            format!(r#"[{{"role":"user","content":"a","x":{deep}}}]"#),
            format!(r#"[{{"role":"user","content":{deep}}}]"#),
            format!(r#"[{{"role":"assistant","tool_calls":{deep}}}]"#),
            format!(r#"{{"type":"function_call","call_id":"a","name":"f","arguments":"","x":{deep}}}"#),
            format!(r#"{{"messages":[],"tools":{deep}}}"#),
            deep.clone(),
            format!("{{\"role\":\"user\",\"content\":\"a\"}}\n{deep}"),
        ] {
            if let Ok(chat) = Chat::read(&json) {
                let _ = (chat.blocks(), chat.turns(), chat.fit(&Budget::tokens(10)));
            }
        }
    }

    /// Whatever the roles and identifiers are.
    #[test]
    fn random_messages() {
        let mut random = Random::new(3);
        for _ in 0..20 * chats() {
            let count = 1 + random.below(8);
            let all: Vec<String> = (0..count)
                .map(|_| {
                    let id = random.below(3);
                    let call = format!(r#"{{"type":"tool_use","id":"{id}","name":"f","input":{{}}}}"#);
                    let result = format!(r#"{{"type":"tool_result","tool_use_id":"{id}"}}"#);
                    let text = r#"{"type":"text","text":"a"}"#;
                    match random.below(9) {
                        0 => r#"{"role":"system","content":"s"}"#.to_owned(),
                        1 => r#"{"role":"user","content":"a"}"#.to_owned(),
                        2 => r#"{"role":"assistant","id":"m","content":"b"}"#.to_owned(),
                        3 => format!(r#"{{"role":"tool","tool_call_id":"{id}","content":null}}"#),
                        4 => format!(r#"{{"role":"assistant","content":[{call}]}}"#),
                        5 => format!(r#"{{"role":"user","content":[{result},{text}]}}"#),
                        6 => format!(r#"{{"role":"user","content":[{result}]}}"#),
                        7 => r#"{"type":"reasoning"}"#.to_owned(),
                        _ => format!(
                            r#"{{"type":"function_call","call_id":"{id}","name":"f","arguments":""}}"#
                        ),
                    }
                })
                .collect();
            let json = format!("[{}]", all.join(","));
            let tokens = random.below(json.len() + 2);
            let Ok(out) = fit(&json, tokens) else { continue };
            assert!(out.tokens <= tokens && out.tokens == out.json.len());
            let kept: Vec<String> = messages(&out.json).iter().map(Value::to_string).collect();
            let all: Vec<String> = messages(&json).iter().map(Value::to_string).collect();
            let mut rest = all.iter();
            assert!(kept.iter().all(|kept| rest.any(|message| message == kept)), "{json}\n{}", out.json);
            assert!(kept.last() == all.last() || tokens < json.len());
            // Unless the chat itself begins with one, it does not begin with a result.
            let begins_with_result = |json: &str| {
                let first = messages(json).into_iter().find(|message| message["role"] != "system");
                first.is_some_and(|first| first["role"] == "tool")
            };
            assert!(!begins_with_result(&out.json) || begins_with_result(&json), "{json}\n{}", out.json);
            let _ = Conversation::from_chat(&json).unwrap();
        }
    }

    /// They are kept together with what is before, and do not fail.
    #[test]
    fn odd_messages() {
        for json in [
            r#"[{"role":"tool","tool_call_id":"x","content":"a"},{"role":"user","content":"b"}]"#,
            r#"[{"role":"tool","content":null},{"role":"tool","tool_call_id":"","content":""}]"#,
            r#"[{"role":"user","content":null},{"role":"user","content":""},{"role":"user","content":[]}]"#,
            r#"[{"role":"assistant","content":"a"}]"#,
            r#"[{"role":"system","content":"a"}]"#,
            r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"},{"type":"text","text":"a"}]}]"#,
            r#"[{"type":"reasoning"},{"type":"reasoning"}]"#,
            r#"[{"role":"assistant","tool_calls":[{"id":"a"},{"id":"a"}]},{"role":"tool","tool_call_id":"a"},{"role":"tool","tool_call_id":"a"}]"#,
            "[]",
            r#"{"messages":[]}"#,
        ] {
            for tokens in 0..=json.len() {
                if let Ok(out) = fit(json, tokens) {
                    assert!(out.tokens <= tokens);
                    let _: Value = serde_json::from_str(&out.json).unwrap();
                }
            }
            assert_eq!(fit(json, json.len()).unwrap().json, json);
            let _ = Conversation::from_chat(json);
        }
    }
}
