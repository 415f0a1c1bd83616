//! The files of a folder.

use super::super::render::{budget, one_line};
use super::super::secrets::Guard;
use super::own::{Own, literal};
use super::paths::{self, Paths};
use super::skipped;
use crate::args::Pack;
use crate::failure::Failure;
use crate::report;
use std::fs;
use std::path::{Path, PathBuf};
use toon_context::sources::{Folder, Packed};

/// Reads the files that were given, which are in the folder of `paths`, and notes what was skipped.
pub(super) fn pack(
    given: &[PathBuf],
    paths: &Paths,
    args: &Pack,
    query: &str,
    own: &Own,
) -> Result<Packed, Failure> {
    let options = &args.files;
    let mut folder = Folder::new(&paths.root)
        .query(query)
        .paths(paths.paths.iter().map(String::as_str))
        .include(in_root(&options.include, &paths.root))
        .exclude(in_root(&options.exclude, &paths.root))
        .exclude(own.patterns(&paths.root))
        .ignore(!options.no_ignore)
        .hidden(options.hidden)
        .line_numbers(options.line_numbers)
        .outline(options.outline);
    if let Some(bytes) = options.max_file_size {
        folder = folder.max_file_bytes(bytes);
    }
    if let Some(tokens) = budget(&args.rendering).limit() {
        folder = folder.budget(tokens);
    }
    let packed = folder.pack();
    let mut packed = packed.map_err(|error| Failure::Input(one_line(&error.to_string())))?;
    skipped::tell(&packed.skipped, args.rendering.verbose);
    tell_of_included(&packed, &paths.root, &options.include);
    if packed.ranked.is_empty() && packed.skipped.is_empty() {
        nothing_in(given, paths)?;
    }
    tell_of_unmatched(&packed, given, paths, &options.include);
    // Its name is all that the tree of a single file would say.
    if let ([file], [_]) = (given, packed.ranked.as_slice())
        && file.is_file()
    {
        packed.blocks.remove(0);
    }
    Ok(packed)
}

/// Patterns as they are, and where they begin with the root or are paths in it, also from there.
pub(super) fn in_root(patterns: &[String], root: &Path) -> Vec<String> {
    patterns.iter().flat_map(|pattern| forms(pattern, root)).collect()
}

/// What a pattern is in the root. The name of a file that is there only means this file if it looks like a pattern.
fn forms(pattern: &str, root: &Path) -> Vec<String> {
    let pattern = pattern.trim_start_matches("./");
    if let Some(inside) = paths::inside(root, Path::new(pattern)) {
        let as_it_is = Some(pattern.to_owned()).filter(|pattern| !paths::has_wildcards(pattern));
        return as_it_is.into_iter().chain([format!("/{}", literal(&inside))]).collect();
    }
    let name = root.to_string_lossy().into_owned();
    let name = name.trim_start_matches("./").trim_end_matches('/');
    let rest = pattern.strip_prefix(name).and_then(|rest| rest.strip_prefix('/'));
    [pattern.to_owned()].into_iter().chain(rest.map(|rest| format!("/{rest}"))).collect()
}

/// Notes which patterns match no file.
fn tell_of_unmatched(packed: &Packed, given: &[PathBuf], paths: &Paths, include: &[String]) {
    let is_unmatched = |pattern: &String| packed.unmatched.contains(pattern);
    // There are no paths if a folder was given alone.
    let given = given.iter().zip(&paths.paths).filter(|(_, path)| is_unmatched(path));
    let given = given.map(|(given, _)| given.to_string_lossy().into_owned());
    let included = include.iter().filter(|pattern| forms(pattern, &paths.root).iter().all(is_unmatched));
    for pattern in given.chain(included.cloned()) {
        report::note(&format!("no file matches `{}`", one_line(&pattern)));
    }
}

/// Notes which files are packed although they look secret.
fn tell_of_included(packed: &Packed, root: &Path, include: &[String]) {
    let inside = include.iter().filter_map(|path| paths::inside(root, Path::new(path)));
    let include: Vec<String> = include.iter().cloned().chain(inside).collect();
    let guard = Guard { include: &include };
    for file in packed.ranked.iter().filter(|_| !include.is_empty()) {
        let bytes = || fs::read(root.join(&file.path)).unwrap_or_default();
        guard.note_if_included(&file.path, || String::from_utf8_lossy(&bytes()).into_owned());
    }
}

/// No file was found. A folder may be empty.
fn nothing_in(given: &[PathBuf], paths: &Paths) -> Result<(), Failure> {
    let names = given.iter().take(3).map(|path| one_line(&path.to_string_lossy()));
    let message = format!("no text files in {}", names.collect::<Vec<_>>().join(", "));
    if !paths.has_all() {
        return Err(Failure::Input(message));
    }
    report::note(&message);
    Ok(())
}
