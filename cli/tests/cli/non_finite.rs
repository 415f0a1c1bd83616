//! Infinity and NaN, which Python writes into JSON.

use super::{folder, toon, toon_in};
use snapbox::str;

const READ: &[(&str, &str)] = &[
    ("null", "[2]{a,b}:\n  null,NaN\n  null,null\n"),
    ("string", "[2]{a,b}:\n  NaN,NaN\n  \"-Infinity\",Infinity\n"),
];

#[test]
fn in_json() {
    let list = r#"[{"a":NaN,"b":"NaN"},{"a":-Infinity,"b":Infinity}]"#;
    let lines = "{\"a\":NaN,\"b\":\"NaN\"}\n{\"a\":-Infinity,\"b\":Infinity}\n";
    let values = "{\"a\": NaN, \"b\": \"NaN\"} {\"a\":-Infinity,\n\"b\":Infinity}";
    let folder = folder(&[("a.json", list), ("a.ndjson", lines), ("b.json", lines)]);
    for (action, text) in READ {
        for json in [list, lines, values] {
            toon(&["--non-finite", action]).stdin(json).assert().success().stdout_eq(*text);
        }
        for name in ["a.json", "a.ndjson", "b.json"] {
            let args = ["encode", "--non-finite", action, name];
            toon_in(&folder, &args).assert().success().stdout_eq(*text);
            toon_in(&folder, &[&args[..], &["--fill", "--at", ""]].concat())
                .assert()
                .success()
                .stdout_eq(*text);
        }
        toon(&["encode", "--join-pages", "--non-finite", action])
            .stdin(list.replace("},{", "}][{"))
            .assert()
            .success()
            .stdout_eq(*text);
    }
    toon_in(&folder, &["encode", "a.ndjson", "--non-finite", "null", "--at", "/1/a"])
        .assert()
        .success()
        .stdout_eq("null\n");
    toon_in(&folder, &["stats", "a.json", "--non-finite", "null", "--tokenizer", "none"]).assert().success();
}

#[test]
fn in_yaml_and_toml() {
    for (format, text) in [("yaml", "a: [.nan, .inf, -.inf]"), ("toml", "a = [nan, inf, -inf]")] {
        toon(&["encode", "--from", format, "--non-finite", "string"])
            .stdin(text)
            .assert()
            .success()
            .stdout_eq("a[3]: NaN,Infinity,\"-Infinity\"\n");
    }
}

#[test]
fn errors_name_the_option() {
    for text in ["[{\"a\":NaN},{\"a\":1}]", "{\"a\":NaN}\n{\"a\":1}", "{\"a\":NaN} {\"a\":1}"] {
        toon(&["encode"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq("\
error: invalid JSON: expected a value
 --> <stdin>:1:[..]
...
  = help: JSON has no NaN, which Python writes; read it as null with --non-finite null, or as a string with --non-finite string
");
    }
    toon(&["encode"]).stdin("{\"a\":1}\n{\"a\":-Infinity}\n").assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a digit
 --> <stdin>:2:7
  |
2 | {"a":-Infinity}
  |       ^
  = help: JSON has no Infinity, which Python writes; read it as null with --non-finite null, or as a string with --non-finite string

"#]]);
    toon(&["encode"]).stdin("{\"a\":1} {\"a\":\nInfinity}").assert().code(1).stderr_eq(str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected a value
 --> <stdin>:2:1
  |
2 | Infinity}
  | ^
  = help: JSON has no Infinity, which Python writes; read it as null with --non-finite null, or as a string with --non-finite string

"#]]);
}

/// Places are those in the text, although it has become longer.
#[test]
fn other_mistakes() {
    for (text, error) in [
        (
            "[NaN,-Infinity,\nNaN, x]",
            str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:6
  |
2 | NaN, x]
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
        ),
        (
            "{\"a\":1}\n{\"é\":[-Infinity,NaN,NaN], x}\n",
            str![[r#"
error: invalid JSON: expected a key in double quotes
 --> <stdin>:2:27
  |
2 | {"é":[-Infinity,NaN,NaN], x}
  |                           ^
  = help: write the key in double quotes, and no comma after the last entry

"#]],
        ),
        (
            "{\"a\":NaN} {\"b\":\n[NaN,NaN], x}\n",
            str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected a key in double quotes
 --> <stdin>:2:12
  |
2 | [NaN,NaN], x}
  |            ^
  = help: write the key in double quotes, and no comma after the last entry

"#]],
        ),
        (
            "[NaNs]",
            str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:1:2
  |
1 | [NaNs]
  |  ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
        ),
    ] {
        toon(&["encode", "--non-finite", "null"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(error);
    }
}
