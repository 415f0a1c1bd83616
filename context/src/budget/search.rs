//! Searches for how much fits.

use std::ops::Range;

/// The largest number in `range` that fits, if its start is known to fit and its end not to. Bisects
/// the range, or begins with a guess, from which it goes in growing steps, so that a good one needs few
/// tries.
pub(super) fn last(range: Range<usize>, guess: Option<usize>, mut fits: impl FnMut(usize) -> bool) -> usize {
    let Range { start: mut fit, end: mut excess } = range;
    let mut next = guess.unwrap_or(fit.midpoint(excess));
    let mut step = 1;
    // Whether a try fitted, and whether one did not. To bisect, both ends count as tried.
    let (mut some_fit, mut some_exceed) = (guess.is_none(), guess.is_none());
    while excess - fit > 1 {
        let number = next.clamp(fit + 1, excess - 1);
        if fits(number) {
            (fit, some_fit) = (number, true);
        } else {
            (excess, some_exceed) = (number, true);
        }
        next = match (some_fit, some_exceed) {
            (true, true) => fit.midpoint(excess),
            (true, false) => fit + step,
            (false, _) => excess.saturating_sub(step),
        };
        step *= 2;
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::last;

    #[test]
    fn finds_the_last_from_any_guess() {
        for end in 1..40 {
            for most in 0..end {
                for guess in 0..=end + 1 {
                    let mut tries = 0;
                    let found = last(0..end, Some(guess), |number| {
                        tries += 1;
                        assert!(number > 0 && number < end);
                        number <= most
                    });
                    assert_eq!(found, most);
                    assert_eq!(last(0..end, None, |number| number <= most), most);
                    assert!(
                        tries <= 2 * guess.abs_diff(most).max(1).ilog2() + 4,
                        "{end} {most} {guess} {tries}"
                    );
                }
            }
        }
    }
}
