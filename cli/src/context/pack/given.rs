//! What the paths on the command line stand for.

use super::super::render::one_line;
use super::super::secrets::{Guard, STDIN};
use super::super::{diff, manifest, read};
use super::paths;
use super::stdin::{self, Piped};
use crate::args::Pack;
use crate::failure::Failure;
use crate::report;
use std::path::{Path, PathBuf};
use toon_context::Block;

/// What the paths on the command line stand for.
#[derive(Default)]
pub(super) struct Given {
    /// Files, folders and patterns.
    pub(super) files: Vec<PathBuf>,
    /// The blocks of a manifest.
    pub(super) manifest: Vec<Block>,
    /// The changes on standard input.
    pub(super) diffs: Vec<Block>,
}

impl Given {
    pub(super) fn read(paths: Vec<PathBuf>, args: &Pack, guard: &Guard<'_>) -> Result<Self, Failure> {
        if let [path] = paths.as_slice()
            && !is_stdin(path)
            && let Some(manifest) = manifest_blocks(path, guard)?
        {
            return Ok(Given { manifest, ..Given::default() });
        }
        let (stdin, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_stdin(path));
        paths::check(&files)?;
        let mut given = Given { files: files.into_iter().map(resolved).collect(), ..Given::default() };
        if stdin.is_empty() {
            return Ok(given);
        }
        if args.chat.as_deref().is_some_and(is_stdin) {
            return Err(Failure::Usage("standard input can be a PATH or the --chat, not both".to_owned()));
        }
        match stdin::read()? {
            Piped::Manifest(text) => {
                let blocks = manifest::blocks(STDIN, &text, Path::new(""), guard)?;
                given.manifest = blocks.ok_or_else(|| {
                    let message = "expected an object with a list `blocks` and nothing else";
                    Failure::Input(format!("{STDIN}: {message}"))
                })?;
            }
            Piped::Diff(text) => {
                let blocks = diff::blocks(&text, guard);
                given.diffs = blocks.map_err(|error| Failure::Input(format!("{STDIN}: {error}")))?;
            }
            // Nobody has named these links one by one.
            Piped::Files(listed) => {
                let (links, files): (Vec<_>, Vec<_>) =
                    listed.into_iter().partition(|path| paths::leads_through_link(path));
                for link in links {
                    report::note(&format!(
                        "skipped {}, which is or leads through a link",
                        one_line(&link.to_string_lossy())
                    ));
                }
                given.files.extend(files);
            }
        }
        Ok(given)
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file in place of a link to it, whose own name tells what it is.
fn resolved(path: PathBuf) -> PathBuf {
    let target = if path.is_symlink() && path.is_file() { path.canonicalize().ok() } else { None };
    target.unwrap_or(path)
}

/// The blocks of a manifest. `None` if the path is something else.
fn manifest_blocks(path: &Path, guard: &Guard<'_>) -> Result<Option<Vec<Block>>, Failure> {
    let is_named = |end: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end));
    // Only the beginning of other files is read, which may be long.
    let may_be =
        path.is_file() && (is_named("toml") || is_named("json")) && manifest::begins(&read::head(path)?);
    if !may_be {
        return Ok(None);
    }
    let (name, text) = read::text(path)?;
    manifest::blocks(&name, &text, path.parent().unwrap_or(Path::new("")), guard)
}
