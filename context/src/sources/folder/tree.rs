//! The tree of a folder.

use super::walk::Found;
use crate::block::{Entry, FileTree};
use std::iter::Peekable;
use std::path::Path;

/// The tree of the folder `root`, which is shown with its name only.
pub(super) fn of(root: &Path, found: &[Found]) -> FileTree {
    let path = root.canonicalize();
    let name = path.as_ref().ok().and_then(|path| path.file_name()).unwrap_or_default();
    FileTree::new(format!("{}/", name.to_string_lossy()), entries(&mut found.iter().peekable(), 1))
}

/// The entries of a folder, which are at `depth`.
fn entries<'f>(found: &mut Peekable<impl Iterator<Item = &'f Found>>, depth: usize) -> Vec<Entry> {
    let mut list = Vec::new();
    while let Some(Found { name, size, .. }) = found.next_if(|found| found.depth == depth) {
        list.push(match size {
            Some(size) => Entry::file(name, *size),
            None => Entry::directory(name, entries(found, depth + 1)),
        });
    }
    list
}
