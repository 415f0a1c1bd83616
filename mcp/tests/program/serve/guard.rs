//! Access control, and limits on concurrent requests.

use super::raw::{HOST, INITIALIZE, get, open, post, send, session};
use crate::program::{PROGRAM, Program};
use std::io::Read;
use std::process::Command;

#[test]
fn other_hosts_are_turned_away() {
    let program = Program::start(&["--allowed-host", "toon.example"], &[]);
    let status = |headers: &[&str]| get(program.address, "/health", headers).status;
    let own = format!("Host: {}", program.address);
    for good in [HOST, "Host: localhost:1", "Host: [::1]", "Host: toon.example", &own] {
        assert_eq!(status(&[good]), 200, "{good}");
    }
    for bad in
        ["Host: evil.example", "Host: localhost.evil.example", "Host: 10.0.0.1", "Host: user@localhost"]
    {
        assert!([400, 403].contains(&status(&[bad])), "{bad}");
    }
    assert!([400, 403].contains(&status(&[])));
    assert!([400, 403].contains(&status(&[HOST, "Host: evil.example"])));
    let twice = send(program.address, "GET http://evil.example/health", &[HOST], "");
    assert_eq!(twice.status, 403);
    assert_eq!(twice.body, r#"{"error":"the request is for another host"}"#);
}

#[test]
fn pages_of_other_origins_are_turned_away() {
    let program = Program::start(&["--allowed-origin", "https://app.example"], &[]);
    let own = format!("Host: {}", program.address);
    let status = |origin: &str| get(program.address, "/health", &[&own, &format!("Origin: {origin}")]).status;
    assert_eq!(status(&format!("http://{}", program.address)), 200);
    assert_eq!(status("https://app.example"), 200);
    for bad in ["http://evil.example", "null", "http://localhost:1", "http://app.example", "file://"] {
        assert_eq!(status(bad), 403, "{bad}");
    }
    // The tools as well.
    assert_eq!(post(program.address, &["Origin: http://evil.example"], INITIALIZE).status, 403);
}

#[test]
fn a_browser_may_ask_what_pages_of_an_allowed_origin_may_do() {
    let variables = [("TOON_MCP_TOKEN", "s3cret"), ("TOON_MCP_ALLOWED_ORIGIN", "https://app.example")];
    let program = Program::start(&[], &variables);
    let ask = |origin: &str| {
        let headers = [HOST, origin, "Access-Control-Request-Method: POST"];
        send(program.address, "OPTIONS /mcp", &headers, "")
    };
    let answer = ask("Origin: https://app.example");
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example"));
    assert!(answer.header("access-control-allow-headers").unwrap().contains("mcp-session-id"));
    let answer = ask("Origin: https://evil.example");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None));
}

#[test]
fn a_token_opens_everything_but_health_which_is_open() {
    let program = Program::start(&[], &[("TOON_MCP_TOKEN", "s3cret")]);
    assert_eq!(get(program.address, "/health", &[HOST]).status, 200);
    for path in ["/metrics", "/mcp", "/nothing"] {
        let answer = get(program.address, path, &[HOST]);
        assert_eq!(answer.status, 401, "{path}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer realm=\"toon-mcp\""));
    }
    for wrong in ["Bearer wrong", "Basic s3cret", "s3cret", "Bearer"] {
        assert_eq!(post(program.address, &[&format!("Authorization: {wrong}")], INITIALIZE).status, 401);
    }
    assert_eq!(post(program.address, &["Authorization: Bearer s3cret"], INITIALIZE).status, 200);
    assert_eq!(get(program.address, "/metrics", &[HOST, "Authorization: Bearer s3cret"]).status, 200);
}

#[cfg(unix)]
#[test]
fn no_log_has_the_token() {
    let program = Program::start(&["-vv"], &[("TOON_MCP_TOKEN", "s3cret-of-ours")]);
    let initialize = post(program.address, &["Authorization: Bearer s3cret-of-ours"], INITIALIZE);
    assert_eq!(initialize.status, 200);
    assert_eq!(post(program.address, &["Authorization: Bearer s3cret-of-theirs"], INITIALIZE).status, 401);
    let (ended_well, log) = program.stop();
    assert!(ended_well);
    assert!(log.contains("Token"), "{log}");
    assert!(!log.contains("s3cret"), "{log}");
}

#[test]
fn what_cannot_be_a_token_or_an_address_keeps_the_server_from_starting() {
    let refused = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = Command::new(PROGRAM)
            .arg("serve")
            .args(arguments)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(
        refused(&["--http", "0"], &[("TOON_MCP_TOKEN", "")]).contains("TOON_MCP_TOKEN: the token is empty")
    );
    let log = refused(&["--http", "0"], &[("TOON_MCP_TOKEN", "s3cret word")]);
    assert!(
        log.contains("TOON_MCP_TOKEN: the token contains characters") && !log.contains("s3cret"),
        "{log}"
    );
    let log = refused(&["--http", "0", "--token-env", "TOON_MCP_TEST_UNSET"], &[]);
    assert!(log.contains("the environment variable TOON_MCP_TEST_UNSET is not set"), "{log}");
    assert!(refused(&["--http", "example.com:80"], &[]).contains("invalid address"));
    assert!(refused(&["--http", "0", "--allowed-origin", "app.example"], &[]).contains("invalid origin"));
}

#[test]
fn large_bodies_are_refused_whatever_they_say_of_their_size() {
    let program = Program::start(&["--max-body", "1000"], &[]);
    let large = format!("\"{}\"", "x".repeat(2_000));
    assert_eq!(post(program.address, &[], &large).status, 413);
    let chunked = format!("{:x}\r\n{large}\r\n0\r\n\r\n", large.len());
    assert_eq!(post(program.address, &["Transfer-Encoding: chunked"], &chunked).status, 413);
    assert_eq!(post(program.address, &[], INITIALIZE).status, 200);
}

#[test]
fn there_are_only_so_many_sessions() {
    let program = Program::start(&["--max-sessions", "2"], &[]);
    let first = session(program.address);
    session(program.address);
    let refused = post(program.address, &[], INITIALIZE);
    assert_eq!(refused.status, 503);
    assert!(refused.header("retry-after").is_some());
    // Open sessions continue, and one that ends makes room.
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    assert_eq!(post(program.address, &[&first], list).status, 200);
    let delete = send(program.address, "DELETE /mcp", &[HOST, &first], "");
    assert!([200, 202, 204].contains(&delete.status));
    assert_eq!(post(program.address, &[], INITIALIZE).status, 200);
}

#[test]
fn there_are_only_so_many_requests_at_a_time() {
    let program = Program::start(&["--max-requests", "1"], &[]);
    let session = session(program.address);
    // A stream of unsolicited messages stays open.
    let headers = [HOST, "Accept: text/event-stream", &session];
    let mut stream = open(program.address, "GET /mcp", &headers, "");
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let refused = post(program.address, &[&session], r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    // Requests for `/health` do not count.
    assert_eq!(get(program.address, "/health", &[HOST]).status, 200);
}
