//! Searches for how much fits.

use std::ops::Range;

/// The largest number in `range` for which `fit` gives something, and what that is. If it gives something
/// for a number, it does so for all smaller ones. The search goes up from the start in growing steps, so
/// that nothing much larger than what fits is tried.
pub(crate) fn largest<T>(range: Range<usize>, mut fit: impl FnMut(usize) -> Option<T>) -> Option<T> {
    let Range { mut start, mut end } = range;
    let (mut best, mut step) = (None, 1);
    let mut has_exceeded = false;
    while start < end {
        let next = if has_exceeded { start.midpoint(end) } else { (start + step - 1).min(end - 1) };
        if let Some(found) = fit(next) {
            (start, best) = (next + 1, Some(found));
        } else {
            (end, has_exceeded) = (next, true);
        }
        step *= 2;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::largest;

    #[test]
    fn finds_the_largest() {
        for start in 0..4 {
            for end in start..40 {
                for most in 0..44_usize {
                    let found = largest(start..end, |number| {
                        assert!((start..end).contains(&number) && number <= 2 * most.max(start) + 2);
                        (number <= most).then_some(number)
                    });
                    assert_eq!(found, (start..end).filter(|number| *number <= most).max());
                }
            }
        }
    }
}
