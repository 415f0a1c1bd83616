//! Headings of Markdown (`CommonMark` §4.2, §4.3).

use crate::fences::Fences;

/// The numbers of the lines with headings, from 0. Lines in fenced code are none.
pub(super) fn headings(text: &str) -> Vec<usize> {
    let mut headings = Vec::new();
    let mut fences = Fences::default();
    let mut has_paragraph = false;
    for (number, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start_matches(' ').len();
        let is_code = fences.read(line);
        let line = line.trim();
        if is_code {
            has_paragraph = false;
        } else if indent > 3 || line.is_empty() {
            has_paragraph &= !line.is_empty();
        } else if is_heading(line) {
            headings.push(number);
            has_paragraph = false;
        } else if has_paragraph && is_underline(line) {
            // It makes the line before a heading.
            headings.push(number - 1);
            has_paragraph = false;
        } else {
            has_paragraph = true;
        }
    }
    headings
}

fn is_heading(line: &str) -> bool {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']))
}

/// Whether a line below a paragraph makes it a heading.
fn is_underline(line: &str) -> bool {
    ['=', '-'].into_iter().any(|char| line.chars().all(|other| other == char))
}

#[cfg(test)]
mod tests {
    use super::headings;

    #[test]
    fn headings_of_both_kinds() {
        let text = "# A\ntext\n\nB\n===\n#tag\n    # code\n####### seven\n```sh\n# comment\n````\n\n## C ##\n- list\n---\n\n---\n";
        assert_eq!(headings(text), [0, 3, 12, 13]);
        assert_eq!(headings("~~~\n# a\n```\n# b\n~~~\n# c"), [5]);
        assert!(headings("").is_empty());
    }
}
