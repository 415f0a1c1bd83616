//! Names in text.

use std::borrow::Cow;

/// A name whose line breaks and other control characters are escaped.
pub(super) fn on_one_line(name: &str) -> Cow<'_, str> {
    if name.chars().any(char::is_control) { name.escape_debug().to_string().into() } else { name.into() }
}
