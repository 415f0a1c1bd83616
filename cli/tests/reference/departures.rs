//! Intentional differences.

use crate::install::reference;
use crate::run::{Call, Done, ours, theirs};

/// What each of them does, where they differ.
fn both(call: &Call) -> Option<(Done, Done)> {
    let reference = reference()?;
    let (ours, theirs) = (ours(call), theirs(reference, call));
    assert_ne!(ours, theirs);
    Some((ours, theirs))
}

/// Piped TOON is decoded; the reference reads it as JSON.
#[test]
fn standard_input_is_looked_at() {
    let Some((ours, theirs)) = both(&Call::new(&[], "a[2]: 1,2")) else { return };
    assert_eq!(ours.stdout, "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
    assert!(!theirs.is_well);
}

/// Values one after another, on lines of their own or not, are NDJSON.
#[test]
fn several_values() {
    for (text, output) in [("{\"a\":1}\n{\"a\":2}", "[2]{a}:\n  1\n  2\n"), ("1 2", "[2]: 1,2\n")] {
        let Some((ours, theirs)) = both(&Call::new(&["-e"], text)) else { return };
        assert_eq!(ours.stdout, output);
        assert!(!theirs.is_well);
    }
}

/// The output never replaces the input.
#[test]
fn output_onto_the_input() {
    let call = Call::with_file(&["in.json", "-o", "in.json"], "in.json", "{\"a\":[1,2]}");
    let Some((ours, theirs)) = both(&call.writing("in.json")) else { return };
    assert_eq!((ours.is_well, ours.file.as_deref()), (false, Some("{\"a\":[1,2]}")));
    assert_eq!(theirs.file.as_deref(), Some("a[2]: 1,2\n"));
}

/// An empty document is an empty object (§5), but perhaps nothing was meant to be empty.
#[test]
fn empty_input() {
    for args in [&["-d"][..], &["--decode", "-"], &["-d", "--no-strict"]] {
        let Some((ours, theirs)) = both(&Call::new(args, "")) else { return };
        assert_eq!((ours.stdout, theirs.stdout), ("{}\n".to_owned(), "{}\n".to_owned()));
        assert!(ours.is_well && ours.speaks && !theirs.speaks);
    }
}

/// What is probably a mistake, or could be smaller, is noted; the results are the same.
#[test]
fn notes() {
    let json = "[{\"a\":1},{\"b\":2}]";
    for call in [
        Call::with_file(&["in.toon"], "in.toon", "{\"a\":[{\"x\":1},{\"x\":2}]}"),
        Call::with_file(&["-e", "in.toon"], "in.toon", "{\"a\":[{\"x\":1},{\"x\":2}]}"),
        Call::new(&["-e", "--verbose"], json),
    ] {
        let Some((ours, theirs)) = both(&call) else { return };
        assert_eq!(ours.stdout, theirs.stdout);
        assert!(ours.is_well && ours.speaks && !theirs.speaks);
    }
}

/// `-v` is `--verbose`, as in all commands; the reference prints its version.
#[test]
fn short_verbose() {
    let Some((ours, theirs)) = both(&Call::new(&["-v"], "a: 1")) else { return };
    assert_eq!(ours.stdout, "{\n  \"a\": 1\n}\n");
    assert!(theirs.is_well && !theirs.stdout.contains('{'));
}

/// Duplicate keys are an error; JavaScript keeps the last one.
#[test]
fn json_with_a_key_twice() {
    let Some((ours, theirs)) = both(&Call::new(&["-e"], "{\"a\":1,\"a\":2}")) else { return };
    assert!(!ours.is_well && ours.stdout.is_empty());
    assert_eq!(theirs.stdout, "a: 2\n");
}

/// Nesting cannot be written without indentation (§12).
#[test]
fn no_indentation() {
    let Some((ours, _)) = both(&Call::new(&["-d", "--indent", "0"], "a: 1")) else { return };
    assert!(!ours.is_well && ours.stdout.is_empty());
}

#[test]
fn names_of_delimiters() {
    for (name, output) in
        [("comma", "[2]: 1,2\n"), ("tab", "[2\t]: 1\t2\n"), ("\\t", "[2\t]: 1\t2\n"), ("pipe", "[2|]: 1|2\n")]
    {
        let Some((ours, theirs)) = both(&Call::new(&["-e", "--delimiter", name], "[1,2]")) else { return };
        assert_eq!(ours.stdout, output);
        assert!(!theirs.is_well);
    }
}

/// RFC 8259 §8.1 lets a reader ignore a byte-order mark.
#[test]
fn json_with_a_mark() {
    let Some((ours, theirs)) = both(&Call::new(&["-e"], "\u{feff}{\"a\":1}")) else { return };
    assert_eq!(ours.stdout, "a: 1\n");
    assert!(!theirs.is_well);
}

/// Keys keep their order (§2); JavaScript's objects begin with numeric keys.
#[test]
fn keys_that_are_numbers() {
    let Some((ours, theirs)) = both(&Call::new(&["-e"], "{\"b\":1,\"1\":2}")) else { return };
    assert_eq!(ours.stdout, "b: 1\n\"1\": 2\n");
    assert_eq!(theirs.stdout, "\"1\": 2\nb: 1\n");
}

/// Numbers keep their digits (§2); JavaScript's have 53 bits.
#[test]
fn numbers_beyond_doubles() {
    let Some((ours, theirs)) = both(&Call::new(&["-e"], "[12345678901234567890]")) else { return };
    assert_eq!(ours.stdout, "[1]: 12345678901234567890\n");
    assert_eq!(theirs.stdout, "[1]: 12345678901234567000\n");
    let Some((ours, _)) = both(&Call::new(&["-d"], "a: 12345678901234567890")) else { return };
    assert_eq!(ours.stdout, "{\n  \"a\": 12345678901234567890\n}\n");
}

/// The last of duplicate keys wins (§14.4), and is written once; the reference writes both.
#[test]
fn keys_that_repeat_without_strictness() {
    for (text, output) in
        [("a: 1\na: 2", "{\n  \"a\": 2\n}\n"), ("[1]{x,x}:\n  1,2", "[\n  {\n    \"x\": 2\n  }\n]\n")]
    {
        let Some((ours, theirs)) = both(&Call::new(&["-d", "--no-strict"], text)) else { return };
        assert_eq!(ours.stdout, output);
        assert!(theirs.is_well && theirs.stdout.len() > output.len());
    }
}

/// Only the five recoveries of §14.4 apply: nothing in the text is silently dropped.
#[test]
fn what_is_not_forgiven() {
    for text in ["[2]{a,b}:\n  1,2\n  3", "[1]: 1\nb: 2", "\ta: 1"] {
        let Some((ours, theirs)) = both(&Call::new(&["-d", "--no-strict"], text)) else { return };
        assert!(!ours.is_well && ours.stdout.is_empty() && theirs.is_well, "{text:?}");
    }
}
