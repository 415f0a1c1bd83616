//! The lines of a text that may be part of another.

/// How long the characters in front of each line are at most.
const LONGEST: usize = 40;

/// What every line of a text begins with, such as the marks of a comment.
pub(super) struct Prefix<'t> {
    /// The first line up to the text, which may have more in front.
    before: &'t str,
}

impl<'t> Prefix<'t> {
    /// What stands before `at`.
    pub(super) fn of(text: &'t str, at: usize) -> Self {
        let mut first = at.saturating_sub(LONGEST);
        while !text.is_char_boundary(first) {
            first += 1;
        }
        Prefix { before: text.get(first..at).unwrap_or_default() }
    }

    /// How much of a line, which begins the text, is indentation and this: as much as possible.
    pub(super) fn length_in(&self, text: &str) -> usize {
        let line = text.trim_start_matches([' ', '\t']);
        let ends = self.before.char_indices().filter_map(|(at, _)| self.before.get(at..));
        let length = ends.filter_map(|end| matched(line, end.trim_start())).max();
        text.len() - line.len() + length.unwrap_or(0)
    }
}

/// How much of a line a text matches, in which numbers may differ, and spaces at the end may be missing.
fn matched(line: &str, text: &str) -> Option<usize> {
    let is_digit = |char: char| char.is_ascii_digit();
    let (mut rest, mut text) = (line, text);
    while let Some(char) = text.chars().next() {
        if is_digit(char) && rest.starts_with(is_digit) {
            rest = rest.trim_start_matches(is_digit);
            text = text.trim_start_matches(is_digit);
        } else if let Some(after) = rest.strip_prefix(char) {
            rest = after;
            text = text.get(char.len_utf8()..)?;
        } else if text.trim().is_empty() {
            break;
        } else {
            return None;
        }
    }
    Some(line.len() - rest.len())
}

/// The length of the code of a colour at the beginning of a text, which may be escaped.
pub(super) fn color_at(text: &str) -> Option<usize> {
    let escaped = text.trim_start_matches('\\');
    let code = if escaped.len() < text.len() {
        let names = ["u001b", "u001B", "x1b", "x1B", "033", "e"];
        names.iter().find_map(|name| escaped.strip_prefix(name))?
    } else {
        text.strip_prefix('\x1b')?
    };
    let end = code.strip_prefix('[')?.trim_start_matches(|char: char| char.is_ascii_digit() || char == ';');
    Some(text.len() - end.strip_prefix('m')?.len())
}

/// The length of the line break at the beginning of a text, which may be escaped, in HTML, or in a URL.
pub(super) fn break_at(text: &str) -> Option<usize> {
    const NAMED: [&str; 8] = ["\n", "\r", "<br>", "<br/>", "<br />", "&#10;", "&#13;", "&#xA;"];
    if let Some(name) = NAMED.iter().find(|name| text.starts_with(**name)) {
        return Some(name.len());
    }
    let is_break = |text: &str, names: [&str; 2]| {
        text.get(..2).is_some_and(|code| names.iter().any(|name| code.eq_ignore_ascii_case(name)))
    };
    if text.strip_prefix('%').is_some_and(|code| is_break(code, ["0a", "0d"])) {
        return Some(3);
    }
    let escaped = text.trim_start_matches('\\');
    let slashes = text.len() - escaped.len();
    (slashes > 0 && escaped.starts_with(['n', 'r'])).then_some(slashes + 1)
}
