//! The values of a text, as a tree.

use crate::Result;
use crate::event::Events;
use alloc::borrow::Cow;
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
pub(super) struct Builder {
    /// The open containers, each with the key that waits for its value.
    open: Vec<(Value<'static>, Option<String>)>,
    value: Option<Value<'static>>,
    /// How deep it may become.
    max_depth: usize,
}

impl Builder {
    pub(super) fn new(max_depth: usize) -> Self {
        Builder { open: Vec::new(), value: None, max_depth }
    }

    /// The value, if it is complete.
    pub(super) fn finish(self) -> Option<Value<'static>> {
        self.value
    }

    fn push(&mut self, value: Value<'static>) -> Result<()> {
        match self.open.last_mut() {
            None => self.value = Some(value),
            Some((Value::Array(elements), _)) => elements.push(value),
            Some((Value::Object(entries), key)) => {
                entries.push((Cow::Owned(key.take().unwrap_or_default()), value));
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn begin(&mut self, container: Value<'static>) -> Result<()> {
        if self.open.len() >= self.max_depth {
            return Err(crate::Error::new(crate::ErrorKind::DepthLimit { limit: self.max_depth }));
        }
        self.open.push((container, None));
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        match self.open.pop() {
            Some((container, _)) => self.push(container),
            None => Ok(()),
        }
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
        self.push(Value::String(Cow::Owned(string.into())))
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.push(Value::Number(Cow::Owned(number.into())))
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.push(Value::Word(word))
    }
}
