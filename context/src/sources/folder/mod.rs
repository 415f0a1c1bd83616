//! Files and folders.

#[cfg(feature = "json")]
mod data;
mod error;
mod generated;
mod kind;
mod limits;
mod names;
mod pack;
mod rank;
mod read;
mod tree;
mod walk;

use crate::block::{Block, Code, FileTree};
use limits::{Limits, Started};
use read::shown;
use std::path::{Path, PathBuf};
use std::time::Duration;
use walk::{Selection, Walk};

pub use error::FileError;
pub use rank::{Ranked, Score, Signal, Weights};

/// A folder, and what is read of it.
///
/// What `.gitignore` and similar files exclude is left out, hidden files as well, and symbolic links
/// are not followed. Folders that tools fill, such as `node_modules`, are one line in the tree. The same folder
/// always gives the same blocks.
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
    selection: Selection,
    query: String,
    budget: Option<usize>,
    max_file_bytes: u64,
    limits: Limits,
    protect: bool,
    line_numbers: bool,
    outline: bool,
    weights: Weights,
}

/// What [`Folder::pack`] makes of a folder.
#[derive(Debug)]
#[non_exhaustive]
pub struct Packed {
    /// The names, and then the files, best first.
    pub blocks: Vec<Block>,
    /// Why a file is where it is, in the same order, and also for those that are not among the blocks since the
    /// budget is far too small for them.
    pub ranked: Vec<Ranked>,
    /// Why a file is not among the blocks at all: it is not text, too large, generated, secret, or cannot be read.
    /// Hidden and ignored files are not among them, except `.env`.
    pub skipped: Vec<FileError>,
    /// The patterns among the [paths](Folder::paths) and [included](Folder::include) ones that no file matches.
    ///
    /// ```
    /// use toon_context::sources::Folder;
    ///
    /// let folder = Folder::new(env!("CARGO_MANIFEST_DIR")).paths(["src/*.rs", "src/*.zig"]).include(["none"]);
    /// assert_eq!(folder.pack()?.unmatched, ["src/*.zig", "none"]);
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub unmatched: Vec<String>,
}

impl Folder {
    /// The folder `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        let selection = Selection {
            paths: Vec::new(),
            include: Vec::new(),
            exclude: Vec::new(),
            max_depth: usize::MAX,
            hidden: false,
            ignore: true,
        };
        Folder {
            root: root.into(),
            selection,
            query: String::new(),
            budget: None,
            max_file_bytes: 1 << 20,
            limits: Limits::default(),
            protect: false,
            line_numbers: false,
            outline: false,
            weights: Weights::default(),
        }
    }

    /// The question that the files should answer. Without one, other [signals](Weights) decide.
    #[must_use]
    pub fn query(mut self, text: impl Into<String>) -> Self {
        self.query = text.into();
        self
    }

    /// How many tokens there will be room for: files that are certain not to be shown within that are not kept. It
    /// does not limit what is rendered.
    #[must_use]
    pub fn budget(mut self, tokens: usize) -> Self {
        self.budget = Some(tokens);
        self
    }

    /// Reads only these files and folders, relative to the root, and what matches these patterns, which are
    /// those of `.gitignore`. A folder such as `node_modules` is read if it is named. Paths that lead out of the root or
    /// through a symbolic link are [skipped](Packed::skipped).
    #[must_use]
    pub fn paths(mut self, paths: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.selection.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Also reads files that match these patterns, or are in folders that match them, and would otherwise be left out:
    /// ignored, hidden and generated ones. What looks secret must be named by its path.
    #[must_use]
    pub fn include(mut self, globs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.selection.include.extend(patterns(globs));
        self
    }

    /// Reads no files that match these patterns.
    #[must_use]
    pub fn exclude(mut self, globs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.selection.exclude.extend(patterns(globs));
        self
    }

    /// Whether what `.gitignore` and similar files exclude is left out: `true` by default.
    #[must_use]
    pub fn ignore(mut self, ignore: bool) -> Self {
        self.selection.ignore = ignore;
        self
    }

    /// Whether lines of code are shown with their numbers: `false` by default.
    #[must_use]
    pub fn line_numbers(mut self, line_numbers: bool) -> Self {
        self.line_numbers = line_numbers;
        self
    }

    /// Whether no more is shown of a file than its definitions, headings or keys, even if it would fit: `false` by
    /// default. Files without any are not affected. Definitions need the feature `outline`.
    #[must_use]
    pub fn outline(mut self, outline: bool) -> Self {
        self.outline = outline;
        self
    }

    /// Leaves out what looks secret even if it is [included](Self::include) by its path.
    #[must_use]
    pub fn protect_secrets(mut self) -> Self {
        self.protect = true;
        self
    }

    /// The maximum size of a file: 1 MiB by default. Larger ones are only listed in the tree.
    #[must_use]
    pub fn max_file_bytes(mut self, bytes: u64) -> Self {
        self.max_file_bytes = bytes;
        self
    }

    /// The maximum number of files and folders that are looked at, without those that are ignored: not limited by
    /// default. If there are more, it is an error.
    ///
    /// ```
    /// use toon_context::sources::{FileError, Folder};
    ///
    /// let error = Folder::new(env!("CARGO_MANIFEST_DIR")).max_files(10).pack().unwrap_err();
    /// assert!(matches!(error, FileError::TooManyFiles { limit: 10, .. }));
    /// ```
    #[must_use]
    pub fn max_files(mut self, files: usize) -> Self {
        self.limits.files = Some(files);
        self
    }

    /// How long reading the files and their history may take: not limited by default. If it takes longer, it is an
    /// error.
    ///
    /// ```
    /// use std::time::Duration;
    /// use toon_context::sources::{FileError, Folder};
    ///
    /// let error = Folder::new(env!("CARGO_MANIFEST_DIR")).time_limit(Duration::ZERO).pack().unwrap_err();
    /// assert!(matches!(error, FileError::TimedOut { .. }));
    /// ```
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.limits.time = Some(limit);
        self
    }

    /// How many levels are read, of which the folder itself contains the first one: all by default.
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.selection.max_depth = levels;
        self
    }

    /// Whether hidden files and folders are read: `false` by default, since some contain secrets.
    /// `.git` is never read.
    #[must_use]
    pub fn hidden(mut self, hidden: bool) -> Self {
        self.selection.hidden = hidden;
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
    /// If the file cannot be read, is too large, or is not text.
    pub fn code(&self, path: impl AsRef<Path>) -> Result<Code, FileError> {
        let path = self.root.join(path);
        let shown = shown(&self.root, &path);
        let text = read::text(&path, &shown, self.max_file_bytes)?;
        Ok(Code::new(shown, text))
    }

    /// Reads the names and sizes of the files. Symbolic links are left out.
    ///
    /// # Errors
    /// If a folder cannot be read, or a limit is exceeded.
    pub fn tree(&self) -> Result<FileTree, FileError> {
        let mut walk = self.walk(&self.limits.start(&self.root))?;
        self.hide_secret_names(&mut walk);
        match walk.unread.pop() {
            Some(error) => Err(error),
            None => Ok(tree::of(&self.root, &walk)),
        }
    }

    /// The files in the order in which they are worth showing for a question, which may be empty.
    ///
    /// What counts is said by [`Weights`]. The history is that of the last 1,000 commits, as the `git` program
    /// reads it. Files that are not text are ranked by their paths, as are those that are larger than
    /// [`max_file_bytes`](Folder::max_file_bytes), and empty ones are left out.
    ///
    /// # Errors
    /// If the folder cannot be read, or a limit is exceeded.
    ///
    /// ```
    /// use toon_context::sources::Folder;
    ///
    /// let ranked = Folder::new(env!("CARGO_MANIFEST_DIR")).rank("Which counter of tokens has a budget?")?;
    /// assert!(ranked[..5].iter().any(|file| file.path == "src/budget/counter.rs"));
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn rank(&self, query: &str) -> Result<Vec<Ranked>, FileError> {
        let limits = self.limits.start(&self.root);
        let Walk { found, .. } = self.walk(&limits)?;
        let files: Vec<_> = found.iter().filter(|found| found.size.is_some_and(|size| size > 0)).collect();
        let read = |file: &walk::Found| {
            limits.check_time().ok()?;
            read::text(&file.path, &file.shown, self.max_file_bytes).ok()
        };
        let ranked = rank::rank(&self.root, &files, query, &self.weights, read);
        limits.check_time()?;
        let named = ranked
            .into_iter()
            .filter_map(|(index, score)| Some(Ranked { path: files.get(index)?.shown.clone(), score }));
        Ok(named.collect())
    }

    /// Whether the [excluded patterns](Self::exclude) match a path in this folder, or a folder that it is in. The path
    /// need not exist.
    ///
    /// # Errors
    /// If a pattern cannot be read.
    ///
    /// ```
    /// use toon_context::sources::Folder;
    ///
    /// let folder = Folder::new(".").exclude(["target/", "*.lock"]);
    /// assert!(folder.excludes("target/a.rs")? && folder.excludes("sub/Cargo.lock")?);
    /// assert!(!folder.excludes("src/target.rs")?);
    /// # Ok::<(), toon_context::sources::FileError>(())
    /// ```
    pub fn excludes(&self, path: &str) -> Result<bool, FileError> {
        self.selection.excludes(&self.root, Path::new(path))
    }

    fn walk(&self, limits: &Started<'_>) -> Result<Walk, FileError> {
        Walk::of(&self.root, &self.selection, limits)
    }
}

/// Patterns that are not blank, which would match everything.
fn patterns(globs: impl IntoIterator<Item = impl Into<String>>) -> impl Iterator<Item = String> {
    globs.into_iter().map(Into::into).filter(|glob: &String| !glob.trim().is_empty())
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
    /// If the file cannot be read, is too large, or is not text. The error names the file.
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
