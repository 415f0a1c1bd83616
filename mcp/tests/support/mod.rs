//! What tests of the program and tests inside it share.
// Not every user of these files uses all of it.
#![allow(dead_code)]

pub(crate) mod refusing;
pub(crate) mod upstream;

use std::path::PathBuf;

/// The server, in a folder beside that of the tests.
pub(crate) fn odd_server() -> PathBuf {
    example("odd_server")
}

/// A program from the examples.
pub(crate) fn example(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let profile = tests.parent().and_then(|folder| folder.parent()).unwrap();
    profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

pub(crate) fn call(id: u32, name: &str, count: u32) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}","arguments":{{"count":{count}}}}}}}"#
    )
}
