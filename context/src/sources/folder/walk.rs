//! What a folder contains.

use super::error::FileError;
use super::kind;
use super::limits::Started;
use super::read::shown;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

/// What patterns have, and most names do not.
const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// The name of a file that is noted although it is hidden, since it explains what a program needs.
const SETTINGS: &str = ".env";

/// A file or folder.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// The path relative to the root.
    pub(super) shown: String,
    /// The size of a file in bytes. `None` for a folder.
    pub(super) size: Option<u64>,
    /// Whether it was asked for, so that nothing about it leaves it out.
    pub(super) is_included: bool,
}

/// Which files and folders are found.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    pub(super) paths: Vec<String>,
    pub(super) include: Vec<String>,
    pub(super) exclude: Vec<String>,
    pub(super) max_depth: usize,
    pub(super) hidden: bool,
    pub(super) ignore: bool,
}

/// The files and folders in a folder.
#[derive(Default)]
pub(super) struct Walk {
    /// In the order of their paths.
    pub(super) found: Vec<Found>,
    /// Folders with what a tool has made or copied, and how many files they contain.
    pub(super) closed: BTreeMap<String, usize>,
    /// What cannot be read.
    pub(super) unread: Vec<FileError>,
    /// The settings of environments in these folders that were not found, since they are hidden or ignored.
    pub(super) settings: Vec<String>,
    /// Patterns of files to read that match none.
    pub(super) unmatched: Vec<String>,
}

impl Walk {
    pub(super) fn of(root: &Path, selection: &Selection, limits: &Started<'_>) -> Result<Self, FileError> {
        // The root may also be a file.
        fs::read_dir(root)
            .map_err(|source| FileError::Io { path: root.to_string_lossy().into_owned(), source })?;
        let mut walk = Walk::default();
        let exclude = overrides(root, std::iter::empty(), &selection.exclude)?;
        let starts = selection.starts(root, &mut walk.unread);
        for start in &starts {
            walk.add(root, &selection.builder(root, start, exclude.clone()), false, limits)?;
        }
        let projects = walk.projects();
        let globs = selection.globs(root)?;
        if let Some(globs) = &globs {
            let patterns = selection.paths.iter().filter(|path| is_glob(root, path));
            let patterns = patterns.map(|path| (path, overrides(root, below(path), &[])));
            walk.find_unmatched(patterns, limits)?;
            walk.found.retain(|found| globs.matched(&found.path, found.size.is_none()).is_whitelist());
        }
        walk.sort();
        walk.close_folders(&selection.named(root), &projects);
        let is_root_read = selection.max_depth > 0 && starts.iter().any(|start| start == root);
        let read = walk.folders(selection.max_depth).chain(is_root_read.then_some(root));
        let settings = read.map(|folder| folder.join(SETTINGS)).filter(|path| {
            !exclude.matched(path, false).is_ignore()
                && globs.as_ref().is_none_or(|globs| globs.matched(path, false).is_whitelist())
        });
        let settings: Vec<PathBuf> = settings.collect();
        if !selection.include.is_empty() {
            let all = Selection { hidden: true, ignore: false, ..selection.clone() };
            let globs = selection.include.iter().flat_map(|glob| with_contents(glob));
            let globs = overrides(root, globs, &selection.exclude)?;
            walk.add(root, &all.builder(root, root, globs), true, limits)?;
            let patterns = selection.include.iter();
            let patterns =
                patterns.map(|glob| (glob, overrides(root, with_contents(glob), &selection.exclude)));
            walk.find_unmatched(patterns, limits)?;
        }
        walk.sort();
        walk.add_settings(root, settings);
        Ok(walk)
    }

    /// Sorts by path, and removes what was found twice.
    fn sort(&mut self) {
        self.found.sort_by(|a, b| {
            let order = a.shown.split('/').cmp(b.shown.split('/'));
            order.then_with(|| a.path.cmp(&b.path)).then(b.is_included.cmp(&a.is_included))
        });
        // Paths that are not in UTF-8 may look the same.
        self.found.dedup_by(|later, first| later.path == first.path);
    }

    fn add(
        &mut self,
        root: &Path,
        builder: &WalkBuilder,
        are_included: bool,
        limits: &Started<'_>,
    ) -> Result<(), FileError> {
        for entry in builder.build() {
            match entry.and_then(|entry| Found::of(root, entry)) {
                // Folders are not asked for, but what is in them.
                Ok(Some(found)) if are_included && found.size.is_none() => {}
                Ok(Some(found)) => self.found.push(Found { is_included: are_included, ..found }),
                Ok(None) => {}
                Err(error) => self.unread.push(unreadable(root, &error)),
            }
            limits.check(self.found.len() + self.unread.len())?;
        }
        Ok(())
    }

    /// Finds the patterns that match none of the files.
    fn find_unmatched<'p>(
        &mut self,
        patterns: impl Iterator<Item = (&'p String, Result<Override, FileError>)>,
        limits: &Started<'_>,
    ) -> Result<(), FileError> {
        for (pattern, globs) in patterns {
            limits.check_time()?;
            let globs = globs?;
            let mut files = self.found.iter().filter(|found| found.size.is_some());
            if !files.any(|file| globs.matched(&file.path, false).is_whitelist()) {
                self.unmatched.push(pattern.clone());
            }
        }
        Ok(())
    }

    /// The folders that were read.
    fn folders(&self, max_depth: usize) -> impl Iterator<Item = &Path> {
        let folders = self.found.iter().filter(|found| found.size.is_none());
        folders
            .filter(move |found| ancestors(&found.shown).count() < max_depth)
            .map(|found| found.path.as_path())
    }

    /// Adds those of the files that are there, and were not found.
    fn add_settings(&mut self, root: &Path, files: Vec<PathBuf>) {
        let found = self.found.iter().filter(|found| found.path.ends_with(SETTINGS));
        let found: HashSet<&Path> = found.map(|found| found.path.as_path()).collect();
        let is_file = |path: &PathBuf| path.symlink_metadata().is_ok_and(|file| file.is_file());
        let hidden = files.into_iter().filter(|path| !found.contains(path.as_path()) && is_file(path));
        self.settings = hidden.map(|path| shown(root, &path)).collect();
        self.settings.sort_unstable();
    }

    /// The folders of projects.
    fn projects(&self) -> HashSet<String> {
        let files = self.found.iter().filter(|found| found.size.is_some());
        let manifests = files.filter(|file| kind::is_project(&file.shown));
        manifests.map(|file| kind::parent(&file.shown).to_owned()).collect()
    }

    /// Counts what is in folders that a tool has filled, and leaves it out, unless it or they are `named`.
    fn close_folders(&mut self, named: &HashSet<String>, projects: &HashSet<String>) {
        let closed = &mut self.closed;
        self.found.retain(|found| {
            let path = if found.size.is_some() { kind::parent(&found.shown) } else { &found.shown };
            let mut above = ancestors(&found.shown);
            let open = above.find(|path| named.contains(*path)).unwrap_or_default();
            let Some(folder) = kind::foreign_folder(path, open, |path| projects.contains(path)) else {
                return true;
            };
            *closed.entry(folder.to_owned()).or_default() += usize::from(found.size.is_some());
            false
        });
    }
}

impl Selection {
    /// Where a walk begins, for each path that is not a pattern.
    fn starts(&self, root: &Path, unread: &mut Vec<FileError>) -> Vec<PathBuf> {
        let plain: Vec<&String> = self.paths.iter().filter(|path| !is_glob(root, path)).collect();
        let (mut starts, mut known) = (Vec::new(), HashSet::new());
        for path in &plain {
            match start(root, path) {
                // Lists of files may be long.
                Ok(start) if !known.insert(start.clone()) => {}
                Ok(start) => starts.push(start),
                Err(source) => unread.push(FileError::Io { path: (*path).clone(), source }),
            }
        }
        let is_all = plain.len() < self.paths.len() || self.paths.is_empty();
        if is_all && !starts.iter().any(|start| start == root) {
            starts.push(root.to_owned());
        }
        starts
    }

    /// The files and folders that are named, also by the part of a pattern before its first wildcard.
    fn named(&self, root: &Path) -> HashSet<String> {
        let fixed = |path: &String| {
            let relative = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
            let is_glob = is_glob(root, path);
            let parts = relative.components().filter(|part| matches!(part, Component::Normal(_)));
            let parts = parts.map(|part| part.as_os_str().to_string_lossy());
            parts.take_while(|part| !is_glob || !part.contains(WILDCARDS)).collect::<Vec<_>>().join("/")
        };
        self.paths.iter().map(fixed).collect()
    }

    /// The patterns that files have to match, if there are any.
    fn globs(&self, root: &Path) -> Result<Option<Override>, FileError> {
        if !self.paths.iter().any(|path| is_glob(root, path)) {
            return Ok(None);
        }
        // A path that is given beside a pattern matches itself and everything in it.
        let globs = self.paths.iter().flat_map(|path| below(path));
        let error = |error| match error {
            FileError::Pattern { path, message } => FileError::Pattern {
                path: path.strip_prefix('/').map(str::to_owned).unwrap_or(path),
                message,
            },
            other => other,
        };
        overrides(root, globs, &[]).map(Some).map_err(error)
    }

    /// Whether a path in `root` is excluded, or a folder that it is in.
    pub(super) fn excludes(&self, root: &Path, path: &Path) -> Result<bool, FileError> {
        if self.exclude.is_empty() {
            return Ok(false);
        }
        let patterns = overrides(root, std::iter::empty(), &self.exclude)?;
        let mut above = path.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        let is_folder_excluded = above.any(|folder| patterns.matched(folder, true).is_ignore());
        Ok(is_folder_excluded || patterns.matched(path, false).is_ignore())
    }

    fn builder(&self, root: &Path, start: &Path, globs: Override) -> WalkBuilder {
        let mut builder = WalkBuilder::new(start);
        // Depth counts from the root.
        let above = start.strip_prefix(root).map_or(0, |path| path.components().count());
        builder
            .standard_filters(self.ignore)
            .hidden(!self.hidden)
            .max_depth(Some(self.max_depth.saturating_sub(above)))
            // A .gitignore says what is meant, also in a copy of the files without the repository.
            .require_git(false)
            .filter_entry(|entry| !is_git(entry.file_name()))
            .sort_by_file_name(OsStr::cmp)
            .overrides(globs);
        builder
    }
}

/// The file or folder in `root` that a path names. Nothing that is outside is looked at: a path that leads upwards
/// or through a link is an error whatever is there.
fn start(root: &Path, path: &str) -> io::Result<PathBuf> {
    let error = |problem: &str| Err(io::Error::other(problem));
    let relative = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
    let mut full = root.to_owned();
    for part in relative.components() {
        match part {
            Component::CurDir => continue,
            Component::Normal(name) if is_git(name) => return error("never read"),
            Component::Normal(name) => full.push(name),
            _ => return error(&format!("not in {}", root.display())),
        }
        if full.symlink_metadata()?.is_symlink() {
            return error("symbolic links are not followed");
        }
    }
    Ok(full)
}

/// A path, and the folders that it is in.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.rsplit_once('/').map(|(parent, _)| parent))
}

/// Some file systems do not distinguish capital letters.
fn is_git(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case(".git")
}

/// Whether a path is a pattern rather than the name of a file.
fn is_glob(root: &Path, path: &str) -> bool {
    path.contains(WILDCARDS) && !root.join(path).exists()
}

/// Patterns that files have to match, and others that they must not match.
fn overrides(
    root: &Path,
    globs: impl Iterator<Item = String>,
    exclude: &[String],
) -> Result<Override, FileError> {
    let mut builder = OverrideBuilder::new(root);
    let exclude = exclude.iter().map(|glob| format!("!{}", without_marks(glob.clone())));
    for glob in globs.map(without_marks).chain(exclude) {
        builder.add(&glob).map_err(|error| FileError::of_glob(&glob, &error))?;
    }
    builder.build().map_err(|error| FileError::of_glob("", &error))
}

/// A path or pattern that begins in the root, and the pattern for what is in it.
fn below(path: &str) -> impl Iterator<Item = String> {
    let path = path.trim_start_matches("./").trim_end_matches('/');
    let path = if path.is_empty() || path == "." { String::new() } else { format!("/{path}") };
    [format!("{path}/**"), path].into_iter().filter(|glob| !glob.is_empty())
}

/// A pattern, and the one for what is in the folders that it matches: at any depth if it has no slash inside.
fn with_contents(glob: &str) -> impl Iterator<Item = String> {
    let glob = glob.strip_prefix('.').filter(|rest| rest.starts_with('/')).unwrap_or(glob);
    let folder = glob.trim_end_matches('/');
    let contents = if folder.contains('/') { format!("{folder}/**") } else { format!("**/{folder}/**") };
    [glob.to_owned(), contents].into_iter()
}

/// A pattern in which `!` and `#` are what they are, also where they would say that it is none.
fn without_marks(glob: String) -> String {
    if glob.starts_with(['!', '#']) { format!("\\{glob}") } else { glob }
}

impl Found {
    /// `None` for the root, and for what is neither a file nor a folder.
    fn of(root: &Path, entry: DirEntry) -> Result<Option<Self>, ignore::Error> {
        let kind = entry.file_type().filter(|kind| kind.is_dir() || kind.is_file());
        let Some(kind) = kind.filter(|_| entry.path() != root) else { return Ok(None) };
        let size = if kind.is_file() { Some(entry.metadata()?.len()) } else { None };
        let path = entry.into_path();
        Ok(Some(Found { shown: shown(root, &path), path, size, is_included: false }))
    }
}

/// Names the path once. The error of the library has it twice.
fn unreadable(root: &Path, error: &ignore::Error) -> FileError {
    let io_error = error.io_error();
    let cause =
        io_error.and_then(|error| error.get_ref()?.source()?.downcast_ref::<io::Error>()).or(io_error);
    let source = match cause.map(|cause| (cause.raw_os_error(), cause.kind())) {
        Some((Some(code), _)) => io::Error::from_raw_os_error(code),
        Some((None, kind)) => kind.into(),
        None => io::Error::other(error.to_string()),
    };
    FileError::Io { path: path_of(error).map(|path| shown(root, path)).unwrap_or_default(), source }
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}
