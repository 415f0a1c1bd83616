//! Levels of detail: how much of a type is written
//! ([`EncodeOptions::level`](crate::EncodeOptions)).

use crate::{EncodeOptions, Error, ErrorKind, Result};
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A level as a hint of a field. What follows the prefix is the level's name, whatever it contains.
/// A field has one such hint for each level of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LevelHint {
    name: &'static str,
    /// The field is not written at this level.
    is_hidden: bool,
}

impl LevelHint {
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        let hidden = name.strip_prefix("$toon::hidden_at/").map(|name| LevelHint { name, is_hidden: true });
        let shown = || name.strip_prefix("$toon::shown_at/").map(|name| LevelHint { name, is_hidden: false });
        hidden.or_else(shown)
    }
}

/// The requested level, and which levels have been seen.
pub(crate) struct Asked {
    name: Arc<str>,
    /// Some type has this level.
    is_known: bool,
    /// Other levels, seen before the first type that has the requested one.
    others: Vec<&'static str>,
}

impl Asked {
    /// The level of `options`, unless they select fields: a field that is requested by name is
    /// never hidden.
    pub(crate) fn of(options: &EncodeOptions) -> Option<Self> {
        let name = options.level.as_ref().filter(|_| options.fields.is_none())?;
        Some(Asked { name: Arc::clone(name), is_known: false, others: Vec::new() })
    }

    /// Whether `level` is the requested one, and hides its field.
    pub(crate) fn hides(&mut self, level: LevelHint) -> bool {
        let is_asked = *level.name == *self.name;
        self.is_known |= is_asked;
        if !self.is_known && !self.others.contains(&level.name) {
            self.others.push(level.name);
        }
        is_asked && level.is_hidden
    }

    /// Fails if there are types with levels, but none of them has the requested one.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_known || self.others.is_empty() {
            return Ok(());
        }
        let known = self.others.clone();
        Err(Error::new(ErrorKind::UnknownLevel { level: self.name.to_string(), known }))
    }
}
