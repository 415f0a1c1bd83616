//! The relay's handling of messages, without processes.

use crate::proxy::{Relay, Rewriter};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use toon_convert::{Converter, Measure, Rules};

/// Counting the tokens of a long result takes time, during which the thread's other tasks continue.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_long_result_does_not_hold_up_others() {
    let rules = Rules::new().measure(Measure::Tokens);
    let relay = Arc::new(Relay::new(Rewriter::new(Converter::new(rules).unwrap())));
    relay.client_sent(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rows"}}"#);
    let mut rows = String::from("[");
    for id in 0..6_000 {
        write!(rows, r#"{{"id":{id},"name":"the name of {id}","email":"{id}@example.com"}},"#).unwrap();
    }
    rows.replace_range(rows.len() - 1.., "]");
    let text = serde_json::to_string(&rows).unwrap();
    let answer =
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"content":[{{"type":"text","text":{text}}}]}}}}"#);

    let (ticks, done) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
    let (ticks_there, done_there) = (Arc::clone(&ticks), Arc::clone(&done));
    let ticking = tokio::spawn(async move {
        while !done_there.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(1)).await;
            ticks_there.fetch_add(1, Ordering::Relaxed);
        }
    });
    let converted = tokio::spawn(async move {
        let before = ticks.load(Ordering::Relaxed);
        let converted = relay.server_sent(&answer);
        (converted, ticks.load(Ordering::Relaxed) - before)
    });
    let (converted, ticks) = converted.await.unwrap();
    done.store(true, Ordering::Relaxed);
    ticking.await.unwrap();
    assert!(converted.unwrap().contains("[6000]{id,name,email}:"));
    assert!(ticks > 0, "nothing else went on");
}

/// Servers spell ids like their libraries.
#[test]
fn ids_that_are_spelled_otherwise() {
    let relay = Relay::new(Rewriter::new(Converter::new(small()).unwrap()));
    for (asked, answered) in
        [(r#""é""#, r#""\u00e9""#), (r#""a/b""#, r#""a\/b""#), ("1e0", "1.0"), ("7", "7")]
    {
        relay.client_sent(&format!(
            r#"{{"jsonrpc":"2.0","id":{asked},"method":"tools/call","params":{{"name":"ids"}}}}"#
        ));
        let answer = format!(
            r#"{{"jsonrpc":"2.0","id":{answered},"result":{{"content":[{{"type":"text","text":"{{\"ids\":[1,2]}}"}}]}}}}"#
        );
        assert!(relay.server_sent(&answer).unwrap().contains("ids[2]: 1,2"), "{asked}");
    }
    // A string is not a number.
    relay.client_sent(r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#);
    assert_eq!(relay.forget(&["1".into()]), []);
    // Errors have the client's spelling.
    relay.client_sent(r#"{"jsonrpc":"2.0","id":1e0,"method":"ping"}"#);
    let mut errors = relay.give_up("gone");
    errors.sort();
    assert!(errors[0].contains(r#""id":"1""#) && errors[1].contains(r#""id":1e0"#), "{errors:?}");
}

fn small() -> Rules {
    Rules::new().min_size_bytes(0).measure(Measure::Bytes).any_savings(true)
}

const ANSWER: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"ids\":[1,2]}"}]}}"#;

/// The server reports what is wrong with the others.
#[test]
fn a_batch_with_something_else_in_it() {
    let relay = Relay::new(Rewriter::new(Converter::new(small()).unwrap()));
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ids"}}"#;
    assert_eq!(relay.client_sent(&format!("[5,{call},null]")).ids, ["1".into()]);
    assert!(relay.server_sent(ANSWER).unwrap().contains("ids[2]: 1,2"));
}

#[test]
fn an_answer_behind_a_byte_order_mark() {
    let relay = Relay::new(Rewriter::new(Converter::new(small()).unwrap()));
    relay.client_sent(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ids"}}"#);
    let answer = relay.server_sent(&format!("{}{ANSWER}", '\u{feff}')).unwrap();
    assert!(answer.starts_with('{') && answer.contains("ids[2]: 1,2"), "{answer}");
}
