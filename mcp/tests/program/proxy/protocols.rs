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

/// A session ends with its client, and without sessions nobody knows what the model has been told.
#[tokio::test]
async fn each_session_is_told_once() {
    let flags =
        ["--structured", "drop", "--instructions", "with-results", "--form", "toon", "--measure", "bytes"];
    let front = Program::proxy(&[&flags[..], &["--", PROGRAM, "serve"]].concat(), &[]);
    let rows: Vec<String> = (0..50).map(|row| format!("  {row},name {row}")).collect();
    let toon = format!("[50]{{id,name}}:\n{}", rows.join("\n"));
    for (generation, has_sessions) in generations().into_iter().zip([true, false]) {
        for _ in 0..2 {
            let client = of_url(&front.url, generation.clone()).await;
            let mut explained = Vec::new();
            for _ in 0..3 {
                let call = request("toon_decode", &json!({ "toon": toon }));
                let result = client.call_tool(call).await.unwrap();
                let texts: Vec<&str> =
                    result.content.iter().map(|block| &*block.as_text().unwrap().text).collect();
                assert!(texts.concat().ends_with(&toon), "{texts:?}");
                explained.push(texts[0].starts_with("Data may be TOON"));
            }
            let expected = if has_sessions { [true, false, false] } else { [true; 3] };
            assert_eq!(explained, expected);
            client.cancel().await.unwrap();
        }
    }
}
