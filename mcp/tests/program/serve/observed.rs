//! Health, metrics, and how the program exits.

use super::raw::{HOST, get, open, post, session};
use crate::program::Program;
use std::io::Read;

#[test]
fn health_has_the_version() {
    let program = Program::start(&[], &[]);
    let answer = get(program.address, "/health", &[HOST]);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let health: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(health, serde_json::json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }));
}

#[test]
fn metrics_count_calls_bytes_sessions_and_refusals() {
    let program = Program::start(&["--max-body", "1000"], &[]);
    let session = session(program.address);
    let call = |toon: &str| {
        let message = serde_json::json!({
            "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": { "name": "toon_decode", "arguments": { "toon": toon } },
        });
        assert_eq!(post(program.address, &[&session], &message.to_string()).status, 200);
    };
    call("a: 1");
    call("a: 2");
    call("a: \"");
    get(program.address, "/metrics", &["Host: evil.example"]);
    post(program.address, &[&session], &"x".repeat(2_000));

    let answer = get(program.address, "/metrics", &[HOST]);
    assert!(answer.header("content-type").unwrap().starts_with("text/plain; version=0.0.4"));
    let value = |name: &str| -> f64 {
        let line = answer.body.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in\n{}", answer.body)).parse().unwrap()
    };
    for (name, expected) in [
        ("toon_mcp_tool_calls_total{tool=\"toon_decode\",outcome=\"ok\"}", 2.0),
        ("toon_mcp_tool_calls_total{tool=\"toon_decode\",outcome=\"error\"}", 1.0),
        ("toon_mcp_tool_duration_seconds_count{tool=\"toon_decode\"}", 3.0),
        ("toon_mcp_tool_duration_seconds_bucket{tool=\"toon_decode\",le=\"+Inf\"}", 3.0),
        ("toon_mcp_http_refused_total{reason=\"host\"}", 1.0),
        ("toon_mcp_http_refused_total{reason=\"body\"}", 1.0),
        ("toon_mcp_sessions", 1.0),
    ] {
        assert!((value(name) - expected).abs() < 1e-9, "{name} {}", value(name));
    }
    assert!(value("toon_mcp_http_request_bytes_total") > 300.0);
    assert!(value("toon_mcp_http_response_bytes_total") > 300.0);
    // Every name is explained before it is used.
    for line in answer.body.lines().filter(|line| !line.starts_with('#')) {
        let name = line.split(['{', ' ']).next().unwrap();
        let family =
            ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        assert!(answer.body.contains(&format!("# TYPE {family} ")), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_well_also_with_a_stream_open() {
    let program = Program::start(&[], &[]);
    let session = session(program.address);
    let mut stream = open(program.address, "GET /mcp", &[HOST, "Accept: text/event-stream", &session], "");
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let (ended_well, log) = program.stop();
    assert!(ended_well);
    assert!(log.contains("stopped") && !log.contains("cut off"), "{log}");
}
