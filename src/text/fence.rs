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
