//! Home folders with transcripts.

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use toon_agents::Host;
use toon_agents::transcripts::{Inspector, Selection, Shown, Sizes, Transcripts, read};

pub(crate) fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("audit")
}

/// Counts tokens, and nothing else.
pub(crate) struct Tokens;

impl Inspector for Tokens {
    fn inspect(&mut self, result: &Shown<'_>) -> Sizes {
        Sizes { tokens: toon_convert::tokens::count(result.text) as u64, ..Sizes::default() }
    }
}

pub(crate) fn read_all(host: Host, folder: &Path) -> Transcripts {
    read(host, folder, &Selection::default(), &mut Tokens)
}

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A copy of a file or folder of the samples in a folder of its own, as `transcripts/<host>/…`.
pub(crate) fn copy_of(path: &str) -> TempDir {
    let target = TempDir::new().unwrap();
    copy(&samples().join(path), &target.path().join(path));
    target
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
        return;
    }
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::copy(from, to).unwrap();
}
