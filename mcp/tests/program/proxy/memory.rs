//! The memory that the program needs for responses that are too long to be converted, with each
//! transport on both sides.
#![cfg(target_os = "linux")]

use super::line_client::LineClient;
use crate::program::Program;
use crate::support::upstream::Upstream;
use crate::support::{call, odd_server};
use futures::StreamExt;
use serde_json::Value;

const LENGTH: u32 = 20_000_000;
/// The maximum memory of the program, most of which the program itself takes.
const MAX_MEMORY_BYTES: u64 = 42_000_000;
/// Longer texts are not converted; about four times that is kept.
const FLAGS: [&str; 4] = ["--max-size-bytes", "100000", "--measure", "bytes"];

/// The peak memory of a process.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

fn check_lines(mut session: LineClient) {
    for id in 1..3 {
        let answer = session.ask(&call(id, "long", LENGTH));
        assert!(answer.len() > LENGTH as usize);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["id"], id);
    }
    let peak = peak(session.id());
    assert!(peak < MAX_MEMORY_BYTES, "{peak}");
}

async fn check_http(front: Program) {
    let client = reqwest::Client::new();
    let post = |body: String| {
        let request = client.post(&front.url).header("accept", "application/json, text/event-stream");
        request.header("content-type", "application/json").body(body)
    };
    let begun = post(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#.to_owned());
    let begun = begun.send().await.unwrap();
    let session = begun.headers()["mcp-session-id"].clone();
    begun.text().await.unwrap();
    for id in 1..3 {
        let answer = post(call(id, "long", LENGTH)).header("mcp-session-id", &session).send().await.unwrap();
        let (mut length, mut stream) = (0, answer.bytes_stream());
        while let Some(bytes) = stream.next().await {
            length += bytes.unwrap().len();
        }
        assert!(length > LENGTH as usize);
    }
    let peak = peak(front.id());
    assert!(peak < MAX_MEMORY_BYTES, "{peak}");
}

fn server() -> String {
    odd_server().to_str().unwrap().to_owned()
}

#[test]
fn lines_before_lines() {
    check_lines(LineClient::proxied(&FLAGS));
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_before_http() {
    let url = Upstream::default().listen().await;
    let session = LineClient::of(&[&FLAGS[..], &["--upstream", &url]].concat());
    tokio::task::spawn_blocking(|| check_lines(session)).await.unwrap();
}

#[tokio::test]
async fn http_before_lines() {
    check_http(Program::proxy(&[&FLAGS[..], &["--", &server()]].concat(), &[])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn http_before_http() {
    let url = Upstream::default().listen().await;
    check_http(Program::proxy(&[&FLAGS[..], &["--upstream", &url]].concat(), &[])).await;
}
