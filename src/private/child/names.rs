//! What the side keys and columns of child tables are called.

/// The column of a child table that repeats the key of the parent row.
pub(super) const OF: &str = "_of";
/// The last segment of the key that says which column of the parent this is.
pub(super) const OF_KEY: &str = "of";
