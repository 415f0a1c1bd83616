//! How much of a folder is read at most.

use super::error::FileError;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limits {
    pub(super) files: Option<usize>,
    pub(super) time: Option<Duration>,
}

impl Limits {
    /// The limits of a call that begins now.
    pub(super) fn start(self, root: &Path) -> Started<'_> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Started { root, limits: self, deadline }
    }
}

/// The limits of a call that has begun.
pub(super) struct Started<'r> {
    root: &'r Path,
    limits: Limits,
    deadline: Option<Instant>,
}

impl Started<'_> {
    /// # Errors
    /// If the time is up.
    pub(super) fn check_time(&self) -> Result<(), FileError> {
        match self.limits.time {
            Some(limit) if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                Err(FileError::TimedOut { path: self.path(), limit })
            }
            _ => Ok(()),
        }
    }

    /// # Errors
    /// If these are too many files, or the time is up.
    pub(super) fn check(&self, files: usize) -> Result<(), FileError> {
        match self.limits.files {
            Some(limit) if files > limit => Err(FileError::TooManyFiles { path: self.path(), limit }),
            _ => self.check_time(),
        }
    }

    fn path(&self) -> String {
        self.root.to_string_lossy().into_owned()
    }
}
