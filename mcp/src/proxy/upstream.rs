//! A server that is reached over HTTP.

use super::headers::{self, SESSION, VERSION};
use crate::http::Token;
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, RequestBuilder, Url};
use std::fmt;
use std::time::Duration;

/// The timeout for connecting to a server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Headers that frame a message or are part of the protocol. A fixed value would break these.
const RESERVED: [HeaderName; 11] = [
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::ACCEPT,
    header::CONTENT_TYPE,
    SESSION,
    VERSION,
    headers::METHOD,
    headers::NAME,
    headers::LAST_EVENT,
];

/// An MCP server that is reached over HTTP, with the headers to send with every request.
///
/// They replace headers of the same names from the client.
#[derive(Clone)]
pub(crate) struct Upstream {
    url: Url,
    headers: HeaderMap,
    client: Client,
}

/// An error in the settings of a server. Does not contain values of headers.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct InvalidUpstream(String);

impl Upstream {
    /// Creates a server with this URL.
    ///
    /// # Errors
    ///
    /// Fails if `url` is not a URL with the scheme `http` or `https`.
    pub(crate) fn new(url: &str) -> Result<Self, InvalidUpstream> {
        let url: Url =
            url.parse().map_err(|error| InvalidUpstream(format!("invalid URL of the server: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            // The rest of the URL may contain secrets.
            let scheme = url.scheme();
            return Err(InvalidUpstream(format!(
                "the server's URL has the scheme `{scheme}`, expected http or https"
            )));
        }
        // A redirect would send the headers, which may be secret, to another URL.
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .build();
        let client = client.map_err(|error| InvalidUpstream(error.to_string()))?;
        Ok(Upstream { url, headers: HeaderMap::new(), client })
    }

    /// Sends this bearer token with every request, in `Authorization`.
    ///
    /// # Errors
    ///
    /// Fails if `Authorization` has already been set.
    pub(crate) fn token(self, token: &Token) -> Result<Self, InvalidUpstream> {
        match token.header() {
            Some(value) => self.with(header::AUTHORIZATION, value),
            None => Ok(self),
        }
    }

    /// Sends this header with every request. The value is treated as a secret.
    ///
    /// # Errors
    ///
    /// Fails if the name or value is not valid in HTTP, if the proxy sets the header itself, such
    /// as `Content-Length` or `Mcp-Session-Id`, or if it has already been set.
    pub(crate) fn header(self, name: &str, value: &str) -> Result<Self, InvalidUpstream> {
        // The name is not shown, since it may be the value by mistake.
        let name: HeaderName = name.parse().map_err(|_| InvalidUpstream("invalid header name".to_owned()))?;
        if RESERVED.contains(&name) {
            return Err(InvalidUpstream(format!("header `{name}` is set by the proxy itself")));
        }
        let Ok(mut value) = HeaderValue::from_str(value) else {
            let reason = format!("the value of header `{name}` has a character that headers cannot have");
            return Err(InvalidUpstream(reason));
        };
        value.set_sensitive(true);
        self.with(name, value)
    }

    fn with(mut self, name: HeaderName, value: HeaderValue) -> Result<Self, InvalidUpstream> {
        // It would be unclear which of two values is intended.
        if self.headers.contains_key(&name) {
            return Err(InvalidUpstream(format!("duplicate header `{name}`")));
        }
        self.headers.insert(name, value);
        Ok(self)
    }

    /// Whether the proxy sends credentials of its own, judging by the names of headers.
    pub(super) fn has_credentials(&self) -> bool {
        self.headers.contains_key(header::AUTHORIZATION)
    }

    /// Removes the values of headers from a text, and also their credentials without the scheme.
    pub(super) fn redact(&self, mut text: String) -> String {
        for value in self.headers.values().filter_map(|value| value.to_str().ok()) {
            let credentials = value.split_once(' ').map(|(_, credentials)| credentials);
            // Shorter texts are not secrets, and removing them would mangle words.
            for secret in [Some(value), credentials].into_iter().flatten().filter(|text| text.len() > 3) {
                text = text.replace(secret, "…");
            }
        }
        text
    }

    pub(super) fn request(&self, method: Method, mut headers: HeaderMap) -> RequestBuilder {
        headers.extend(self.headers.clone());
        self.client.request(method, self.url.clone()).headers(headers)
    }
}

impl fmt::Debug for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Upstream").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

/// Describes an error with its causes, but without the URL, which may contain secrets.
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
