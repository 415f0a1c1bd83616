//! How much of a block is shown.

use std::fmt;

/// How much of a block is shown, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// What it is, and how many tokens its content has.
    Placeholder,
    /// Its summary.
    Summary,
    /// So many of its lines, rows or groups of turns, and how many more there are.
    Units(usize),
    /// All of it.
    Full,
}

/// How many tokens a text has.
pub(crate) type Count<'c> = &'c dyn Fn(&str) -> usize;

/// What tells blocks apart where each needs a name of its own.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// The index of the block in the context.
    pub(super) block: usize,
    /// Its index in a run of turns.
    pub(super) turn: Option<usize>,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.block + 1)?;
        self.turn.map_or(Ok(()), |turn| write!(f, "_{}", turn + 1))
    }
}

/// The text between what tells the block apart.
pub(super) struct Shown<'t> {
    pub(super) text: &'t str,
    /// The format of the text, if it is data.
    pub(super) format: Option<&'static str>,
    pub(super) is_summary: bool,
}
