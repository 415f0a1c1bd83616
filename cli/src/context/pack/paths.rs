//! Which folder the paths on the command line are in.

use crate::failure::Failure;
use std::path::{Component, Path, PathBuf};
use std::{env, io};

/// All of a folder, which may be given beside what would be left out of it.
const ALL: &str = ".";

/// Paths in a folder.
pub(super) struct Paths {
    pub(super) root: PathBuf,
    /// Relative to the root. None for all of it.
    pub(super) paths: Vec<String>,
}

impl Paths {
    /// Whether all of the folder was given.
    pub(super) fn has_all(&self) -> bool {
        self.paths.is_empty() || self.paths.iter().any(|path| path == ALL)
    }

    /// A folder alone is the root. For others, that is the current folder, or if some are not in it, the innermost
    /// one that they are in.
    pub(super) fn new(given: &[PathBuf]) -> Result<Self, Failure> {
        if let [folder] = given
            && folder.is_dir()
        {
            return Ok(Paths { root: folder.clone(), paths: Vec::new() });
        }
        let here = env::current_dir().map_err(|error| Failure::file("read", ".", &error))?;
        let absolute: Vec<PathBuf> = given.iter().map(|path| real(&here.join(path))).collect();
        let is_here = absolute.iter().all(|path| path.starts_with(&here));
        let root = if is_here { here } else { common(&absolute) };
        let relative = absolute.iter().map(|path| relative(&root, path));
        let paths = relative.map(|path| if path.is_empty() { ALL.to_owned() } else { path }).collect();
        Ok(Paths { root: if is_here { ".".into() } else { root }, paths })
    }
}

/// Checks that paths exist, unless they are patterns.
pub(super) fn check(given: &[PathBuf]) -> Result<(), Failure> {
    for path in given.iter().filter(|path| !is_pattern(path)) {
        path.symlink_metadata().map_err(|error| {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let name = path.display().to_string();
            if missing {
                Failure::Input(format!("there is no file or folder {name}"))
            } else {
                Failure::file("read", &name, &error)
            }
        })?;
    }
    Ok(())
}

/// Whether a path is a pattern.
pub(super) fn is_pattern(path: &Path) -> bool {
    has_wildcards(&path.to_string_lossy()) && path.symlink_metadata().is_err()
}

/// Whether this would be a pattern if there were no file of this name.
pub(super) fn has_wildcards(path: &str) -> bool {
    path.contains(['*', '?', '[', '{'])
}

/// A path that exists in the folder `root`, relative to it. `None` for others, and for patterns.
pub(super) fn inside(root: &Path, path: &Path) -> Option<String> {
    path.symlink_metadata().ok()?;
    let here = env::current_dir().ok()?;
    let (root, path) = (real(&here.join(root)), real(&here.join(path)));
    path.starts_with(&root).then(|| relative(&root, &path))
}

/// Whether a path leads through a link below the current folder, or to one.
pub(super) fn leads_through_link(path: &Path) -> bool {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).ancestors().any(Path::is_symlink)
}

/// The path without links, which are only followed where they are named, and without `.` and `..`.
fn real(path: &Path) -> PathBuf {
    let leads_through_link = path.ancestors().any(Path::is_symlink);
    let real = if leads_through_link { path.canonicalize().ok() } else { None };
    real.unwrap_or_else(|| normalized(path))
}

/// The path without `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            part => normal.push(part),
        }
    }
    normal
}

/// The innermost folder that all paths are in.
fn common(paths: &[PathBuf]) -> PathBuf {
    let folders = paths.iter().map(|path| if path.is_dir() { path.clone() } else { fixed(path) });
    let common = folders.reduce(|one, other| {
        one.ancestors().find(|folder| other.starts_with(folder)).unwrap_or(Path::new("/")).to_owned()
    });
    common.unwrap_or_default()
}

/// The folder of a file, or of the part of a pattern that has no wildcards.
fn fixed(path: &Path) -> PathBuf {
    path.ancestors().skip(1).find(|folder| !is_pattern(folder)).unwrap_or(path).to_owned()
}

/// The path in a folder, with `/` between the names.
fn relative(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path).components();
    inside.map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
