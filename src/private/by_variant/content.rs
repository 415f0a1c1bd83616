//! The content of an enum value, without its variant.

use crate::projection::rewrite::{Rewrite, Rewritten};
use serde::ser::Serialize;

/// An enum value that serializes only its content: without the object around it, or without its
/// tag.
pub(super) fn content<T>(value: &T) -> Rewritten<'_, T, Untagged> {
    Rewritten { row: value, change: Untagged { is_tag: true } }
}

/// Serializes an enum value that is tagged externally as its content, and an object, as which
/// serde serializes one that is tagged internally, without its first field, the tag.
#[derive(Clone, Copy)]
pub(super) struct Untagged {
    /// Whether the next field is the tag.
    is_tag: bool,
}

impl Rewrite for Untagged {
    const EXPECTED: &'static str = "expected an enum with content for a list that is grouped by variant";
    const IS_VARIANT: bool = true;

    fn count(&self, len: usize) -> usize {
        len.saturating_sub(1)
    }

    fn begin_variant(&mut self) {
        self.is_tag = false;
    }

    fn leaves_out(&mut self, _: &'static str) -> bool {
        core::mem::take(&mut self.is_tag)
    }

    fn leaves_out_entry<K: ?Sized + Serialize>(&mut self, _: &K) -> bool {
        core::mem::take(&mut self.is_tag)
    }
}
