//! The values of a text, as a tree.

use crate::event::Events;
use crate::{Result, json};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) enum Value<'t> {
    /// `true`, `false` or `null`.
    Word(&'static str),
    /// As spelled.
    Number(Cow<'t, str>),
    String(Cow<'t, str>),
    Array(Vec<Value<'t>>),
    Object(Vec<(Cow<'t, str>, Value<'t>)>),
}

impl Value<'_> {
    /// The value of a JSON text. Nothing if it is none, or too deep.
    pub(super) fn of_json(text: &str, max_depth: usize) -> Option<Value<'static>> {
        let mut builder = Builder { open: Vec::new(), value: None, max_depth };
        json::Reader::new(text).read(&mut builder).ok()?;
        builder.value
    }

    pub(super) fn send(&self, events: &mut impl Events) -> Result<()> {
        match self {
            Value::Word(word) => events.word(word),
            Value::Number(number) => events.number(number),
            Value::String(string) => events.string(string),
            Value::Array(elements) => {
                events.begin_array()?;
                elements.iter().try_for_each(|element| element.send(events))?;
                events.end_array()
            }
            Value::Object(entries) => {
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

/// Makes a value of events.
struct Builder {
    /// The open containers, each with the key that waits for its value.
    open: Vec<(Value<'static>, Option<String>)>,
    value: Option<Value<'static>>,
    /// How deep it may become.
    max_depth: usize,
}

impl Builder {
    fn push(&mut self, value: Value<'static>) {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some((Value::Array(elements), _)) => elements.push(value),
            Some((Value::Object(entries), key)) => {
                entries.push((Cow::Owned(key.take().unwrap_or_default()), value));
            }
            Some(_) => {}
        }
    }

    fn begin(&mut self, container: Value<'static>) -> Result<()> {
        if self.open.len() >= self.max_depth {
            return Err(crate::Error::new(crate::ErrorKind::DepthLimit { limit: self.max_depth }));
        }
        self.open.push((container, None));
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        if let Some((container, _)) = self.open.pop() {
            self.push(container);
        }
        Ok(())
    }
}

impl Events for Builder {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(Value::Object(Vec::new()))
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let Some((_, pending)) = self.open.last_mut() {
            *pending = Some(key.into());
        }
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.end()
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(Value::Array(Vec::new()))
    }

    fn end_array(&mut self) -> Result<()> {
        self.end()
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.push(Value::String(Cow::Owned(string.into())));
        Ok(())
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.push(Value::Number(Cow::Owned(number.into())));
        Ok(())
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.push(Value::Word(word));
        Ok(())
    }
}

/// The entries of an object, in which each key stands once.
#[derive(Default)]
pub(super) struct Object<'t> {
    pub(super) entries: Vec<(Cow<'t, str>, Value<'t>)>,
    /// Where the keys are, once there are many.
    index: BTreeMap<Cow<'t, str>, usize>,
}

/// So many keys are compared one by one.
const FEW: usize = 8;

impl<'t> Object<'t> {
    fn find(&self, key: &str) -> Option<usize> {
        if self.entries.len() <= FEW {
            self.entries.iter().position(|(own, _)| own == key)
        } else {
            self.index.get(key).copied()
        }
    }

    /// Returns false if the key has been there: its value is replaced.
    pub(super) fn insert(&mut self, key: Cow<'t, str>, value: Value<'t>) -> bool {
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

    /// The value of `key`, if that is the last one.
    pub(super) fn last_mut(&mut self, key: &str) -> Option<&mut Value<'t>> {
        self.entries.last_mut().filter(|(own, _)| own == key).map(|(_, value)| value)
    }
}
