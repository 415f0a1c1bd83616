//! The line that says what was left out.

use std::collections::BTreeMap;
use std::{fmt, io};
use toon_context::sources::FileError;
use toon_convert::tokens;

/// How many files of each kind are named at most.
const NAMES: usize = 10;

/// What was left out, by name. Empty if nothing was.
pub(super) struct LeftOut {
    reasons: BTreeMap<Reason, Vec<String>>,
    /// How many files of each kind are named.
    names: usize,
    do_not_fit: usize,
}

/// In the order in which they matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    Secret,
    NotFound,
    Unreadable,
    TooLarge,
    NotText,
    Generated,
}

impl LeftOut {
    /// What was skipped. It is not known yet how many files do not fit, but it is at most `files`.
    pub(super) fn new(skipped: &[FileError], files: usize) -> Self {
        let mut reasons = BTreeMap::<Reason, Vec<String>>::new();
        // Of some errors it is not known which file they are about.
        for error in skipped.iter().filter(|error| !error.path().is_empty()) {
            reasons.entry(Reason::of(error)).or_default().push(on_one_line(error.path()));
        }
        LeftOut { reasons, names: NAMES, do_not_fit: files }
    }

    /// Names fewer files, so that there are at most so many tokens.
    pub(super) fn shorten(&mut self, tokens: usize) {
        while self.names > 0 && tokens::count(&self.to_string()) > tokens {
            self.names /= 2;
        }
    }

    pub(super) fn does_not_fit(&mut self, files: usize) {
        self.do_not_fit = files;
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "Left out: ";
        for (reason, paths) in &self.reasons {
            write!(f, "{before}{} {}", paths.len(), reason.text())?;
            before = "; ";
            let named: Vec<&str> = paths.iter().take(self.names).map(String::as_str).collect();
            let more = if named.len() < paths.len() { ", …" } else { "" };
            if !named.is_empty() {
                write!(f, " ({}{more})", named.join(", "))?;
            }
        }
        if self.do_not_fit > 0 {
            write!(f, "{before}{} more did not fit the budget", self.do_not_fit)?;
        }
        Ok(())
    }
}

impl Reason {
    fn of(error: &FileError) -> Self {
        match error {
            FileError::Secret { .. } => Reason::Secret,
            FileError::Generated { .. } => Reason::Generated,
            FileError::TooLarge { .. } => Reason::TooLarge,
            FileError::NotText { .. } => Reason::NotText,
            FileError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound => Reason::NotFound,
            _ => Reason::Unreadable,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Reason::Secret => "look secret",
            Reason::NotFound => "not found",
            Reason::Unreadable => "cannot be read",
            Reason::TooLarge => "too large",
            Reason::NotText => "not text",
            Reason::Generated => "generated",
        }
    }
}

fn on_one_line(path: &str) -> String {
    path.replace(char::is_control, "\u{fffd}")
}
