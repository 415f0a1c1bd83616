//! Checks the table in the README.
#![cfg(feature = "tokens")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../README.md");

/// `TOON_CONVERT_README=1` rewrites it.
#[test]
fn the_table_is_what_the_example_prints() {
    let test = std::env::current_exe().unwrap();
    let program = format!("savings{}", std::env::consts::EXE_SUFFIX);
    let program = test.ancestors().nth(2).unwrap().join("examples").join(program);
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();

    let (before, rest) = README.split_once("<!-- savings -->\n").unwrap();
    let (table, after) = rest.split_once("<!-- /savings -->").unwrap();
    if std::env::var_os("TOON_CONVERT_README").is_some() {
        let readme = format!("{before}<!-- savings -->\n{printed}<!-- /savings -->{after}");
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), readme).unwrap();
    } else {
        assert_eq!(table, printed, "run this test with TOON_CONVERT_README=1");
    }
}
