//! Explains a server's error statuses, and what to do about them.

use super::challenge::{Challenge, printable};
use super::relay::same_id;
use super::upstream::Upstream;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, WWW_AUTHENTICATE};
use toon_convert::__internal::Object;

/// The option for sending credentials of any scheme.
const ANY_SCHEME: &str = "--header-env Authorization=VARIABLE";

/// If a request is rejected for lack of credentials, explains which ones the server requires and
/// how to provide them.
pub(super) fn credentials(status: StatusCode, headers: &HeaderMap, upstream: &Upstream) -> Option<String> {
    if !matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
        return None;
    }
    let challenges = Challenge::all(headers);
    let asked: Vec<_> = challenges.iter().map(Challenge::describe).collect();
    let asked = if asked.is_empty() {
        "does not name an authentication scheme".to_owned()
    } else {
        format!("asks for {}", asked.join(" or "))
    };
    let refused = match (status, upstream.has_credentials()) {
        (StatusCode::FORBIDDEN, _) => "does not allow this request",
        (_, true) => "does not accept the proxy's credentials",
        (_, false) => "requires credentials",
    };
    let bearer = challenges.iter().find(|challenge| challenge.scheme.eq_ignore_ascii_case("Bearer"));
    let advice = match (bearer, challenges.first()) {
        (Some(Challenge { resource_metadata: Some(_), .. }), _) => format!(
            "it uses OAuth: get an access token from the authorization server in its resource metadata, and set TOON_MCP_UPSTREAM_TOKEN to it, or use {ANY_SCHEME}"
        ),
        (Some(_), _) => {
            format!("set TOON_MCP_UPSTREAM_TOKEN to a token that it accepts, or use {ANY_SCHEME}")
        }
        (None, Some(Challenge { scheme, .. })) => {
            format!("use {ANY_SCHEME}, with the value `{scheme} …` in that environment variable")
        }
        (None, None) => {
            format!("set TOON_MCP_UPSTREAM_TOKEN to a token, or use {ANY_SCHEME} or another header")
        }
    };
    let text = format!("the MCP server {refused} (status {status}) and {asked}; {advice}");
    // A server may quote the credentials in its message.
    Some(upstream.redact(text))
}

/// Whether the request was rejected because the server no longer knows its session.
pub(super) fn is_session_lost(status: StatusCode, headers: &HeaderMap, body: &str) -> bool {
    let names_session = || {
        let body = body.to_ascii_lowercase();
        body.contains("session") || body.contains("not initialized")
    };
    match status {
        // As specified. But an unknown method may have the same status.
        StatusCode::NOT_FOUND => error(body).is_none_or(|error| error.code != METHOD_NOT_FOUND),
        // Servers based on examples of the TypeScript and Python SDKs.
        StatusCode::BAD_REQUEST => names_session(),
        // Older versions of the Rust SDK.
        StatusCode::UNAUTHORIZED => !headers.contains_key(WWW_AUTHENTICATE) && names_session(),
        _ => false,
    }
}

/// Whether a body is a response to one of these requests, regardless of its status.
pub(super) fn answers(text: &str, ids: &[Box<str>]) -> bool {
    let answers = |message: &Object<'_>| {
        message.get("id").is_some_and(|id| ids.iter().any(|asked| same_id(asked) == same_id(id.get())))
    };
    match serde_json::from_str(text) {
        Ok(message) => answers(&message),
        Err(_) => serde_json::from_str::<Vec<Object<'_>>>(text).is_ok_and(|batch| batch.iter().any(answers)),
    }
}

/// Describes the status, with the message if the body is a JSON-RPC error.
pub(super) fn describe(status: StatusCode, body: &str, upstream: &Upstream) -> String {
    match message(body, upstream) {
        Some(message) => format!("the MCP server answered with status {status}: {message}"),
        None => format!("the MCP server answered with status {status}"),
    }
}

/// The message of a JSON-RPC error, made safe to print.
pub(super) fn message(body: &str, upstream: &Upstream) -> Option<String> {
    error(body).map(|error| printable(&upstream.redact(error.message)))
}

const METHOD_NOT_FOUND: i64 = -32601;

#[derive(serde::Deserialize)]
struct Error {
    code: i64,
    message: String,
}

/// The error in a JSON-RPC message.
fn error(text: &str) -> Option<Error> {
    #[derive(serde::Deserialize)]
    struct ErrorMessage {
        error: Error,
    }
    serde_json::from_str(text).ok().map(|ErrorMessage { error }| error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(status: u16, challenge: &str, value: &str) -> String {
        let mut upstream = Upstream::new("http://x").unwrap();
        if !value.is_empty() {
            upstream = upstream.header("Authorization", value).unwrap();
        }
        let mut headers = HeaderMap::new();
        if !challenge.is_empty() {
            headers.insert(WWW_AUTHENTICATE, challenge.parse().unwrap());
        }
        credentials(StatusCode::from_u16(status).unwrap(), &headers, &upstream).unwrap_or_default()
    }

    #[test]
    fn credentials_that_are_asked_for() {
        assert_eq!(
            explained(401, "Bearer realm=\"mcp\"", ""),
            "the MCP server requires credentials (status 401 Unauthorized) and asks for Bearer (realm \"mcp\"); set TOON_MCP_UPSTREAM_TOKEN to a token that it accepts, or use --header-env Authorization=VARIABLE"
        );
        let oauth = explained(401, "Bearer resource_metadata=\"https://a.example/r\"", "");
        assert!(oauth.contains("resource metadata \"https://a.example/r\""), "{oauth}");
        assert!(oauth.contains("it uses OAuth: get an access token"), "{oauth}");
        let basic = explained(401, "Basic realm=x", "Basic YTpi");
        assert!(basic.starts_with("the MCP server does not accept the proxy's credentials"), "{basic}");
        assert!(basic.ends_with("with the value `Basic …` in that environment variable"), "{basic}");
        let unnamed = explained(401, "", "");
        assert!(unnamed.contains("does not name an authentication scheme"), "{unnamed}");
        let forbidden = explained(403, "Bearer error=insufficient_scope, scope=\"a b\"", "");
        assert!(forbidden.contains("does not allow this request (status 403 Forbidden)"), "{forbidden}");
        assert!(forbidden.contains("scope \"a b\", error \"insufficient_scope\""), "{forbidden}");
        assert_eq!(explained(404, "Bearer", ""), "");
    }

    #[test]
    fn quoted_credentials_are_left_out() {
        let text = explained(401, "Bearer realm=\"no s3cret\", scope=\"Bearer s3cret\"", "Bearer s3cret");
        assert!(text.contains("realm \"no …\", scope \"…\"") && !text.contains("s3cret"), "{text}");
    }

    #[test]
    fn sessions_that_are_lost() {
        let is_lost = |status: u16, body: &str| {
            is_session_lost(StatusCode::from_u16(status).unwrap(), &HeaderMap::new(), body)
        };
        let error = |code: i32, message: &str| {
            format!(r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":{code},"message":"{message}"}}}}"#)
        };
        assert!(is_lost(404, "") && is_lost(404, &error(-32001, "Session not found")));
        assert!(!is_lost(404, &error(-32601, "Method not found")));
        assert!(is_lost(400, &error(-32000, "Bad Request: No valid session ID provided")));
        assert!(is_lost(400, &error(-32000, "Bad Request: Server not initialized")));
        assert!(!is_lost(400, &error(-32602, "Invalid params")));
        assert!(is_lost(401, "Unauthorized: Session not found") && !is_lost(401, "Unauthorized"));
        assert!(!is_lost(503, "session store is down"));
    }

    #[test]
    fn errors_that_are_answers() {
        let ids = ["1".into(), r#""\u0061""#.into()];
        assert!(answers(r#"{"id":1,"error":{}}"#, &ids) && answers(r#"[{"id":"a","error":{}}]"#, &ids));
        assert!(!answers(r#"{"id":null,"error":{}}"#, &ids) && !answers("1", &ids) && !answers("", &ids));
    }
}
