//! The words of other languages for `null`, `true` and `false`.

/// Whether `token` is a word for `null`. `none` and `N/A` are not: they are ordinary text, too.
pub fn is_null(token: &[u8]) -> bool {
    matches!(token, b"None" | b"Null" | b"NULL" | b"nil" | b"undefined")
}

/// The bool for which `token` is a word.
pub fn bool_of(token: &[u8]) -> Option<bool> {
    match token {
        b"true" | b"True" | b"TRUE" => Some(true),
        b"false" | b"False" | b"FALSE" => Some(false),
        _ => None,
    }
}
