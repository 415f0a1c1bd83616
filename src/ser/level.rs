//! Levels: how much of a type is written ([`EncodeOptions::level`](crate::EncodeOptions)).

use crate::{EncodeOptions, Error, ErrorKind, Result};
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// That of a field: `level/RANK/NAME,NAME,…`, with the names of all its type's levels in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Level {
    rank: usize,
    names: &'static str,
}

impl Level {
    pub(crate) fn parse(hint: &'static str) -> Option<Self> {
        let (rank, names) = hint.strip_prefix("level/")?.split_once('/')?;
        Some(Level { rank: rank.parse().ok()?, names })
    }
}

/// The level that is asked for, and what is known of it.
pub(crate) struct Asked {
    name: Arc<str>,
    /// A type knows it.
    is_known: bool,
    /// The levels of those types that do not.
    others: Vec<&'static str>,
}

impl Asked {
    /// That of `options`, unless they ask for fields: what is asked for field by field is asked
    /// for.
    pub(crate) fn of(options: &EncodeOptions) -> Option<Self> {
        let name = options.level.as_ref().filter(|_| options.fields.is_none())?;
        Some(Asked { name: Arc::clone(name), is_known: false, others: Vec::new() })
    }

    /// Whether a field of this level is above the one that is asked for.
    pub(crate) fn hides(&mut self, level: Level) -> bool {
        let rank = level.names.split(',').position(|name| *name == *self.name);
        self.is_known |= rank.is_some();
        if rank.is_none() && !self.others.contains(&level.names) {
            self.others.push(level.names);
        }
        rank.is_some_and(|rank| level.rank > rank)
    }

    /// An error if types with levels have come, and none of them knows the one that is asked for.
    pub(crate) fn check(&self) -> Result<()> {
        if self.is_known || self.others.is_empty() {
            return Ok(());
        }
        let mut known: Vec<&str> = Vec::new();
        for name in self.others.iter().flat_map(|names| names.split(',')) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        Err(Error::new(ErrorKind::UnknownLevel { level: self.name.to_string(), known: known.join(", ") }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints() {
        let level = Level::parse("level/1/a,b c,d");
        assert!(level == Some(Level { rank: 1, names: "a,b c,d" }));
        for none in ["level", "level/", "level/1", "level/x/a", "levels/1/a", ""] {
            assert!(Level::parse(none).is_none(), "{none}");
        }
    }
}
