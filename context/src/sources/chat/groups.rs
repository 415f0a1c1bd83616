//! Which messages are only kept together.

use super::outline::Outline;
use std::collections::HashMap;

/// The indexes of the messages that begin a group: a call with everything up to its result, what the model
/// thought with what it did then, and parts of one message.
pub(super) fn starts<'o>(outlines: impl Iterator<Item = &'o Outline>) -> Vec<usize> {
    let mut starts: Vec<usize> = Vec::new();
    // The message with the last call of an identifier, if there is no result of it yet.
    let mut open: HashMap<&str, usize> = HashMap::new();
    let mut last_id: Option<&str> = None;
    let mut is_after_prefix = false;
    // The last message that needs none after it.
    let mut last_complete = None;
    for (index, outline) in outlines.enumerate() {
        open.extend(outline.calls.iter().map(|call| (call.as_str(), index)));
        let calls = outline.results.iter().filter_map(|result| open.remove(result.as_str()));
        let call = calls.min();
        let is_continued = outline.id.is_some() && outline.id.as_deref() == last_id;
        // A result without a call stays with what is before it, so that no chat begins with it.
        let is_orphan = !outline.results.is_empty() && call.is_none();
        let before = if is_orphan { last_complete } else { None };
        let before = before.or(index.checked_sub(1).filter(|_| is_after_prefix || is_continued));
        let first = call.unwrap_or(index).min(before.unwrap_or(index));
        while starts.last().is_some_and(|start| *start > first) {
            starts.pop();
        }
        if first == index {
            starts.push(index);
        }
        is_after_prefix = outline.is_prefix;
        if !outline.is_prefix {
            last_complete = Some(index);
        }
        last_id = outline.id.as_deref().or(last_id.filter(|_| !outline.has_words));
    }
    starts
}
