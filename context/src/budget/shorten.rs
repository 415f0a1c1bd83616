//! Shortens blocks.

use super::counter::Counter;
use super::layout::{Layout, RenderedForm};
use super::search;
use crate::render::Form;

/// The most that `fits` lets be shown of a part, but not all of it. `None` if nothing fits. The search
/// begins with what has about `tokens`, so that of a large part not much more is rendered than is shown.
pub(super) fn shorten<'p, 'b, C: Counter>(
    layout: &mut Layout<'p, 'b, C>,
    index: usize,
    tokens: usize,
    fits: impl Fn(&mut Layout<'p, 'b, C>, &RenderedForm) -> bool,
) -> Option<RenderedForm> {
    let units = layout.units(index);
    if !units.is_empty() {
        let mut best = None;
        let guess = units.end.saturating_mul(tokens) / layout.tokens(index).max(1);
        search::last(units.start - 1..units.end, Some(guess), |count| {
            let Some(shown) = layout.render(index, Form::Units(count)) else { return false };
            let fits = fits(layout, &shown);
            if fits {
                best = Some(shown);
            }
            fits
        });
        if best.is_some() {
            return best;
        }
    }
    for form in [Form::Summary, Form::Placeholder] {
        if !layout.has(index, form) {
            continue;
        }
        let shown = layout.render(index, form)?;
        if fits(layout, &shown) {
            return Some(shown);
        }
    }
    None
}
