//! Changes, as the `git` program says.

use crate::failure::Failure;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The changes of the working tree since `revision`, and the folder to which their paths are relative: `folder`, or
/// without one, that of the repository.
pub(super) fn diff(folder: Option<&Path>, revision: &str) -> Result<(PathBuf, Vec<u8>), Failure> {
    // Git itself has no such names, and would take it for an option.
    if revision.is_empty() || revision.starts_with('-') {
        return Err(Failure::Usage(format!("expected a revision after --diff, found `{revision}`")));
    }
    let at = folder.unwrap_or(Path::new("."));
    let top = run(at, &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(String::from_utf8_lossy(&top).trim_end_matches(['\n', '\r']));
    // Whatever the configuration says.
    let options = ["--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/"];
    let relative = if folder.is_some() { "--relative" } else { "--no-relative" };
    // Before the first commit, git would say that `HEAD` is a bad revision.
    if revision == "HEAD" && run(&top, &["rev-parse", "--verify", "--quiet", "HEAD"]).is_err() {
        let message = "there are no commits yet, so that nothing can have changed since the last one";
        return Err(Failure::Input(format!("git: {message}")));
    }
    let args = [&["diff"][..], &options, &[relative, revision, "--"]].concat();
    let text = run(at, &args)?;
    Ok((folder.map_or(top, Path::to_owned), text))
}

/// Whether this names a path rather than a revision.
pub(super) fn is_path(name: &str) -> bool {
    let is_revision = || run(Path::new("."), &["rev-parse", "--verify", "--quiet", name, "--"]).is_ok();
    !name.starts_with('-') && Path::new(name).exists() && !is_revision()
}

/// The output of `git` in a folder. Of what the configuration of a repository may name, only filters are run, such as
/// that of Git LFS: without them, files that did not change would differ.
fn run(folder: &Path, args: &[&str]) -> Result<Vec<u8>, Failure> {
    let mut command = Command::new("git");
    command.args(["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]);
    command
        .arg("-C")
        .arg(folder)
        .args(args)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_INDEX_FILE")
        .env_remove("GIT_EXTERNAL_DIFF")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    let output = command.output().map_err(|error| {
        Failure::Input(match error.kind() {
            io::ErrorKind::NotFound => "--diff needs the program `git`, which was not found".to_owned(),
            _ => format!("cannot run git: {error}"),
        })
    })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let line = message.lines().find(|line| line.starts_with("fatal: ")).or(message.lines().next());
    let line = line.unwrap_or("it failed without a message");
    Err(Failure::Input(format!("git: {}", line.strip_prefix("fatal: ").unwrap_or(line))))
}
