//! The fences of Markdown's code blocks.

use core::ops::Range;

/// The characters of a fence, and the language after them.
pub fn fence(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let marks = line.len() - line.trim_start_matches(mark).len();
    let language = line[marks..].trim();
    let is_fence = marks >= 3 && !(mark == '`' && language.contains('`'));
    is_fence.then(|| (&line[..marks], language.split_whitespace().next().unwrap_or_default()))
}

/// Whether `line` closes a block that a fence of these `marks` opened.
pub fn closes(line: &str, marks: &str) -> bool {
    fence(line).is_some_and(|(closing, language)| language.is_empty() && closing.starts_with(marks))
}

/// Whether the first line that is not blank is a fence.
pub fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.lines().next().is_some_and(|line| fence(line).is_some())
}

/// Where the lines between the fences are in a text that begins with one. The closing fence may be
/// missing, as in an answer that was cut off.
pub fn inside(text: &str) -> Option<Range<usize>> {
    if !begins(text) {
        return None;
    }
    let above = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    let start = above + text[above..].find('\n')? + 1;
    let body = text[start..].trim_end();
    let last = body.rfind('\n').map_or(0, |end| end + 1);
    let end = if fence(&body[last..]).is_some() { start + last.saturating_sub(1) } else { text.len() };
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences() {
        assert_eq!(fence("```toon"), Some(("```", "toon")));
        assert_eq!(fence("  ~~~~ json title\r"), Some(("~~~~", "json")));
        assert_eq!(fence("```"), Some(("```", "")));
        for line in ["``", "", "```a```", "a ```", "~"] {
            assert_eq!(fence(line), None, "{line}");
        }
    }

    #[test]
    fn closing_fences() {
        assert!(closes("````", "```") && closes(" ``` ", "```"));
        assert!(!closes("```", "````") && !closes("~~~", "```") && !closes("``` a", "```"));
    }

    #[test]
    fn texts_in_fences() {
        let lines = |text: &'static str| inside(text).map(|range| &text[range]);
        assert_eq!(lines("```toon\na: 1\nb: 2\n```\n"), Some("a: 1\nb: 2"));
        assert_eq!(lines("\u{feff}\n~~~\na: 1\n"), Some("a: 1\n"));
        assert_eq!(lines("```\n```"), Some(""));
        assert_eq!(lines("```"), None);
        assert_eq!(lines("a: 1\n```\n```"), None);
        assert!(begins("\n ```json\n{}") && !begins("a\n```") && !begins(""));
    }
}
