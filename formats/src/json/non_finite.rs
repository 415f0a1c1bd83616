//! Infinity and NaN in JSON, as Python writes them.

use crate::BYTE_ORDER_MARK;
use crate::error::{Error, split};
use crate::json::walk::string_end;
use crate::lossy::NonFinite;
use memchr::{memchr3, memmem};
use std::borrow::Cow;
use toon::{EncodeOptions, json};

/// Each word, and the string that stands for it.
const WORDS: [(&[u8], &[u8]); 3] =
    [(b"NaN", b"\"NaN\""), (b"Infinity", b"\"Infinity\""), (b"-Infinity", b"\"-Infinity\"")];

/// What is written for a word.
#[derive(Clone, Copy)]
pub(crate) enum Substitute {
    /// A number of the same length, so that places stay.
    Number,
    Null,
    String,
}

impl Substitute {
    /// `None` if words are mistakes.
    pub(crate) fn of(non_finite: NonFinite) -> Option<Self> {
        match non_finite {
            NonFinite::Error => None,
            NonFinite::Null => Some(Substitute::Null),
            NonFinite::String => Some(Substitute::String),
        }
    }

    /// JSON, which may contain mistakes, with something else for each word outside of strings.
    pub(crate) fn in_json(self, json: &[u8]) -> Cow<'_, [u8]> {
        if memmem::find(json, b"NaN").is_none() && memmem::find(json, b"Infinity").is_none() {
            return Cow::Borrowed(json);
        }
        let (mut changed, mut copied, mut at) = (Vec::with_capacity(json.len()), 0, 0);
        let rest = |at: usize| json.get(at..).unwrap_or_default();
        while let Some(found) = memchr3(b'"', b'N', b'I', rest(at)) {
            let start = at + found;
            at = start + if json.get(start) == Some(&b'"') { string_end(rest(start)) } else { 1 };
            // The sign belongs to the word.
            let before = start.checked_sub(1).filter(|before| json.get(*before) == Some(&b'-'));
            let start = before.unwrap_or(start);
            let is_start =
                start.checked_sub(1).and_then(|before| json.get(before)).is_none_or(|byte| is_outside(*byte));
            let Some((word, string)) = word(rest(start)).filter(|_| is_start) else { continue };
            changed.extend_from_slice(json.get(copied..start).unwrap_or_default());
            match self {
                Substitute::Number => {
                    changed.push(b'0');
                    changed.resize(changed.len() + word.len() - 1, b' ');
                }
                Substitute::Null => changed.extend_from_slice(b"null"),
                Substitute::String => changed.extend_from_slice(string),
            }
            copied = start + word.len();
            at = copied;
        }
        changed.extend_from_slice(rest(copied));
        Cow::Owned(changed)
    }

    /// Like [`in_json`](Self::in_json), for text.
    pub(crate) fn in_text(self, json: &str) -> Cow<'_, str> {
        match self.in_json(json.as_bytes()) {
            Cow::Borrowed(_) => Cow::Borrowed(json),
            // Only ASCII was replaced.
            Cow::Owned(changed) => Cow::Owned(String::from_utf8(changed).unwrap_or_default()),
        }
    }
}

/// The word that `text` begins with.
fn word(text: &[u8]) -> Option<(&'static [u8], &'static [u8])> {
    let is_it = |(word, _): &(&[u8], &[u8])| {
        text.strip_prefix(*word).is_some_and(|behind| behind.first().is_none_or(|byte| is_outside(*byte)))
    };
    WORDS.into_iter().find(is_it)
}

/// Whether a byte is no part of a word. Two values may follow each other without a space.
fn is_outside(byte: u8) -> bool {
    !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'.' | b'$' | 0x80..))
}

/// Replaces infinity and NaN in JSON, as requested. Borrows the text if there are none.
///
/// # Errors
/// Fails if there are some and the rest of the text is not JSON, since its places would change.
///
/// ```
/// use toon_formats::{NonFinite, json::non_finite};
///
/// let json = non_finite::to_json("a.json", r#"[NaN,-Infinity,"NaN"]"#, NonFinite::Null)?;
/// assert_eq!(json, r#"[null,null,"NaN"]"#);
/// # Ok::<(), toon_formats::Error>(())
/// ```
pub fn to_json<'t>(name: &str, text: &'t str, non_finite: NonFinite) -> Result<Cow<'t, str>, Error> {
    let Some(substitute) = Substitute::of(non_finite) else { return Ok(Cow::Borrowed(text)) };
    let json = substitute.in_text(text);
    if matches!(json, Cow::Owned(_)) {
        let checked = json::to_toon(&Substitute::Number.in_text(text), &EncodeOptions::new());
        checked.map_err(|error| Error::Toon {
            name: name.to_owned(),
            error,
            source_text: text.to_owned(),
            help: None,
        })?;
    }
    Ok(json)
}

/// Advice for an error at infinity or NaN.
pub fn advice(text: &str, error: &toon::Error) -> Option<&'static str> {
    let (_, behind) = split(text.trim_start_matches(BYTE_ORDER_MARK), error)?;
    let (word, _) = word(behind.as_bytes())?;
    Some(match word {
        b"NaN" => {
            "JSON has no NaN, which Python writes; read it as null with --non-finite null, or as a string with --non-finite string"
        }
        _ => {
            "JSON has no Infinity, which Python writes; read it as null with --non-finite null, or as a string with --non-finite string"
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_outside_of_strings() {
        for (json, null, number) in [
            ("NaN", "null", "0  "),
            ("[NaN,Infinity, -Infinity]", "[null,null, null]", "[0  ,0       , 0        ]"),
            (
                "{\"NaN\":\"NaN\",\"\\\"a\":NaN}",
                "{\"NaN\":\"NaN\",\"\\\"a\":null}",
                "{\"NaN\":\"NaN\",\"\\\"a\":0  }",
            ),
            ("NaN\"NaN\"NaN", "null\"NaN\"null", "0  \"NaN\"0  "),
            (
                "[NaNs, xNaN, NaN.0, --Infinity, +Infinity]",
                "[NaNs, xNaN, NaN.0, --Infinity, +Infinity]",
                "[NaNs, xNaN, NaN.0, --Infinity, +Infinity]",
            ),
            ("\"NaN", "\"NaN", "\"NaN"),
            ("1", "1", "1"),
        ] {
            assert_eq!(Substitute::Null.in_text(json), null);
            assert_eq!(Substitute::Number.in_text(json), number);
        }
        assert_eq!(Substitute::String.in_text("[-Infinity]"), "[\"-Infinity\"]");
    }

    #[test]
    fn mistakes_have_their_place() {
        let error = to_json("a", "[NaN,NaN, x]", NonFinite::Null).unwrap_err();
        let Error::Toon { error, .. } = error else { panic!("{error}") };
        assert_eq!((error.line(), error.column()), (1, 11));
    }
}
