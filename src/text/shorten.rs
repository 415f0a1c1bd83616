//! Shortens text for messages.

use alloc::format;
use alloc::string::{String, ToString};

/// Enough of a text to recognize it: errors must not grow with their input.
pub(crate) fn shorten(text: &str) -> String {
    const KEPT: usize = 120;
    match text.char_indices().nth(KEPT) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_string(),
    }
}
