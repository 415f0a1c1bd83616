//! Text in messages.

use alloc::format;
use alloc::string::{String, ToString};

/// Enough of a text to recognize it: errors must not grow with their input.
pub fn shorten(text: &str) -> String {
    const KEPT: usize = 120;
    match text.char_indices().nth(KEPT) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_string(),
    }
}

/// Whether `c` would disturb a message: a control character, or a bidirectional one, which would turn
/// the line around. Tabs are left.
pub(crate) fn is_disruptive(c: char) -> bool {
    c.is_control() && c != '\t' || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
