//! Tables of Markdown.

/// The text between the outer pipes of a row.
pub fn bars(row: &str) -> Option<&str> {
    let row = row.strip_prefix('|')?;
    Some(row.strip_suffix('|').unwrap_or(row))
}

/// Whether `line` is the one below the header, such as `|---|:--|`.
pub fn is_separator(line: &str) -> bool {
    line.len() > 2 && line.contains('-') && line.chars().all(|c| "|-: ".contains(c))
}

/// The header between its outer pipes, if these are the first two lines of a table.
pub fn header<'t>(first: &'t str, second: &str) -> Option<&'t str> {
    bars(first).filter(|_| is_separator(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        assert_eq!(bars("| a | b |"), Some(" a | b "));
        assert_eq!(bars("| a | b"), Some(" a | b"));
        assert_eq!(bars("a | b"), None);
        assert_eq!(header("| a | b |", "|---|:-:|"), Some(" a | b "));
        assert_eq!(header("| a | b |", "--- | ---"), Some(" a | b "));
        assert_eq!(header("| a | b |", "| c | d |"), None);
        assert!(!is_separator("- ") && !is_separator("||||"));
    }
}
