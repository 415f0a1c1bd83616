//! What is shown of each block, and the text of all of it.

use super::counter::Counter;
use crate::render::{Form, Frame, Part, Style};
use crate::search::largest;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// What is shown of each part, and how many tokens that takes.
pub(super) struct Layout<'p, 'b, C> {
    parts: &'p [Part<'b>],
    counter: &'p C,
    frame: Frame,
    shown: Vec<Option<RenderedForm>>,
    /// The parts that are shown.
    indexes: BTreeSet<usize>,
    /// The forms that are asked for again and again.
    kept: Vec<Kept>,
    /// The most tokens of a tree.
    max_tree: Option<usize>,
    /// The number of tokens of all that is shown, if it was counted.
    counted: Cell<Option<usize>>,
}

/// A form of a part, and its text.
#[derive(Clone, Debug)]
pub(super) struct RenderedForm {
    pub(super) form: Form,
    pub(super) text: Rc<str>,
}

/// What may not have been determined yet.
#[derive(Clone, Copy, Default)]
enum Known<T> {
    #[default]
    NotYet,
    Is(T),
}

#[derive(Clone, Default)]
struct Kept {
    /// The most that may be shown, if that is known.
    most: Known<Option<Form>>,
    full: Option<Rc<str>>,
    placeholder: Option<Rc<str>>,
    /// The last two others.
    recent: [Option<RenderedForm>; 2],
    /// The tokens of the full form, alone, and about how many these are.
    tokens: Option<usize>,
    about: Option<usize>,
}

/// How much of the text on each side of a part is counted with it, in bytes. Whether two texts share
/// a token where they meet is decided by fewer.
const CONTEXT: usize = 48;
/// How much of a part is counted to estimate the whole, in bytes.
const SAMPLE: usize = 4 << 10;
/// By how much such an estimate may be wrong.
const ERROR: usize = 2;
/// How long a token is at most, in bytes, except for a few of spaces.
const LONGEST_TOKEN: usize = 64;
/// How much of the text is counted first to see whether it exceeds a limit, in bytes for each token. Most
/// tokens are shorter.
const GLANCE: usize = 8;

impl<'p, 'b, C: Counter> Layout<'p, 'b, C> {
    pub(super) fn new(parts: &'p [Part<'b>], style: Style, counter: &'p C) -> Self {
        let (shown, kept) = (vec![None; parts.len()], vec![Kept::default(); parts.len()]);
        let (frame, indexes) = (style.frame(), BTreeSet::new());
        Layout { parts, counter, frame, shown, indexes, kept, max_tree: None, counted: Cell::new(None) }
    }

    /// Limits the tokens of each tree.
    pub(super) fn limit_trees(&mut self, tokens: usize) {
        self.max_tree = Some(tokens);
        for (part, kept) in self.parts.iter().zip(&mut self.kept) {
            if part.is_tree() {
                kept.most = Known::NotYet;
            }
        }
    }

    pub(super) fn parts(&self) -> &'p [Part<'b>] {
        self.parts
    }

    pub(super) fn part(&self, index: usize) -> Option<&'p Part<'b>> {
        self.parts.get(index)
    }

    pub(super) fn form(&self, index: usize) -> Option<Form> {
        self.shown.get(index)?.as_ref().map(|shown| shown.form)
    }

    /// What is shown of each part.
    pub(super) fn forms(&self) -> Vec<Option<Form>> {
        self.shown.iter().map(|shown| shown.as_ref().map(|shown| shown.form)).collect()
    }

    /// The text of a form of a part, which must exist.
    pub(super) fn render(&mut self, index: usize, form: Form) -> Option<RenderedForm> {
        let (part, kept) = (self.parts.get(index)?, self.kept.get_mut(index)?);
        let render = || part.text(form, &|text| self.counter.count(text)).into();
        let text = match form {
            Form::Full => kept.full.get_or_insert_with(render).clone(),
            Form::Placeholder => kept.placeholder.get_or_insert_with(render).clone(),
            Form::Summary | Form::Units(_) => {
                if let Some(shown) = kept.recent.iter().flatten().find(|shown| shown.form == form) {
                    return Some(shown.clone());
                }
                let shown = RenderedForm { form, text: render() };
                kept.recent.rotate_right(1);
                kept.recent[0] = Some(shown.clone());
                return Some(shown);
            }
        };
        Some(RenderedForm { form, text })
    }

    /// The text of the most that may be shown of a part. `None` if nothing may.
    pub(super) fn render_most(&mut self, index: usize) -> Option<RenderedForm> {
        let most = self.most(index)?;
        self.render(index, most)
    }

    /// The most that may be shown of a part: all of it, or as much as has few enough tokens.
    pub(super) fn most(&mut self, index: usize) -> Option<Form> {
        if let Known::Is(most) = self.kept.get(index)?.most {
            return most;
        }
        let part = self.parts.get(index)?;
        let limit = part.max_tokens().or(self.max_tree.filter(|_| part.is_tree()));
        let most = match limit {
            Some(limit) if !self.is_within(index, Form::Full, limit) => self.most_within(part, index, limit),
            _ => Some(Form::Full),
        };
        let most = part.most_units().map_or(most, |units| most.min(Some(Form::Units(units))));
        self.kept.get_mut(index)?.most = Known::Is(most);
        most
    }

    /// The most of a part, but not all of it, that has so many tokens.
    fn most_within(&mut self, part: &Part<'_>, index: usize, limit: usize) -> Option<Form> {
        let form = |form: Form, layout: &mut Self| layout.is_within(index, form, limit).then_some(form);
        largest(part.units(), |units| form(Form::Units(units), self)).or_else(|| {
            let smaller = [Form::Summary, Form::Placeholder].into_iter();
            smaller.filter(|form| part.has(*form)).find_map(|smaller| form(smaller, self))
        })
    }

    /// The numbers of lines or rows that a part can be shortened to. They may be none.
    pub(super) fn units(&mut self, index: usize) -> Range<usize> {
        let units = self.parts.get(index).map_or(0..0, Part::units);
        match self.most(index) {
            Some(Form::Full) => units,
            Some(Form::Units(most)) => units.start..most,
            _ => units.start..units.start,
        }
    }

    /// Whether a part has this form, and it is of use: it is not more than may be shown, and not a
    /// placeholder where the whole takes less than twice as much.
    pub(super) fn has(&mut self, index: usize, form: Form) -> bool {
        if !self.part(index).is_some_and(|part| part.has(form)) || Some(form) > self.most(index) {
            return false;
        }
        if form != Form::Placeholder {
            return true;
        }
        let Some(shown) = self.render(index, form) else { return false };
        let least = 2 * self.counter.count(&shown.text);
        least <= 1 || !self.is_within(index, Form::Full, least - 1)
    }

    /// About how many tokens a part has in full, alone: exact if it is short.
    pub(super) fn tokens(&mut self, index: usize) -> usize {
        if let Some(tokens) = self.kept.get(index).and_then(|kept| kept.about) {
            return tokens;
        }
        let tokens = self.sample(index).unwrap_or_else(|| self.exact_tokens(index));
        if let Some(kept) = self.kept.get_mut(index) {
            kept.about = Some(tokens);
        }
        tokens
    }

    /// About how many tokens a part has in full, by its first lines or rows. `None` if it is short, or has
    /// none.
    fn sample(&self, index: usize) -> Option<usize> {
        let part = self.parts.get(index)?;
        let (units, size) = (part.units(), part.size(usize::MAX));
        let sample = self::units(part, SAMPLE).filter(|_| size > 2 * SAMPLE && units.contains(&1))?;
        let text = part.text(Form::Units(sample), &|text| self.counter.count(text));
        let (tokens, sample) = (self.counter.count(&text) as u128, part.size(sample).max(1));
        usize::try_from(tokens * size as u128 / sample as u128).ok()
    }

    fn exact_tokens(&mut self, index: usize) -> usize {
        if let Some(tokens) = self.kept.get(index).and_then(|kept| kept.tokens) {
            return tokens;
        }
        let tokens = self.render(index, Form::Full).map_or(0, |shown| self.counter.count(&shown.text));
        if let Some(kept) = self.kept.get_mut(index) {
            kept.tokens = Some(tokens);
        }
        tokens
    }

    /// Whether a form of a part has at most so many tokens, alone. What is far larger is not counted.
    pub(super) fn is_within(&mut self, index: usize, form: Form, limit: usize) -> bool {
        let Some(part) = self.parts.get(index) else { return false };
        match form {
            Form::Full if part.size(usize::MAX) / LONGEST_TOKEN > limit => false,
            Form::Full => self.tokens(index) / ERROR <= limit && self.exact_tokens(index) <= limit,
            Form::Units(units) if part.size(units) / LONGEST_TOKEN > limit => false,
            _ => self.render(index, form).is_some_and(|shown| self.counter.count(&shown.text) <= limit),
        }
    }

    /// The lines or rows of a part that have about so many tokens. With more tokens, they are never fewer.
    pub(super) fn units_of(&mut self, index: usize, tokens: usize) -> Option<usize> {
        let (part, all) = (self.parts.get(index)?, self.tokens(index).max(1));
        let size = part.size(usize::MAX) as u128 * tokens as u128 / all as u128;
        self::units(part, usize::try_from(size).unwrap_or(usize::MAX))
    }

    /// Shows `shown` of a part, and returns what was shown before.
    pub(super) fn set(&mut self, index: usize, shown: Option<RenderedForm>) -> Option<RenderedForm> {
        self.counted.set(None);
        if shown.is_some() {
            self.indexes.insert(index);
        } else {
            self.indexes.remove(&index);
        }
        self.shown.get_mut(index).and_then(|place| std::mem::replace(place, shown))
    }

    /// The length of the text up to the end of the first `count` parts, which are shown.
    pub(super) fn length_of_first(&self, count: usize) -> usize {
        let shown = self.indexes.range(..count).enumerate();
        let before = |place| if place == 0 { self.frame.open.len() } else { self.frame.separator.len() };
        shown.map(|(place, index)| before(place) + self.length(*index)).sum()
    }

    /// The text of all that is shown.
    pub(super) fn text(&self) -> String {
        self.beginning(usize::MAX)
    }

    /// The text of all that is shown, or of the first parts if these have more than `bytes` bytes.
    fn beginning(&self, bytes: usize) -> String {
        let mut text = String::new();
        for index in &self.indexes {
            let Some(shown) = self.shown.get(*index).and_then(Option::as_ref) else { continue };
            text.push_str(if text.is_empty() { self.frame.open } else { self.frame.separator });
            text.push_str(&shown.text);
            if text.len() > bytes {
                return text;
            }
        }
        if !text.is_empty() {
            text.push_str(self.frame.close);
        }
        text
    }

    /// The length of what is shown of a part, in bytes.
    pub(super) fn length(&self, index: usize) -> usize {
        self.shown.get(index).and_then(Option::as_ref).map_or(0, |shown| shown.text.len())
    }

    /// The number of tokens of what is shown of a part, alone.
    pub(super) fn tokens_now(&self, index: usize) -> usize {
        let shown = self.shown.get(index).and_then(Option::as_ref);
        shown.map_or(0, |shown| self.counter.count(&shown.text))
    }

    /// About how many tokens fewer a part takes than in full, alone.
    pub(super) fn saved(&mut self, index: usize) -> usize {
        if self.form(index) == Some(Form::Full) {
            return 0;
        }
        self.tokens(index).saturating_sub(self.tokens_now(index))
    }

    pub(super) fn count_text(&self, text: &str) -> usize {
        self.counter.count(text)
    }

    /// The number of tokens of all that is shown.
    pub(super) fn count(&self) -> usize {
        let count = self.counted.get().unwrap_or_else(|| self.counter.count(&self.text()));
        self.counted.set(Some(count));
        count
    }

    /// Whether all that is shown has at most so many tokens. Of what is far larger, only the beginning is
    /// counted.
    pub(super) fn fits(&self, limit: usize) -> bool {
        if let Some(count) = self.counted.get() {
            return count <= limit;
        }
        let glance = limit.saturating_mul(GLANCE).saturating_add(SAMPLE);
        let text = self.beginning(glance);
        let first = (text.len() > glance).then(|| head(&text, glance));
        // Where it is cut, there may be a few tokens more than in the whole.
        if first.is_some_and(|first| self.counter.count(first) > limit.saturating_add(CONTEXT)) {
            return false;
        }
        self.count() <= limit
    }

    /// Whether all that is shown would fit with `shown` of a part.
    pub(super) fn fits_with(&mut self, index: usize, shown: &RenderedForm, limit: usize) -> bool {
        let old = self.set(index, Some(shown.clone()));
        let fits = self.fits(limit);
        self.set(index, old);
        fits
    }

    /// About how many tokens more there would be with `shown` of a part. Exact for vocabularies, which
    /// do not look further than the lines around.
    pub(super) fn growth(&self, index: usize, new: &RenderedForm) -> isize {
        let text = |index: usize| self.shown.get(index).and_then(Option::as_ref).map(|shown| &*shown.text);
        let before = self.indexes.range(..index).next_back().and_then(|before| text(*before));
        let after = self.indexes.range(index + 1..).next().and_then(|after| text(*after));
        let count = |middle: Option<&str>| {
            let texts =
                [before.map(|text| tail(text, CONTEXT)), middle, after.map(|text| head(text, CONTEXT))];
            if texts.iter().all(Option::is_none) {
                return 0;
            }
            let text = texts.into_iter().flatten().collect::<Vec<_>>().join(self.frame.separator);
            let open = if before.is_none() { self.frame.open } else { "" };
            let close = if after.is_none() { self.frame.close } else { "" };
            isize::try_from(self.counter.count(&format!("{open}{text}{close}"))).unwrap_or(isize::MAX)
        };
        count(Some(&new.text)).saturating_sub(count(text(index)))
    }

    /// Whether a form of this text is certain to need more than `left` more tokens.
    pub(super) fn is_beyond(&self, index: usize, new: &RenderedForm, left: isize) -> bool {
        let more = new.text.len().saturating_sub(self.length(index)) / LONGEST_TOKEN;
        isize::try_from(more).is_ok_and(|more| more > left)
    }
}

/// The most lines or rows of a part that have about `size` bytes, but not all of them.
fn units(part: &Part<'_>, size: usize) -> Option<usize> {
    let Range { start, end } = part.units();
    let (mut fit, mut excess) = (start.checked_sub(1)?, end);
    while excess.saturating_sub(fit) > 1 {
        let middle = fit.midpoint(excess);
        if part.size(middle) <= size {
            fit = middle;
        } else {
            excess = middle;
        }
    }
    part.units().contains(&fit).then_some(fit)
}

/// The end of a text.
fn tail(text: &str, bytes: usize) -> &str {
    let from = text.len().saturating_sub(bytes);
    (from..text.len()).find_map(|from| text.get(from..)).unwrap_or_default()
}

/// The beginning of a text.
fn head(text: &str, bytes: usize) -> &str {
    let to = text.len().min(bytes);
    (0..=to).rev().find_map(|to| text.get(..to)).unwrap_or_default()
}
