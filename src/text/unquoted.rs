//! Characters outside of quotes (§5.2), in any text.

/// Finds the first of the `wanted` characters outside of quotes. An unclosed quote extends to the
/// end, as in the strict reader.
pub fn find_unquoted(text: &str, wanted: &[char]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find(|c| c == '"' || wanted.contains(&c))?;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += closing_quote(&text[at..])? + 1;
    }
}

/// The position of the quote that closes the one at the start of `text`.
pub fn closing_quote(text: &str) -> Option<usize> {
    unescaped_quote(text, 1)
}

/// The position of the first unescaped quote from `at` on.
pub fn unescaped_quote(text: &str, mut at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

/// The position of the brace that closes the one at the start of `text`.
pub fn closing_brace(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        at += find_unquoted(&text[at..], &['{', '}'])?;
        if text[at..].starts_with('{') {
            depth += 1;
        } else {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        at += 1;
    }
}

/// Splits a row at `delimiter`, except inside quotes. An unclosed quote extends to the end.
pub fn cells(line: &str, delimiter: char) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let line = rest?;
        let end = find_unquoted(line, &[delimiter]).unwrap_or(line.len());
        rest = line[end..].strip_prefix(delimiter);
        Some(trim(&line[..end]))
    })
}

/// Trims spaces but not tabs, which are either delimiters or content.
pub fn trim(token: &str) -> &str {
    token.trim_matches(' ')
}
