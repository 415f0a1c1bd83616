//! A check while compiling: that the levels of a type are what a caller can ask for.

use super::Verbosity;

/// Whether `levels` are none, or those of [`Verbosity`].
pub(super) const fn are_those_of_verbosity(levels: &[&str]) -> bool {
    match levels {
        [] => true,
        [minimal, standard, full] => {
            is(minimal, Verbosity::Minimal) && is(standard, Verbosity::Standard) && is(full, Verbosity::Full)
        }
        _ => false,
    }
}

/// Strings are compared by hand where code runs while compiling.
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
