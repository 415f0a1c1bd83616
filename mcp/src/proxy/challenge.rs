//! Parses `WWW-Authenticate` (RFC 9110 §11.6.1).

use axum::http::header::{HeaderMap, WWW_AUTHENTICATE};
use reqwest::Url;

/// Longer values are truncated.
const MAX_CHARS: usize = 200;
/// Further challenges are ignored.
const MAX_CHALLENGES: usize = 4;

/// A scheme that the server accepts, with the parameters that help people to choose the right
/// credentials.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Challenge {
    pub(super) scheme: String,
    pub(super) realm: Option<String>,
    pub(super) scope: Option<String>,
    pub(super) error: Option<String>,
    /// The URL of the server's OAuth metadata (RFC 9728 §5.1).
    pub(super) resource_metadata: Option<String>,
}

impl Challenge {
    /// Parses all challenges in the headers of a response, in order.
    pub(super) fn all(headers: &HeaderMap) -> Vec<Challenge> {
        let mut challenges: Vec<Challenge> = Vec::new();
        for header in headers.get_all(WWW_AUTHENTICATE).iter().filter_map(|header| header.to_str().ok()) {
            for part in split(header) {
                // `Scheme`, `Scheme name=value`, or another `name=value` for the previous scheme.
                let is_token = |text: &str| !text.contains(['=', '"']);
                let (scheme, parameter) = match part.split_once([' ', '\t']) {
                    Some((scheme, rest)) if is_token(scheme) && !rest.trim_start().starts_with('=') => {
                        (Some(scheme), Some(rest))
                    }
                    None if is_token(part) => (Some(part), None),
                    _ => (None, Some(part)),
                };
                if let Some(scheme) = scheme {
                    if challenges.len() == MAX_CHALLENGES {
                        return challenges;
                    }
                    challenges.push(Challenge { scheme: printable(scheme), ..Challenge::default() });
                }
                if let (Some(challenge), Some(parameter)) = (challenges.last_mut(), parameter) {
                    challenge.set(parameter);
                }
            }
        }
        challenges
    }

    fn set(&mut self, parameter: &str) {
        let Some((name, value)) = parameter.split_once('=') else { return };
        let value = printable(&unquoted(value.trim()));
        match name.trim().to_ascii_lowercase().as_str() {
            "realm" => self.realm = Some(value),
            "scope" => self.scope = Some(value),
            "error" => self.error = Some(value),
            "resource_metadata" => self.resource_metadata = without_secrets(&value),
            // Nonces and so on are of no use to people.
            _ => {}
        }
    }

    /// Describes the challenge to people: `Bearer (realm "mcp", error "invalid_token")`.
    pub(super) fn describe(&self) -> String {
        let parameters = [
            ("realm", &self.realm),
            ("scope", &self.scope),
            ("error", &self.error),
            ("resource metadata", &self.resource_metadata),
        ];
        let parameters: Vec<_> = parameters
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name} \"{}\"", value.as_deref()?)))
            .collect();
        let scheme = &self.scheme;
        if parameters.is_empty() { scheme.clone() } else { format!("{scheme} ({})", parameters.join(", ")) }
    }
}

/// Splits a list at commas outside of quotes. Empty parts are skipped.
fn split(list: &str) -> Vec<&str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let parts = list.split(|char| {
        if std::mem::take(&mut is_escaped) {
            return false;
        }
        match char {
            '"' => is_quoted = !is_quoted,
            '\\' => is_escaped = is_quoted,
            ',' => return !is_quoted,
            _ => {}
        }
        false
    });
    parts.map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn unquoted(value: &str) -> String {
    let Some(value) = value.strip_prefix('"') else { return value.to_owned() };
    let mut text = String::new();
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => break,
            '\\' => text.extend(chars.next()),
            char => text.push(char),
        }
    }
    text
}

/// Makes untrusted text fit into a message: on one line, and of limited length.
pub(super) fn printable(text: &str) -> String {
    let mut chars = text.chars().map(|char| if char.is_control() { ' ' } else { char });
    let mut text: String = chars.by_ref().take(MAX_CHARS).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// Removes the parts of a URL that may be secret.
fn without_secrets(url: &str) -> Option<String> {
    let mut url: Url = url.parse().ok()?;
    url.set_query(None);
    url.set_fragment(None);
    // These fail only for URLs that cannot contain credentials.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(values: &[&str]) -> Vec<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(WWW_AUTHENTICATE, value.parse().unwrap());
        }
        Challenge::all(&headers).iter().map(Challenge::describe).collect()
    }

    #[test]
    fn schemes_and_parameters() {
        assert_eq!(described(&["Bearer"]), ["Bearer"]);
        assert_eq!(
            described(&[r#"Bearer error="invalid_token" , Realm=mcp,nonce="n""#]),
            [r#"Bearer (realm "mcp", error "invalid_token")"#]
        );
        assert_eq!(
            described(&[r#"Negotiate abc==, Basic realm="a, \"b\"", charset="UTF-8""#, "Digest realm=c"]),
            ["Negotiate", r#"Basic (realm "a, "b"")"#, r#"Digest (realm "c")"#]
        );
        assert_eq!(described(&["", "=", "\"", "realm=x"]), Vec::<String>::new());
    }

    #[test]
    fn urls_lose_their_secrets() {
        let url = "https://user:pass@mcp.example/.well-known/oauth-protected-resource?key=1#x";
        assert_eq!(
            described(&[&format!(r#"Bearer resource_metadata="{url}""#)]),
            [r#"Bearer (resource metadata "https://mcp.example/.well-known/oauth-protected-resource")"#]
        );
        assert_eq!(described(&["Bearer resource_metadata=\"nowhere\""]), ["Bearer"]);
    }

    #[test]
    fn nothing_is_long() {
        let text = &described(&[&format!("Bearer realm=\"{}\"", "x".repeat(1000))])[0];
        assert!(text.len() < 230 && text.contains('…'), "{text}");
        assert_eq!(described(&[&"A,".repeat(100)]).len(), MAX_CHALLENGES);
    }
}
