//! What is shown of each block, and the text of all of it.

use super::counter::Counter;
use crate::render::{Form, Frame, Part, Style};
use std::collections::BTreeSet;
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
}

/// A form of a part, and its text.
#[derive(Clone, Debug)]
pub(super) struct RenderedForm {
    pub(super) form: Form,
    pub(super) text: Rc<str>,
}

#[derive(Clone, Default)]
struct Kept {
    full: Option<Rc<str>>,
    placeholder: Option<Rc<str>>,
    /// The tokens of the full form, alone.
    tokens: Option<usize>,
}

/// How much of the text on each side of a part is counted with it, in bytes. Whether two texts share
/// a token where they meet is decided by fewer.
const CONTEXT: usize = 48;

impl<'p, 'b, C: Counter> Layout<'p, 'b, C> {
    pub(super) fn new(parts: &'p [Part<'b>], style: Style, counter: &'p C) -> Self {
        let (shown, kept) = (vec![None; parts.len()], vec![Kept::default(); parts.len()]);
        Layout { parts, counter, frame: style.frame(), shown, indexes: BTreeSet::new(), kept }
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
            Form::Summary | Form::Units(_) => render(),
        };
        Some(RenderedForm { form, text })
    }

    /// Whether a part has this form, and it is of use: a placeholder is not where the whole takes less than
    /// twice as much.
    pub(super) fn has(&mut self, index: usize, form: Form) -> bool {
        if !self.part(index).is_some_and(|part| part.has(form)) {
            return false;
        }
        form != Form::Placeholder
            || self
                .render(index, form)
                .is_some_and(|shown| self.tokens(index) >= 2 * self.counter.count(&shown.text))
    }

    /// The number of tokens of a part in full, alone.
    pub(super) fn tokens(&mut self, index: usize) -> usize {
        if let Some(tokens) = self.kept.get(index).and_then(|kept| kept.tokens) {
            return tokens;
        }
        let tokens = self.render(index, Form::Full).map_or(0, |shown| self.counter.count(&shown.text));
        if let Some(kept) = self.kept.get_mut(index) {
            kept.tokens = Some(tokens);
        }
        tokens
    }

    /// Shows `shown` of a part, and returns what was shown before.
    pub(super) fn set(&mut self, index: usize, shown: Option<RenderedForm>) -> Option<RenderedForm> {
        if shown.is_some() {
            self.indexes.insert(index);
        } else {
            self.indexes.remove(&index);
        }
        self.shown.get_mut(index).and_then(|place| std::mem::replace(place, shown))
    }

    /// The length of the text up to the end of the first `count` parts, which are shown.
    pub(super) fn length_of_first(&self, count: usize) -> usize {
        let between =
            |index: usize| if index == 0 { self.frame.open.len() } else { self.frame.separator.len() };
        (0..count).map(|index| between(index) + self.length(index)).sum()
    }

    /// The text of all that is shown.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for index in &self.indexes {
            let Some(shown) = self.shown.get(*index).and_then(Option::as_ref) else { continue };
            text.push_str(if text.is_empty() { self.frame.open } else { self.frame.separator });
            text.push_str(&shown.text);
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

    /// How many tokens fewer a part takes than in full, alone.
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
        self.counter.count(&self.text())
    }

    /// Whether all that is shown would fit with `shown` of a part.
    pub(super) fn fits_with(&mut self, index: usize, shown: &RenderedForm, limit: usize) -> bool {
        let old = self.set(index, Some(shown.clone()));
        let fits = self.count() <= limit;
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
            let texts = [before.map(tail), middle, after.map(head)];
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
}

/// The end of a text.
fn tail(text: &str) -> &str {
    let from = text.len().saturating_sub(CONTEXT);
    (from..text.len()).find_map(|from| text.get(from..)).unwrap_or_default()
}

/// The beginning of a text.
fn head(text: &str) -> &str {
    let to = text.len().min(CONTEXT);
    (0..=to).rev().find_map(|to| text.get(..to)).unwrap_or_default()
}
