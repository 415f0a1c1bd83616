//! Values of JSON text.

use super::quota::Quota;
use toon::__internal::{Events, JsonReader, ValueBuilder, error};
use toon::{ErrorKind, Result, Value};

/// The value of `text`, with at most `depth` levels. `None` if it is not JSON, contains a duplicate key, is
/// too deep, or exceeds the quota.
pub(super) fn read(text: &str, depth: usize, quota: &mut Quota) -> Option<Value> {
    let mut builder = JsonBuilder { builder: ValueBuilder::with_max_depth(depth), quota };
    JsonReader::without_mark(text).read(&mut builder).ok()?;
    builder.builder.finish().ok()
}

/// Builds a value, as long as it does not exceed the quota.
struct JsonBuilder<'q> {
    builder: ValueBuilder,
    quota: &'q mut Quota,
}

impl JsonBuilder<'_> {
    /// Pays for a value before it is built.
    fn paid(&mut self) -> Result<&mut ValueBuilder> {
        match self.quota.take_value() {
            Some(()) => Ok(&mut self.builder),
            None => Err(error(ErrorKind::AlreadyFailed)),
        }
    }
}

impl Events for JsonBuilder<'_> {
    fn begin_object(&mut self) -> Result<()> {
        self.paid()?.begin_object()
    }

    fn key(&mut self, key: &str) -> Result<()> {
        self.builder.key(key)
    }

    fn end_object(&mut self) -> Result<()> {
        self.builder.end_object()
    }

    fn begin_array(&mut self) -> Result<()> {
        self.paid()?.begin_array()
    }

    fn end_array(&mut self) -> Result<()> {
        self.builder.end_array()
    }

    fn string(&mut self, string: &str) -> Result<()> {
        self.paid()?.string(string)
    }

    fn number(&mut self, number: &str) -> Result<()> {
        self.paid()?.number(number)
    }

    fn word(&mut self, word: &'static str) -> Result<()> {
        self.paid()?.word(word)
    }
}
