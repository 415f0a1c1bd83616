//! Where the blocks of a context come from.

use super::super::diff;
use super::super::manifest;
use super::super::read;
use super::super::render;
use super::super::secrets::{Guard, STDIN};
use super::own::Own;
use super::paths::{self, Paths};
use super::stdin::{self, Piped};
use super::{chat, git, skipped};
use crate::args::Pack;
use crate::failure::Failure;
use crate::report;
use std::fs;
use std::path::{Path, PathBuf};
use toon_context::sources::{Folder, Packed, Ranked};
use toon_context::{Block, Conversation, Label, Priority};

/// The blocks of a context.
pub(super) struct Sources {
    pub(super) blocks: Vec<Block>,
    /// How many of the first ones belong to the folder.
    pub(super) of_folder: usize,
    /// The files of the folder, what is most worth showing first.
    pub(super) ranked: Vec<Ranked>,
}

/// What was asked for, apart from files.
#[derive(Default)]
struct Others {
    manifest: Vec<Block>,
    diffs: Vec<Block>,
}

/// Reads what the command line names.
pub(super) fn read(args: &Pack) -> Result<Sources, Failure> {
    let mut given: Vec<PathBuf> = args.paths.iter().chain(&args.dir).cloned().collect();
    let mut revision = args.diff.as_deref();
    if let Some(path) = revision.filter(|revision| git::is_path(revision)) {
        given.push(path.into());
        revision = Some("HEAD");
    }
    let guard = Guard { include: &args.files.include };
    let mut others = Others::default();
    let own = Own::new(args);
    let files = given_files(given, args, &guard, &mut others)?;
    let has_files = !files.is_empty();
    let files: Vec<PathBuf> = files.into_iter().filter(|path| !own.is(path)).map(resolved).collect();
    let selected = if files.is_empty() { None } else { Some(Paths::new(&files)?) };
    if let Some(revision) = revision {
        let (folder, text) = git::diff(selected.as_ref().map(|paths| &*paths.root), revision)?;
        let blocks =
            diff::blocks(&text, &guard).map_err(|error| Failure::Input(format!("git diff: {error}")))?;
        let is_own = |block: &Block| own.is(&folder.join(Label::new(block.content()).name));
        others.diffs.extend(blocks.into_iter().filter(|block| !is_own(block)));
    }
    let chat = match &args.chat {
        Some(path) => chat::blocks(path, &guard)?,
        None => Vec::new(),
    };
    let mut sources = Sources { blocks: Vec::new(), of_folder: 0, ranked: Vec::new() };
    if let Some(paths) = selected {
        let query = args.files.query.clone().or_else(|| args.request.clone());
        let query = query.or_else(|| chat::question(&chat)).unwrap_or_default();
        let packed = folder(&paths, args, &query, &own)?;
        skipped::tell(&packed.skipped, args.rendering.verbose);
        tell_of_included(&paths.root, &packed.ranked, args, &guard);
        if packed.ranked.is_empty() && packed.skipped.is_empty() {
            nothing(&paths, &files)?;
        }
        sources.blocks = packed.blocks;
        sources.ranked = packed.ranked;
        // Its name is all that the tree of a single file would say.
        if let [file] = files.as_slice()
            && sources.ranked.len() == 1
            && file.is_file()
        {
            sources.blocks.remove(0);
        }
        sources.of_folder = sources.blocks.len();
    } else if has_files {
        report::note("the output file is not packed");
    }
    let request = args.request.as_deref().map(|text| Conversation::user(text).priority(Priority::Critical));
    let Others { manifest, diffs } = others;
    sources.blocks.extend(manifest.into_iter().chain(diffs).chain(chat).chain(request.map(Block::from)));
    Ok(sources)
}

/// The files, folders and patterns among the paths. What else they stand for is added to `others`.
fn given_files(
    given: Vec<PathBuf>,
    args: &Pack,
    guard: &Guard<'_>,
    others: &mut Others,
) -> Result<Vec<PathBuf>, Failure> {
    if let [path] = given.as_slice()
        && path != Path::new("-")
        && let Some(blocks) = manifest_blocks(path, guard)?
    {
        others.manifest = blocks;
        return Ok(Vec::new());
    }
    let (pipes, mut files): (Vec<_>, Vec<_>) = given.into_iter().partition(|path| path == Path::new("-"));
    paths::check(&files)?;
    if pipes.is_empty() {
        return Ok(files);
    }
    if args.chat.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage("standard input can be a PATH or the --chat, not both".to_owned()));
    }
    match stdin::read()? {
        Piped::Manifest(text) => {
            let blocks = manifest::blocks(STDIN, &text, Path::new(""), guard)?;
            others.manifest = blocks.ok_or_else(|| {
                Failure::Input(format!("{STDIN}: expected an object with a list `blocks` and nothing else"))
            })?;
        }
        Piped::Diff(text) => {
            let blocks = diff::blocks(&text, guard);
            others.diffs = blocks.map_err(|error| Failure::Input(format!("{STDIN}: {error}")))?;
        }
        // Links are only followed where they are meant.
        Piped::Files(listed) => files.extend(listed.into_iter().filter(|path| !path.is_symlink())),
    }
    Ok(files)
}

/// A file in place of a link to it, whose own name tells what it is.
fn resolved(path: PathBuf) -> PathBuf {
    let target = if path.is_symlink() && path.is_file() { path.canonicalize().ok() } else { None };
    target.unwrap_or(path)
}

/// The blocks of a manifest. `None` if the path is something else.
fn manifest_blocks(path: &Path, guard: &Guard<'_>) -> Result<Option<Vec<Block>>, Failure> {
    let is_named = |end: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end));
    if !path.is_file() || !is_named("toml") && !is_named("json") {
        return Ok(None);
    }
    // Other files may be long.
    let mut input = crate::open::open(Some(path))?.decoded(toon_formats::TextEncoding::Auto)?;
    if !manifest::begins(&String::from_utf8_lossy(input.head()?)) {
        return Ok(None);
    }
    let (name, text) = read::text(path)?;
    manifest::blocks(&name, &text, path.parent().unwrap_or(Path::new("")), guard)
}

/// The blocks of the files in a folder.
fn folder(paths: &Paths, args: &Pack, query: &str, own: &Own) -> Result<Packed, Failure> {
    let options = &args.files;
    let mut folder = Folder::new(&paths.root)
        .query(query)
        .paths(paths.paths.iter().map(String::as_str))
        .include(in_root(&options.include, &paths.root))
        .exclude(in_root(&options.exclude, &paths.root))
        .exclude(own.patterns(&paths.root))
        .ignore(!options.no_ignore)
        .hidden(options.hidden);
    if let Some(bytes) = options.max_file_size {
        folder = folder.max_file_bytes(bytes);
    }
    if let Some(tokens) = render::budget(&args.rendering).limit() {
        folder = folder.budget(tokens);
    }
    folder.pack().map_err(|error| Failure::Input(render::one_line(&error.to_string())))
}

/// Patterns as they are, and where they begin with the root, relative to it.
fn in_root(patterns: &[String], root: &Path) -> Vec<String> {
    let root = root.to_string_lossy().into_owned();
    let root = root.trim_start_matches("./").trim_end_matches('/');
    let relative = |pattern: &String| {
        let pattern = pattern.trim_start_matches("./");
        let inside = pattern.strip_prefix(root).and_then(|rest| rest.strip_prefix('/'));
        [Some(pattern.to_owned()), inside.map(str::to_owned)]
    };
    patterns.iter().flat_map(relative).flatten().collect()
}

/// Notes which files are shown although they look secret.
fn tell_of_included(root: &Path, ranked: &[Ranked], args: &Pack, guard: &Guard<'_>) {
    for file in ranked.iter().filter(|_| !args.files.include.is_empty()) {
        let read =
            || String::from_utf8_lossy(&fs::read(root.join(&file.path)).unwrap_or_default()).into_owned();
        guard.note_if_included(&file.path, read);
    }
}

/// No file was found.
fn nothing(paths: &Paths, given: &[PathBuf]) -> Result<(), Failure> {
    let names: Vec<String> =
        given.iter().take(3).map(|path| render::one_line(&path.to_string_lossy())).collect();
    let message = format!("no text files in {}", names.join(", "));
    if paths.paths.is_empty() {
        report::note(&message);
        return Ok(());
    }
    Err(Failure::Input(message))
}
