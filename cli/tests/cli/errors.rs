//! What is wrong, where, and how to fix it; and the exit code.

use super::{folder, toon, toon_in};
use snapbox::str;

#[test]
fn json() {
    let folder = folder(&[("bad.json", "{\n  \"a\": 1,\n  \"b\": tru\n}")]);
    toon_in(&folder, &["bad.json"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> bad.json:3:8
  |
3 |   "b": tru
  |        ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    toon(&[]).stdin("{\"a\": 1").assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected `,` or `}`
 --> <stdin>:1:8
  |
1 | {"a": 1
  |        ^
  = help: put a comma between entries, or close the object

"#]]);
    // An object must not have duplicate keys.
    toon(&[]).stdin("{\"a\": 1,\n \"a\": 2}").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: duplicate key "a"
 --> <stdin>:2:2
  |
2 |  "a": 2}
  |  ^
  = help: remove or rename one of the two keys "a"

"#]]);
}

/// What follows a value is not necessarily superfluous.
#[test]
fn text_after_json() {
    toon(&[]).stdin("{\"a\":1}\n, {\"a\":2}\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected end of input
 --> <stdin>:2:1
  |
2 | , {"a":2}
  | ^
  = help: put the values between [ and ] to make a list of them

"#]]);
    toon(&["encode", "--from", "json"]).stdin("1, 2").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected end of input
 --> <stdin>:1:2
  |
1 | 1, 2
  |  ^
  = help: put the values between [ and ] to make a list of them

"#]]);
    toon(&[]).stdin("{\"a\":1} xyz").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected end of input
 --> <stdin>:1:9
  |
1 | {"a":1} xyz
  |         ^
  = help: remove everything after the value

"#]]);
    toon(&[]).stdin("{\"a\":1}}").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected end of input
 --> <stdin>:1:8
  |
1 | {"a":1}}
  |        ^
  = help: remove everything after the value

"#]]);
}

#[test]
fn toon_text() {
    let folder = folder(&[("bad.toon", "users[2]{id,name}:\n  1,Ada\n  2\n")]);
    toon_in(&folder, &["bad.toon"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: row has 1 cell, but the header has 2 fields
 --> bad.toon:3:3, in users[1].name
  |
3 |   2
  |   ^
  = help: write 2 cells, with null or "" for missing values

"#]]);
    toon(&["-d"]).stdin("[2]{a,b}:\n  1,2\n  3\n").assert().code(1).stderr_eq(str![[r#"
error: row has 1 cell, but the header has 2 fields
 --> <stdin>:3:3, in [1].b
  |
3 |   3
  |   ^
  = help: write 2 cells, with null or "" for missing values

"#]]);
}

#[test]
fn files() {
    let folder = folder(&[("x/a.json", "{}")]);
    toon_in(&folder, &["missing.json"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: cannot read missing.json: No such file or directory (os error 2)

"#]]);
    toon_in(&folder, &["x"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: cannot read x: is a directory

"#]]);
    toon_in(&folder, &["x/a.json", "-o", "no/such/folder"]).assert().code(1).stderr_eq(str![[r#"
error: cannot write no/such/folder: folder no/such does not exist

"#]]);
    std::fs::write(folder.path().join("bytes.json"), b"{\n\"a\": \"\xc3\"}").unwrap();
    toon_in(&folder, &["bytes.json"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> bytes.json:2:7
  |
2 | "a": "�"}
  |       ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
}

#[test]
fn usage() {
    toon(&["--no-such-flag"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: unexpected argument '--no-such-flag' found

  tip: to pass '--no-such-flag' as a value, use '-- --no-such-flag'

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    toon(&["a.json", "b.json"]).assert().code(2).stdout_eq("");
    toon(&["encode", "--no-such-flag"]).assert().code(2);
    toon(&["completions", "no-such-shell"]).assert().code(2);
}

#[test]
fn verbose() {
    toon(&["-v"]).stdin("{").assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a key in double quotes
 --> <stdin>:1:2
  |
1 | {
  |  ^
  = help: write the key in double quotes, and no comma after the last entry
toon 0.1.0, specification 4.4

"#]]);
    toon(&["decode", "-v"]).stdin("a[2]: 1").assert().code(1).stderr_eq(str![[r#"
error: header declares 2 elements, found 1
 --> <stdin>:1:2, in a
  |
1 | a[2]: 1
  |  ^
  = help: write [1] in the header, or add the missing element
toon 0.1.0, specification 4.4

"#]]);
    for args in [
        &["check", "-"][..],
        &["fmt", "-"],
        &["repair", "-"],
        &["stats", "--from", "json", "-"],
        &["query", "-", "error"],
        &["context", "pack", "-"],
        &["context", "render", "-"],
        &["context", "inspect", "-"],
        &["context", "validate", "-"],
        &["context", "stats", "-"],
    ] {
        let output = |args: &[&str]| {
            toon(args).stdin(if args[0] == "repair" { "" } else { "a[2]: 1" }).output().unwrap()
        };
        let (plain, verbose) = (output(args), output(&[args, &["--verbose"]].concat()));
        assert_eq!((plain.status.code(), verbose.status.code()), (Some(1), Some(1)), "{args:?}");
        let expected = [&*plain.stderr, b"toon 0.1.0, specification 4.4\n"].concat();
        assert_eq!(String::from_utf8_lossy(&verbose.stderr), String::from_utf8_lossy(&expected), "{args:?}");
    }
    // Not after success, nor after wrong usage.
    toon(&["check", "-v", "-"]).stdin("a: 1").assert().success().stderr_eq("0 mistakes in 1 file\n");
    toon(&["-v", "a.json", "b.json"]).assert().code(2).stderr_eq(str![[r#"
error: several files need a folder for the results; use -O DIR

"#]]);
}

/// The help addresses the cause, not the line where it shows.
#[test]
fn what_a_model_wrote() {
    toon(&["decode"]).stdin("```toon\nid: 1\n```\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | ```toon
  | ^
  = help: remove the Markdown fence and everything outside it
note: <stdin> begins with a Markdown fence; to read what is inside it, use --from-answer

"#]]);
    let folder = folder(&[("rows.toon", "users[2]{id,name}:\n1,Ann\n2,Bob\n")]);
    toon_in(&folder, &["check", "rows.toon"]).assert().code(1).stderr_eq(str![[r#"
error: header declares 2 elements, found 0
 --> rows.toon:1:6, in users
  |
1 | users[2]{id,name}:
  |      ^
  = help: indent the rows below the header by 2 spaces
error: expected `key: value`, found a line without a colon
 --> rows.toon:2:1
  |
2 | 1,Ann
  | ^
  = help: indent the rows below the header by 2 spaces
2 mistakes in 1 file
  1 × header with the wrong number of elements
  1 × expected `key: value`, found a line without a colon

"#]]);
    toon(&["check", "-"]).stdin("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n").assert().code(1).stderr_eq(str![[r#"
error: duplicate key "{\"a\""
 --> <stdin>:2:1
  |
2 | {"a":2}
  | ^
  = help: the text is JSON: parse it as JSON, or write it as TOON
error: duplicate key "{\"a\""
 --> <stdin>:3:1
  |
3 | {"a":3}
  | ^
  = help: the text is JSON: parse it as JSON, or write it as TOON
<stdin> looks like JSON, one value per line; use `toon encode --from ndjson` to convert it to TOON
2 mistakes in 1 file
  2 × duplicate key

"#]]);
}

/// The first marker of a conflict is named, whatever the format is.
#[test]
fn merge_conflicts() {
    let sides = |before: &str, ours: &str, theirs: &str, after: &str| {
        format!("{before}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> topic\n{after}")
    };
    let json = sides("{\n  \"a\": 1,\n", "  \"b\": 2\n", "  \"b\": 3\n", "}\n");
    let table = sides("[2]{id,name}:\n  1,Ann\n", "  2,Bob\n", "  2,Rob\n", "");
    toon(&["encode"]).stdin(json.as_str()).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: unresolved merge conflict
 --> <stdin>:3:1
  |
3 | <<<<<<< HEAD
  | ^
  = help: keep the lines of one side, or of both, and remove those with `<<<<<<<`, `=======` and `>>>>>>>`

"#]]);
    for (args, text, line) in [
        (&["encode", "--from", "json"][..], json.clone(), 3),
        (&["encode", "--from", "json"], sides("", "1\n", "2\n", ""), 1),
        (&["encode", "--jsonc"], format!("// c\n{json}"), 4),
        (&["stats", "-"], json.clone(), 3),
        (&["encode", "--from", "ndjson"], sides("1\n2\n", "3\n", "4\n", "5\n"), 3),
        (&["encode", "--from", "csv"], sides("id,name\n1,Ann\n", "2,Bob\n", "2,Rob\n", "3,Cy\n"), 3),
        (&["encode", "--from", "csv", "--csv-delimiter", ","], sides("", "a,b\n", "a,c\n", "1,2\n"), 1),
        (&["encode", "--from", "toml"], sides("a = 1\n", "b = 2\n", "b = 3\n", ""), 2),
        (&["encode", "--from", "yaml"], sides("a: 1\n", "b: 2\n", "b: 3\n", ""), 2),
        (&["encode", "--from", "yaml"], sides("a: [1,\n", "  2,\n", "  3,\n", "  ]\n"), 2),
        (&["encode", "--from", "yaml"], sides("a: |\n  b\n", "  c\n", "  d\n", ""), 3),
        (&["decode"], table.clone(), 3),
        (&["decode"], sides("a: 1\n", "b: 2\n", "b: 3\n", ""), 2),
        (&["decode"], "a: 1\nb: 2\n>>>>>>> topic\n".to_owned(), 3),
        (&["fmt", "-"], table.clone(), 3),
        (&["check", "-"], table, 3),
    ] {
        let output = toon(args).stdin(text.as_str()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        let expected = format!("error: unresolved merge conflict\n --> <stdin>:{line}:1\n");
        assert!(!output.status.success() && stderr.starts_with(&expected), "{args:?}: {text}\n{stderr}");
        assert!(stderr.matches("error:").count() == 1, "{stderr}");
    }
    // It is data, if it can be.
    toon(&["encode", "--from", "csv"]).stdin("a\n<<<<<<< b\n=======\n>>>>>>> c\n").assert().success();
    let quoted = "id,note\n1,\"\n<<<<<<< a\n=======\n>>>>>>> b\n\"\n2,3,4\n";
    let error = toon(&["encode", "--from", "csv"]).stdin(quoted).output().unwrap().stderr;
    assert!(String::from_utf8_lossy(&error).starts_with("error: record has 3 fields"), "{error:?}");
}
