//! What a repair leaves out.

use std::collections::BTreeSet;
use toon_answer::{Fix, FixKind, Options, extract};

/// Checks that every word of the document in `text` is in what is made of it, or that a fix names its
/// line; or that the text is refused. If the text was cut off, only the last line may be missing.
pub fn check(text: &str) {
    let mut blocks = extract(text);
    let (Some(block), None) = (blocks.next(), blocks.next()) else { return };
    if let Ok(repaired) = toon_answer::repair(text) {
        assert!(repaired.fixes.iter().all(|fix| fix.kind() != FixKind::CutOff), "{text}");
        compare(text, block.text(), block.line(), &repaired.text, &repaired.fixes, false);
    }
    if let Ok(repaired) = Options::new().allow_cut_off(true).repair(text) {
        let is_cut = repaired.fixes.iter().any(|fix| fix.kind() == FixKind::CutOff);
        compare(text, block.text(), block.line(), &repaired.text, &repaired.fixes, is_cut);
    }
    if let Some(bytes) = toon_answer::repair(text).err().and_then(|error| error.complete_bytes()) {
        assert!(text.is_char_boundary(bytes), "{text}");
        let rest = &text[bytes..];
        assert!(!rest.trim_end().contains('\n'), "more than the last line is missing: {text}\n{rest}");
    }
}

fn compare(text: &str, document: &str, first: usize, written: &str, fixes: &[Fix], is_cut: bool) {
    let named: BTreeSet<usize> = fixes.iter().map(Fix::line).collect();
    // These concern several lines, of which a fix names one. Of a key's values, none but scalars is replaced.
    let is_spread =
        |fix: &Fix| matches!(fix.kind(), FixKind::Json | FixKind::BlockText | FixKind::DuplicateKey);
    let is_spread = fixes.iter().any(is_spread);
    let last = document.trim_end().lines().count();
    for (index, line) in document.lines().enumerate() {
        let number = first + index;
        let is_dropped = is_cut && index + 1 == last;
        // The fields of a table without rows are not written.
        let is_header = line.contains('{') && line.trim_end().ends_with([':', '：', '}']);
        let is_comment = line.trim_start().starts_with(['#', '/']);
        if is_comment
            || is_header
            || is_dropped
            || named.contains(&number)
            || is_spread
            || line.contains('\\')
        {
            continue;
        }
        for word in line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2) {
            assert!(
                written.contains(word),
                "lost {word:?} of line {number} in:\n{text}\n---\n{written}\n{fixes:#?}"
            );
        }
    }
}
