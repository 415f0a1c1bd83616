//! Shares a budget among blocks of the same priority.

use super::counter::Counter;
use super::layout::{Layout, RenderedForm};
use super::search;
use super::shorten::shorten;
use crate::render::Form;

/// The least share of a block that is not shown in full, in tokens: with less, little more than its name
/// would be shown, so of many blocks the first ones have a share.
const MIN_SHARE: usize = 200;

/// Shows `parts`, which do not fit in full. Those that fit their share are shown in full, and what they
/// leave is divided among the others. If there are too many for [`MIN_SHARE`], only the first ones have a
/// share.
pub(super) fn share<C: Counter>(layout: &mut Layout<'_, '_, C>, parts: &[usize], limit: usize) {
    let left = limit.saturating_sub(layout.count());
    let mut shown = 0;
    let mut show = |layout: &mut Layout<'_, '_, C>, count: usize| {
        for part in parts.get(shown..count).unwrap_or_default() {
            let form = within(layout, *part, MIN_SHARE);
            layout.set(*part, form);
        }
        for part in parts.get(count..shown).unwrap_or_default() {
            layout.set(*part, None);
        }
        shown = count;
    };
    let guess = Some((left / MIN_SHARE).min(parts.len()));
    let count = search::last(0..parts.len() + 1, guess, |count| {
        show(layout, count);
        layout.count() <= limit
    });
    show(layout, count);
    match parts.get(count) {
        // The next one has what is left.
        Some(next) => {
            let left = limit.saturating_sub(layout.count()).min(MIN_SHARE);
            let fits = |layout: &mut Layout<'_, '_, C>, shown: &RenderedForm| {
                layout.count_text(&shown.text) <= MIN_SHARE && layout.fits_with(*next, shown, limit)
            };
            let form = shorten(layout, *next, left, fits);
            layout.set(*next, form);
        }
        None => raise(layout, parts, limit, left),
    }
}

/// Raises the share of all parts as far as it fits, in steps of about 5 %.
fn raise<C: Counter>(layout: &mut Layout<'_, '_, C>, parts: &[usize], limit: usize, left: usize) {
    let tokens: Vec<usize> = parts.iter().map(|part| layout.tokens(*part)).collect();
    // With the most of them, all would be shown in full, which does not fit.
    let most = tokens.iter().copied().max().unwrap_or_default();
    let next = |share: &usize| Some(share + share / 20).filter(|share| *share < most);
    let shares: Vec<usize> = std::iter::successors(Some(MIN_SHARE), next).collect();
    let set = |layout: &mut Layout<'_, '_, C>, share: usize| {
        for part in parts {
            let form = within(layout, *part, share);
            layout.set(*part, form);
        }
    };
    let even = even_share(&tokens, left);
    let guess = shares.iter().rposition(|share| *share <= even);
    let step = search::last(0..shares.len(), guess, |step| {
        set(layout, shares.get(step).copied().unwrap_or(MIN_SHARE));
        layout.count() <= limit
    });
    set(layout, shares.get(step).copied().unwrap_or(MIN_SHARE));
}

/// The share with which parts of so many tokens take all of what is `left`.
fn even_share(tokens: &[usize], left: usize) -> usize {
    let mut tokens = tokens.to_vec();
    tokens.sort_unstable();
    let (mut left, mut parts) = (left, tokens.len());
    for tokens in tokens {
        let share = left / parts.max(1);
        if tokens > share {
            return share;
        }
        left -= tokens;
        parts -= 1;
    }
    usize::MAX
}

/// What is shown of a part that has a share of so many tokens: all of it, or about as many of its lines or
/// rows. With a larger share, it is never less.
fn within<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, share: usize) -> Option<RenderedForm> {
    let (part, tokens) = (layout.part(index)?, layout.tokens(index));
    if tokens <= share {
        return layout.render(index, Form::Full);
    }
    let units = part.units().end.saturating_mul(share) / tokens.max(1);
    if part.has(Form::Units(units)) { layout.render(index, Form::Units(units)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::even_share;

    #[test]
    fn what_small_parts_leave_goes_to_the_others() {
        assert_eq!(even_share(&[10, 1000, 1000], 210), 100);
        assert_eq!(even_share(&[1000, 90, 10], 400), 300);
        assert_eq!(even_share(&[100, 100], 100), 50);
        assert_eq!(even_share(&[1, 2], 3), usize::MAX);
        assert_eq!(even_share(&[], 3), usize::MAX);
    }
}
