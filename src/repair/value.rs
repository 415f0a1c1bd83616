//! The values of a repaired text, as a tree.

use crate::event::Events;
use crate::{Result, json};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) enum MeantValue<'t> {
    /// `true`, `false` or `null`.
    Word(&'static str),
    /// As spelled.
    Number(Cow<'t, str>),
    String(Cow<'t, str>),
    Array(Vec<MeantValue<'t>>),
    Object(Vec<(Cow<'t, str>, MeantValue<'t>)>),
}

impl MeantValue<'_> {
    /// Parses JSON text. Also returns a key that occurs twice in an object, whose last value is
    /// kept. Returns `None` if the text is not JSON or is nested too deeply.
    pub(super) fn of_json(text: &str, max_depth: usize) -> Option<(MeantValue<'static>, Option<String>)> {
        let mut builder = ValueBuilder { open: Vec::new(), value: None, duplicate: None, max_depth };
        json::JsonReader::new(text).read(&mut builder).ok()?;
        Some((builder.value?, builder.duplicate))
    }

    pub(super) fn send(&self, events: &mut impl Events) -> Result<()> {
        match self {
            MeantValue::Word(word) => events.word(word),
            MeantValue::Number(number) => events.number(number),
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

/// Builds a value from events.
struct ValueBuilder {
    open: Vec<OpenValue>,
    value: Option<MeantValue<'static>>,
    /// A key that occurred twice.
    duplicate: Option<String>,
    /// The maximum depth.
    max_depth: usize,
}

enum OpenValue {
    Array(Vec<MeantValue<'static>>),
    /// An object and its pending key.
    Object(Object<'static>, String),
}

impl ValueBuilder {
    fn push(&mut self, value: MeantValue<'static>) {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some(OpenValue::Array(elements)) => elements.push(value),
            Some(OpenValue::Object(object, key)) => {
                if !object.insert(Cow::Owned(key.clone()), value) {
                    self.duplicate = Some(core::mem::take(key));
                }
            }
        }
    }

    fn begin(&mut self, container: OpenValue) -> Result<()> {
        if self.open.len() >= self.max_depth {
            return Err(crate::Error::new(crate::ErrorKind::DepthLimit { limit: self.max_depth }));
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

impl Events for ValueBuilder {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(OpenValue::Object(Object::default(), String::new()))
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let Some(OpenValue::Object(_, pending)) = self.open.last_mut() {
            *pending = key.into();
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
        self.push(MeantValue::String(Cow::Owned(string.into())));
        Ok(())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.push(MeantValue::Number(Cow::Owned(number.into())));
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
    /// The positions of the keys, once there are more than [`FEW`].
    index: BTreeMap<Cow<'t, str>, usize>,
}

/// Up to this many keys are compared one by one.
const FEW: usize = 8;

impl<'t> Object<'t> {
    fn find(&self, key: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            self.entries.iter().position(|(own, _)| own == key)
        } else {
            self.index.get(key).copied()
        }
    }

    /// Returns `false` if the key already existed: its value is replaced.
    pub(super) fn insert(&mut self, key: Cow<'t, str>, value: MeantValue<'t>) -> bool {
        if let Some(at) = self.find(&key) {
            self.entries[at].1 = value;
            return false;
        }
        self.entries.push((key, value));
        if self.entries.len() > FEW {
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
