//! Answers in TOON or JSON, whichever the client asks for.

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{StatusCode, request::Parts};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::convert::Infallible;

/// A service with one table, at `/orders`.
pub fn router() -> Router {
    Router::new().route("/orders", get(orders))
}

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Order {
    id: u32,
    customer: String,
    /// A list in JSON, and a single cell in TOON.
    #[toon(join)]
    tags: Vec<String>,
}

async fn orders(format: Format) -> Result<Response, (StatusCode, String)> {
    let orders = [
        Order { id: 1, customer: "Ada".into(), tags: vec!["gift".into(), "express".into()] },
        Order { id: 2, customer: "Bob".into(), tags: vec!["pickup".into()] },
    ];
    format.response(&orders)
}

/// The format of a response, as an argument of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For clients whose `Accept` header has `text/toon` or `text/*`, unless they prefer JSON.
    Toon,
    /// For all other clients.
    Json,
}

impl<S: Sync> FromRequestParts<S> for Format {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let accept: Vec<_> =
            parts.headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
        Ok(Format::from_accept(&accept.join(",")))
    }
}

impl Format {
    /// The format for an `Accept` header.
    pub fn from_accept(accept: &str) -> Self {
        // A client that accepts anything does not necessarily know TOON, so `*/*` is JSON.
        let toon = quality(accept, &["text/toon", "text/*"]);
        let json = quality(accept, &["application/json", "application/*", "*/*"]);
        if toon > 0.0 && toon >= json { Format::Toon } else { Format::Json }
    }

    /// Writes a response.
    ///
    /// # Errors
    /// If the value cannot be serialized, the response has status 500 and says why.
    pub fn response<T: serde::Serialize>(self, value: &T) -> Result<Response, (StatusCode, String)> {
        let (content_type, body) = match self {
            Format::Toon => ("text/toon; charset=utf-8", toon::to_vec(value).map_err(internal_error)?),
            Format::Json => ("application/json", serde_json::to_vec(value).map_err(internal_error)?),
        };
        Ok(([(CONTENT_TYPE, content_type), (VARY, "accept")], body).into_response())
    }
}

/// The quality of the first of these media ranges that the header lists, and 0 if it lists none.
fn quality(accept: &str, ranges: &[&str]) -> f32 {
    let quality_of = |range: &&str| {
        accept.split(',').find_map(|element| {
            let mut parts = element.split(';').map(str::trim);
            let is_range = parts.next()?.eq_ignore_ascii_case(range);
            let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
            is_range.then(|| quality.map_or(1.0, |quality| quality.parse().unwrap_or(0.0)))
        })
    };
    ranges.iter().find_map(quality_of).unwrap_or(0.0)
}

fn internal_error(error: impl std::error::Error) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use std::collections::BTreeMap;
    use tower::ServiceExt as _;

    const TOON: &str = "[2]{id,customer,tags}:\n  1,Ada,gift; express\n  2,Bob,pickup";
    const JSON: &str = r#"[{"id":1,"customer":"Ada","tags":["gift","express"]},{"id":2,"customer":"Bob","tags":["pickup"]}]"#;

    async fn get_orders(accept: &[&str]) -> (Response, String) {
        let mut request = Request::get("/orders");
        for value in accept {
            request = request.header(ACCEPT, *value);
        }
        let response = router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let text = String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().into()).unwrap();
        (Response::from_parts(parts, Body::empty()), text)
    }

    #[tokio::test]
    async fn toon_for_clients_that_ask_for_it() {
        for accept in [&["text/toon"][..], &["application/json;q=0.5", "TEXT/TOON; charset=utf-8"]] {
            let (response, text) = get_orders(accept).await;
            assert_eq!(response.status(), StatusCode::OK);
            assert_eq!(response.headers()[CONTENT_TYPE], "text/toon; charset=utf-8");
            assert_eq!(response.headers()[VARY], "accept");
            assert_eq!(text, TOON);
        }
    }

    #[tokio::test]
    async fn json_for_all_others() {
        for accept in [&[][..], &["*/*"], &["text/html", "application/json"]] {
            let (response, text) = get_orders(accept).await;
            assert_eq!(response.headers()[CONTENT_TYPE], "application/json");
            assert_eq!(response.headers()[VARY], "accept");
            assert_eq!(text, JSON);
        }
    }

    #[test]
    fn accept_headers() {
        for accept in [
            "text/toon",
            "text/toon, application/json",
            "application/json, text/toon",
            "text/toon, */*",
            "text/toon;q=0.9, */*;q=0.8",
            "application/json;q=0.5, text/toon; Q=0.8",
            "text/*, application/json;q=0.5",
        ] {
            assert_eq!(Format::from_accept(accept), Format::Toon, "{accept}");
        }
        for accept in [
            "",
            "*/*",
            "application/json",
            "text/toon;q=0",
            "text/toon;q=0, text/*",
            "text/toon;q=high",
            "text/toon;q=0.5, application/json",
            "text/toon;q=0.5, */*",
            "text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8",
            "text/toons",
        ] {
            assert_eq!(Format::from_accept(accept), Format::Json, "{accept}");
        }
    }

    #[test]
    fn serialization_failures() {
        let pairs = BTreeMap::from([((1, 2), 3)]);
        for (format, message) in
            [(Format::Toon, "map key must be a string"), (Format::Json, "key must be a string")]
        {
            let (status, text) = format.response(&pairs).unwrap_err();
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(text.contains(message), "{text}");
        }
    }
}
