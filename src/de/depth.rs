//! How many levels may still be opened.

use crate::{Error, ErrorKind, Result};

/// The levels of a document that are left, of those that the options allow: one for each container
/// that is open, and for each `Some` and newtype around a value.
#[derive(Clone, Copy)]
pub(crate) struct Depth {
    pub(crate) room: usize,
    pub(crate) limit: usize,
}

impl Depth {
    pub(super) fn new(limit: usize) -> Self {
        Depth { room: limit, limit }
    }

    /// One level down. Whoever opens a level restores the room behind it.
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

    /// Levels for the field groups of a table: the array and its rows take one each.
    pub(super) fn groups(&self) -> usize {
        self.room.saturating_sub(2)
    }

    /// Without a place: the value that is too deep is placed by the scope that holds it.
    #[cold]
    pub(super) fn too_deep(&self) -> Error {
        Error::new(ErrorKind::DepthLimit { limit: self.limit })
    }
}
