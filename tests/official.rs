//! The specification's own cases: 404 documents to decode and 160 values to encode.
//!
//! They are looked for in the folder that `TOON_SPEC_FIXTURES` names, else in
//! `../shared/spec/fixtures` beside this package. Where neither exists the tests say so on stderr
//! and pass.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod support;

use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use support::equality::equal;
use support::note;
use toon::{DecodeOptions, Delimiter, EncodeOptions};

const DECODE_CASES: usize = 404;
const ENCODE_CASES: usize = 160;

#[derive(Deserialize)]
struct Fixture {
    tests: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    input: Value,
    expected: Value,
    #[serde(default)]
    should_error: bool,
    #[serde(default)]
    options: CaseOptions,
    spec_section: String,
}

/// The options that cases set; a new one must fail here rather than be ignored.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CaseOptions {
    delimiter: Option<char>,
    indent_size: Option<usize>,
    strict: Option<bool>,
}

impl CaseOptions {
    fn encode(&self) -> EncodeOptions {
        let mut options = EncodeOptions::new();
        if let Some(spaces) = self.indent_size {
            options = options.indent(spaces);
        }
        match self.delimiter {
            None | Some(',') => options,
            Some('\t') => options.delimiter(Delimiter::Tab),
            Some('|') => options.delimiter(Delimiter::Pipe),
            Some(other) => panic!("no such delimiter: {other:?}"),
        }
    }

    fn decode(&self) -> DecodeOptions {
        let mut options = DecodeOptions::new();
        if let Some(spaces) = self.indent_size {
            options = options.indent(spaces);
        }
        if let Some(strict) = self.strict {
            options = options.strict(strict);
        }
        options
    }
}

#[test]
fn decode() {
    run("decode", DECODE_CASES, decode_case);
}

#[test]
fn encode() {
    run("encode", ENCODE_CASES, encode_case);
}

/// All functions that read.
fn decode_case(case: &Case) -> Result<(), String> {
    let options = case.options.decode();
    let text = case.input.as_str().unwrap();
    for (function, outcome) in [
        ("from_str", options.from_str::<Value>(text)),
        ("from_slice", options.from_slice::<Value>(text.as_bytes())),
        ("from_reader", options.from_reader::<_, Value>(text.as_bytes())),
    ] {
        match outcome {
            Err(_) if case.should_error => {}
            Ok(value) if !case.should_error && equal(&value, &case.expected) => {}
            Ok(value) if case.should_error => return Err(format!("{function}: accepted as {value}")),
            Ok(value) => return Err(format!("{function}: {value}\n    expected: {}", case.expected)),
            Err(error) => return Err(format!("{function}: {error}\n    expected: {}", case.expected)),
        }
    }
    Ok(())
}

/// All functions that write.
fn encode_case(case: &Case) -> Result<(), String> {
    let options = case.options.encode();
    let expected = case.expected.as_str().unwrap();
    let mut written = Vec::new();
    let to_writer = options.to_writer(&mut written, &case.input).map(|()| written);
    for (function, outcome) in [
        ("to_string", options.to_string(&case.input).map(String::into_bytes)),
        ("to_vec", options.to_vec(&case.input)),
        ("to_writer", to_writer),
    ] {
        match outcome {
            Ok(text) if text == expected.as_bytes() => {}
            Ok(text) => {
                let text = String::from_utf8_lossy(&text);
                return Err(format!("{function}: {text:?}\n    expected: {expected:?}"));
            }
            Err(error) => return Err(format!("{function}: {error}\n    expected: {expected:?}")),
        }
    }
    Ok(())
}

/// Runs every case of the files in `direction`'s folder and lists all failures at once.
fn run(direction: &str, expected_cases: usize, check: fn(&Case) -> Result<(), String>) {
    let Some(folder) = fixtures() else {
        note(&format!("official {direction} cases: skipped, set TOON_SPEC_FIXTURES to their folder"));
        return;
    };
    let mut cases = 0;
    let mut failures = String::new();
    let mut failed = 0;
    for file in files(&folder.join(direction)) {
        let name = file.file_name().unwrap().to_string_lossy();
        let fixture: Fixture = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        for (index, case) in fixture.tests.iter().enumerate() {
            cases += 1;
            if let Err(difference) = check(case) {
                failed += 1;
                let Case { name: title, spec_section, input, .. } = case;
                writeln!(failures, "{direction}/{name} #{index} {title:?} (§{spec_section})").unwrap();
                writeln!(failures, "    input: {input}\n    {difference}").unwrap();
            }
        }
    }
    note(&format!("official {direction} cases: {} of {cases} pass", cases - failed));
    assert!(failures.is_empty(), "{failed} of {cases} official {direction} cases fail:\n{failures}");
    assert_eq!(cases, expected_cases, "official {direction} cases found in {}", folder.display());
}

fn fixtures() -> Option<PathBuf> {
    let folder = std::env::var_os("TOON_SPEC_FIXTURES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/spec/fixtures"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}
