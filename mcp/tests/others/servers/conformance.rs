//! The official conformance suite, against the server with TOON tools, and against a server that
//! passes all of it: directly, and behind the proxy.

use crate::install::{Node, TIMEOUT, here, run, wanted};
use crate::program::Program;
use crate::servers::peer::Listening;
use crate::servers::run::{ALL, OFF, after_dashes};
use std::collections::BTreeMap;
use std::process::Command;

/// The scenario of a stream that the server closes and the client resumes.
const POLLING: &str = "server-sse-polling";

/// Runs the suite against the server at `url`.
fn suite(url: &str) -> Command {
    let mut command = Node::install().package("conformance/dist/index.js");
    command.args(["server", "--suite", "all", "--url", url]).current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The suite that knows the revision without sessions, with the arguments that it needs.
fn suite_without_sessions(url: &str) -> Command {
    let mut command = Node::install().package("conformance-2026-07-28/dist/index.js");
    command.args(["server", "--requirements", "2026-07-28", "--url", url]);
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The results of a suite, by scenario: whether it passed, and how many checks passed and failed.
async fn scenarios(suite: Command) -> BTreeMap<String, String> {
    let mut suite = tokio::process::Command::from(suite);
    let output = tokio::time::timeout(TIMEOUT, suite.kill_on_drop(true).output());
    let output = output.await.expect("the suite to end in time").unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let (_, summary) = output.split_once("=== SUMMARY ===").expect(&output);
    let lines = summary.lines().filter_map(|line| line.split_once(": "));
    let lines = lines.filter_map(|(name, counts)| {
        let (sign, name) = name.split_once(' ')?;
        Some((name.to_owned(), format!("{sign} {counts}")))
    });
    lines.collect()
}

fn fixture(mode: &str) -> Command {
    let mut command = Node::install().file(&here("../servers/fixture.mjs"));
    command.arg(mode);
    command
}

#[tokio::test]
async fn what_a_server_passes_it_passes_behind_the_proxy() {
    if !wanted() {
        return;
    }
    let server = Listening::start(fixture("streamableHttp")).await;
    let direct = scenarios(suite(&server.url)).await;
    assert!(direct.len() >= 32 && direct.values().all(|counts| counts.starts_with('✓')), "{direct:#?}");
    assert_eq!(direct[POLLING], "✓ 3 passed, 0 failed");
    let process = after_dashes(&fixture("stdio"));
    let process: Vec<&str> = process.iter().map(String::as_str).collect();
    for flags in [OFF, ALL] {
        let front = Program::proxy(&[flags, &["--upstream", &server.url]].concat(), &[]);
        assert_eq!(scenarios(suite(&front.url)).await, direct, "{flags:?}");
        let front = Program::proxy(&[flags, &process].concat(), &[]);
        let mut proxied = scenarios(suite(&front.url)).await;
        // A process has no streams that could be closed: those checks are warnings.
        assert!(proxied.remove(POLLING).unwrap().starts_with('✓'));
        let mut others = direct.clone();
        others.remove(POLLING);
        assert_eq!(proxied, others, "{flags:?}");
    }
}

/// The example `asking_server`, with these arguments.
fn asking_server(arguments: &[&str]) -> Command {
    let test = std::env::current_exe().unwrap();
    let program = format!("asking_server{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(test.ancestors().nth(2).unwrap().join("examples").join(program));
    command.args(arguments);
    command
}

/// Tools that are listed or unlisted, that ask and that fail, and headers that are right or wrong:
/// behind the proxy, a request without a session gets the same responses and statuses.
#[tokio::test]
async fn without_sessions_a_server_passes_the_same_behind_the_proxy() {
    if !wanted() {
        return;
    }
    let server = Listening::start(asking_server(&["http"])).await;
    let direct = scenarios(suite_without_sessions(&server.url)).await;
    let passed: Vec<&str> =
        direct.iter().filter(|(_, counts)| counts.starts_with('✓')).map(|(name, _)| &**name).collect();
    // The others need the fixture of the other suite.
    assert!(passed.len() >= 26, "{direct:#?}");
    for scenario in ["server-stateless", "http-header-validation", "http-custom-header-server-validation"] {
        assert!(passed.contains(&scenario), "{direct:#?}");
    }
    let process = after_dashes(&asking_server(&[]));
    let process: Vec<&str> = process.iter().map(String::as_str).collect();
    for behind in [&["--upstream", &server.url][..], &process] {
        for flags in [OFF, ALL] {
            let front = Program::proxy(&[flags, behind].concat(), &[]);
            assert_eq!(scenarios(suite_without_sessions(&front.url)).await, direct, "{flags:?} {behind:?}");
        }
    }
}

#[test]
fn the_server_with_toon_tools_fails_only_what_is_known() {
    if !wanted() {
        return;
    }
    let server = Program::start(&[], &[]);
    let known = here("../servers/known_failures.yml");
    let said = run(suite(&server.url).arg("--expected-failures").arg(known));
    assert!(said.contains("✓ server-initialize") && said.contains("✓ dns-rebinding-protection"), "{said}");
}
