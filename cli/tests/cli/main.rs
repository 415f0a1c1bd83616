//! Tests that run the program.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_raw_string_hashes,
    reason = "tests, and snapshots as they are written"
)]

mod answers;
mod budget;
mod check;
#[cfg(unix)]
mod completions;
mod context;
mod csv;
mod csv_lines;
mod csv_lists;
mod csv_types;
mod decode;
mod encode;
mod encodings;
mod errors;
mod fmt;
mod foreign;
mod formats;
mod help;
mod input;
#[cfg(unix)]
mod limit;
mod lint;
#[cfg(target_os = "linux")]
mod memory;
mod non_finite;
mod normal;
mod output;
mod pack;
mod pack_chat;
mod pack_diff;
mod pack_secrets;
mod plain;
mod query;
mod repair;
mod rows;
mod select;
#[cfg(unix)]
mod session;
mod several;
mod stats;
#[cfg(unix)]
mod terminal;
mod toml;
mod values;
mod yaml;

use snapbox::Assert;
use snapbox::assert::DEFAULT_ACTION_ENV;
use snapbox::cmd::Command;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The program, in an empty folder, without a terminal.
fn toon(args: &[&str]) -> Command {
    let program = snapbox::cmd::cargo_bin!("toon");
    // Keep backslashes, which are not path separators here.
    let assert = Assert::new().action_env(DEFAULT_ACTION_ENV).normalize_paths(false);
    Command::new(program)
        .with_assert(assert)
        .args(args)
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1")
        .timeout(Duration::from_secs(60))
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The program in that folder.
fn toon_in(folder: &TempDir, args: &[&str]) -> Command {
    toon(args).current_dir(folder.path())
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The names of the entries in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
