//! How blocks are treated.

use crate::words::Priority;

/// How a block is treated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modifiers {
    pub(crate) summary: Option<String>,
    pub(crate) priority: Priority,
    /// The fewest lines or rows to show, if not all are shown. At least one is shown in any case.
    pub(crate) min_units: usize,
}
