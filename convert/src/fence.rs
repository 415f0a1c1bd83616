//! The fences of Markdown's code blocks around JSON and TOON.

use toon::__internal::fence::{closes, fence};

/// An opening fence: its marker, and whether its info string says JSON.
pub(crate) struct Fence<'t> {
    marks: &'t str,
    pub(crate) is_json: bool,
}

impl<'t> Fence<'t> {
    /// Parses a fence, which is indented by up to three spaces (`CommonMark` 0.31, 4.5).
    pub(crate) fn open(line: &'t str) -> Option<Self> {
        let (marks, language) = is_indented_less(line).then(|| fence(line))??;
        let is_json = ["json", "jsonl", "ndjson"].iter().any(|json| language.eq_ignore_ascii_case(json));
        Some(Fence { marks, is_json })
    }

    pub(crate) fn is_closed_by(&self, line: &str) -> bool {
        is_indented_less(line) && closes(line, self.marks)
    }
}

/// Whether `line` is indented less than a code block.
fn is_indented_less(line: &str) -> bool {
    let text = line.trim_start_matches(' ');
    line.len() - text.len() <= 3 && !text.starts_with('\t')
}

/// The opening line for a fence around TOON instead of JSON. `None` if a line of the TOON could
/// close it.
pub(crate) fn of_toon(opening: &str, toon: &str) -> Option<String> {
    let fence = Fence::open(opening.trim_end())?;
    if toon.lines().any(|line| line.trim_start().starts_with(fence.marks)) {
        return None;
    }
    // Keep everything but the language.
    let (before, info) = opening.split_once(fence.marks)?;
    let language = info.trim_start();
    let space = info.get(..info.len() - language.len())?;
    let rest = language.trim_start_matches(|character: char| !character.is_whitespace());
    Some(format!("{before}{}{space}toon{rest}", fence.marks))
}

/// Puts TOON into a fence that none of its lines can close.
pub(crate) fn around(toon: &str) -> String {
    let marks = |line: &str| {
        let line = line.trim_start();
        line.len() - line.trim_start_matches('`').len()
    };
    let longest = toon.lines().map(marks).max().unwrap_or_default();
    let marks = "`".repeat(3.max(longest + 1));
    format!("{marks}toon\n{toon}\n{marks}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_that_become_toon() {
        assert_eq!(of_toon("  ```json title\r\n", "[1]: 1").as_deref(), Some("  ```toon title\r\n"));
        assert_eq!(of_toon("~~~ json\n", "a: 1").as_deref(), Some("~~~ toon\n"));
        assert_eq!(of_toon("```json\n", "a[1]{b}:\n  ```"), None);
    }

    #[test]
    fn new_fences() {
        assert_eq!(around("a: 1"), "```toon\na: 1\n```");
        assert_eq!(around("a[1]{b}:\n  ```"), "````toon\na[1]{b}:\n  ```\n````");
        assert_eq!(around("a[1]: ```"), "```toon\na[1]: ```\n```");
    }
}
