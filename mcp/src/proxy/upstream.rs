//! A server that is reached by HTTP.

use crate::http::Token;
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderValue};
use reqwest::{Client, RequestBuilder, Url};
use std::time::Duration;

/// How long a server may take to be connected to.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Upstream {
    url: Url,
    /// Goes to the server with each request, in place of what the client says there.
    token: Option<HeaderValue>,
    client: Client,
}

/// Why a server cannot be reached by HTTP.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidUpstream(String);

impl Upstream {
    pub(super) fn new(url: &str, token: Option<&Token>) -> Result<Self, InvalidUpstream> {
        let invalid = |reason: String| InvalidUpstream(reason);
        let parsed: Url =
            url.parse().map_err(|error| invalid(format!("the server's URL is none: {error}")))?;
        if !matches!(parsed.scheme(), "http" | "https") {
            // The rest of it may have secrets.
            return Err(invalid(format!("the server's URL is of `{}`, not of HTTP", parsed.scheme())));
        }
        // Nothing goes anywhere but where it was sent.
        let client =
            Client::builder().redirect(reqwest::redirect::Policy::none()).connect_timeout(PATIENCE).build();
        let client = client.map_err(|error| invalid(error.to_string()))?;
        Ok(Upstream { url: parsed, token: token.and_then(Token::header), client })
    }

    pub(super) fn request(&self, method: Method, mut headers: HeaderMap) -> RequestBuilder {
        if let Some(token) = &self.token {
            headers.insert(header::AUTHORIZATION, token.clone());
        }
        self.client.request(method, self.url.clone()).headers(headers)
    }
}

/// What is wrong, with its causes, and without the URL: it may have secrets.
pub(super) fn reason(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut reason = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        reason.push_str(": ");
        reason.push_str(&cause.to_string());
        source = cause.source();
    }
    reason
}
