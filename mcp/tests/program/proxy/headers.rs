//! Headers that the command line adds to requests to a server that speaks HTTP.

use super::line_client::LineClient;
use crate::program::{PROGRAM, Program};
use crate::support::upstream::{Upstream, call};
use std::process::{Command, Stdio};

/// Runs the program with an empty input; returns whether it succeeded, and its log.
fn run(arguments: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
    let mut program = Command::new(PROGRAM);
    program.arg("proxy").args(arguments).env_remove("TOON_MCP_UPSTREAM_TOKEN");
    let output = program.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

const URL: [&str; 2] = ["--upstream", "http://127.0.0.1:9/mcp"];

#[tokio::test]
async fn every_request_has_them() {
    let upstream = Upstream::default();
    let url = upstream.listen().await;
    let variables = [("MY_KEY", "s3cret-1"), ("MY_LOGIN", "Basic s3cret-2")];
    let flags = ["--upstream", &url, "--header", "X-Tenant=a=b", "--header-env", "X-Api-Key=MY_KEY"];
    let flags = [&flags[..], &["--header-env", "authorization=MY_LOGIN", "-vv"]].concat();
    // From lines to HTTP.
    let mut session = LineClient::with(&flags, &variables);
    let log = tokio::task::spawn_blocking(move || {
        session.ask(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
        session.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        session.ask(&call(1, "json"));
        session.end().1
    });
    let log = log.await.unwrap();
    assert!(!log.contains("s3cret") && !log.contains("a=b"), "{log}");
    // From HTTP to HTTP.
    let front = Program::proxy(&flags, &variables);
    let request = reqwest::Client::new().post(&front.url).header("authorization", "Bearer mine");
    let answer = request.body(call(1, "json")).send().await.unwrap();
    assert!(answer.status().is_success());
    #[cfg(unix)]
    assert!(!tokio::task::spawn_blocking(|| front.stop()).await.unwrap().1.contains("s3cret"));
    let heard = upstream.heard();
    // The stream of unsolicited messages and the end of the session are requests, too.
    assert!(heard.len() >= 5, "{heard:?}");
    for (method, headers, _) in heard {
        assert_eq!(headers["x-tenant"], "a=b", "{method}");
        assert_eq!(headers["x-api-key"], "s3cret-1", "{method}");
        let login: Vec<_> = headers.get_all("authorization").iter().collect();
        assert_eq!(login, ["Basic s3cret-2"], "{method}");
    }
}

#[test]
fn mistakes_are_errors_at_the_start() {
    let secrets = [("MY_KEY", "s3cret"), ("EMPTY", ""), ("BROKEN", "s3\ncret")];
    for (flags, reason) in [
        (["--header", "Authorization: Bearer s3cret"], "--header: expected NAME=VALUE"),
        (["--header", "Authorization: Bearer s3cret=="], "--header: invalid header name"),
        (["--header", "X-A=s3\rcret"], "--header: the value of header `x-a` has a character"),
        (
            ["--header", "Content-Length=s3cret"],
            "--header: header `content-length` is set by the proxy itself",
        ),
        (["--header-env", "X-A"], "--header-env: expected NAME=VARIABLE"),
        (["--header-env", "X-A=Bearer s3cret"], "--header-env: expected the name of an environment variable"),
        (["--header-env", "X-A=NOT_SET"], "--header-env: the environment variable NOT_SET is not set"),
        (["--header-env", "X-A=EMPTY"], "--header-env: the environment variable EMPTY is empty"),
        (["--header-env", "X-A=BROKEN"], "--header-env: the value of header `x-a` has a character"),
        (["--header-env", "X A=MY_KEY"], "--header-env: invalid header name"),
    ] {
        let (is_well, log) = run(&[URL, flags].concat(), &secrets);
        assert!(!is_well && log.contains(reason), "{flags:?}: {log}");
        assert!(!log.contains("cret"), "{flags:?}: {log}");
    }
}

#[test]
fn one_header_has_one_value() {
    let flags = ["--header", "X-A=1", "--header-env", "x-a=MY_KEY"];
    let (is_well, log) = run(&[&URL[..], &flags].concat(), &[("MY_KEY", "s3cret")]);
    assert!(!is_well && log.contains("duplicate header `x-a`"), "{log}");
    let token = ("TOON_MCP_UPSTREAM_TOKEN", "s3cret");
    let (is_well, log) = run(&[&URL[..], &["--header", "Authorization=Basic x"]].concat(), &[token]);
    assert!(!is_well && log.contains("TOON_MCP_UPSTREAM_TOKEN: duplicate header `authorization`"), "{log}");
    assert!(!log.contains("s3cret"), "{log}");
}

#[test]
fn a_command_has_no_headers() {
    for flag in ["--header", "--header-env"] {
        let (is_well, log) = run(&[flag, "X-A=HOME", "--", "true"], &[]);
        assert!(!is_well && log.contains("cannot be used with"), "{log}");
        let (is_well, log) = run(&[flag, "X-A=HOME"], &[]);
        assert!(!is_well && log.contains("COMMAND"), "{log}");
    }
}
