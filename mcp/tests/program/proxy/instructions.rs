//! The explanation of TOON in the server's instructions, with each transport on both sides.

use super::line_client::LineClient;
use crate::program::Program;
use crate::support::odd_server;
use reqwest::Client;
use serde_json::Value;
use toon::Delimiter;
use toon_convert::Explanation;
use toon_normal::Level;

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;

/// The server returns the parameters of the request: here, its own instructions.
fn discover(instructions: &str) -> String {
    // No id is used twice in a session.
    let id = instructions.len();
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"server/discover","params":{{"instructions":{instructions},"capabilities":{{"tools":{{}}}},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}

fn instructions_in(answer: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(answer).unwrap_or_else(|_| panic!("{answer}"));
    assert!(answer["result"].is_object(), "{answer}");
    Some(answer["result"].get("instructions")?.as_str().unwrap_or_default().to_owned())
}

async fn post(url: &str, body: &str) -> Option<String> {
    let mut request = Client::new()
        .post(url)
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream");
    if body.contains("server/discover") {
        request =
            request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", "server/discover");
    }
    let text = request.body(body.to_owned()).send().await.unwrap().text().await.unwrap();
    let data = text.lines().find_map(|line| line.strip_prefix("data: "));
    instructions_in(data.unwrap_or(&text))
}

/// The instructions of a server without any, of one with some, and of one whose instructions are
/// empty.
struct Seen {
    without: Option<String>,
    with: Option<String>,
    empty: Option<String>,
}

const OWN: &str = r#""Be kind.""#;

async fn through_lines(arguments: &[&str]) -> Seen {
    let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let talk = move || {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        // A session of each generation of the protocol.
        let without = instructions_in(&LineClient::of(&arguments).ask(INITIALIZE));
        let mut session = LineClient::of(&arguments);
        let [with, empty] = [OWN, r#""""#].map(|own| instructions_in(&session.ask(&discover(own))));
        Seen { without, with, empty }
    };
    tokio::task::spawn_blocking(talk).await.unwrap()
}

async fn through_http(arguments: &[&str]) -> Seen {
    let front = Program::proxy(arguments, &[]);
    Seen {
        without: post(&front.url, INITIALIZE).await,
        with: post(&front.url, &discover(OWN)).await,
        empty: post(&front.url, &discover(r#""""#)).await,
    }
}

async fn check(flags: &[&str], text: Option<&str>) {
    let server = odd_server().to_str().unwrap().to_owned();
    let by_http = Program::proxy(&["--off", "--", &server], &[]);
    let (process, url) = (&["--", &server][..], &["--upstream", &by_http.url][..]);
    for (pair, seen) in [
        ("lines before lines", through_lines(&[flags, process].concat()).await),
        ("lines before HTTP", through_lines(&[flags, url].concat()).await),
        ("HTTP before lines", through_http(&[flags, process].concat()).await),
        ("HTTP before HTTP", through_http(&[flags, url].concat()).await),
    ] {
        let with = text.map_or("Be kind.".to_owned(), |text| format!("Be kind.\n\n{text}"));
        assert_eq!(seen.without.as_deref(), text, "{pair} {flags:?}");
        assert_eq!(seen.with, Some(with), "{pair} {flags:?}");
        assert_eq!(seen.empty.as_deref(), Some(text.unwrap_or_default()), "{pair} {flags:?}");
    }
}

#[tokio::test]
async fn a_short_explanation() {
    let short = Explanation::Short.text(Delimiter::Comma, 2);
    check(&["--instructions", "short", "--form", "toon"], Some(&short)).await;
    let pipes = Explanation::Short.text(Delimiter::Pipe, 2);
    check(&["--instructions", "short", "--delimiter", "pipe"], Some(&pipes)).await;
    assert!(!pipes.contains("commas") && pipes.contains("[2|]{id|name}"));
}

#[tokio::test]
async fn a_full_explanation() {
    let full = Explanation::Full.text(Delimiter::Tab, 4);
    check(&["--instructions", "full", "--delimiter", "tab", "--indent", "4"], Some(&full)).await;
}

/// Exactly what can occur is explained.
#[test]
fn an_explanation_of_normal_forms() {
    for (name, level) in [("auto", Level::Plain), ("legible", Level::Legible), ("dense", Level::Dense)] {
        let mut session =
            LineClient::proxied(&["--form", name, "--delimiter", "tab", "--instructions", "short"]);
        let text = Explanation::Short.for_level(Some(level), Delimiter::Tab, 2);
        assert_eq!(instructions_in(&session.ask(INITIALIZE)), Some(text));
    }
}

/// Without tools there is nothing to explain.
#[test]
fn a_server_without_tools() {
    let mut session = LineClient::proxied(&["--instructions", "short"]);
    let discover = discover(OWN).replace(r#""tools""#, r#""prompts""#);
    assert_eq!(instructions_in(&session.ask(&discover)).as_deref(), Some("Be kind."));
    let mut session = LineClient::proxied(&["--convert-prompts", "--instructions", "short"]);
    assert!(instructions_in(&session.ask(&discover)).unwrap().starts_with("Be kind.\n\nData may be TOON"));
}

#[tokio::test]
async fn no_explanation() {
    for flags in [&["--instructions", "with-results"][..], &["--instructions", "off"]] {
        check(flags, None).await;
    }
    check(&["--off"], None).await;
}

/// The statistics count it each time that it is sent.
#[test]
fn its_cost_is_counted() {
    let mut session = LineClient::proxied(&["--measure", "bytes", "--instructions", "short"]);
    session.ask(INITIALIZE);
    session.call(3, "rows", 20);
    let log = session.end().1;
    let bytes = Explanation::Short.text(Delimiter::Comma, 2).len();
    let row = log.lines().find(|line| line.starts_with("explanations ")).unwrap_or_else(|| panic!("{log}"));
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[1..], ["0", "0", "0", &bytes.to_string(), "–"], "{log}");
}
