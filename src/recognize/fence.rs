//! The fences of Markdown's code blocks.

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

/// Splits a text that begins with a fence: the lines up to the fence, and the lines between it and
/// the closing one, which may be missing, as in an answer that was cut off.
pub fn inside(text: &str) -> Option<(&str, &str)> {
    let opening = text.trim_start_matches('\u{feff}').trim_start();
    let (line, body) = opening.split_once('\n')?;
    let (marks, _) = fence(line)?;
    let above = &text[..text.len() - body.len()];
    let (inside, last) = body.trim_end().rsplit_once('\n').unwrap_or(("", body));
    Some((above, if closes(last, marks) { inside } else { body }))
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
        assert_eq!(inside("```toon\na: 1\nb: 2\n```\n"), Some(("```toon\n", "a: 1\nb: 2")));
        assert_eq!(inside("\u{feff}\n~~~\na: 1\n```"), Some(("\u{feff}\n~~~\n", "a: 1\n```")));
        assert_eq!(inside("```\n```"), Some(("```\n", "")));
        assert_eq!(inside("```"), None);
        assert_eq!(inside("a: 1\n```\n```"), None);
        assert!(begins("\n ```json\n{}") && !begins("a\n```") && !begins(""));
    }
}
