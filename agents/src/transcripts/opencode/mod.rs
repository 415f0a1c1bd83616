//! opencode: a file for each session, message and part in versions before 1.2, and a database since.

#[cfg(feature = "opencode")]
mod database;
mod session;

use super::context::Context;
use super::lenient::Text;
use serde::Deserialize;
use session::{Session, add_session};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct SessionFile<'a> {
    #[serde(borrow, default)]
    id: Text<'a>,
    #[serde(borrow, rename = "parentID", default)]
    parent: Text<'a>,
    #[serde(borrow, default)]
    directory: Text<'a>,
}

/// Reads files, and the database if it is supported.
pub(super) fn read(folder: &Path, files: &[(PathBuf, u64)], context: &mut Context<'_>) {
    let storage = folder.join("storage");
    let sizes: BTreeMap<&Path, u64> = files.iter().map(|(path, bytes)| (path.as_path(), *bytes)).collect();
    let is_in = |path: &Path, name: &str| path.starts_with(storage.join(name));
    for (path, bytes) in files {
        if is_in(path, "session") {
            read_session(path, &storage, &sizes, context);
        } else if path.file_name() == Some(OsStr::new("opencode.db")) {
            #[cfg(feature = "opencode")]
            database::read(path, context);
            #[cfg(not(feature = "opencode"))]
            {
                context.found.unreadable += 1;
            }
        }
        context.add_file(*bytes);
    }
}

fn read_session(path: &Path, storage: &Path, sizes: &BTreeMap<&Path, u64>, context: &mut Context<'_>) {
    let Ok(json) = std::fs::read_to_string(path) else {
        context.found.unreadable += 1;
        return;
    };
    let Ok(session) = serde_json::from_str::<SessionFile<'_>>(&json) else {
        context.found.unreadable += 1;
        return;
    };
    let id = session.id.get();
    // Identifiers become parts of paths.
    if id.is_empty() || id.contains(['/', '\\', '.']) {
        context.found.unknown += 1;
        return;
    }
    let session = Session { id, parent: session.parent.get(), directory: session.directory.get() };
    let read_all = |folder: &Path| -> Vec<(String, String)> {
        let inside = sizes.range(folder..).map(|(path, _)| *path).take_while(|path| path.starts_with(folder));
        let read = |path: &Path| {
            let name = path.file_stem()?.to_string_lossy().into_owned();
            Some((name, std::fs::read_to_string(path).ok()?))
        };
        inside.filter_map(read).collect()
    };
    let messages = read_all(&storage.join("message").join(id));
    add_session(&session, messages, |message| read_all(&storage.join("part").join(message)), context);
}
