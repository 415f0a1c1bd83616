//! JSON values one after another, and the pages of an API.

use super::{folder, toon, toon_in};
use flate2::Compression;
use flate2::write::GzEncoder;
use snapbox::str;
use std::fs;
use std::io::Write;

const ROWS: &str = "[2]{a}:\n  1\n  2\n";

const NOTE: &str = " contains several JSON values, so it is read as a list of them\n";

#[test]
fn of_any_layout() {
    for text in [
        "{\"a\":1} {\"a\":2}",
        "{\"a\":1}{\"a\":2}\n",
        "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n",
        "{\"a\":1}\n{\n  \"a\": 2\n}\n",
        "{\r\n\"a\":1}\r\n\r\n{\"a\":2}\r\n",
        "{\"a\":1}\r{\"a\":2}\r",
        "\u{feff}{\"a\":1} \u{feff}{\"a\":2}",
    ] {
        let folder = folder(&[("a.json", text), ("a", text)]);
        for command in [&[][..], &["encode"], &["encode", "--from", "json"]] {
            toon(command).stdin(text).assert().success().stdout_eq(ROWS).stderr_eq(format!("<stdin>{NOTE}"));
            for name in ["a", "a.json"] {
                let args = [command, &[name]].concat();
                toon_in(&folder, &args).assert().success().stdout_eq(ROWS).stderr_eq(format!("{name}{NOTE}"));
            }
        }
        toon_in(&folder, &["query", "a", "map(.a)"]).assert().success().stdout_eq("[2]: 1,2\n");
        toon_in(&folder, &["query", "a.json", "--rows", ".a"]).assert().success().stdout_eq("[2]: 1,2\n");
    }
}

#[test]
fn in_other_encodings() {
    let folder = folder(&[]);
    let text = "{\"a\":\n1}\n{\"a\":\n2}";
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("a.json"), &utf16).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    fs::write(folder.path().join("b.json.gz"), &gzip).unwrap();
    toon_in(&folder, &["a.json"]).assert().success().stdout_eq(ROWS);
    toon_in(&folder, &["b.json.gz"]).assert().success().stdout_eq(ROWS);
    toon(&[]).stdin(utf16).assert().success().stdout_eq(ROWS);
    toon(&[]).stdin(gzip).assert().success().stdout_eq(ROWS);
}

/// A number or a string is the first only where JSON is expected.
#[test]
fn scalars() {
    let folder = folder(&[("a.json", "1 \"x\"null")]);
    toon_in(&folder, &["a.json"]).assert().success().stdout_eq("[3]: 1,x,null\n");
    toon(&["encode", "--from", "json"]).stdin("1 2").assert().success().stdout_eq("[2]: 1,2\n");
    toon(&[]).stdin("1 2").assert().success().stdout_eq("\"1 2\"\n").stderr_eq("");
    toon(&[]).stdin("{} 2").assert().success().stdout_eq("[2]:\n  -\n  - 2\n");
}

#[test]
fn parts_of_them() {
    let text = "{\"a\":1}\n{\"a\":\n2} {\"a\":[1, x]}";
    toon(&["encode", "--at", "/1/a"]).stdin(text).assert().success().stdout_eq("2\n");
    toon(&["encode", "--head", "2"]).stdin(text).assert().success().stdout_eq(ROWS);
    toon(&["encode", "--at", "/2/a"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected a value
 --> <stdin>:3:13
  |
3 | 2} {"a":[1, x]}
  |             ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    toon(&["encode", "--head", "2", "--join-pages"])
        .stdin("[{\"a\":1}]\n[{\"a\":2},x")
        .assert()
        .success()
        .stdout_eq(ROWS);
}

/// `jq` writes numbers, strings and empty values on a line each, whatever follows.
#[test]
fn short_values_first() {
    let text = "{}\n[]\n1\n\"x\"\n{\n  \"a\": 2\n}\n";
    for args in [&[][..], &["encode"], &["encode", "--from", "json"]] {
        toon(args)
            .stdin(text)
            .assert()
            .success()
            .stdout_eq("[5]:\n  -\n  - [0]:\n  - 1\n  - x\n  - a: 2\n")
            .stderr_eq(format!("<stdin>{NOTE}"));
    }
    toon(&["query", "-", "length"]).stdin(text).assert().success().stdout_eq("5\n");
}

/// Nothing is removed by following the advice.
#[test]
fn text_between_values() {
    for (text, column) in
        [("{\"a\":1} ] {\"a\":2}", 9), ("{\"a\":1}; [2]", 8), ("[1]\u{a0}[2]", 4), ("[1]\0[2]", 4)]
    {
        toon(&[]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(format!(
            "\
error: invalid JSON: expected end of input
 --> <stdin>:1:{column}
  |
...
  = help: write only white space between the values, to have them read as a list
"
        ));
    }
    toon(&[]).stdin("{\"a\":1} xyz [see b]").assert().code(1).stderr_eq(
        "\
error: invalid JSON: expected end of input
...
  = help: remove everything after the value
",
    );
}

/// With their places in the text.
#[test]
fn mistakes() {
    let check = |text: &str, args: &[&str], error: snapbox::data::Inline| {
        toon(args).stdin(text).assert().code(1).stdout_eq("").stderr_eq(error);
    };
    check(
        "{\"a\":1} {\"b\":\n2}\n{\"é\": [1,\n  2, x]} {}",
        &["encode"],
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected a value
 --> <stdin>:4:6
  |
4 |   2, x]} {}
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
    );
    check(
        "{\"a\":1} {\"b\":2} xyz",
        &["encode"],
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected a value
 --> <stdin>:1:17
  |
1 | {"a":1} {"b":2} xyz
  |                 ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
    );
    check(
        "{\"a\":1}\n{\n  \"b\": [1, 2",
        &["encode"],
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: expected `,` or `]`
 --> <stdin>:3:13
  |
3 |   "b": [1, 2
  |             ^
  = help: put a comma between elements, or close the array

"#]],
    );
    check(
        "{\"a\":1} {\"b\":\"x\ny\"} {\"b\":\"x\ny\"}",
        &["encode"],
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: invalid JSON: unescaped control character in a string
 --> <stdin>:1:16
  |
1 | {"a":1} {"b":"x
  |                ^
  = help: escape it, as in \n, \t or \u0000

"#]],
    );
    check(
        "{\n} {\"a\":1,\n\"b\":2, \"a\":3}",
        &["encode", "--fill"],
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them
error: duplicate key "a"
 --> <stdin>:3:8
  |
3 | "b":2, "a":3}
  |        ^
  = help: remove or rename one of the two keys "a"

"#]],
    );
}

#[test]
fn mistakes_in_sequences() {
    let check = |text: &str, args: &[&str], error: snapbox::data::Inline| {
        toon(args).stdin(text).assert().code(1).stdout_eq("").stderr_eq(error);
    };
    check(
        "\u{1e}{}\n\u{1e}{\n",
        &["encode"],
        str![[r#"
<stdin> is a sequence of JSON values, so it is read as a list of them
error: invalid JSON: expected a key in double quotes
 --> <stdin>:3:1
  |
3 | 
  | ^
  = help: write the key in double quotes, and no comma after the last entry

"#]],
    );
    check(
        "\u{1e}",
        &[],
        str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:1:1
  |
1 | �
  | ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
    );
    check(
        "\u{1e}\n",
        &["encode", "--from", "json"],
        str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:1:1
  |
1 | �
  | ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]],
    );
}

#[test]
fn pages() {
    let folder = folder(&[("a.json", "[1,2]\n[3]\n"), ("a.ndjson", "[1,2]\n[3]\n")]);
    toon(&[]).stdin("[1,2][3]").assert().success().stdout_eq("[2]:\n  - [2]: 1,2\n  - [1]: 3\n").stderr_eq(
        str![[r#"
<stdin> contains several JSON values, so it is read as a list of them; to join the arrays, use --join-pages

"#]],
    );
    // Lines of arrays are NDJSON, and those of objects are probably pages.
    toon(&[])
        .stdin("[1,2]\n[3]")
        .assert()
        .success()
        .stdout_eq("[2]:\n  - [2]: 1,2\n  - [1]: 3\n")
        .stderr_eq("");
    toon(&[]).stdin("[{}]\n[{}]").assert().success().stderr_eq(str![[r#"
<stdin> contains one JSON value per line, so it is read as NDJSON; to join the arrays, use --join-pages

"#]]);
    for text in
        ["[{\"a\":1}][{\"a\":2}]", "[{\"a\":1}]\n[]\n[{\"a\":2}]\n", "[\n{\"a\":1},\n{\"a\":2}]\n[\n]"]
    {
        for command in ["encode", "--encode"] {
            toon(&[command, "--join-pages"]).stdin(text).assert().success().stdout_eq(ROWS).stderr_eq("");
        }
    }
    for name in ["a.json", "a.ndjson"] {
        toon_in(&folder, &["--join-pages", name]).assert().success().stdout_eq("[3]: 1,2,3\n").stderr_eq("");
        toon_in(&folder, &["stats", "--join-pages", "--tokenizer", "none", name])
            .assert()
            .success()
            .stderr_eq("");
    }
    toon(&["encode", "--join-pages", "--at", "/2"]).stdin("[1,2][3]").assert().success().stdout_eq("3\n");
    toon(&["--join-pages"]).stdin("[][]").assert().success().stdout_eq("[]\n").stderr_eq("");
}

#[test]
fn broken_pages() {
    for (text, error) in [
        (
            "[1,2]\n [3]{\"a\":1}",
            str![[r#"
error: expected an array
 --> <stdin>:2:5
  |
2 |  [3]{"a":1}
  |     ^
  = help: --join-pages joins arrays; without it, the values are read as a list

"#]],
        ),
        (
            "[1,2][3,\n",
            str![[r#"
error: expected `,` or `]`
 --> <stdin>:2:1
  |
2 | 
  | ^
  = help: put a comma between elements, or close the array

"#]],
        ),
        (
            "[1,\n2,][3]",
            str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:3
  |
2 | 2,][3]
  |   ^
  = help: remove the comma before it, or use --jsonc to accept it

"#]],
        ),
        (
            "[{\"a\":1},\n{\"a\":[1,}] [3]",
            str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:9
  |
2 | {"a":[1,}] [3]
  |         ^
  = help: remove the comma before it, or use --jsonc to accept it

"#]],
        ),
        (
            "[1,2] 3",
            str![[r#"
error: expected an array
 --> <stdin>:1:7
  |
1 | [1,2] 3
  |       ^
  = help: --join-pages joins arrays; without it, the values are read as a list

"#]],
        ),
    ] {
        toon(&["encode", "--join-pages"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(error);
    }
    toon(&["encode", "--join-pages", "--head", "4"]).stdin("[1,2][3,]").assert().code(1).stderr_eq(str![[
        r#"
error: expected a value
 --> <stdin>:1:9
  |
1 | [1,2][3,]
  |         ^
  = help: write an element, or remove the comma

"#
    ]]);
}

#[test]
fn nothing_to_join() {
    for (text, args, note) in [
        (
            "[1]",
            &["--join-pages"][..],
            str![[r#"
--join-pages is ignored: <stdin> is a single value

"#]],
        ),
        (
            "a\n1\n",
            &["encode", "--join-pages", "--from", "csv"],
            str![[r#"
--join-pages is ignored: <stdin> is CSV, not JSON

"#]],
        ),
        (
            "a: 1",
            &["encode", "--join-pages"],
            str![[r#"
--join-pages is ignored: <stdin> is TOON, not JSON

"#]],
        ),
    ] {
        toon(args).stdin(text).assert().success().stderr_eq(note);
    }
}

/// Longer than what is read to detect the format.
#[test]
fn a_long_first_value() {
    for length in [70_000, 1_100_000] {
        let text = "x".repeat(length);
        let values = format!("{{\"a\":\"{text}\"}}\n{{\n\"a\":\"y\"}}");
        let rows = format!("[2]{{a}}:\n  {text}\n  y\n");
        toon(&[])
            .stdin(format!("\n{values}"))
            .assert()
            .success()
            .stdout_eq(rows)
            .stderr_eq(format!("<stdin>{NOTE}"));
        let pages = format!("[\"{text}\"\n][\"y\", x]");
        toon(&["--join-pages"]).stdin(pages).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:8
  |
2 | ]["y", x]
  |        ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    }
    let nested = "[".repeat(2_000_000);
    toon(&[]).stdin(nested).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: nested deeper than 128 levels
 --> <stdin>:1:129
  |
1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
  |                                                              ^
  = help: reduce the nesting

"#]]);
}

#[test]
fn comments_between_values() {
    let text = "{\"a\":1} // one\n/* two */ {\"a\":2,}";
    toon(&["encode", "--jsonc"])
        .stdin(text)
        .assert()
        .success()
        .stdout_eq(ROWS)
        .stderr_eq(format!("<stdin>{NOTE}"));
}

/// RFC 7464. It may consist of one value, which is an element of a list as well.
#[test]
fn sequences() {
    for (text, expected) in [
        ("\u{1e}{\"a\":1}\n", "[1]{a}:\n  1\n"),
        ("\u{1e}{\"a\":1}\n\u{1e}{\"a\":2}\n", ROWS),
        ("\u{1e}{\"a\":1}\u{1e}\u{1e}{\"a\":2}", ROWS),
    ] {
        toon(&[])
            .stdin(text)
            .assert()
            .success()
            .stdout_eq(expected)
            .stderr_eq("<stdin> is a sequence of JSON values, so it is read as a list of them\n");
    }
}

/// TOON that is not decoded first, and text that is not evidently TOON.
#[test]
fn toon_instead_of_json() {
    let help = "  = help: the text is TOON already; `toon encode --from toon` decodes it first\n";
    for text in ["[1]{a,b}:\n  1,2\n", "a: 1\n", "a:\n  b: [1]\n"] {
        toon(&["-e"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(format!("...\n{help}"));
        toon(&["encode", "--from", "toon"]).stdin(text).assert().success();
    }
    for text in ["x", "{a: 1}", "{\"a\":1},{\"a\":2}", "[1 2]", "a\nb"] {
        let output = toon(&["-e"]).stdin(text).assert().code(1).get_output().clone();
        assert!(!String::from_utf8(output.stderr).unwrap().contains("TOON already"), "{text}");
    }
}

/// `toon repair` does not advise to remove a value, either.
#[test]
fn advice_of_repair() {
    let output = toon(&["repair", "--json", "-"]).stdin("{\"a\":1}{\"a\":2}").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains("put the values between [ and ]") && !printed.contains("remove"), "{printed}");
}
