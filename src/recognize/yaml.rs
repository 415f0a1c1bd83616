//! YAML where TOON was expected.

/// Whether `line` marks the start or the end of a document.
pub fn is_document_marker(line: &str) -> bool {
    matches!(line, "---" | "...")
}

/// Whether `value` introduces a block of text on the lines below, as in `text: |-`.
pub fn is_block_marker(value: &str) -> bool {
    value.starts_with(['|', '>']) && value.len() <= 3 && value[1..].chars().all(|c| "+-123456789".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_markers() {
        for value in ["|", ">", "|-", ">-", "|2+", ">+"] {
            assert!(is_block_marker(value), "{value}");
        }
        for value in ["", "|x", "-|", "|+-+", "> text"] {
            assert!(!is_block_marker(value), "{value}");
        }
    }

    #[test]
    fn document_markers() {
        assert!(is_document_marker("---") && is_document_marker("...") && !is_document_marker("--"));
    }
}
