//! Shares a budget among blocks of the same priority.

use super::counter::Counter;
use super::layout::{Layout, RenderedForm};
use super::search;
use super::shorten::shorten;
use crate::block::FULL_WEIGHT;
use crate::render::Form;

/// The least share of a block that is not shown in full, in tokens: with less, little more than its name
/// would be shown.
const MIN_SHARE: usize = 100;
/// The least share of the heaviest blocks.
const FIRST_SHARE: usize = 20;

/// Shows `parts`, which do not all fit in full. Each has a share of the budget, which is even unless they
/// have weights: those that fit their share are shown in full, and what they leave is divided among the
/// others.
///
/// The shares rise in steps of about 5 %, from [`FIRST_SHARE`] for the heaviest blocks. With less than [`MIN_SHARE`], a
/// block is shown in full or not at all. Of the last step, the first blocks have their part.
pub(super) fn share<C: Counter>(layout: &mut Layout<'_, '_, C>, parts: &[usize], limit: usize) {
    let Some(steps) = steps(layout, parts) else { return };
    let left = limit.saturating_sub(layout.count());
    let set = |layout: &mut Layout<'_, '_, C>, step: usize, count: usize| {
        for (place, part) in parts.iter().enumerate() {
            let form = steps
                .get(step + usize::from(place < count))
                .or(steps.last())
                .and_then(|share| within(layout, *part, *share));
            if layout.form(*part) != form {
                let shown = form.and_then(|form| layout.render(*part, form));
                layout.set(*part, shown);
            }
        }
        layout.fits(limit)
    };
    let guess = guess(layout, parts, &steps, left);
    let step = search::last(0..steps.len(), guess, |step| set(layout, step, 0));
    let count = search::last(0..parts.len() + 1, None, |count| set(layout, step, count));
    set(layout, step, count);
    if let (Some(next), Some(share)) = (parts.get(count), steps.get(step + 1)) {
        extend(layout, *next, *share, limit);
    }
}

/// The next block has what is left, but no more than its share.
fn extend<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, share: usize, limit: usize) {
    let Some(most) = within(layout, index, share) else { return };
    let left = limit.saturating_sub(layout.count()) + layout.tokens_now(index);
    let fits = |layout: &mut Layout<'_, '_, C>, shown: &RenderedForm| {
        shown.form <= most && layout.fits_with(index, shown, limit)
    };
    let shown = shorten(layout, index, left, fits);
    if shown.as_ref().map(|shown| shown.form) > layout.form(index) {
        layout.set(index, shown);
    }
}

/// The shares of the heaviest blocks, step by step: nothing, and then more until every block has as much as
/// it needs. `None` if there are no blocks.
fn steps<C: Counter>(layout: &mut Layout<'_, '_, C>, parts: &[usize]) -> Option<Vec<usize>> {
    // No text has more tokens than bytes, except with odd counters, and then the rest is filled.
    let needs = parts.iter().filter_map(|index| {
        let part = layout.part(*index)?;
        let need = part.size(usize::MAX).max(MIN_SHARE).saturating_mul(FULL_WEIGHT as usize);
        Some(need / (part.weight() as usize).max(1))
    });
    let most = needs.max()?;
    let next = |share: &usize| Some(share.saturating_add(share / 20)).filter(|share| *share < most);
    let shares = std::iter::successors(Some(FIRST_SHARE), next);
    Some(std::iter::once(0).chain(shares).chain([most.saturating_add(1)]).collect())
}

/// About how far the shares can rise. Only blocks that may be shown are counted.
fn guess<C: Counter>(
    layout: &mut Layout<'_, '_, C>,
    parts: &[usize],
    steps: &[usize],
    left: usize,
) -> Option<usize> {
    let exceeds = |share: &usize| {
        let mut need = 0_usize;
        parts.iter().any(|index| {
            let weight = layout.part(*index).map_or(0, |part| part.weight() as usize);
            let share = of_weight(*share, weight);
            // What may fit is counted, but no more.
            if share >= MIN_SHARE || layout.part(*index).is_some_and(|part| part.size(usize::MAX) <= share) {
                need = need.saturating_add(share.min(layout.tokens(*index)));
            }
            need > left
        })
    };
    steps.iter().position(exceeds)?.checked_sub(1)
}

/// The share of a block of this weight, if the heaviest ones have `share`.
fn of_weight(share: usize, weight: usize) -> usize {
    share.saturating_mul(weight) / FULL_WEIGHT as usize
}

/// What is shown of a part if the heaviest ones have a share of so many tokens: all that may be, or about as
/// many of its lines or rows. With a larger share, it is never less.
fn within<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, share: usize) -> Option<Form> {
    let weight = layout.part(index)?.weight() as usize;
    let share = of_weight(share, weight);
    let most = layout.most(index)?;
    if layout.is_within(index, most, share) {
        return Some(most);
    }
    if share < MIN_SHARE {
        return None;
    }
    let units = layout.units_of(index, share).map(Form::Units)?;
    Some(units.min(most)).filter(|form| matches!(form, Form::Units(_)))
}
