//! Names in messages: of keys and of fields.

use std::borrow::Cow;

/// The maximum number of names that a message lists.
const NAMES: usize = 6;

/// The key that `segment` is probably meant to be.
pub(super) fn close<'k>(segment: &str, keys: &'k [Cow<'_, str>]) -> Option<&'k str> {
    let short = |text: &str| -> String { text.chars().take(64).flat_map(char::to_lowercase).collect() };
    let segment = short(segment);
    let near = keys.iter().map(|key| (strsim::osa_distance(&segment, &short(key)), key));
    let (distance, key) = near.min_by_key(|(distance, _)| *distance)?;
    let length = segment.chars().count();
    // Any other key is just as close to one of one or two characters.
    (distance <= length.max(6) / 3 && distance < length).then_some(key)
}

/// The first of the keys, or whatever they are, of an object.
pub(super) fn listed(noun: &str, keys: &[Cow<'_, str>]) -> String {
    let short = |key: &str| {
        key.char_indices()
            .nth(40)
            .map_or(format!("{key:?}"), |(end, _)| format!("{:?}…", key.get(..end).unwrap_or_default()))
    };
    let mut first: Vec<String> = keys.iter().take(NAMES).map(|key| short(key)).collect();
    let more = keys.len().saturating_sub(NAMES);
    if more > 0 {
        first.push(format!("{more} more"));
    }
    match &*first {
        [] => "; it is an empty object".to_owned(),
        [key] => format!("; its only {noun} is {key}"),
        [keys @ .., last] => format!("; its {noun}s are {} and {last}", keys.join(", ")),
    }
}

/// A key as it is written in a path.
pub(super) fn segment(key: &str) -> Cow<'_, str> {
    if key.contains('.') { Cow::Owned(serde_json::Value::from(key).to_string()) } else { Cow::Borrowed(key) }
}
