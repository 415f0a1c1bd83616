//! The inputs of the official cases.

use crate::install::reference;
use crate::run::{Call, check_where};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The cases of a folder: `encode` or `decode`.
fn cases(kind: &str) -> Vec<Value> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/spec/fixtures");
    let folder = std::env::var_os("TOON_SPEC_FIXTURES").map_or(beside, PathBuf::from).join(kind);
    let Ok(files) = std::fs::read_dir(&folder) else {
        let line =
            format!("{kind}: skipped, folder {} does not exist (TOON_SPEC_FIXTURES)\n", folder.display());
        std::io::stderr().write_all(line.as_bytes()).unwrap();
        return Vec::new();
    };
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    texts
        .flat_map(|text| serde_json::from_str::<Value>(&text).unwrap()["tests"].as_array().unwrap().clone())
        .collect()
}

fn call(mode: &str, case: &Value, input: String) -> Call {
    let mut args = vec![mode.to_owned()];
    let options = &case["options"];
    if let Some(delimiter) = options["delimiter"].as_str() {
        args.extend(["--delimiter".to_owned(), delimiter.to_owned()]);
    }
    if let Some(indent) = options["indentSize"].as_u64() {
        args.extend(["--indent".to_owned(), indent.to_string()]);
    }
    if options["strict"] == false {
        args.push("--no-strict".to_owned());
    }
    Call { args, stdin: input.into(), ..Call::default() }
}

/// Checks the cases that the reference passes: it implements an older version of the specification.
fn check_agreed(kind: &str, mode: &str, input: fn(&Value) -> String, expected: fn(&Value, &str) -> bool) {
    let Some(reference) = reference() else { return };
    let mut cases = cases(kind);
    // It is noted that the input is empty, which is one of the departures.
    cases.retain(|case| !input(case).trim().is_empty());
    let calls: Vec<Call> = cases.iter().map(|case| call(mode, case, input(case))).collect();
    let agreed = check_where(reference, &calls, |index, done| {
        let case = &cases[index];
        let fails = case["shouldError"] == true;
        if fails { !done.is_well } else { done.is_well && expected(&case["expected"], &done.stdout) }
    });
    assert!(cases.is_empty() || agreed * 10 > cases.len() * 8, "{agreed} of {} cases", cases.len());
}

#[test]
fn encode() {
    check_agreed(
        "encode",
        "-e",
        |case| case["input"].to_string(),
        |expected, stdout| expected.as_str().unwrap() == stdout.strip_suffix('\n').unwrap(),
    );
}

#[test]
fn decode() {
    check_agreed(
        "decode",
        "-d",
        |case| case["input"].as_str().unwrap().to_owned(),
        |expected, stdout| {
            // Readers disagree about duplicate keys.
            let value: Value = serde_json::from_str(stdout).unwrap();
            value == *expected
                && serde_json::to_string_pretty(&value).unwrap().len() == stdout.trim_end().len()
        },
    );
}
