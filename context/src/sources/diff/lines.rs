//! The lines of a diff.

use super::error::{DiffError, Result};

#[derive(Clone)]
pub(super) struct DiffLines<'t> {
    rest: &'t [u8],
    /// The number of the next line, counted from 1.
    number: usize,
}

impl<'t> DiffLines<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        DiffLines { rest: text, number: 1 }
    }

    /// The next line, without the line feed.
    pub(super) fn peek(&self) -> Option<&'t [u8]> {
        self.rest.split(|byte| *byte == b'\n').next().filter(|_| !self.rest.is_empty())
    }

    /// An error in the next line.
    pub(super) fn error<T>(&self, reason: &'static str) -> Result<T> {
        Err(DiffError { line: self.number, reason })
    }

    /// Whether the next two lines are the names of a file.
    pub(super) fn are_names(&self) -> bool {
        let mut after = self.clone();
        let begins = |line: Option<&[u8]>, start: &[u8]| line.is_some_and(|line| line.starts_with(start));
        begins(after.next(), b"--- ") && begins(after.next(), b"+++ ")
    }

    /// Whether the next line is the signature that ends the diffs in an e-mail.
    pub(super) fn is_signature(&self) -> bool {
        self.peek().is_some_and(|line| line.trim_ascii_end() == b"--")
    }
}

impl<'t> Iterator for DiffLines<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.peek()?;
        self.rest = self.rest.get(line.len() + 1..).unwrap_or_default();
        self.number += 1;
        Some(line)
    }
}
