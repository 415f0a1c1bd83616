//! The names in a folder.

use super::modifiers::Modifiers;

/// The names in a folder, and below.
///
/// ```
/// use toon_context::{Entry, FileTree};
///
/// let tree = FileTree::new("src/", [Entry::directory("bin", [Entry::file("toon.rs", 45)]), Entry::file("lib.rs", 120)]);
/// assert_eq!(tree.entries.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileTree {
    /// The folder.
    pub root: String,
    /// What it contains.
    pub entries: Vec<Entry>,
    pub(crate) has_sizes: bool,
    pub(crate) modifiers: Modifiers,
}

/// A name in a [`FileTree`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the file or directory, without the path.
    pub name: String,
    /// Whether it is a directory.
    pub is_directory: bool,
    /// The size of a file in bytes.
    pub size: u64,
    /// What a directory contains.
    pub children: Vec<Entry>,
    /// How many files a directory contains that are not listed. Containers do not keep it.
    pub unlisted: usize,
}

impl FileTree {
    /// The names in the folder `root`.
    pub fn new(root: impl Into<String>, entries: impl IntoIterator<Item = Entry>) -> Self {
        let entries = entries.into_iter().collect();
        FileTree { root: root.into(), entries, has_sizes: false, modifiers: Modifiers::default() }
    }

    /// Whether the sizes of files are shown: `false` by default.
    #[must_use]
    pub fn sizes(mut self, sizes: bool) -> Self {
        self.has_sizes = sizes;
        self
    }
}

impl Entry {
    /// A file of `size` bytes.
    pub fn file(name: impl Into<String>, size: u64) -> Self {
        Entry { name: name.into(), is_directory: false, size, children: Vec::new(), unlisted: 0 }
    }

    /// A directory.
    pub fn directory(name: impl Into<String>, children: impl IntoIterator<Item = Entry>) -> Self {
        let children = children.into_iter().collect();
        Entry { name: name.into(), is_directory: true, size: 0, children, unlisted: 0 }
    }
}
