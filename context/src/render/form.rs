//! How much of a block is shown.

/// How much of a block is shown, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Form {
    /// What it is, and how many tokens its content has.
    Placeholder,
    /// Its summary.
    Summary,
    /// So many of its first lines or rows, and how many more there are.
    Units(usize),
    /// All of it.
    Full,
}

/// How many tokens a text has.
pub(crate) type Count<'c> = &'c dyn Fn(&str) -> usize;

/// The text between what tells the block apart.
pub(super) struct Shown<'t> {
    pub(super) text: &'t str,
    /// The format of the text, if it is data.
    pub(super) format: Option<&'static str>,
    pub(super) is_summary: bool,
}
