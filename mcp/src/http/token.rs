//! The bearer token that clients must send.

use axum::http::{HeaderMap, HeaderValue, header::AUTHORIZATION};
use std::{env, fmt};
use subtle::ConstantTimeEq;

/// A bearer token, which is never printed.
#[derive(Clone)]
pub(crate) struct Token(String);

/// Why a token is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TokenError {
    /// It is empty, which is most likely a mistake.
    #[error("the token is empty")]
    Empty,
    /// It contains a character that is not allowed, such as a space or a line break.
    #[error("the token contains characters other than visible ASCII")]
    Character,
}

impl Token {
    /// Creates a token of visible ASCII characters.
    ///
    /// # Errors
    /// Fails if the token is empty or contains other characters.
    pub(crate) fn new(token: impl Into<String>) -> Result<Self, TokenError> {
        let token = token.into();
        if token.is_empty() {
            return Err(TokenError::Empty);
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::Character);
        }
        Ok(Token(token))
    }

    /// Reads a token from the environment variable `name`. `None` if it is not set.
    ///
    /// # Errors
    /// Like [`new`](Self::new).
    pub(crate) fn from_env(name: &str) -> Result<Option<Self>, TokenError> {
        match env::var(name) {
            Ok(token) => Token::new(token).map(Some),
            Err(env::VarError::NotPresent) => Ok(None),
            Err(env::VarError::NotUnicode(_)) => Err(TokenError::Character),
        }
    }

    /// The header for requests with this token.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// Whether a request has this token.
    pub(super) fn is_shown(&self, headers: &HeaderMap) -> bool {
        let mut values = headers.get_all(AUTHORIZATION).iter();
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let value = value.as_bytes();
        let Some((scheme, token)) = value.split_at_checked(7) else { return false };
        // Compares in constant time, so as not to reveal how much of a guess is right.
        scheme.eq_ignore_ascii_case(b"Bearer ") && bool::from(token.ct_eq(self.0.as_bytes()))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_will_do() {
        let token = Token::new("s3cret").unwrap();
        let shown = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            token.is_shown(&headers)
        };
        assert!(shown(&["Bearer s3cret"]));
        assert!(shown(&["bearer s3cret"]));
        for wrong in ["s3cret", "Bearer", "Bearer ", "Bearer s3cre", "Bearer s3crets", "Basic s3cret", ""] {
            assert!(!shown(&[wrong]), "{wrong}");
        }
        assert!(!shown(&[]));
        assert!(!shown(&["Bearer s3cret", "Bearer s3cret"]));
    }
}
