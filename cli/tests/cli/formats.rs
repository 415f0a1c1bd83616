//! NDJSON, TOML and YAML.

use super::toon;
use snapbox::str;
use std::fmt::Write;

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

#[test]
fn toml() {
    encodes(
        "toml",
        "title = \"x\"\nday = 2026-11-23\nat = 2026-11-23T10:00:00Z\nnot = nan\n[[points]]\nx = 1\ny = 2.5\n[[points]]\nx = 3\ny = 4\n[deep.er]\non = true\n",
        "title: x\nday: 2026-11-23\nat: \"2026-11-23T10:00:00Z\"\nnot: null\npoints[2]{x,y}:\n  1,2.5\n  3,4\ndeep:\n  er:\n    on: true\n",
    );
    toon(&["encode", "--from", "toml"]).stdin("a = 1\na = 2").assert().code(1).stdout_eq("").stderr_eq(str![
        [r#"
error: duplicate key
 --> <stdin>:2:1
  = help: write `key = value`, with unique keys, quoted strings and 64-bit integers

"#]
    ]);
}

#[test]
fn yaml() {
    encodes(
        "yaml",
        "# services\nbase: &base\n  image: x\nservices:\n  - <<: *base\n    ports: [1, 2]\ntext: |\n  two\n  lines\nyes: yes\nnone: ~\n",
        "base:\n  image: x\nservices[1]:\n  - ports[2]: 1,2\n    image: x\ntext: \"two\\nlines\\n\"\nyes: yes\nnone: null\n",
    );
    toon(&["encode", "--from", "yaml"]).stdin("a: [1, 2\nb: }").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: illegal placement of ':' indicator
 --> <stdin>:2:2
  = help: indent with spaces, use unique keys, and quote strings that YAML would read as something else

"#]],
    );
    toon(&["encode", "--from", "yaml"]).stdin("a: 1\na: 2\n").assert().code(1).stderr_eq(str![[r#"
error: duplicate mapping key: a
 --> <stdin>:2:1
  = help: indent with spaces, use unique keys, and quote strings that YAML would read as something else

"#]]);
}

#[test]
fn yaml_of_many_documents() {
    toon(&["encode", "--from", "yaml"]).stdin("a: 1\n---\nb: 2\n").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: multiple YAML documents detected
 --> <stdin>:3:1
  = help: indent with spaces, use unique keys, and quote strings that YAML would read as something else

"#]],
    );
}

/// A long log.
#[test]
fn yaml_of_many_records() {
    let count = 90_000;
    let records = "- {a: 1, b: 2}\n".repeat(count);
    encodes("yaml", &records, &format!("[{count}]{{a,b}}:\n{}", "  1,2\n".repeat(count)));
}

/// The output can be read back.
#[test]
fn yaml_as_deep_as_toon() {
    let toon_text = (0..127).map(|level| "  ".repeat(level) + "a:\n").collect::<String>();
    let yaml = toon(&["decode", "--to", "yaml"]).stdin(&*toon_text).assert().success();
    encodes("yaml", std::str::from_utf8(&yaml.get_output().stdout).unwrap(), &toon_text);
}

/// Ten levels of nine aliases are a few bytes, and a billion strings.
#[test]
fn yaml_that_explodes() {
    let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for level in 1..10 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(",");
        writeln!(bomb, "a{level}: &a{level} [{aliases}]").unwrap();
    }
    toon(&["encode", "--from", "yaml"]).stdin(bomb).assert().code(1).stdout_eq("");
}

/// A long string cannot be repeated without limit either.
#[test]
fn yaml_that_repeats() {
    let text = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), ["*a"; 80].join(","));
    toon(&["encode", "--from", "yaml"]).stdin(text).assert().code(1).stdout_eq("");
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
