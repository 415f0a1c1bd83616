//! Reads the body of a request as TOON.

use axum::Router;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header::CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde::de::DeserializeOwned;

/// A service that adds up what orders cost, at `/total`.
pub fn router() -> Router {
    Router::new().route("/total", post(total))
}

#[derive(serde::Deserialize)]
struct Item {
    quantity: u32,
    price: f64,
}

async fn total(Toon(items): Toon<Vec<Item>>) -> String {
    let total: f64 = items.iter().map(|item| f64::from(item.quantity) * item.price).sum();
    total.to_string()
}

/// A value in the body of a request, as the last argument of a handler.
#[derive(Clone, Copy, Debug)]
pub struct Toon<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Toon<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        if !is_toon(request.headers()) {
            let message = "expected a body with `Content-Type: text/toon`";
            return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, message).into_response());
        }
        // Limits the size of the body, and rejects invalid UTF-8.
        let text = String::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        match toon::from_str(&text) {
            Ok(value) => Ok(Toon(value)),
            Err(error) => Err((StatusCode::BAD_REQUEST, error.render(&text)).into_response()),
        }
    }
}

fn is_toon(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = content_type.split(';').next().unwrap_or_default();
    media_type.trim().eq_ignore_ascii_case(toon::MEDIA_TYPE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use tower::ServiceExt as _;

    async fn post_total(content_type: Option<&str>, body: impl Into<Body>) -> (StatusCode, String) {
        let mut request = Request::post("/total");
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        let response = router().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        (parts.status, String::from_utf8(to_bytes(body, usize::MAX).await.unwrap().into()).unwrap())
    }

    #[tokio::test]
    async fn a_table() {
        for content_type in ["text/toon", "Text/TOON; charset=utf-8"] {
            let (status, text) =
                post_total(Some(content_type), "[2]{quantity,price}:\n  2,9.5\n  1,0.25").await;
            assert_eq!((status, text.as_str()), (StatusCode::OK, "19.25"));
        }
    }

    #[tokio::test]
    async fn other_types() {
        for content_type in [None, Some("application/json"), Some("text/plain"), Some("")] {
            let (status, text) = post_total(content_type, "[0]:").await;
            assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
            assert_eq!(text, "expected a body with `Content-Type: text/toon`");
        }
    }

    #[tokio::test]
    async fn mistakes() {
        let (status, text) = post_total(Some("text/toon"), "[3]{quantity,price}:\n  2,9.5\n  1,0.25").await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(
            text,
            "\
error: header declares 3 elements, found 2
 --> line 1, column 1
  |
1 | [3]{quantity,price}:
  | ^
  = help: write [2] in the header, or add the missing element",
        );
        let (status, text) = post_total(Some("text/toon"), "[1]{quantity,price}:\n  two,9.5").await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert_eq!(
            text,
            "\
error: invalid type: string \"two\", expected u32
 --> line 2, column 3, in [0].quantity
  |
2 |   two,9.5
  |   ^",
        );
    }

    #[tokio::test]
    async fn bodies_that_are_no_text() {
        let (status, text) = post_total(Some("text/toon"), vec![0xff]).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(text.contains("UTF-8"), "{text}");
        let (status, _) = post_total(Some("text/toon"), vec![b' '; 3 << 20]).await;
        assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
    }
}
