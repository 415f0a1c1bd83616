//! Checks at compile time that a type's levels are those that callers can request.

use super::Verbosity;

/// Whether `levels` is empty, or contains exactly the levels of [`Verbosity`].
pub(super) const fn are_those_of_verbosity(levels: &[&str]) -> bool {
    match levels {
        [] => true,
        [minimal, standard, full] => {
            is(minimal, Verbosity::Minimal) && is(standard, Verbosity::Standard) && is(full, Verbosity::Full)
        }
        _ => false,
    }
}

/// Compares byte by byte, since `==` on strings is not `const`.
const fn is(level: &str, verbosity: Verbosity) -> bool {
    let (mut one, mut other) = (level.as_bytes(), verbosity.as_str().as_bytes());
    loop {
        match (one, other) {
            ([], []) => return true,
            ([a, one_rest @ ..], [b, other_rest @ ..]) if *a == *b => (one, other) = (one_rest, other_rest),
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::are_those_of_verbosity;

    #[test]
    fn levels() {
        assert!(are_those_of_verbosity(&[]));
        assert!(are_those_of_verbosity(&["minimal", "standard", "full"]));
        for other in [
            &["brief", "long"][..],
            &["minimal"],
            &["minimal", "standard", "ful"],
            &["full", "standard", "minimal"],
        ] {
            assert!(!are_those_of_verbosity(other), "{other:?}");
        }
    }
}
