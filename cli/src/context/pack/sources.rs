//! Where the blocks of a context come from.

use super::super::diff;
use super::super::render::one_line;
use super::super::secrets::Guard;
use super::given::Given;
use super::own::Own;
use super::paths::Paths;
use super::{chat, folder, git};
use crate::args::Pack;
use crate::failure::Failure;
use crate::report;
use std::fs;
use std::path::{Path, PathBuf};
use toon_context::sources::{Folder, Ranked};
use toon_context::{Block, Conversation, Label, Priority};

/// The blocks of a context.
#[derive(Default)]
pub(super) struct Sources {
    pub(super) blocks: Vec<Block>,
    /// How many of the first ones belong to the folder.
    pub(super) of_folder: usize,
    /// The files of the folder, best first.
    pub(super) ranked: Vec<Ranked>,
    /// Whether some come from a manifest.
    pub(super) has_manifest: bool,
}

/// Reads what the command line names: files, then changes, a chat, and the request.
pub(super) fn read(args: &Pack) -> Result<Sources, Failure> {
    let guard = Guard { include: &args.files.include };
    let own = Own::new(args);
    let mut paths: Vec<PathBuf> = args.paths.iter().chain(&args.dir).cloned().collect();
    let mut revision = args.diff.as_deref();
    // As for `git diff`, a path may stand where a revision can.
    if let Some(path) = revision.filter(|revision| git::is_path(revision)) {
        paths.push(path.into());
        revision = Some("HEAD");
    }
    let mut given = Given::read(paths, args, &guard)?;
    given.diffs = not_excluded(given.diffs, Path::new("."), args)?;
    let (outputs, files): (Vec<_>, Vec<_>) = given.files.into_iter().partition(|path| own.is(path));
    if !outputs.is_empty() {
        report::note("the output file is not packed");
    }
    let paths = if files.is_empty() { None } else { Some(Paths::new(&files)?) };
    let changes = match revision {
        Some(revision) => changes(revision, paths.as_ref().map(|paths| &*paths.root), args, &own)?,
        None => Vec::new(),
    };
    let chat = match &args.chat {
        Some(path) => chat::blocks(path, &guard)?,
        None => Vec::new(),
    };
    let mut sources = Sources::default();
    if let Some(paths) = paths {
        let query = args.files.query.clone().or_else(|| args.request.clone());
        let query = query.or_else(|| chat::question(&chat)).unwrap_or_default();
        let packed = folder::pack(&files, &paths, args, &query, &own)?;
        let of_folder = packed.blocks.len();
        sources = Sources { blocks: packed.blocks, of_folder, ranked: packed.ranked, ..Sources::default() };
    }
    let request = args.request.as_deref().map(|text| Conversation::user(text).priority(Priority::Critical));
    sources.has_manifest = !given.manifest.is_empty();
    let others = given.manifest.into_iter().chain(given.diffs).chain(changes).chain(chat);
    sources.blocks.extend(others.chain(request.map(Block::from)));
    Ok(sources)
}

/// The changes of the working tree, with paths relative to the folder or the repository.
fn changes(revision: &str, folder: Option<&Path>, args: &Pack, own: &Own) -> Result<Vec<Block>, Failure> {
    let (folder, text) = git::diff(folder, revision)?;
    let guard = Guard { include: &args.files.include };
    let mut blocks =
        diff::blocks(&text, &guard).map_err(|error| Failure::Input(format!("git diff: {error}")))?;
    blocks.retain(|block| {
        let name = Label::new(block.content()).name;
        let path = folder.join(&name);
        // A hunk may be a part of a key that cannot be told from other text. Reading a pipe would never end.
        let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file());
        let content = || if is_file { fs::read(&path).unwrap_or_default() } else { Vec::new() };
        !own.is(&path) && !guard.keeps_out_key(&name, content)
    });
    not_excluded(blocks, &folder, args)
}

/// The changes of files in `root` that are not excluded.
fn not_excluded(changes: Vec<Block>, root: &Path, args: &Pack) -> Result<Vec<Block>, Failure> {
    let folder = Folder::new(root).exclude(folder::in_root(&args.files.exclude, root));
    let mut kept = Vec::new();
    for change in changes {
        let is_excluded = folder.excludes(&Label::new(change.content()).name);
        if !is_excluded.map_err(|error| Failure::Input(one_line(&error.to_string())))? {
            kept.push(change);
        }
    }
    Ok(kept)
}
