//! A server that is reached over HTTP.

use super::headers::{self, SESSION, VERSION};
use crate::http::Token;
use axum::http::Method;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, RequestBuilder, Url};
use std::fmt;
use std::time::Duration;

/// The timeout for connecting to a server.
const PATIENCE: Duration = Duration::from_secs(10);

/// Headers that frame a message or carry the protocol. A fixed value would break either.
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

/// An MCP server that is reached over HTTP, and the headers of all requests to it.
///
/// These headers replace a client's headers of the same names.
///
/// ```
/// use toon_mcp::http::Token;
/// use toon_mcp::proxy::Upstream;
///
/// let upstream = Upstream::new("https://mcp.example/mcp?key=s3cret")?
///     .token(&Token::new("s3cret")?)?
///     .header("X-Api-Key", "s3cret")?;
/// // Neither the values nor the URL, which may hold a secret as well, are printed.
/// assert!(!format!("{upstream:?}").contains("s3cret"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Upstream {
    url: Url,
    headers: HeaderMap,
    client: Client,
}

/// Why the settings of a server are invalid. Does not contain the values of headers.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct InvalidUpstream(String);

impl Upstream {
    /// Creates the server at this URL.
    ///
    /// # Errors
    ///
    /// Fails if it is not a URL with the scheme `http` or `https`.
    ///
    /// ```
    /// use toon_mcp::proxy::Upstream;
    ///
    /// assert!(Upstream::new("http://127.0.0.1:9000/mcp").is_ok());
    /// assert!(Upstream::new("ftp://mcp.example/").is_err());
    /// ```
    pub fn new(url: &str) -> Result<Self, InvalidUpstream> {
        let url: Url =
            url.parse().map_err(|error| InvalidUpstream(format!("invalid URL of the server: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            // The rest of it may contain secrets.
            let scheme = url.scheme();
            return Err(InvalidUpstream(format!(
                "the server's URL has the scheme `{scheme}`, expected http or https"
            )));
        }
        // Redirects are not followed.
        let client =
            Client::builder().redirect(reqwest::redirect::Policy::none()).connect_timeout(PATIENCE).build();
        let client = client.map_err(|error| InvalidUpstream(error.to_string()))?;
        Ok(Upstream { url, headers: HeaderMap::new(), client })
    }

    /// Sends this bearer token with every request, as `Authorization`.
    ///
    /// # Errors
    ///
    /// Fails if `Authorization` has already been set.
    ///
    /// ```
    /// use toon_mcp::http::Token;
    /// use toon_mcp::proxy::Upstream;
    ///
    /// let upstream = Upstream::new("http://127.0.0.1:9000/mcp")?.token(&Token::new("s3cret")?)?;
    /// assert!(upstream.header("Authorization", "Basic YTpi").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn token(self, token: &Token) -> Result<Self, InvalidUpstream> {
        match token.header() {
            Some(value) => self.with(header::AUTHORIZATION, value),
            None => Ok(self),
        }
    }

    /// Sends this header with every request. Its value is treated as a secret.
    ///
    /// # Errors
    ///
    /// Fails if the name or the value is not valid in HTTP, if the proxy itself sets the header,
    /// such as `Content-Length` or `Mcp-Session-Id`, or if it has already been set.
    ///
    /// ```
    /// use toon_mcp::proxy::Upstream;
    ///
    /// let upstream = Upstream::new("http://127.0.0.1:9000/mcp")?;
    /// let error = upstream.clone().header("X-Api-Key", "s3cret\n").unwrap_err().to_string();
    /// assert_eq!(error, "the value of header `x-api-key` has a character that headers cannot have");
    /// assert!(upstream.header("Content-Length", "1").is_err());
    /// # Ok::<(), toon_mcp::proxy::InvalidUpstream>(())
    /// ```
    pub fn header(self, name: &str, value: &str) -> Result<Self, InvalidUpstream> {
        // The text is not shown: it may be a value instead of a name.
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
        // It is unclear which of two values is intended.
        if self.headers.contains_key(&name) {
            return Err(InvalidUpstream(format!("duplicate header `{name}`")));
        }
        self.headers.insert(name, value);
        Ok(self)
    }

    /// Whether requests have credentials of the proxy, judging by the header names.
    pub(super) fn has_credentials(&self) -> bool {
        self.headers.contains_key(header::AUTHORIZATION)
    }

    /// The text without the values of the headers, and without the credentials after a scheme in
    /// them.
    pub(super) fn redact(&self, mut text: String) -> String {
        for value in self.headers.values().filter_map(|value| value.to_str().ok()) {
            let credentials = value.split_once(' ').map(|(_, credentials)| credentials);
            // Shorter ones are not secret, and would mangle words.
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

/// The error with its causes, but without the URL, which may contain secrets.
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
