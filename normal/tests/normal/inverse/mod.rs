//! Reading documents written by hand.

mod children;
mod documents;
mod entities;
mod errors;
mod json_text;
mod keys;
mod kinds;
mod legends;
mod limits;
mod page;
mod strings;
mod tables;

use std::time::Instant;
use toon::{Category, DecodeOptions, ErrorKind};
use toon_normal::{Options, to_json};

/// Reads the members of a form of an object.
#[track_caller]
fn reads(members: &str, json: &str) {
    reads_text(&format!("_form: 1 object\n{members}"), json);
}

/// Reads `list` and its side keys.
#[track_caller]
fn reads_list(list: &str, json: &str) {
    reads_text(&format!("_form: 1 list\n{list}"), json);
}

#[track_caller]
fn reads_text(text: &str, json: &str) {
    match to_json(text) {
        Ok(found) => assert_eq!(found, json, "{text}"),
        Err(error) => panic!("{}", error.render(text)),
    }
}

/// Asserts that the members of an object's form are rejected at this line and column; the mark is
/// line 1.
#[track_caller]
fn refuses(members: &str, line: usize, column: usize, message: &str) {
    refuses_text(&format!("_form: 1 object\n{members}"), line, column, message);
}

#[track_caller]
fn refuses_text(text: &str, line: usize, column: usize, message: &str) {
    match to_json(text) {
        Ok(json) => panic!("read as {json}:\n{text}"),
        Err(error) => {
            assert_eq!((error.line(), error.column()), (line, column), "{}", error.render(text));
            let found = error.kind().to_string();
            assert!(found.contains(message), "{found:?} is not about {message:?}");
            assert!(error.path().is_some(), "{}", error.render(text));
        }
    }
}

/// Runs `test` and asserts that it takes linear time.
#[track_caller]
fn quickly<T>(test: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = test();
    let seconds = start.elapsed().as_secs();
    assert!(seconds < 30, "{seconds} seconds");
    value
}
