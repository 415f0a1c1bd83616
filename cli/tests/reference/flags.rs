//! Every flag.

use crate::inputs::{JSON, NO_JSON, NO_TOON, TOON};
use crate::install::reference;
use crate::run::{Call, check, ours, theirs};

fn all(args: &[&[&str]], inputs: &[&str]) -> Vec<Call> {
    args.iter().flat_map(|args| inputs.iter().map(|input| Call::new(args, *input))).collect()
}

#[test]
fn encoding() {
    let Some(reference) = reference() else { return };
    let args: [&[&str]; 5] = [
        &["-e"],
        &["--encode", "-"],
        &["-e", "--indent", "4"],
        &["-e", "--delimiter", "\t"],
        &["-e", "--delimiter=|", "--indent=3"],
    ];
    check(reference, &all(&args, JSON));
    check(reference, &all(&args[..1], NO_JSON));
    check(reference, &all(&[&["-e"]], TOON.get(..5).unwrap()));
}

#[test]
fn decoding() {
    let Some(reference) = reference() else { return };
    let args: [&[&str]; 4] =
        [&["-d"], &["--decode", "-"], &["-d", "--no-strict"], &["-d", "--strict", "--verbose"]];
    check(reference, &all(&args, TOON));
    check(reference, &all(&[&["-d"]], NO_TOON));
    let forgiven = ["a[2]: 1", "a:\n   b: 1", "a[2]:\n  - 1\n\n  - 2", "a: \"x", "a\nb", "a: \"\\q\""];
    check(reference, &all(&[&["-d", "--no-strict"]], &forgiven));
    let wide = ["a:\n    b: 1\n    c[2]{x,y}:\n        1,2\n        3,4", "[1]:\n    - a: 1\n      b: 2"];
    check(reference, &all(&[&["-d", "--indent", "4"]], &wide));
    check(reference, &[Call::new(&["-d"], b"a: \xff"), Call::new(&["-d", "--no-strict"], b"a: \xff\xfe")]);
}

/// Piped input is JSON by default.
#[test]
fn standard_input() {
    let Some(reference) = reference() else { return };
    check(reference, &all(&[&[], &["-"]], JSON));
}

#[test]
fn by_extension() {
    let Some(reference) = reference() else { return };
    let json = "{\"a\":[{\"x\":1},{\"x\":2}]}";
    let toon = "a[2]{x}:\n  1\n  2\n";
    check(
        reference,
        &[
            Call::with_file(&["in.json"], "in.json", json),
            Call::with_file(&["in.toon"], "in.toon", toon),
            Call::with_file(&["in.txt"], "in.txt", json),
            Call::with_file(&["in"], "in", json),
            Call::with_file(&["./in.json", "--indent", "4"], "in.json", json),
            Call::with_file(&["-d", "in.json"], "in.json", toon),
            Call::with_file(&["-e", "-d", "in.json"], "in.json", json),
            Call::with_file(&["missing.json"], "in.json", json),
            Call::with_file(&["."], "in.json", json),
        ],
    );
}

#[test]
fn output_files() {
    let Some(reference) = reference() else { return };
    let (json, toon) = ("{\"a\":[1,2]}", "a[2]: 1,2");
    check(
        reference,
        &[
            Call::with_file(&["in.json", "-o", "out.toon"], "in.json", json).writing("out.toon"),
            Call::with_file(&["in.json", "--output", "out"], "in.json", json).writing("out"),
            Call::with_file(&["--output=out.json", "in.toon"], "in.toon", toon).writing("out.json"),
            Call::with_file(&["in.json", "-o", "no/out"], "in.json", json).writing("no/out"),
            Call::new(&["-e", "-o", "out"], json).writing("out"),
            Call::new(&["-d", "-o", "out"], toon).writing("out"),
        ],
    );
}

/// The output is the same; the figures, on stderr, are not.
#[test]
fn statistics() {
    let Some(reference) = reference() else { return };
    let json = "{\"a\":[{\"x\":1},{\"x\":2}]}";
    check(
        reference,
        &[
            Call::new(&["--stats"], json),
            Call::with_file(&["in.json", "--stats", "-o", "out"], "in.json", json).writing("out"),
            Call::new(&["-d", "--stats"], "a: 1"),
        ],
    );
}

#[test]
fn wrong_usage() {
    let Some(reference) = reference() else { return };
    check(
        reference,
        &[
            Call::new(&["--no-such-flag"], "{}"),
            Call::new(&["-e", "--delimiter", ";"], "[1,2]"),
            Call::new(&["-e", "--indent", "x"], "{}"),
            Call::new(&["-e", "--indent", "-1"], "{}"),
            Call::new(&["-", "surplus"], "{}"),
        ],
    );
}

#[test]
fn help_and_version() {
    let Some(reference) = reference() else { return };
    for flag in ["--help", "-h", "--version"] {
        let call = Call::new(&[flag], "");
        for done in [ours(&call), theirs(reference, &call)] {
            assert!(done.is_well && !done.speaks && !done.stdout.is_empty(), "{flag}: {done:?}");
        }
    }
}
