//! The form of the document.

/// The key of the entry that states the order of the levels.
pub(super) const ORDER: &str = "_by";

/// The key of rows without groups, if all fields are stated in front of them.
pub(super) const ROWS: &str = "rows";

/// The maximum number of levels.
pub(super) const MAX_LEVELS: usize = 128;
