//! Arguments in commands that messages advise.

/// An argument for a shell, with quotes if it needs them.
pub(crate) fn quoted(argument: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/:._-+\\".contains(char);
    match argument.chars().all(is_plain) {
        true if !argument.is_empty() && !argument.starts_with('-') => argument.to_owned(),
        _ if cfg!(windows) => format!("\"{argument}\""),
        _ => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    #[cfg(not(windows))]
    fn arguments() {
        for (argument, expected) in [
            ("a/b-1.csv", "a/b-1.csv"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("/a~1b", "'/a~1b'"),
            ("-x", "'-x'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(argument), expected);
        }
    }
}
