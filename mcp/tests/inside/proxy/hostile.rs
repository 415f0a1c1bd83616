//! Messages that nobody should send.

use super::bridge::{Front as Bridge, messages};
use super::rewriter::{ask, call, relay, small};
use crate::proxy::Relay;
use crate::tests::support::call as request;
use proptest::prelude::*;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toon_testing::effort;

/// Results that are each odd in one way.
const RESULTS: [&str; 20] = [
    "null",
    "7",
    r#""text""#,
    "[]",
    "{}",
    r#"{"content":null}"#,
    r#"{"content":"{\"a\":1}"}"#,
    r#"{"content":{"type":"text","text":"[1, 2]"}}"#,
    r#"{"content":[null,7,"x",[],{"type":"text"},{"text":"[1, 2]"},{"type":7,"text":"[1, 2]"}]}"#,
    r#"{"content":[{"type":"text","text":{"a":1}}],"structuredContent":7}"#,
    r#"{"content":[{"type":"text","text":"[1, 2]","type":"image"}]}"#,
    r#"{"content":[{"type":"text","text":"[1, 2, \ud800]"}]}"#,
    r#"{"content":[{"type":"text","text":"[\"\\ud800\",1]"}]}"#,
    r#"{"content":[{"\ud800":1,"type":"text","text":"[1, 2]"}]}"#,
    r#"{"content":[{"type":"text","text":"{\"a\":1,\"a\":2}"}]}"#,
    r#"{"content":[],"structuredContent":null,"isError":"true"}"#,
    r#"{"structuredContent":{"a":1,"a":2,"\ud800":[1e999999999,-0.0,1E400]},"content":[]}"#,
    r#"{"taskId":"t","resultType":"task","content":[]}"#,
    r#"{"task":{"taskId":7}}"#,
    r#"{"content":[{"type":"resource","resource":null},{"type":"resource","resource":{"text":"[1, 2]"}}],"_meta":[]}"#,
];

/// None of these has JSON that can be rewritten: each stays the same, byte for byte.
#[test]
fn odd_results_stay_as_they_are() {
    let relay = relay(small());
    for result in RESULTS.iter().filter(|result| !result.contains("structuredContent\":{")) {
        for method in ["tools/call", "tasks/result", "resources/read", "prompts/get", "tools/list"] {
            let seen = ask(&relay, method, r#"{"name":"t","taskId":"t"}"#, result);
            assert_eq!(&seen, result, "{method}");
        }
    }
}

#[test]
fn keys_that_stand_twice() {
    let relay = relay(small());
    // The last one counts, as in most parsers, and the first is kept.
    let result = r#"{"content":[{"type":"text","text":"[7, 7]"}],"x":1,"content":[{"type":"text","text":"{\"ids\": [1, 2]}"}],"x":2}"#;
    let seen = ask(&relay, "tools/call", r#"{"name":"t"}"#, result);
    assert!(seen.starts_with(r#"{"content":[{"type":"text","text":"[7, 7]"}],"x":1,"content":[{"#), "{seen}");
    assert!(seen.contains("ids[2]: 1,2") && seen.ends_with(r#""x":2}"#), "{seen}");
    // Structured content is either removed completely or not at all.
    ask(&relay, "tools/list", "{}", r#"{"tools":[{"name":"t","inputSchema":{}}]}"#);
    let result = r#"{"structuredContent":{"a":1},"content":[{"type":"text","text":"{ \"ids\": [1, 2] }"}],"structuredContent":{"ids":[1,2]}}"#;
    assert_eq!(call(&relay, "t", result).get("structuredContent"), None);
}

#[test]
fn numbers_keep_their_value() {
    let relay = relay(small());
    for number in ["1e999999999", "-1E-999999999", "123456789012345678901234567890", "1.10", "-0"] {
        let text = format!("{{\"rows\": [{{\"a\": {number}}}, {{\"a\": {number}}}]}}");
        let result = call(&relay, "t", &json!({"content": [{"type": "text", "text": text}]}).to_string());
        let seen = result["content"][0]["text"].as_str().unwrap();
        assert!(seen.len() < 200, "{} bytes for {number}", seen.len());
        let json = if seen.starts_with('{') {
            seen.to_owned()
        } else {
            toon::json::from_toon(seen, &toon::DecodeOptions::new()).unwrap()
        };
        let (seen, plain) = (json.trim_end_matches("}]}"), text.replace(' ', ""));
        let value = |text: &str| text.rsplit("\"a\":").next().unwrap().trim_end_matches("}]}").to_owned();
        let (seen, plain) = (value(seen), value(&plain));
        let parsed = |number: &str| number.parse::<f64>().unwrap();
        assert_eq!(parsed(&seen).to_bits() << 1, parsed(&plain).to_bits() << 1, "{number} {seen}");
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-z \"\\\\\n`{\\[é]{0,10}".prop_map(Value::from),
        Just(json!("{\"ids\": [1, 2, 3]}")),
        Just(json!("```json\n[1, 2, 3]\n```")),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(
                "content|structuredContent|type|text|isError|task|taskId|result|resource|_meta|[a-z]",
                inner,
                0..5
            )
            .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn results() -> impl Strategy<Value = String> {
    let block = (values(), any::<bool>()).prop_map(|(value, is_text)| {
        if is_text { json!({"type": "text", "text": format!("{value:#}")}) } else { value }
    });
    let like_one =
        (prop::collection::vec(block, 0..4), prop::option::of(values())).prop_map(|(content, structured)| {
            let mut result = json!({"content": content});
            if let Some(structured) = structured {
                result["structuredContent"] = structured;
            }
            result.to_string()
        });
    prop_oneof![
        like_one,
        values().prop_map(|value| value.to_string()),
        prop::sample::select(RESULTS.to_vec()).prop_map(str::to_owned),
    ]
}

/// A random change: bytes are inserted, removed or repeated.
type Mutation = (prop::sample::Index, u8, Vec<u8>);

fn mutated(text: &str, mutations: &[Mutation]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for (index, way, new) in mutations {
        let place = index.index(bytes.len() + 1);
        let end = (place + usize::from(*way)).min(bytes.len());
        match way % 3 {
            0 => drop(bytes.splice(place..place, new.iter().copied())),
            1 => drop(bytes.splice(place..end, new.iter().copied())),
            _ => {
                let span = bytes[place..end].to_vec();
                drop(bytes.splice(end..end, span));
            }
        }
    }
    bytes
}

fn entries(json: &str) -> Option<BTreeMap<String, Box<RawValue>>> {
    serde_json::from_str(json).ok()
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<Box<RawValue>>(text).is_ok()
}

/// A message is still a message afterwards, with the same text around the result.
fn check_message(relay: &Relay, text: &str) -> Result<(), TestCaseError> {
    let Some(seen) = relay.server_sent(text) else { return Ok(()) };
    prop_assert!(is_json(text) && is_json(&seen), "{text} became {seen}");
    let (Some(before), Some(after)) = (entries(text), entries(&seen)) else { return Ok(()) };
    prop_assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (key, value) in &before {
        if key != "result" && key != "params" {
            prop_assert_eq!(value.get(), after[key].get());
        }
    }
    let results = (
        before.get("result").and_then(|result| entries(result.get())),
        after.get("result").and_then(|result| entries(result.get())),
    );
    let (Some(before), Some(after)) = results else { return Ok(()) };
    for (key, value) in &before {
        match key.as_str() {
            "content" | "result" | "instructions" | "tools" | "contents" | "messages" => {}
            // It is removed only if a text replaces it.
            "structuredContent" if !after.contains_key(key) => {
                prop_assert!(after.contains_key("content"), "{text} became {seen}");
            }
            _ => prop_assert_eq!(value.get(), after[key].get()),
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(effort::cases(2_000))]

    #[test]
    fn any_message(
        result in results(),
        method in prop::sample::select(vec![
            "tools/call", "tools/list", "tasks/result", "tasks/get", "initialize", "server/discover",
            "resources/read", "prompts/get", "ping", "notifications/cancelled",
        ]),
        mutations in prop::collection::vec(
            (any::<prop::sample::Index>(), 0..12_u8, prop_oneof![
                prop::collection::vec(any::<u8>(), 0..4),
                prop::sample::select(vec!["\"", "\\", "{", "}", "[", "]", ",", "null", "\\ud800", "1e999999999", "\u{feff}"])
                    .prop_map(|text| text.as_bytes().to_vec()),
            ]),
            0..4,
        ),
        is_batch: bool,
        of_client: bool,
    ) {
        let relay = relay(small());
        ask(&relay, "tools/list", "{}", r#"{"tools":[{"name":"t","inputSchema":{}}]}"#);
        call(&relay, "t", r#"{"task":{"taskId":"t"}}"#);
        let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"name":"t","taskId":"t","arguments":{result}}}}}"#);
        let answer = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#);
        let answer = if is_batch { format!("[{answer},{answer}]") } else { answer };
        let lossy = |text: &str| String::from_utf8_lossy(&mutated(text, &mutations)).into_owned();
        if of_client {
            relay.client_sent(&lossy(&request));
            check_message(&relay, &answer)?;
        } else {
            relay.client_sent(&request);
            check_message(&relay, &lossy(&answer))?;
        }
        relay.give_up("gone");
    }
}

/// Over HTTP it becomes UTF-8, and still arrives.
#[cfg(unix)]
#[tokio::test]
async fn answers_that_are_not_utf_8() {
    let script = r#"read line; printf '{"jsonrpc":"2.0","id":0,"result":{"serverInfo":{"name":"odd"}}}\n'; read line; printf '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"a\377b"}]}}\n'; read line"#;
    let bridge = Bridge::of(crate::proxy::Command::new("sh", ["-c", script]), 1).await;
    let session = bridge.session().await;
    let answer = bridge.post(Some(&session), &request(1, "rows", 1)).await;
    let answer = tokio::time::timeout(std::time::Duration::from_secs(10), messages(answer)).await.unwrap();
    assert_eq!(answer[0]["result"]["content"][0]["text"], "a\u{fffd}b");
}

/// A line of a megabyte, in one piece.
#[test]
fn a_very_long_line() {
    let relay = relay(small());
    let text = format!("{{\"rows\": [{}{{\"a\": 1}}]}}", "{\"a\": 1}, ".repeat(100_000));
    let result = call(&relay, "t", &json!({"content": [{"type": "text", "text": text}]}).to_string());
    assert!(result["content"][0]["text"].as_str().unwrap().starts_with("rows[100001]{a}:\n"));
}
