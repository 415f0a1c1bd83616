//! Limits the nesting of `Some`s and newtypes, which open no container but still take stack space.

use crate::{Error, ErrorKind, Result};
use alloc::borrow::ToOwned;

/// The number of `Some`s and newtypes that may still be opened around a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wrappers {
    room: usize,
}

impl Wrappers {
    /// Far more than real values have. Only a type that contains nothing but itself reaches it.
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

    /// Leaves the innermost one.
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
