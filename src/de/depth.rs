//! The limit on nesting.

use crate::{Error, ErrorKind, Result};

/// The number of levels that may still be opened. Each open container, and each `Some` or newtype
/// around a value, takes one.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    pub(crate) room: usize,
    pub(crate) limit: usize,
}

impl Depth {
    pub(super) fn new(limit: usize) -> Self {
        Depth { room: limit, limit }
    }

    /// Goes one level down. Whoever opens a level restores the room afterwards.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<()> {
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

    /// The error has no position yet: it gets that of the value from the enclosing scope.
    #[cold]
    pub(super) fn too_deep(&self) -> Error {
        Error::new(ErrorKind::DepthLimit { limit: self.limit })
    }
}
