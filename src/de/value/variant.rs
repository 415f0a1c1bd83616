//! Deserializes externally tagged enums in lists, whose items are objects with a single key (unit
//! variants are strings).

use super::object::{ObjectAccess, read_value};
use crate::de::access::{EnumFrom, finished, no_more};
use crate::de::context::Context;
use crate::de::entry::{Entry, Node, first_field};
use crate::de::key_de::read_key;
use crate::{Error, Result};
use serde::de::{DeserializeSeed, MapAccess, Visitor};

/// Reads the variant of `node`, a list item.
#[inline]
pub(super) fn of_item<'de, V: Visitor<'de>>(
    context: &mut Context<'de>,
    node: &Node<'de>,
    visitor: V,
) -> Result<V::Value> {
    let mut entry = Entry::new();
    context.reader.depth.enter()?;
    let depth = first_field(&context.reader, node, &mut entry)?;
    let mut access = SingleEntry { context, entry: &entry, pending: true };
    finished(
        &mut access,
        |access| visitor.visit_enum(EnumFrom(access)),
        |SingleEntry { context, entry, pending }| {
            if !*pending && context.reader.ends(depth)? {
                return Ok(());
            }
            no_more(&mut ObjectAccess::after_entry(context, node, entry, *pending))
        },
    )
}

/// An entry that is assumed to be the only one.
struct SingleEntry<'a, 'de> {
    context: &'a mut Context<'de>,
    entry: &'a Entry<'de>,
    /// The value has not been read.
    pending: bool,
}

impl<'de> MapAccess<'de> for SingleEntry<'_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let reader = &self.context.reader;
        read_key(&self.entry.key, &reader.source, reader.depth.wrappers, seed).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        self.pending = false;
        read_value(self.context, self.entry, seed)
    }
}
