//! The limit on `Some`s and newtypes: they open no container, but take stack all the same.

use crate::{Error, ErrorKind, Result};
use alloc::borrow::ToOwned;

/// The number of them that may still be opened on the path to a value.
#[derive(Clone, Copy)]
pub(crate) struct Wrappers {
    room: usize,
}

impl Wrappers {
    /// Far more than values have. Only a type that contains itself and nothing else needs them all.
    const LIMIT: usize = 1024;

    pub(crate) const fn new() -> Self {
        Wrappers { room: Self::LIMIT }
    }

    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        match self.room.checked_sub(1) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(too_many()),
        }
    }

    /// The last one that was entered ends.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.room += 1;
    }
}

#[cold]
fn too_many() -> Error {
    let hint = "reduce the number of `Some`s and newtypes around each other";
    Error::new(ErrorKind::DepthLimit { limit: Wrappers::LIMIT }).set_hint(hint.to_owned())
}
