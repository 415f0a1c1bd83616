//! Rows without some of their fields, which are written elsewhere: how such rows are written, and
//! the deserializers for the values that are put back into them.

pub(crate) mod adapter;
pub(crate) mod key;
pub(crate) mod rewrite;
pub(crate) mod scalar;
pub(crate) mod split;
