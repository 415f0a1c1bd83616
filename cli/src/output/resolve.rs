//! What an output path means.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the links at the end of a path lead.
pub(super) enum Resolved {
    /// An open file of this process, such as `/dev/stdout` or `/dev/fd/3`.
    Descriptor(i32),
    /// A file that exists or can be created.
    File(PathBuf),
}

/// As many as Linux follows.
const MAX_LINKS: usize = 40;

/// Follows the links at the end of `path`, so that their target is replaced and not the link.
pub(super) fn resolve(path: &Path) -> io::Result<Resolved> {
    let descriptors = fs::canonicalize("/dev/fd").or_else(|_| fs::canonicalize("/proc/self/fd")).ok();
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        // The link behind a descriptor names a file, which is not necessarily open at its start.
        if descriptors.is_some()
            && fs::canonicalize(folder(&path)).ok() == descriptors
            && let Some(descriptor) = path.file_name().and_then(|name| name.to_str()?.parse().ok())
        {
            return Ok(Resolved::Descriptor(descriptor));
        }
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(Resolved::File(path)),
        }
    }
    Err(io::Error::other("too many links"))
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
