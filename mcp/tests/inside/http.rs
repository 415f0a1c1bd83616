//! Tokens, addresses and headers: what is refused, and what never shows in logs.

use crate::http::token::TokenError;
use crate::http::{Front, Token, bind};
use crate::proxy::{Forward, Rewriter, Upstream};
use crate::server::keep_text;
use std::sync::Arc;
use toon_convert::{Converter, Rules};

fn upstream() -> Upstream {
    Upstream::new("https://mcp.example/mcp?key=s3cret").unwrap()
}

#[test]
fn secrets_are_not_shown() {
    let token = Token::new("s3cret").unwrap();
    assert_eq!(format!("{token:?}"), "Token(…)");
    let front = Front::new("127.0.0.1:8080".parse().unwrap()).token(Some(token.clone()));
    assert!(!format!("{front:?}").contains("s3cret"));
    let upstream = upstream().token(&token).unwrap().header("X-Api-Key", "s3cret").unwrap();
    assert!(!format!("{upstream:?}").contains("s3cret"));
    let rewriter = Arc::new(Rewriter::new(Converter::new(Rules::new()).unwrap()));
    let forward = Forward::new(upstream, rewriter, 1 << 22, 1 << 22);
    assert!(!format!("{forward:?}").contains("s3cret"));
}

#[test]
fn tokens() {
    assert_eq!(Token::new("").unwrap_err(), TokenError::Empty);
    assert_eq!(Token::new("a b").unwrap_err(), TokenError::Character);
    assert!(Token::from_env("TOON_MCP_NOT_SET").unwrap().is_none());
}

#[test]
fn upstreams_and_their_headers() {
    assert!(Upstream::new("http://127.0.0.1:9000/mcp").is_ok());
    assert!(Upstream::new("ftp://mcp.example/").is_err());
    let error = upstream().header("X-Api-Key", "s3cret\n").unwrap_err().to_string();
    assert_eq!(error, "the value of header `x-api-key` has a character that headers cannot have");
    assert!(upstream().header("Content-Length", "1").is_err());
    let with_token = upstream().token(&Token::new("s3cret").unwrap()).unwrap();
    assert!(with_token.header("Authorization", "Basic YTpi").is_err());
}

#[test]
fn hosts_and_origins() {
    let front = Front::new("0.0.0.0:8080".parse().unwrap());
    assert!(front.allow_host("toon.example").is_ok());
    let front = Front::new("127.0.0.1:8080".parse().unwrap());
    assert!(front.allow_origin("app.example").is_err());
}

#[tokio::test]
async fn addresses() {
    assert!(bind("0").await.unwrap().local_addr().unwrap().ip().is_loopback());
    assert!(bind("example.com:80").await.is_err());
}

#[test]
fn json_in_arguments_is_kept_as_text() {
    let message =
        r#"{"method":"tools/call","params":{"name":"toon_encode","arguments":{"json":{"b":1,"a":2}}}}"#;
    let kept = br#"{"method":"tools/call","params":{"name":"toon_encode","arguments":{"json":"{\"b\":1,\"a\":2}"}}}"#;
    assert_eq!(keep_text(message.as_bytes()).unwrap(), kept);
    assert_eq!(keep_text(br#"{"method":"tools/list"}"#), None);
}
