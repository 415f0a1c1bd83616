//! Both generations of the protocol through the program, with each transport on both sides.

use crate::generations::{Client, check, generations, of_process, of_url, request, text};
use crate::program::{PROGRAM, Program};
use serde_json::json;

/// The checks read structured content, and texts without an explanation.
const FLAGS: [&str; 7] = ["--structured", "keep", "--instructions", "off", "--form", "toon", "--any-savings"];

/// Long JSON from the server arrives as TOON, and everything else unchanged.
async fn check_proxied(client: Client) {
    let rows: Vec<String> = (0..50).map(|row| format!("  {row},name {row}")).collect();
    let toon = format!("[50]{{id,name}}:\n{}", rows.join("\n"));
    let decoded = client.call_tool(request("toon_decode", &json!({ "toon": toon }))).await.unwrap();
    assert_eq!(text(&decoded), (toon.as_str(), "toon"));
    check(client).await;
}

#[tokio::test]
async fn lines_before_lines() {
    for generation in generations() {
        let arguments = [&["proxy"], &FLAGS[..], &["--", PROGRAM, "serve"]].concat();
        check_proxied(of_process(PROGRAM, &arguments, generation).await).await;
    }
}

#[tokio::test]
async fn lines_before_http() {
    let server = Program::start(&[], &[]);
    for generation in generations() {
        let arguments = [&["proxy"], &FLAGS[..], &["--upstream", &server.url]].concat();
        check_proxied(of_process(PROGRAM, &arguments, generation).await).await;
    }
}

#[tokio::test]
async fn http_before_lines() {
    let front = Program::proxy(&[&FLAGS[..], &["--", PROGRAM, "serve"]].concat(), &[]);
    for generation in generations() {
        check_proxied(of_url(&front.url, generation).await).await;
    }
}

#[tokio::test]
async fn http_before_http() {
    let server = Program::start(&[], &[]);
    let front = Program::proxy(&[&FLAGS[..], &["--upstream", &server.url]].concat(), &[]);
    for generation in generations() {
        check_proxied(of_url(&front.url, generation).await).await;
    }
}
