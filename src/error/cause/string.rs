//! Advice for misplaced quotes (§7).

use super::lines::{NearLine, Surroundings};
use crate::recognize::{comment, quotes};
use alloc::format;
use alloc::string::String;

/// The number of lines that are searched for the end of a string.
const MAX_STRING_LINES: usize = 64;

/// Advice for a string that is closed on a later line, or by a typographic quote.
pub(super) fn unterminated(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    closed_below(near, line).or_else(|| {
        let quote = line.content.chars().next_back().filter(|&quote| quotes::is_double(quote))?;
        Some(format!("close the string with \", not with {quote}"))
    })
}

fn closed_below(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let quotes = |line: &NearLine<'_>| line.content.matches('"').count();
    let closing = near.following(*line).take(MAX_STRING_LINES).find(|line| quotes(line) > 0)?;
    let is_closed =
        quotes(&closing) == 1 && closing.content.ends_with(['"', ',']) && closing.key_value().is_none();
    is_closed.then(|| String::from("write the string on one line, with \\n for each line break"))
}

/// Advice for text after a closing quote, which ends at `column` of `line`.
pub(super) fn text_after_quote(line: &NearLine<'_>, column: usize) -> Option<String> {
    let (before, after) = line.content.split_at_checked(column)?;
    let inside = before.strip_suffix('"')?;
    let text = after.trim_start_matches(' ');
    let advice = if after.starts_with('"') {
        r#"write a quote inside a string as \", not as """#
    } else if inside.ends_with([',', '|', '\t']) {
        "close the string before the delimiter: this quote opens the next value"
    } else if text.starts_with([',', '"']) && text.len() > 1 {
        "write several values as an array, as in key[2]: a,b, or as one string in one pair of quotes"
    } else if line.header().is_some_and(|header| header.values.is_some_and(|values| values.starts_with('[')))
    {
        "write the values of an array without brackets, as in key[2]: a,b"
    } else if comment::begins(text) {
        "remove the comment: a comment must be on a line of its own that begins with #"
    } else if matches!(text, "," | ";") {
        "remove everything after the closing quote: values on separate lines have no delimiter"
    } else {
        return None;
    };
    Some(String::from(advice))
}
