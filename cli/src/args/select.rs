//! Options that select a part of the input.

use crate::pointer::Pointer;
use clap::Args;

/// Which part of the input is converted.
#[derive(Args, Debug, Default)]
pub(crate) struct Selecting {
    /// Convert only the value at this JSON pointer
    ///
    /// The pointer consists of keys and indices, as in `/items/0`. A `/` in a key is written as `~1`,
    /// and `~` as `~0`. The lines of NDJSON, JSON values one after another and the records of CSV
    /// are the elements of a list. NDJSON and such values are read only up to the selected one; in any other
    /// input, a mistake elsewhere is also an error.
    #[arg(long, value_name = "POINTER")]
    pub(crate) at: Option<Pointer>,
    /// Convert only the first N elements of the list
    ///
    /// The root, or what --at selects, must be a list. NDJSON, JSON values one after another, CSV and a
    /// long root array of TOON are read no further: a mistake after these elements is not found, and the types of CSV columns
    /// depend only on them.
    #[arg(long, value_name = "N")]
    pub(crate) head: Option<usize>,
}

impl Selecting {
    /// Whether the whole input is converted.
    pub(crate) fn is_all(&self) -> bool {
        self.at_root() && self.head.is_none()
    }

    /// The number of records at the beginning of the root list that are needed at most.
    pub(crate) fn records(&self) -> usize {
        self.head.filter(|_| self.at_root()).unwrap_or(usize::MAX)
    }

    pub(crate) fn at_root(&self) -> bool {
        self.at.as_ref().is_none_or(|Pointer(segments)| segments.is_empty())
    }
}

/// How long the text may be.
#[derive(Args, Debug, Default)]
pub(crate) struct Budget {
    /// Leave out rows until the text has at most N tokens
    ///
    /// Tokens are counted as `o200k_base`. As many of the first rows of the largest table as fit are
    /// kept, and what was left out is reported on stderr. Any list counts as a table. If the text is
    /// still too long without any rows of the largest one, rows of the next largest are left out,
    /// too. Holds the input in memory. Cannot be combined with both --fill and
    /// --stats.
    #[arg(long, value_name = "N", conflicts_with_all = ["normal", "smallest"])]
    pub(crate) max_tokens: Option<usize>,
}
