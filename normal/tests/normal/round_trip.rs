//! The official values, and files of real and published data where they are.
//!
//! The official cases are found as `tests/official.rs` says; the files in the folder that
//! `TOON_DATA` names, else in `../shared/data` beside the repository.

use crate::aliases;
use crate::support::check::{Case, Setup};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use toon_normal::Level;

#[test]
fn official_values() {
    const ENCODE_CASES: usize = 160;

    #[derive(Deserialize)]
    struct Fixture {
        tests: Vec<Test>,
    }

    #[derive(Deserialize)]
    struct Test {
        name: String,
        input: Box<RawValue>,
    }

    let Some(folder) = folder("TOON_SPEC_FIXTURES", "../../shared/spec/fixtures") else { return };
    let files = files(&folder.join("encode"), "");
    let mut count = 0;
    for file in &files {
        let fixture: Fixture = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        for test in fixture.tests {
            comes_back(&test.name, test.input.get());
            count += 1;
        }
    }
    assert_eq!(count, ENCODE_CASES, "official values found in {}", folder.display());
}

#[test]
fn files_of_data() {
    let Some(folder) = folder("TOON_DATA", "../../shared/data") else { return };
    let lists = files(&folder, "token-").into_iter().chain(files(&folder.join("github"), "list-"));
    for file in lists.chain(files(&folder.join("made"), "")) {
        comes_back(&file.to_string_lossy(), &fs::read_to_string(&file).unwrap());
    }
}

#[test]
fn responses() {
    let Some(folder) = folder("TOON_DATA", "../../shared/data") else { return };
    let Ok(lines) = fs::read_to_string(folder.join("github/responses.ndjson")) else { return };
    for line in lines.lines() {
        let response: BTreeMap<String, &RawValue> = serde_json::from_str(line).unwrap();
        comes_back(response["name"].get(), response["value"].get());
    }
}

#[track_caller]
fn comes_back(name: &str, json: &str) {
    let case = Case::parse(json).unwrap();
    for setup in Setup::all() {
        let (text, _) = case.check(&setup).unwrap_or_else(|wrong| {
            panic!("{name}, {setup:?}: {}", wrong.chars().take(4_000).collect::<String>())
        });
        if setup.level == Level::Legible {
            aliases::checked(&text);
        }
    }
}

/// The folder that `variable` names, else the one beside this package; none where there is neither.
fn folder(variable: &str, beside: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(beside);
    let folder = std::env::var_os(variable).map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        // The harness keeps back what the printing macros of a passing test say.
        let skipped = format!("normal form: {variable}: skipped, there is no {}\n", folder.display());
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
        return None;
    }
    Some(folder)
}

fn files(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    let has_prefix = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(prefix);
    files.retain(|path| path.is_file() && has_prefix(path));
    files.sort();
    files
}
