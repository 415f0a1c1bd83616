//! The tree of a folder.

use super::walk::Walk;
use crate::block::{Entry, FileTree};
use crate::sources::secrets::without_secrets;
use std::path::Path;

/// What a tree lists, without its name.
struct Listed<'w> {
    path: &'w str,
    entry: Entry,
}

/// The tree of the folder `root`, which is shown with its name only.
pub(super) fn of(root: &Path, walk: &Walk) -> FileTree {
    let path = root.canonicalize();
    let name = path.as_ref().ok().and_then(|path| path.file_name()).unwrap_or_default();
    let found = walk.found.iter().map(|found| match found.size {
        Some(size) => Listed { path: &found.shown, entry: Entry::file("", size) },
        None => Listed { path: &found.shown, entry: Entry::directory("", []) },
    });
    let closed = walk
        .closed
        .iter()
        .map(|(path, files)| Listed { path, entry: Entry { unlisted: *files, ..Entry::directory("", []) } });
    let mut listed: Vec<Listed<'_>> = found.chain(closed).collect();
    listed.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
    let mut tree = Entry::directory("", []);
    for Listed { path, entry } in listed {
        insert(&mut tree, path, entry);
    }
    FileTree::new(format!("{}/", without_secrets(&name.to_string_lossy()).0), tree.children)
}

/// Inserts an entry at a path whose folders come last so far, if they are there.
fn insert(tree: &mut Entry, path: &str, entry: Entry) {
    let (folders, name) = path.rsplit_once('/').map_or(("", path), |(folders, name)| (folders, name));
    let mut at = tree;
    for folder in folders.split('/').filter(|folder| !folder.is_empty()) {
        let is_there = at.children.last().is_some_and(|last| last.is_directory && last.name == folder);
        if !is_there {
            at.children.push(Entry::directory(folder, []));
        }
        let Some(last) = at.children.last_mut() else { return };
        at = last;
    }
    let is_there = entry.is_directory && at.children.last().is_some_and(|last| last.name == name);
    if !is_there {
        at.children.push(Entry { name: name.to_owned(), ..entry });
    } else if let Some(last) = at.children.last_mut() {
        last.unlisted = entry.unlisted;
    }
}
