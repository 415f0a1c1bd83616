//! What is checked while a container is read, and where it is.

use super::error::{DecodeError, DecodeErrorKind as Kind, Place, Within};
use super::limits::Limits;
use crate::value::Quota;

type Result<T> = std::result::Result<T, DecodeError>;

/// How many tolerated errors are kept, so that a hostile container cannot fill the memory with them.
const MAX_TOLERATED: usize = 100;

/// The state of the checks of a whole container.
#[derive(Debug)]
pub(super) struct Checks {
    pub(super) strict: bool,
    pub(super) limits: Limits,
    tolerated: Vec<DecodeError>,
    items: usize,
    bytes: usize,
    /// For the values of data. They count apart from the items: those that follow data can always be read.
    pub(super) values: Quota,
}

/// Where bytes come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The offset of the first byte.
    pub(super) base: u64,
    pub(super) within: Within,
    pub(super) block: Option<usize>,
}

impl Origin {
    pub(super) fn error(self, kind: Kind, offset: usize) -> DecodeError {
        let Origin { base, within, block } = self;
        DecodeError::new(kind, Place { offset: base.saturating_add(offset as u64), within, block })
    }
}

impl Checks {
    pub(super) fn new(strict: bool, limits: Limits) -> Self {
        let values = Quota::of_values(limits.items);
        Checks { strict, limits, tolerated: Vec::new(), items: 0, bytes: 0, values }
    }

    /// An error in strict mode, else a remark.
    pub(super) fn tolerate(&mut self, error: DecodeError) -> Result<()> {
        if self.strict {
            return Err(error);
        }
        if self.tolerated.len() < MAX_TOLERATED {
            self.tolerated.push(error);
        }
        Ok(())
    }

    pub(super) fn tolerated(&self) -> &[DecodeError] {
        &self.tolerated
    }

    pub(super) fn into_tolerated(self) -> Vec<DecodeError> {
        self.tolerated
    }

    /// Counts a block, an entry, or a hunk.
    pub(super) fn count_item(&mut self) -> std::result::Result<(), Kind> {
        self.items += 1;
        let limit = self.limits.items;
        if self.items > limit { Err(Kind::TooManyItems { limit }) } else { Ok(()) }
    }

    /// Counts the content of a block.
    pub(super) fn count_bytes(&mut self, bytes: usize) -> std::result::Result<(), Kind> {
        self.bytes = self.bytes.saturating_add(bytes);
        let limit = self.limits.payload;
        if self.bytes > limit { Err(Kind::PayloadTooLarge { limit }) } else { Ok(()) }
    }
}
