//! `toon [FILE|-]`.

use super::{folder, names, read, toon, toon_in};
use snapbox::str;

const USERS: &str = r#"{"users":[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}]}"#;
const USERS_TOON: &str = "users[2]{id,name}:\n  1,Ada\n  2,Bob\n";

#[test]
fn by_extension() {
    let folder = folder(&[("users.json", USERS), ("users.toon", USERS_TOON), ("TWO.JSON", "[1,2]")]);
    toon_in(&folder, &["users.json"]).assert().success().stdout_eq(USERS_TOON).stderr_eq("");
    toon_in(&folder, &["users.toon"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
{
  "users": [
    {
      "id": 1,
      "name": "Ada"
    },
    {
      "id": 2,
      "name": "Bob"
    }
  ]
}

"#]])
        .stderr_eq("");
    toon_in(&folder, &["TWO.JSON"]).assert().success().stdout_eq("[2]: 1,2\n");
}

/// A flag overrides what the file name suggests.
#[test]
fn flags_count_before_extensions() {
    let folder = folder(&[("users.toon", "[1,2]"), ("users.json", "a: 1")]);
    toon_in(&folder, &["-e", "users.toon"]).assert().success().stdout_eq("[2]: 1,2\n");
    toon_in(&folder, &["--decode", "users.json"]).assert().success().stdout_eq(str![[r#"
{
  "a": 1
}

"#]]);
    toon_in(&folder, &["-e", "-d", "users.toon"]).assert().success().stdout_eq("[2]: 1,2\n");
}

#[test]
fn by_looking_at_it() {
    for (input, output) in [
        ("{\"a\":1}", "a: 1\n"),
        (" [1,2]", "[2]: 1,2\n"),
        ("[]", "[]\n"),
        ("\u{feff}{}", "\n"),
        ("\"text\"", "text\n"),
        ("17", "17\n"),
        ("a: 1", "{\n  \"a\": 1\n}\n"),
        ("[2]: 1,2", "[\n  1,\n  2\n]\n"),
        ("[1]{a}:\n  1", "[\n  {\n    \"a\": 1\n  }\n]\n"),
        ("# c\n[1]{a}:\n  1", "[\n  {\n    \"a\": 1\n  }\n]\n"),
        ("[1:]{a}:\n  x: 1", "{\n  \"x\": {\n    \"a\": 1\n  }\n}\n"),
        ("hello", "\"hello\"\n"),
        ("\"a b\": 1", "{\n  \"a b\": 1\n}\n"),
        ("[0]:", "[]\n"),
    ] {
        toon(&[]).stdin(input).assert().success().stdout_eq(output).stderr_eq("");
        toon(&["-"]).stdin(input).assert().success().stdout_eq(output);
    }
}

#[test]
fn delimiters() {
    for delimiter in [",", "comma"] {
        toon(&["--delimiter", delimiter]).stdin(USERS).assert().success().stdout_eq(USERS_TOON);
    }
    for delimiter in ["\t", "\\t", "tab"] {
        toon(&["--delimiter", delimiter])
            .stdin(USERS)
            .assert()
            .success()
            .stdout_eq("users[2\t]{id\tname}:\n  1\tAda\n  2\tBob\n");
    }
    for delimiter in ["|", "pipe"] {
        toon(&["--delimiter", delimiter])
            .stdin(USERS)
            .assert()
            .success()
            .stdout_eq("users[2|]{id|name}:\n  1|Ada\n  2|Bob\n");
    }
    toon(&["--delimiter", ";"]).stdin(USERS).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value ';' for '--delimiter <DELIMITER>'
  [possible values: comma, tab, pipe]

For more information, try '--help'.

"#]]);
}

#[test]
fn indentation() {
    toon(&["--indent", "4"]).stdin(r#"{"a":{"b":[1]}}"#).assert().success().stdout_eq("a:\n    b[1]: 1\n");
    toon(&["-d", "--indent", "4"]).stdin("a:\n    b[1]: 1").assert().success().stdout_eq(str![[r#"
{
    "a": {
        "b": [
            1
        ]
    }
}

"#]]);
    toon(&["--indent", "0"]).stdin("{}").assert().code(2).stderr_eq(str![[r#"
error: invalid value '0' for '--indent <N>': 0 is not in 1..=16

For more information, try '--help'.

"#]]);
    toon(&["--indent", "17"]).stdin("{}").assert().code(2);
    toon(&["--indent", "two"]).stdin("{}").assert().code(2);
}

#[test]
fn statistics() {
    toon(&["--stats"]).stdin(USERS).assert().success().stdout_eq(USERS_TOON).stderr_eq(str![[r#"
Tokens (o200k_base): 21 (JSON) → 19 (TOON), 9.5 % saved

"#]]);
}

#[test]
fn without_strictness() {
    toon(&["-d"]).stdin("a[3]: 1,2").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:1:2, in a
  |
1 | a[3]: 1,2
  |  ^
  = help: write [2] in the header, or add the missing element

"#]]);
    toon(&["-d", "--no-strict"]).stdin("a[3]: 1,2\na[1]: 3").assert().success().stdout_eq(str![[r#"
{
  "a": [
    3
  ]
}

"#]]);
    toon(&["-d", "--no-strict"])
        .stdin(&b"a: \xff"[..])
        .assert()
        .success()
        .stdout_eq("{\n  \"a\": \"\u{fffd}\"\n}\n");
    toon(&["-d"]).stdin(&b"a: 1\nb: \xff"[..]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:2:4
  |
2 | b: �
  |    ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
}

#[test]
fn to_a_file() {
    let folder = folder(&[("users.json", USERS)]);
    toon_in(&folder, &["users.json", "-o", "out.toon"]).assert().success().stdout_eq("").stderr_eq(str![[
        r#"
Encoded users.json to out.toon

"#
    ]]);
    assert_eq!(read(&folder, "out.toon"), USERS_TOON);
    toon_in(&folder, &["out.toon", "--output", "back.json"]).assert().success().stdout_eq("").stderr_eq(
        str![[r#"
Decoded out.toon to back.json

"#]],
    );
    assert_eq!(names(folder.path()), ["back.json", "out.toon", "users.json"]);
}

#[test]
fn other_formats_by_their_names() {
    let folder = folder(&[
        ("a.csv", "a,b\n1,x\n"),
        ("a.ndjson", "{\"a\":1}\n{\"a\":2}\n"),
        ("a.jsonl", "1\n2\n"),
        ("a.toml", "a = 1"),
        ("a.yaml", "a: [1, 2]"),
        ("a.yml", "- a"),
    ]);
    for (name, output) in [
        ("a.csv", "[1]{a,b}:\n  1,x\n"),
        ("a.ndjson", "[2]{a}:\n  1\n  2\n"),
        ("a.jsonl", "[2]: 1,2\n"),
        ("a.toml", "a: 1\n"),
        ("a.yaml", "a[2]: 1,2\n"),
        ("a.yml", "[1]: a\n"),
    ] {
        toon_in(&folder, &[name]).assert().success().stdout_eq(output);
    }
}

/// Options that name the format on the other side decide the direction.
#[test]
fn formats_decide_the_direction() {
    let folder = folder(&[("people", "id,name\n1,Ada\n"), ("people.toon", "[1]{id,name}:\n  1,Ada\n")]);
    toon_in(&folder, &["--from", "csv", "people"]).assert().success().stdout_eq("[1]{id,name}:\n  1,Ada\n");
    toon_in(&folder, &["--to", "csv", "people.toon"]).assert().success().stdout_eq("id,name\n1,Ada\n");
    toon(&["--to", "json"]).stdin("a: 1").assert().success().stdout_eq("{\"a\":1}\n");
    toon(&["-d", "--to", "yaml", "-"]).stdin("a: 1").assert().success().stdout_eq("a: 1\n");
    for args in [
        ["--to", "csv", "--from", "json"],
        ["--to", "csv", "--fields", "id"],
        ["-d", "-", "--from", "json"],
        ["-d", "-", "--fields", "id"],
    ] {
        toon(&args).stdin("a: 1").assert().code(2).stdout_eq("");
    }
    toon(&["-e", "--to", "csv"]).stdin("[]").assert().code(2).stderr_eq(str![[r#"
error: the argument '--encode' cannot be used with '--to <FORMAT>'

Usage: toon --encode [FILE]...

For more information, try '--help'.

"#]]);
}

#[test]
fn to_needs_toon() {
    let folder = folder(&[("people.json", "[]")]);
    toon_in(&folder, &["people.json", "--to", "csv"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: --to converts TOON, and people.json is not TOON; to convert it by way of TOON, use `toon people.json | toon --to csv`

"#]]);
    toon(&["--to", "json-pretty"]).stdin("{\"a\":1}").assert().code(2).stderr_eq(str![[r#"
error: --to converts TOON, and <stdin> is not TOON; to convert it by way of TOON, use `toon | toon --to json-pretty`

"#]]);
}

#[test]
fn options_of_encode() {
    toon(&["--fields", "users.name"]).stdin(USERS).assert().success().stdout_eq(str![[r#"
users[2]{name}:
  Ada
  Bob

"#]]);
    toon(&["--fold"]).stdin(r#"{"a":{"b":1}}"#).assert().success().stdout_eq("a.b: 1\n");
    toon(&["--smallest", "--stats"])
        .stdin(r#"{"a":{"b":1},"c":2}"#)
        .assert()
        .success()
        .stdout_eq("{\"a\":{\"b\":1},\"c\":2}\n")
        .stderr_eq(str![[r#"
JSON: 11 tokens, and 12 as TOON
Tokens (o200k_base): 11 (JSON) → 11 (compact JSON), 0.0 % saved

"#]]);
    toon(&["--fold"]).stdin("a: 1").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: --fold is for encoding, and <stdin> is TOON already; to encode it again, use `toon encode`

"#]]);
    toon(&["--fold", "-e"]).stdin("\"a: 1\"").assert().success().stdout_eq("\"a: 1\"\n");
}

#[test]
fn options_of_other_commands() {
    for (args, tip) in [
        (&["--normal", "x.json"][..], "`--normal` is an option of `toon encode` and `toon check`"),
        (&["x.toon", "--as-is"], "`--as-is` is an option of `toon decode`"),
        (&["-w", "x.toon"], "`-w` is an option of `toon fmt`"),
        (&["decode", "--fold"], "`--fold` is an option of `toon encode`"),
        (&["encode", "--svg=x.svg"], "`--svg` is an option of `toon stats`"),
        (&["encode", "--form", "csv"], "a similar argument exists: '--from'"),
    ] {
        let output = toon(args).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(&format!("\n  tip: {tip}\n")), "{text}");
    }
    // The usage is that of the command, and not one with options that have similar names.
    toon(&["x.json", "--fill"]).assert().code(2).stderr_eq(str![[r#"
error: unexpected argument '--fill' found

  tip: `--fill` is an option of `toon encode`

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    toon(&["encode", "--no-strict"]).assert().code(2).stderr_eq(str![[r#"
error: unexpected argument '--no-strict' found

  tip: `--no-strict` is an option of `toon decode`

Usage: toon encode [OPTIONS] [FILE]...

For more information, try '--help'.

"#]]);
}

#[test]
fn commands_that_are_misspelled() {
    let folder = folder(&[("x.json", "[1]"), ("stat", "[2]")]);
    for args in [&["encod", "x.json"][..], &["encod"], &["x.json", "encod"]] {
        toon_in(&folder, args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: there is no file or command `encod`

  tip: a similar command exists: `encode`

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    }
    for args in [&["x.json", "encode"][..], &["--indent", "4", "encode", "x.json"]] {
        toon_in(&folder, args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the command must come first

  tip: use `toon encode x.json`

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    }
    toon(&["help", "chek"]).assert().code(2).stderr_eq(str![[r#"
error: unrecognized subcommand 'chek'

  tip: a similar subcommand exists: 'check'

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    toon_in(&folder, &["convert", "x.json"]).assert().code(2).stderr_eq(str![[r#"
error: there is no file or command `convert`

  tip: the commands are encode, decode, [..]; without one, a file is converted

Usage: toon [OPTIONS] [FILE]...
       toon <COMMAND>

For more information, try '--help'.

"#]]);
    // The name of a file is no command.
    for file in ["encode.json", "stats.json", "./encod", "man/fmt"] {
        let missing = format!("error: cannot read {file}: No such file or directory (os error 2)\n");
        toon_in(&folder, &[file]).assert().code(1).stderr_eq(missing);
    }
    // A file is a file, and other names are unlike any command.
    toon_in(&folder, &["stat"]).assert().success().stdout_eq("[1]: 2\n");
    toon_in(&folder, &["users"]).assert().code(1).stderr_eq(str![[r#"
error: cannot read users: No such file or directory (os error 2)

"#]]);
}

/// What the README begins with saves tokens, and is JSON again.
#[test]
fn the_packages_of_cargo_and_back() {
    const FIELDS: &str = "packages.name,packages.version,packages.license";
    assert!(
        include_str!("../../README.md").contains(&format!("--format-version 1 | toon --fields {FIELDS} -o"))
    );
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(metadata.status.success());
    let text = toon(&["--fields", FIELDS, "--smallest"]).stdin(metadata.stdout.clone()).output().unwrap();
    assert!(text.status.success());
    let note = String::from_utf8(text.stderr).unwrap();
    let tokens: Vec<u32> = note.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(note.starts_with("TOON: ") && tokens[0] * 5 < tokens[1] * 4, "{note}");
    let json = toon(&[]).stdin(text.stdout).output().unwrap();
    let value = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap();
    let packages = value(&metadata.stdout)["packages"].as_array().unwrap().len();
    assert_eq!(value(&json.stdout)["packages"].as_array().unwrap().len(), packages);
}

/// Everything else is read back, too.
#[test]
fn the_metadata_of_cargo_and_back() {
    let metadata = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(metadata.status.success());
    let text = toon(&[]).stdin(metadata.stdout.clone()).output().unwrap();
    assert!(text.status.success());
    let json = toon(&["-d"]).stdin(text.stdout).output().unwrap();
    let value = |json: &[u8]| serde_json::from_slice::<serde_json::Value>(json).unwrap();
    assert_eq!(value(&json.stdout), value(&metadata.stdout));
}
