//! Chats with fewer messages.

use super::outline::{Message, Outline};
use super::source::{Body, Chat};
use crate::budget::{Budget, Counter};
use crate::render::RenderError;
use crate::search::largest;
use std::ops::Range;

/// A chat that fits a budget.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fitted {
    /// The chat, in the form in which it came.
    pub json: String,
    /// The number of tokens of that text, never more than the budget allows.
    pub tokens: usize,
    /// How many turns were left out.
    pub earlier: usize,
}

/// A group of messages.
#[derive(Debug)]
struct Group {
    messages: Range<usize>,
    /// Whether the user says something in it.
    has_words: bool,
    /// Whether it begins with the user, and not with results.
    is_start: bool,
}

impl Chat<'_> {
    /// The chat as it came, with only as many of its last messages as fit the budget, for use before it is
    /// sent.
    ///
    /// The instructions – a field, or the first messages – and the last turn of the user are always kept.
    /// Messages are left out as whole groups: a call with all its results, and what the model thought
    /// with what it did then. So that a chat does not begin with the model, what is kept of an answer
    /// follows the turn of the user that it answers. All else of the text, such as `model`, `tools` and the
    /// messages themselves, stays byte for byte; of JSON lines, only those with messages are kept. The next
    /// group would not fit.
    ///
    /// # Errors
    /// [`RenderError::DoesNotFit`] if not even that fits which is always kept.
    ///
    /// ```
    /// use toon_context::{Budget, sources::Chat};
    ///
    /// let json = r#"{"model": "m", "messages": [
    ///   {"role": "system", "content": "Be brief."},
    ///   {"role": "user", "content": "Which numbers are prime?"},
    ///   {"role": "assistant", "content": "2, 3, 5, 7, 11, 13, 17, 19, and so on."},
    ///   {"role": "user", "content": "Is 91?"}
    /// ]}"#;
    /// let out = Chat::read(json)?.fit(&Budget::tokens(50))?;
    /// let expected = r#"{"model": "m", "messages": [
    ///   {"role": "system", "content": "Be brief."},
    ///   {"role": "user", "content": "Is 91?"}
    /// ]}"#;
    /// assert_eq!((out.json.as_str(), out.earlier), (expected, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fit<C: Counter>(&self, budget: &Budget<C>) -> Result<Fitted, RenderError> {
        let groups = self.groups();
        let limit = budget.limit().unwrap_or(usize::MAX);
        let fitted = |count| {
            let (json, earlier) = self.with_last(count, &groups);
            Fitted { tokens: budget.count(&json), json, earlier }
        };
        let has_words = groups.iter().any(|group| group.has_words);
        let least = usize::from(!has_words).min(groups.len());
        let most = groups.len();
        if budget.limit().is_none() {
            return Ok(fitted(most));
        }
        let found = largest(least..most + 1, |count| Some(fitted(count)).filter(|out| out.tokens <= limit));
        found.ok_or_else(|| RenderError::DoesNotFit {
            what: "instructions and the last turn of the user",
            needed: fitted(least).tokens,
            limit,
        })
    }

    fn groups(&self) -> Vec<Group> {
        let messages = self.messages().get(self.instructions..).unwrap_or_default();
        let ends = self.starts.iter().skip(1).copied().chain([messages.len()]);
        let ranges = self.starts.iter().zip(ends).map(|(start, end)| *start..end);
        let group = |range: Range<usize>| {
            let group = messages.get(range.clone()).unwrap_or_default();
            let mut outlines = group.iter().map(|message| &message.outline);
            let has_words = outlines.clone().any(|outline| outline.has_words);
            let first = outlines.find(|outline| !outline.is_prefix);
            let is_start = first.is_some_and(Outline::is_plain_user);
            let messages = self.instructions + range.start..self.instructions + range.end;
            Group { messages, has_words, is_start }
        };
        ranges.map(group).collect()
    }

    /// The chat with the last `count` groups and what must be before them, and how many turns are left out.
    fn with_last(&self, count: usize, groups: &[Group]) -> (String, usize) {
        let first = groups.len() - count;
        let before = needed_before(first, groups);
        let needed = before.iter().flatten().filter_map(|index| groups.get(*index));
        let suffix = groups.get(first..).unwrap_or_default();
        let kept = needed.chain(suffix).flat_map(|group| group.messages.clone());
        let kept: Vec<usize> = (0..self.instructions).chain(kept).collect();
        let earlier = self.turns_of(0..self.messages().len()) - self.turns_of(kept.iter().copied());
        (self.text_of(&kept), earlier)
    }

    /// How many turns these messages are. The parts of a message of the model are one.
    fn turns_of(&self, indexes: impl IntoIterator<Item = usize>) -> usize {
        let mut id_before = None;
        let mut turns = 0;
        for message in indexes.into_iter().filter_map(|index| self.messages().get(index)) {
            let id = message.outline.id.as_deref();
            turns += usize::from(!message.outline.is_thought() && (id.is_none() || id != id_before));
            id_before = id.or(id_before);
        }
        turns
    }

    /// The chat with these messages, in this order.
    fn text_of(&self, kept: &[usize]) -> String {
        let messages = self.messages();
        let kept_messages =
            kept.iter().filter_map(|index| messages.get(*index).map(|message| (*index, message)));
        let mut out = String::new();
        match &self.body {
            Body::Array(_) if kept.len() < messages.len() => {
                let range = |message: &Message<'_>| range_in(self.text, message.source);
                let end_of = |index: usize| messages.get(index).map_or(0, |message| range(message).end);
                let (first, last) =
                    (messages.first().map_or(0, |first| range(first).start), messages.len() - 1);
                out.push_str(self.text.get(..first).unwrap_or_default());
                for (position, (index, message)) in kept_messages.enumerate() {
                    // What is between a message and the one before, such as a comma and a line feed.
                    if let Some(before) = index.checked_sub(1).filter(|_| position > 0) {
                        let between = end_of(before)..range(message).start;
                        out.push_str(self.text.get(between).unwrap_or_default());
                    }
                    out.push_str(message.source);
                }
                out.push_str(self.text.get(end_of(last)..).unwrap_or_default());
            }
            Body::Array(_) | Body::Input(_) => out.push_str(self.text),
            Body::Lines(_) => {
                for (position, (_, message)) in kept_messages.enumerate() {
                    out.push_str(if position > 0 { "\n" } else { "" });
                    out.push_str(message.source);
                }
                if self.text.ends_with('\n') {
                    out.push('\n');
                }
            }
        }
        out
    }
}

/// The groups that must be before the groups from `first` on: that with the last turn of the user before
/// them, and if it begins with results, a turn of the user to begin with.
fn needed_before(first: usize, groups: &[Group]) -> [Option<usize>; 2] {
    let before = groups.get(..first).unwrap_or_default();
    let has_words_after = groups.get(first..).unwrap_or_default().iter().any(|group| group.has_words);
    if first == 0 || has_words_after && groups.get(first).is_some_and(|group| group.is_start) {
        return [None, None];
    }
    let start_before = |end: usize| groups.get(..end)?.iter().rposition(|group| group.is_start);
    let words = before.iter().rposition(|group| group.has_words);
    match words {
        Some(words) if groups.get(words).is_some_and(|group| group.is_start) => [None, Some(words)],
        Some(words) => [start_before(words), Some(words)],
        None => [None, start_before(first)],
    }
}

/// Where a part of a text is.
fn range_in(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    start..start + part.len()
}
