//! Fills the gaps that the pass in order of priority leaves.

use super::counter::Counter;
use super::layout::{Layout, RenderedForm};
use super::search;
use super::shorten::shorten;
use crate::render::Form;

/// By how many tokens the growth of the whole may differ from what [`Layout::growth`] says.
const MARGIN: isize = 4;
/// How often the whole is filled by estimate.
const ROUNDS: usize = 8;
/// How many bytes are counted to try what may fit in spite of its estimate, besides twice the text.
const TRIED: usize = 4 << 20;

/// Shows more of the parts `rest`, in their order, until nothing more fits. First, up to `mentions` tokens
/// are spent on summaries and placeholders of parts of which nothing is shown.
pub(super) fn fill<C: Counter>(
    layout: &mut Layout<'_, '_, C>,
    rest: &[usize],
    limit: usize,
    mentions: usize,
) {
    estimate(layout, rest, limit, mentions, mention);
    for _ in 0..ROUNDS {
        if !estimate(layout, rest, limit, limit, best) {
            break;
        }
    }
    try_all(layout, rest, limit);
}

/// Chooses what to show of a part with so many more tokens, by estimate, if that is more than now.
type Choose<'p, 'b, C> = fn(&mut Layout<'p, 'b, C>, usize, isize) -> Option<RenderedForm>;

/// Shows more of each part as far as estimates allow, within `most` more tokens, and takes back the last
/// ones if the whole does not fit. Returns whether more is shown than before.
fn estimate<'p, 'b, C: Counter>(
    layout: &mut Layout<'p, 'b, C>,
    rest: &[usize],
    limit: usize,
    most: usize,
    choose: Choose<'p, 'b, C>,
) -> bool {
    let mut left = difference(limit, layout.count()).min(difference(most, 0));
    // What was changed, and what was shown before.
    let mut changes: Vec<(usize, Option<RenderedForm>)> = Vec::new();
    for index in rest {
        if left <= 0 {
            break;
        }
        if let Some(shown) = choose(layout, *index, left) {
            left = left.saturating_sub(layout.growth(*index, &shown));
            let old = layout.set(*index, Some(shown));
            changes.push((*index, old));
        }
    }
    if changes.is_empty() {
        return false;
    }
    if layout.fits(limit) {
        return true;
    }
    let all = changes.len();
    let mut applied = all;
    let mut apply = |layout: &mut Layout<'_, '_, C>, count: usize| {
        let range = if count < applied { count..applied } else { applied..count };
        for (index, other) in changes.get_mut(range).unwrap_or_default() {
            *other = layout.set(*index, other.take());
        }
        applied = count;
    };
    let count = search::last(0..all, Some(all - 1), |count| {
        apply(layout, count);
        layout.fits(limit)
    });
    apply(layout, count);
    let Some((index, _)) = changes.get(count) else { return true };
    extend(layout, *index, limit) || count > 0
}

/// Shows as much more of a part as fits, but not all of it. Returns whether that is more than before.
fn extend<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, limit: usize) -> bool {
    let tokens = limit.saturating_sub(layout.count()) + layout.tokens_now(index);
    let shown = shorten(layout, index, tokens, |layout, shown| layout.fits_with(index, shown, limit));
    let is_more = shown.as_ref().map(|shown| shown.form) > layout.form(index);
    if is_more {
        layout.set(index, shown);
    }
    is_more
}

/// How many more tokens one number is than another.
fn difference(more: usize, fewer: usize) -> isize {
    isize::try_from(more).unwrap_or(isize::MAX).saturating_sub(isize::try_from(fewer).unwrap_or(isize::MAX))
}

/// The summary or placeholder of a part of which nothing is shown, or all of it if that is no longer.
fn mention<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, left: isize) -> Option<RenderedForm> {
    let part = layout.part(index)?;
    if part.is_tree() {
        return best(layout, index, left);
    }
    if layout.form(index).is_some() || !part.has(Form::Placeholder) {
        return None;
    }
    let placeholder = layout.render(index, Form::Placeholder)?;
    let most = layout.growth(index, &placeholder).min(left);
    if let Some(whole) = whole_within(layout, index, most) {
        return Some(whole);
    }
    for form in [Form::Summary, Form::Placeholder] {
        if layout.has(index, form) {
            let shown = layout.render(index, form)?;
            if layout.growth(index, &shown) <= left {
                return Some(shown);
            }
        }
    }
    None
}

/// The most that can be shown of a part with `left` more tokens, by estimate, if that is more than now.
fn best<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, left: isize) -> Option<RenderedForm> {
    let now = layout.form(index);
    if now == layout.most(index) {
        return None;
    }
    if let Some(whole) = whole_within(layout, index, left) {
        return Some(whole);
    }
    let tokens = layout.tokens_now(index).saturating_add_signed(left);
    let fits = |layout: &mut Layout<'_, '_, C>, shown: &RenderedForm| {
        !layout.is_beyond(index, shown, left) && layout.growth(index, shown) <= left
    };
    let shown = shorten(layout, index, tokens, fits)?;
    (Some(shown.form) > now).then_some(shown)
}

/// All that may be shown of a part, if it fits in `left` more tokens.
fn whole_within<C: Counter>(
    layout: &mut Layout<'_, '_, C>,
    index: usize,
    left: isize,
) -> Option<RenderedForm> {
    if !may_fit(layout, index, left) {
        return None;
    }
    let whole = layout.render_most(index)?;
    (layout.growth(index, &whole) <= left).then_some(whole)
}

/// Whether all that may be shown of a part is not so much that it cannot fit.
fn may_fit<C: Counter>(layout: &mut Layout<'_, '_, C>, index: usize, left: isize) -> bool {
    let Some(most) = layout.most(index) else { return false };
    let limit = layout.tokens_now(index).saturating_add_signed(left.saturating_add(MARGIN));
    layout.is_within(index, most, limit)
}

/// Tries, with the whole text, each step that its estimate does not rule out.
fn try_all<C: Counter>(layout: &mut Layout<'_, '_, C>, rest: &[usize], limit: usize) {
    let mut bytes = layout.text().len().saturating_mul(2).saturating_add(TRIED);
    loop {
        let left = difference(limit, layout.count());
        let mut has_changed = false;
        for (index, shown) in steps(layout, rest, left) {
            // An earlier step may have changed the part.
            if Some(shown.form) <= layout.form(index) {
                continue;
            }
            let is_partial = matches!(shown.form, Form::Units(_));
            let old = layout.set(index, Some(shown));
            let text = layout.text();
            let Some(rest) = bytes.checked_sub(text.len()) else {
                layout.set(index, old);
                return;
            };
            bytes = rest;
            if layout.count_text(&text) <= limit {
                has_changed = true;
                // The next one probably does not fit, but if it does, so may many.
                if is_partial {
                    extend(layout, index, limit);
                }
            } else {
                layout.set(index, old);
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// The next line or row, summary, placeholder or full form of each part, unless it is certain not to
/// fit.
fn steps<C: Counter>(
    layout: &mut Layout<'_, '_, C>,
    rest: &[usize],
    left: isize,
) -> Vec<(usize, RenderedForm)> {
    let mut steps = Vec::new();
    for index in rest {
        let (now, most, units) = (layout.form(*index), layout.most(*index), layout.units(*index));
        let next = match now {
            Some(Form::Units(count)) => count + 1,
            _ => units.start,
        };
        let next = Some(Form::Units(next)).filter(|_| units.contains(&next));
        for form in [most, next, Some(Form::Summary), Some(Form::Placeholder)].into_iter().flatten() {
            if Some(form) <= now || !layout.has(*index, form) {
                continue;
            }
            if Some(form) == most && !may_fit(layout, *index, left) {
                continue;
            }
            let Some(shown) = layout.render(*index, form) else { continue };
            let most = left.saturating_add(MARGIN);
            if !layout.is_beyond(*index, &shown, most) && layout.growth(*index, &shown) <= most {
                steps.push((*index, shown));
            }
        }
    }
    steps
}
