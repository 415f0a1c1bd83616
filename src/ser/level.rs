//! Levels: how much of a type is written ([`EncodeOptions::level`](crate::EncodeOptions)).

use crate::{EncodeOptions, Error, ErrorKind, Result};
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A level of a type, as a hint of a field: what is behind the prefix is the level's name, whatever
/// that contains. A field has one such hint for each of the type's levels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct LevelHint {
    name: &'static str,
    /// The field is not written there.
    is_hidden: bool,
}

impl LevelHint {
    pub(crate) fn named(name: &'static str) -> Option<Self> {
        let hidden = name.strip_prefix("$toon::hidden_at/").map(|name| LevelHint { name, is_hidden: true });
        let shown = || name.strip_prefix("$toon::shown_at/").map(|name| LevelHint { name, is_hidden: false });
        hidden.or_else(shown)
    }
}

/// The level that is asked for, and what is known of it.
pub(crate) struct Asked {
    name: Arc<str>,
    /// A type knows it.
    is_known: bool,
    /// The levels of types before the first that does.
    others: Vec<&'static str>,
}

impl Asked {
    /// That of `options`, unless they ask for fields: what is asked for field by field is asked
    /// for.
    pub(crate) fn of(options: &EncodeOptions) -> Option<Self> {
        let name = options.level.as_ref().filter(|_| options.fields.is_none())?;
        Some(Asked { name: Arc::clone(name), is_known: false, others: Vec::new() })
    }

    /// Whether `level` is the one that is asked for, and a field is not written there.
    pub(crate) fn hides(&mut self, level: LevelHint) -> bool {
        let is_asked = *level.name == *self.name;
        self.is_known |= is_asked;
        if !self.is_known && !self.others.contains(&level.name) {
            self.others.push(level.name);
        }
        is_asked && level.is_hidden
    }

    /// An error if types with levels have come, and none of them knows the one that is asked for.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_known || self.others.is_empty() {
            return Ok(());
        }
        let known = self.others.join(", ");
        Err(Error::new(ErrorKind::UnknownLevel { level: self.name.to_string(), known }))
    }
}
