//! The values of a repaired text, as a tree.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;
use toon::__internal::{Events, JsonReader};
use toon::{__internal, Result};

#[derive(Clone, Debug)]
pub(super) enum MeantValue<'t> {
    /// `true`, `false` or `null`.
    Word(&'t str),
    /// As spelled.
    Number(Cow<'t, str>),
    /// A string without quotes.
    Text(&'t str),
    String(Cow<'t, str>),
    Array(Vec<MeantValue<'t>>),
    Object(Vec<(Cow<'t, str>, MeantValue<'t>)>),
}

impl Default for MeantValue<'_> {
    fn default() -> Self {
        MeantValue::Word("null")
    }
}

impl<'t> MeantValue<'t> {
    /// Parses JSON text. Also returns the keys that occur twice in an object, whose last value is
    /// kept. Returns `None` if the text is not JSON or is nested too deeply.
    pub(super) fn of_json(text: &'t str, max_depth: usize) -> Option<(MeantValue<'t>, Vec<String>)> {
        let mut builder =
            ValueBuilder { text, open: Vec::new(), value: None, duplicates: Vec::new(), max_depth };
        JsonReader::new(text).read(&mut builder).ok()?;
        Some((builder.value?, builder.duplicates))
    }

    pub(super) fn send(&self, events: &mut impl Events) -> Result<()> {
        match self {
            MeantValue::Word(word) => events.word(static_word(word)),
            MeantValue::Number(number) => events.number(number),
            MeantValue::Text(string) => events.string(string),
            MeantValue::String(string) => events.string(string),
            MeantValue::Array(elements) => {
                events.begin_array()?;
                elements.iter().try_for_each(|element| element.send(events))?;
                events.end_array()
            }
            MeantValue::Object(entries) => {
                events.begin_object()?;
                for (key, value) in entries {
                    events.key(key)?;
                    value.send(events)?;
                }
                events.end_object()
            }
        }
    }
}

impl MeantValue<'_> {
    pub(super) fn is_scalar(&self) -> bool {
        !matches!(self, MeantValue::Array(_) | MeantValue::Object(_))
    }

    /// The text of a scalar.
    pub(super) fn scalar(&self) -> Option<&str> {
        match self {
            MeantValue::Word(text) | MeantValue::Text(text) => Some(text),
            MeantValue::Number(text) | MeantValue::String(text) => Some(text),
            MeantValue::Array(_) | MeantValue::Object(_) => None,
        }
    }

    /// The first cell of a row.
    pub(super) fn first_cell(&self) -> Option<&str> {
        match self {
            MeantValue::Object(entries) => entries.first()?.1.scalar(),
            _ => None,
        }
    }

    /// Whether the values are the same, token for token.
    pub(super) fn is_like(&self, other: &MeantValue<'_>) -> bool {
        match (self, other) {
            (MeantValue::Array(a), MeantValue::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_like(b))
            }
            (MeantValue::Object(a), MeantValue::Object(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|((k, a), (l, b))| k == l && a.is_like(b))
            }
            _ => self.scalar().is_some() && self.scalar() == other.scalar(),
        }
    }
}

/// The word, which is one of the three.
fn static_word(word: &str) -> &'static str {
    match word {
        "true" => "true",
        "false" => "false",
        _ => "null",
    }
}

/// The position of `part` in `text`, if it is borrowed from there.
pub(super) fn offset_in(text: &str, part: &str) -> Option<usize> {
    let at = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    text.get(at..at.checked_add(part.len())?).filter(|same| *same == part)?;
    Some(at)
}

/// Builds a value from events.
struct ValueBuilder<'t> {
    text: &'t str,
    open: Vec<OpenValue<'t>>,
    value: Option<MeantValue<'t>>,
    /// The keys that occurred twice.
    duplicates: Vec<String>,
    /// The maximum depth.
    max_depth: usize,
}

enum OpenValue<'t> {
    Array(Vec<MeantValue<'t>>),
    /// An object and its pending key.
    Object(Object<'t>, Cow<'t, str>),
}

impl<'t> ValueBuilder<'t> {
    /// Borrows a string that the text contains verbatim.
    fn borrow(&self, string: &str) -> Cow<'t, str> {
        match offset_in(self.text, string) {
            Some(at) => Cow::Borrowed(&self.text[at..at + string.len()]),
            None => Cow::Owned(string.into()),
        }
    }

    fn push(&mut self, value: MeantValue<'t>) {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some(OpenValue::Array(elements)) => elements.push(value),
            Some(OpenValue::Object(object, key)) => {
                if !object.insert(key.clone(), value) {
                    self.duplicates.push(core::mem::take(key).into_owned());
                }
            }
        }
    }

    fn begin(&mut self, container: OpenValue<'t>) -> Result<()> {
        if self.open.len() >= self.max_depth {
            return Err(__internal::error(__internal::depth_limit(self.max_depth)));
        }
        self.open.push(container);
        Ok(())
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(OpenValue::Array(elements)) => self.push(MeantValue::Array(elements)),
            Some(OpenValue::Object(object, _)) => self.push(MeantValue::Object(object.entries)),
            None => {}
        }
    }
}

impl Events for ValueBuilder<'_> {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(OpenValue::Object(Object::default(), Cow::Borrowed("")))
    }

    fn key(&mut self, key: &str) -> Result<()> {
        let key = self.borrow(key);
        if let Some(OpenValue::Object(_, pending)) = self.open.last_mut() {
            *pending = key;
        }
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.end();
        Ok(())
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(OpenValue::Array(Vec::new()))
    }

    fn end_array(&mut self) -> Result<()> {
        self.end();
        Ok(())
    }

    fn string(&mut self, string: &str) -> Result<()> {
        let string = self.borrow(string);
        self.push(MeantValue::String(string));
        Ok(())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        let number = self.borrow(number);
        self.push(MeantValue::Number(number));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.push(MeantValue::Word(word));
        Ok(())
    }
}

/// The entries of an object, with unique keys.
#[derive(Default)]
pub(super) struct Object<'t> {
    pub(super) entries: Vec<(Cow<'t, str>, MeantValue<'t>)>,
    /// The positions of the keys, once there are more than [`MAX_COMPARED_KEYS`].
    index: BTreeMap<Cow<'t, str>, usize>,
    /// The keys in lower case, once there are as many.
    folded: BTreeSet<String>,
}

/// Up to this many keys are compared one by one.
const MAX_COMPARED_KEYS: usize = 8;

impl<'t> Object<'t> {
    fn find(&self, key: &str) -> Option<usize> {
        if self.entries.len() <= MAX_COMPARED_KEYS {
            self.entries.iter().position(|(own, _)| own == key)
        } else {
            self.index.get(key).copied()
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&MeantValue<'t>> {
        self.find(key).map(|at| &self.entries[at].1)
    }

    pub(super) fn contains(&self, key: &str) -> bool {
        self.find(key).is_some()
    }

    /// Whether another key differs from `key` only in the case of ASCII letters. To be called for
    /// each key before it is inserted.
    pub(super) fn has_in_other_case(&mut self, key: &str) -> bool {
        if self.entries.len() < MAX_COMPARED_KEYS {
            return self.entries.iter().any(|(own, _)| own != key && own.eq_ignore_ascii_case(key));
        }
        if self.folded.is_empty() {
            self.folded.extend(self.entries.iter().map(|(own, _)| own.to_ascii_lowercase()));
        }
        !self.folded.insert(key.to_ascii_lowercase()) && self.find(key).is_none()
    }

    /// Returns `false` if the key already existed: its value is replaced.
    pub(super) fn insert(&mut self, key: Cow<'t, str>, value: MeantValue<'t>) -> bool {
        if let Some(at) = self.find(&key) {
            self.entries[at].1 = value;
            return false;
        }
        self.entries.push((key, value));
        if self.entries.len() > MAX_COMPARED_KEYS {
            let from = if self.index.is_empty() { 0 } else { self.entries.len() - 1 };
            for (at, (key, _)) in self.entries.iter().enumerate().skip(from) {
                self.index.insert(key.clone(), at);
            }
        }
        true
    }

    /// The value of `key`, if it is the last key.
    pub(super) fn last_mut(&mut self, key: &str) -> Option<&mut MeantValue<'t>> {
        self.entries.last_mut().filter(|(own, _)| own == key).map(|(_, value)| value)
    }
}
