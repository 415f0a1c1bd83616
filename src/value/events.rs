//! Values from events, and events from values.

use super::{Map, Number, Value};
use crate::event::Events;
use crate::{Error, ErrorKind, Result};
use alloc::string::String;
use alloc::vec::Vec;

/// Builds a value from events.
///
/// # Errors
/// Each event fails if it is not allowed where it comes, or if a key occurs twice.
pub struct ValueBuilder {
    open: Vec<OpenValue>,
    root: Option<Value>,
    max_depth: usize,
}

enum OpenValue {
    Array(Vec<Value>),
    /// An object, and the last key, until its value comes. It has none if the field is omitted.
    Object(Map, Option<String>),
}

impl ValueBuilder {
    /// A builder that accepts at most `max_depth` nested containers.
    pub fn with_max_depth(max_depth: usize) -> Self {
        ValueBuilder { open: Vec::new(), root: None, max_depth }
    }

    fn begin(&mut self, open: OpenValue) -> Result<()> {
        if self.open.len() >= self.max_depth {
            return Err(Error::new(ErrorKind::DepthLimit { limit: self.max_depth }));
        }
        self.open.push(open);
        Ok(())
    }

    /// The value.
    ///
    /// # Errors
    /// Fails if it is incomplete, which it is if a sender has ignored an error.
    pub fn finish(self) -> Result<Value> {
        self.root.filter(|_| self.open.is_empty()).ok_or_else(|| Error::new(ErrorKind::AlreadyFailed))
    }

    /// Adds a whole value.
    ///
    /// # Errors
    /// See above.
    pub fn value(&mut self, value: Value) -> Result<()> {
        match self.open.last_mut() {
            None if self.root.is_some() => return Err(Error::new(ErrorKind::SecondRoot)),
            None => self.root = Some(value),
            Some(OpenValue::Array(elements)) => elements.push(value),
            Some(OpenValue::Object(entries, key)) => {
                let Some(key) = key.take() else {
                    return Err(Error::new(ErrorKind::IncompleteEntry { missing: "key" }));
                };
                entries.insert(key, value);
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<()> {
        match self.open.pop() {
            Some(OpenValue::Array(mut elements)) => {
                elements.shrink_to_fit();
                self.value(Value::Array(elements))
            }
            // A last key without a value belongs to a field that is omitted.
            Some(OpenValue::Object(mut entries, _)) => {
                entries.shrink_to_fit();
                self.value(Value::Object(entries))
            }
            None => Ok(()),
        }
    }
}

impl Events for ValueBuilder {
    fn begin_object(&mut self) -> Result<()> {
        self.begin(OpenValue::Object(Map::new(), None))
    }

    fn key(&mut self, key: &str) -> Result<()> {
        if let Some(OpenValue::Object(entries, pending)) = self.open.last_mut() {
            if entries.contains_key(key) {
                return Err(Error::new(ErrorKind::DuplicateKey { key: key.into() }));
            }
            *pending = Some(key.into());
        }
        Ok(())
    }

    fn end_object(&mut self) -> Result<()> {
        self.end()
    }

    fn begin_array(&mut self) -> Result<()> {
        self.begin(OpenValue::Array(Vec::new()))
    }

    fn end_array(&mut self) -> Result<()> {
        self.end()
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.value(Value::String(string.into()))
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.value(match Number::new(number) {
            Some(number) => Value::Number(number),
            None => Value::String(number.into()),
        })
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.value(match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => Value::Null,
        })
    }
}

#[cfg(feature = "json")]
impl Value {
    /// Sends the value as events.
    ///
    /// # Errors
    /// Those of `events`.
    pub(crate) fn send<E: ?Sized + Events>(&self, events: &mut E) -> Result<()> {
        match self {
            Value::Null => events.word("null"),
            Value::Bool(value) => events.word(if *value { "true" } else { "false" }),
            Value::Number(number) => number.with_text(|text| events.number(text)),
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
