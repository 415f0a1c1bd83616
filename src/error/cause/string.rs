//! Advice for misplaced quotes (§7).

use super::lines::{NearLine, Surroundings};
use crate::recognize::{comment, quotes};
use alloc::format;
use alloc::string::String;

/// The number of lines that are searched for the end of a string.
const MAX_STRING_LINES: usize = 64;

/// Advice for a string that is closed on a later line, or by a typographic quote.
pub(super) fn unterminated(near: Surroundings<'_>, line: &NearLine<'_>) -> Option<String> {
    let is_closed = lines_below(near, line) > 0;
    let on_one_line =
        is_closed.then(|| String::from("write the string on one line, with \\n for each line break"));
    on_one_line.or_else(|| {
        let quote = line.content.chars().next_back().filter(|&quote| quotes::is_double(quote))?;
        Some(format!("close the string with \", not with {quote}"))
    })
}

/// The number of lines below that belong to the string that opens at the byte offset `at` of `text`
/// and is not closed on its line, without blank lines and comments.
pub(crate) fn string_lines_below(text: &str, at: usize) -> usize {
    let near = Surroundings::new(text, 1);
    lines_below(near, &near.line_at(text, at).0)
}

fn lines_below(near: Surroundings<'_>, line: &NearLine<'_>) -> usize {
    let quotes = |line: &NearLine<'_>| line.content.matches('"').count();
    let mut below = near.following(*line).take(MAX_STRING_LINES).enumerate();
    let Some((index, closing)) = below.find(|(_, line)| quotes(line) > 0) else { return 0 };
    let is_closed =
        quotes(&closing) == 1 && closing.content.ends_with(['"', ',']) && closing.key_value().is_none();
    if is_closed { index + 1 } else { 0 }
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
