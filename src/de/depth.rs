//! Limits the nesting depth.

use crate::wrappers::Wrappers;
use crate::{Error, ErrorKind, Result};

/// The name of a newtype that represents an object which is only written as a part of a key. It
/// counts as a container.
pub(crate) const UNWRITTEN_OBJECT: &str = "$toon::object";

/// The number of containers that may still be opened.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    pub(crate) room: usize,
    pub(crate) limit: usize,
    pub(crate) wrappers: Wrappers,
}

impl Depth {
    pub(crate) fn new(limit: usize) -> Self {
        Depth { room: limit, limit, wrappers: Wrappers::new() }
    }

    /// Opens a container. The caller restores `room` afterwards.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(self.too_deep()),
        }
    }

    /// The levels left for field groups of a table, whose array and rows take one each.
    pub(super) fn groups(&self) -> usize {
        self.room.saturating_sub(2)
    }

    /// The error for too many levels. It has no position yet: the enclosing scope places it at the
    /// value.
    #[cold]
    pub(super) fn too_deep(&self) -> Error {
        Error::new(ErrorKind::DepthLimit { limit: self.limit })
    }
}
