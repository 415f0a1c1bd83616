//! The tokenizer's tables take long to load, but nobody waits for them.

use super::line_client::LineClient;
use crate::support::call;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use toon_convert::tokens;

#[test]
fn the_first_call_does_not_wait_for_the_tokenizer() {
    let mut direct = LineClient::direct();
    let text = direct.call(1, "rows", 300)["content"][0]["text"].as_str().unwrap().to_owned();
    let (near, exact) = (tokens::approximate(&text), tokens::count(&text));
    assert_ne!(near, exact);

    // How long it takes to load them here, and to start the program without them.
    let time = |measure: &str| {
        let started = Instant::now();
        let mut filter = Command::new(env!("CARGO_BIN_EXE_toon-mcp"));
        filter.args(["filter", "--measure", measure]);
        filter.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert!(filter.status().unwrap().success());
        started.elapsed()
    };
    let (bytes, tokens) = (time("bytes"), time("tokens"));

    let mut session = LineClient::proxied(&["-v", "--host", "content"]);
    let started = Instant::now();
    session.ask(&call(1, "rows", 300));
    let first = started.elapsed();
    assert!(first < tokens, "{first:?}, and {tokens:?} to load the tables");
    // Later calls are measured by the tokenizer.
    let deadline = Instant::now() + tokens * 3 + Duration::from_secs(1);
    let mut id = 1;
    while Instant::now() < deadline {
        id += 1;
        let answer: Value = serde_json::from_str(&session.ask(&call(id, "rows", 300))).unwrap();
        assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with("rows[300]"));
        std::thread::sleep(Duration::from_millis(500));
    }
    let log = session.end().1;
    let before: Vec<usize> = log
        .lines()
        .filter_map(|line| line.split_once(" tokens=")?.1.split('→').next()?.parse().ok())
        .collect();
    assert_eq!((before.first(), before.last()), (Some(&near), Some(&exact)), "{log}");
    assert!(bytes < tokens, "{bytes:?} {tokens:?}");
}
