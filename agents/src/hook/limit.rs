//! What is shown of a result that does not fit.

use std::path::Path;
use toon_store::{Budget, Reader, Store, Stored, notice};

/// How much of a result is shown, and where the whole is kept.
#[derive(Debug)]
pub(super) struct Limit {
    budget: Budget,
    store: Store,
    reader: Reader,
}

/// A part of a result.
pub(super) struct Shown {
    pub(super) text: String,
    /// The size of the whole, in bytes.
    pub(super) whole: u64,
}

impl Limit {
    pub(super) fn new(tokens: usize, store: Store, program: String) -> Self {
        Limit { budget: Budget::in_bytes(tokens), store, reader: Reader::with_command(program) }
    }

    /// The limit in bytes.
    pub(super) fn bytes(&self) -> u64 {
        2 * self.budget.get() as u64
    }

    /// Keeps a text and shows a part of it. `None` if it cannot be kept: then the whole is shown.
    pub(super) fn of_text(&self, text: &str) -> Option<Shown> {
        let (shown, _) = notice::shorten(text, &self.store, &self.reader, self.budget).ok()?;
        self.shown(shown, text.len() as u64)
    }

    /// Shows a part of what the host has written to a file, which is not ours.
    pub(super) fn of_file(&self, file: &Path) -> Option<Shown> {
        let stored = Stored::of_file(file).ok()?;
        self.shown(notice::of(&stored, &self.reader, self.budget).ok()?, stored.bytes)
    }

    fn shown(&self, text: String, whole: u64) -> Option<Shown> {
        let is_shorter = self.budget.fits(&text) && (text.len() as u64) < whole;
        is_shorter.then_some(Shown { text, whole })
    }
}
