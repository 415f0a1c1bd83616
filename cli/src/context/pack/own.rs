//! The files that the program itself writes, which are not packed.

use crate::args::Pack;
use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// The output file, and the folder of a store, if they exist.
pub(super) struct Own {
    paths: Vec<PathBuf>,
}

impl Own {
    pub(super) fn new(args: &Pack) -> Self {
        // A shell may have opened the output.
        let streams = ["/dev/stdout", "/dev/stderr"].map(Path::new);
        let named = args.output.as_deref().into_iter().chain(args.storing.store.as_deref());
        let paths = named.chain(streams).filter_map(|path| path.canonicalize().ok());
        Own { paths: paths.filter(|path| !path.starts_with("/dev")).collect() }
    }

    /// Checks that the output is none of the files that were named, which it would replace.
    pub(super) fn check(args: &Pack) -> Result<(), Failure> {
        let Some(output) = args.output.as_deref().filter(|path| path.is_file()) else { return Ok(()) };
        let real = |path: &Path| path.canonicalize().ok();
        let mut named = args.paths.iter().chain(&args.chat).chain(&args.dir);
        match named.find(|path| real(path) == real(output)) {
            Some(path) => {
                let message = format!(
                    "the output would replace the input {}; choose another name for -o",
                    path.display()
                );
                Err(Failure::Usage(message))
            }
            None => Ok(()),
        }
    }

    /// Whether a path leads to such a file.
    pub(super) fn is(&self, path: &Path) -> bool {
        path.canonicalize().is_ok_and(|path| self.paths.contains(&path))
    }

    /// Patterns for those in the folder `root`.
    pub(super) fn patterns(&self, root: &Path) -> Vec<String> {
        let Ok(root) = root.canonicalize() else { return Vec::new() };
        let inside = self.paths.iter().filter_map(|path| path.strip_prefix(&root).ok());
        inside.map(|path| format!("/{}", literal(&path.to_string_lossy().replace('\\', "/")))).collect()
    }
}

/// A pattern that only matches this text.
pub(super) fn literal(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for char in text.chars() {
        if "*?[]{}!# \\".contains(char) {
            pattern.push('\\');
        }
        pattern.push(char);
    }
    pattern
}
