//! The form of the document.

use alloc::vec::Vec;
use core::fmt::Display;

/// The key of the entry that states the order of the levels.
pub(super) const ORDER: &str = "_by";

/// The key of rows without groups, if all fields are stated in front of them.
pub(super) const ROWS: &str = "rows";

/// The maximum number of levels.
pub(super) const MAX_LEVELS: usize = 128;

/// Checks the fields by which rows are grouped. `error` creates an error with a message.
pub(super) fn check_fields<N: AsRef<str>, E>(
    fields: &[N],
    error: impl FnOnce(&dyn Display) -> E,
) -> Result<(), E> {
    let mut sorted: Vec<&str> = fields.iter().map(AsRef::as_ref).collect();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[_]>::first);
    match twice {
        _ if fields.is_empty() => Err(error(&"expected at least one field to group rows by")),
        _ if fields.len() > MAX_LEVELS => {
            Err(error(&format_args!("expected at most {MAX_LEVELS} fields to group rows by")))
        }
        Some(name) => Err(error(&format_args!("cannot group rows by `{name}` twice"))),
        None => Ok(()),
    }
}
