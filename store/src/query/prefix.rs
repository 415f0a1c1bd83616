//! The beginnings of a filter, to find the step that went wrong.

/// The beginnings of a filter that end between two of its steps, the longest first, without the filter itself.
///
/// Steps are found by brackets and quotes alone. What is no filter is not compiled, and so does no harm.
pub(super) fn prefixes(filter: &str) -> Vec<&str> {
    let inner = inside(filter);
    let mut ends = Vec::new();
    let (mut depth, mut is_string, mut previous) = (0_i32, false, ' ');
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        if is_string {
            match c {
                '\\' => _ = chars.next(),
                '"' => is_string = false,
                _ => {}
            }
            previous = c;
            continue;
        }
        let is_after_step = previous.is_alphanumeric() || matches!(previous, '_' | ']' | ')' | '"' | '?');
        if depth == 0 && at > 0 && (c == '|' || is_after_step && matches!(c, '.' | '[')) {
            ends.push(at);
        }
        match c {
            '"' => is_string = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        previous = c;
    }
    ends.iter()
        .rev()
        .filter_map(|end| inner.get(..*end))
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect()
}

/// The filter inside `[…]`, if that is all of it.
fn inside(filter: &str) -> &str {
    let filter = filter.trim();
    let Some(inner) = filter.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return filter };
    let mut depth = 0_i32;
    let is_whole = inner.chars().all(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth >= 0
    });
    if is_whole { inner } else { filter }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps() {
        assert_eq!(prefixes(".data.disease.name"), [".data.disease", ".data"]);
        assert_eq!(
            prefixes(".items[]|select(.a.b == \"x|y\")|.c"),
            [".items[]|select(.a.b == \"x|y\")", ".items[]", ".items"]
        );
        assert_eq!(prefixes("[.items[].nme]"), [".items[]", ".items"]);
        assert_eq!(prefixes("[.a]|[.b]"), ["[.a]"]);
        assert_eq!(prefixes(".[0].a"), [".[0]"]);
        assert_eq!(prefixes("length"), [""; 0]);
    }
}
