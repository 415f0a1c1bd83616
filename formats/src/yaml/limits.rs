//! Limits for what aliases add.

/// The maximum number of bytes that aliases may add.
pub(super) const REPEATED_BYTES: usize = 64 << 20;

/// The maximum number of nodes that aliases may add.
pub(super) const REPEATED_NODES: usize = 1_000_000;
