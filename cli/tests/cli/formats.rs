//! NDJSON, and values that are too deep in any format.

use super::toon;
use snapbox::str;

#[track_caller]
fn encodes(from: &str, input: &str, output: &str) {
    toon(&["encode", "--from", from]).stdin(input).assert().success().stdout_eq(output).stderr_eq("");
}

#[test]
fn ndjson_rows_and_items() {
    encodes("ndjson", "{\"a\":1,\"b\":2}\r\n\r\n{\"b\":4,\"a\":3}\r\n", "[2]{a,b}:\n  1,2\n  3,4\n");
    encodes("ndjson", "{\"a\":1}\n{\"a\":[1]}", "[2]:\n  - a: 1\n  - a[1]: 1\n");
    encodes("ndjson", "1\n\"x\"\nnull", "[3]: 1,x,null\n");
}

#[test]
fn ndjson_that_is_none() {
    toon(&["encode", "--from", "ndjson"])
        .stdin("{\"a\":1}\n{\"a\":}\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:6
  |
2 | {"a":}
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    toon(&["encode", "--from", "ndjson"]).stdin("{\"a\":1,\n\"b\":2}\n").assert().code(1).stderr_eq(str![[
        r#"
error: invalid JSON: expected a key in double quotes
 --> <stdin>:1:8
  |
1 | {"a":1,
  |        ^
  = help: in NDJSON, each value is on a line of its own, as `jq -c .` writes it

"#
    ]]);
}

/// None of them overflows the stack.
#[test]
fn deep_values() {
    let depth = 100_000;
    let objects = (0..2_000).map(|level| "  ".repeat(level) + "a:\n").collect::<Vec<_>>().concat();
    for (args, input) in [
        (&["encode"][..], "[".repeat(depth)),
        (&["encode"], "[".repeat(depth) + &"]".repeat(depth)),
        (&["encode"], "{\"a\":".repeat(depth)),
        (&["encode", "--from", "ndjson"], "[".repeat(depth) + &"]".repeat(depth)),
        (&["encode", "--from", "toml"], format!("a = {}{}", "[".repeat(depth), "]".repeat(depth))),
        (&["encode", "--from", "toml"], format!("{}a = 1", "a.".repeat(depth))),
        (&["encode", "--from", "yaml"], "[".repeat(depth) + &"]".repeat(depth)),
        (&["encode", "--from", "yaml"], "- ".repeat(depth)),
        (&["decode", "--to", "yaml"], objects.clone()),
        (&["check", "-"], objects.clone()),
        (&["fmt", "-"], objects.clone()),
        (&["stats", "-"], "[".repeat(depth) + &"]".repeat(depth)),
    ] {
        toon(args).stdin(input).assert().code(1).stdout_eq("");
    }
}
