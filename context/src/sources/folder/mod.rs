//! Files and folders.

mod error;
mod kind;
mod rank;
mod read;
mod tree;
mod walk;

use crate::block::{Block, Code, FileTree};
use crate::words::Priority;
use read::shown;
use std::path::{Path, PathBuf};
use walk::Walk;

pub use error::FileError;
pub use rank::{Ranked, Score, Signal, Weights};

/// A folder, and what is read of it.
///
/// What `.gitignore` and similar files exclude is left out, hidden files as well, and symbolic links
/// are not followed. The order is that of the names, so that the same folder always gives the same
/// blocks.
///
/// ```
/// use toon_context::sources::Folder;
///
/// let folder = Folder::new(env!("CARGO_MANIFEST_DIR")).max_file_bytes(100_000).max_depth(1);
/// let code = folder.code("src/lib.rs")?;
/// assert_eq!((code.path.as_str(), code.lang.as_str()), ("src/lib.rs", "rust"));
/// let tree = folder.tree()?;
/// assert!(tree.entries.iter().any(|entry| entry.name == "src" && entry.children.is_empty()));
/// # Ok::<(), toon_context::sources::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    max_file_bytes: u64,
    max_depth: usize,
    hidden: bool,
    weights: Weights,
}

/// What [`Folder::pack`] makes of a folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct Packed {
    /// The names, and then the files.
    pub blocks: Vec<Block>,
    /// Why a file is not among the blocks, for each that is not: it is not text, too large, or cannot
    /// be read.
    pub skipped: Vec<FileError>,
}

impl Folder {
    /// The folder `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Folder {
            root: root.into(),
            max_file_bytes: 1 << 20,
            max_depth: 32,
            hidden: false,
            weights: Weights::default(),
        }
    }

    /// The maximum size of a file: 1 MiB by default. Larger ones are only listed in the tree.
    #[must_use]
    pub fn max_file_bytes(mut self, bytes: u64) -> Self {
        self.max_file_bytes = bytes;
        self
    }

    /// How many levels are read, of which the folder itself contains the first one: 32 by default.
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// Whether hidden files and folders are read: `false` by default, since some contain secrets.
    /// `.git` is never read.
    #[must_use]
    pub fn hidden(mut self, hidden: bool) -> Self {
        self.hidden = hidden;
        self
    }

    /// How much each signal counts for [`rank`](Folder::rank).
    #[must_use]
    pub fn weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Reads the file `path`, which is relative to the folder, or absolute. The block has the path relative
    /// to the folder if the file is in it, and the language that the extension tells.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, or is not text in UTF-8.
    pub fn code(&self, path: impl AsRef<Path>) -> Result<Code, FileError> {
        let path = self.root.join(path);
        let shown = shown(&self.root, &path);
        let text = read::text(&path, &shown, self.max_file_bytes)?;
        Ok(Code::new(shown, text))
    }

    /// Reads the names and sizes of the files. Symbolic links are left out.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn tree(&self) -> Result<FileTree, FileError> {
        let Walk { found, unread } = self.walk()?;
        match unread.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(tree::of(&self.root, &found)),
        }
    }

    /// Reads the names of the files, and the files that are text: prose and texts without a language as
    /// [`Document`](crate::Document)s, others as [`Code`]. Empty files are only listed in the tree.
    ///
    /// The blocks have priorities by name, and by the beginning of the text:
    ///
    /// | priority | blocks |
    /// | --- | --- |
    /// | high | the tree, and what describes the project at its root: README, `Cargo.toml`, `package.json` and so on, which come first |
    /// | normal | all others |
    /// | low | tests and change logs |
    /// | background | lock files, licences, and vendored, generated or minified code |
    ///
    /// # Errors
    /// If the folder cannot be read. What else cannot be read is [skipped](Packed::skipped).
    ///
    /// ```
    /// use toon_context::{Content, Priority, sources::Folder};
    ///
    /// let packed = Folder::new(env!("CARGO_MANIFEST_DIR")).pack()?;
    /// let [tree, manifest, ..] = packed.blocks.as_slice() else { unreachable!() };
    /// assert!(matches!(tree.content(), Content::FileTree(_)));
    /// assert!(matches!(manifest.content(), Content::Code(code) if code.path == "Cargo.toml"));
    /// assert_eq!(manifest.priority(), Priority::High);
    /// assert!(packed.skipped.is_empty());
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn pack(&self) -> Result<Packed, FileError> {
        let Walk { found, unread: mut skipped } = self.walk()?;
        let mut blocks = vec![tree::of(&self.root, &found).priority(Priority::High).into()];
        let files = || found.iter().filter(|found| found.size.is_some_and(|size| size > 0));
        let (first, others) = (files().filter(|file| kind::is_first(&file.shown)), files());
        for file in first.chain(others.filter(|file| !kind::is_first(&file.shown))) {
            match read::text(&file.path, &file.shown, self.max_file_bytes) {
                Ok(text) => blocks.push(kind::block(&file.shown, text)),
                Err(error) => skipped.push(error),
            }
        }
        Ok(Packed { blocks, skipped })
    }

    /// The files in the order in which they are worth showing for a question, which may be empty.
    ///
    /// What counts is said by [`Weights`]. The history is that of the last 1,000 commits, as the `git` program
    /// reads it. Files that are not text are ranked by their paths, as are those that are larger than
    /// [`max_file_bytes`](Folder::max_file_bytes), and empty ones are left out.
    ///
    /// # Errors
    /// If the folder cannot be read.
    ///
    /// ```
    /// use toon_context::sources::Folder;
    ///
    /// let ranked = Folder::new(env!("CARGO_MANIFEST_DIR")).rank("sort the files of a folder by BM25")?;
    /// assert!(ranked[..10].iter().any(|file| file.path == "src/sources/folder/rank/query.rs"));
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn rank(&self, query: &str) -> Result<Vec<Ranked>, FileError> {
        let Walk { found, .. } = self.walk()?;
        let files: Vec<_> = found.iter().filter(|found| found.size.is_some_and(|size| size > 0)).collect();
        let read = |file: &walk::Found| read::text(&file.path, &file.shown, self.max_file_bytes).ok();
        let ranked = rank::rank(&self.root, &files, query, &self.weights, read);
        let named = ranked
            .into_iter()
            .filter_map(|(index, score)| Some(Ranked { path: files.get(index)?.shown.clone(), score }));
        Ok(named.collect())
    }

    fn walk(&self) -> Result<Walk, FileError> {
        Walk::of(&self.root, self.max_depth, self.hidden)
    }
}

/// Reads the folder `dir` with the default options: [`Folder::pack`].
///
/// # Errors
/// If the folder cannot be read.
///
/// ```
/// let packed = toon_context::sources::folder(env!("CARGO_MANIFEST_DIR"))?;
/// assert!(packed.blocks.len() > 10);
/// # Ok::<(), toon_context::sources::FileError>(())
/// ```
pub fn folder(dir: impl Into<PathBuf>) -> Result<Packed, FileError> {
    Folder::new(dir).pack()
}

impl Code {
    /// Reads the file `path` in the folder `root`: [`Folder::code`] with a limit of 1 MiB.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, or is not text in UTF-8. The error names the file.
    ///
    /// ```
    /// use toon_context::{Code, Lang};
    ///
    /// let code = Code::from_path(env!("CARGO_MANIFEST_DIR"), "src/lib.rs")?;
    /// assert_eq!((code.path.as_str(), code.lang), ("src/lib.rs", Lang::Rust));
    ///
    /// let error = Code::from_path("src", "missing.rs").unwrap_err();
    /// assert!(error.to_string().starts_with("cannot read missing.rs: "));
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn from_path(root: impl Into<PathBuf>, path: impl AsRef<Path>) -> Result<Self, FileError> {
        Folder::new(root).code(path)
    }
}

impl FileTree {
    /// Reads the names in the folder `dir`, without hidden files, symbolic links, and what `.gitignore`
    /// excludes: [`Folder::tree`].
    ///
    /// # Errors
    /// If a folder cannot be read.
    ///
    /// ```
    /// use toon_context::FileTree;
    ///
    /// let tree = FileTree::from_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))?;
    /// assert_eq!(tree.root, "src/");
    /// assert!(tree.entries.iter().any(|entry| entry.name == "lib.rs" && entry.size > 0));
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn from_dir(dir: impl Into<PathBuf>) -> Result<Self, FileError> {
        Folder::new(dir).tree()
    }
}
