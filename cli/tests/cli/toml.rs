//! TOML.

use super::toon;
use snapbox::{IntoData, str};

#[track_caller]
fn encodes(input: &str, output: &str) {
    toon(&["encode", "--from", "toml"]).stdin(input).assert().success().stdout_eq(output).stderr_eq("");
}

#[track_caller]
fn refuses(input: &str, error: impl IntoData) {
    toon(&["encode", "--from", "toml"]).stdin(input).assert().code(1).stdout_eq("").stderr_eq(error);
}

#[test]
fn values() {
    encodes(
        "title = \"x\"\nday = 2026-11-23\nat = 2026-11-23T10:00:00Z\n[[points]]\nx = 1\ny = 2.5\n[[points]]\nx = 3\ny = 4\n[deep.er]\non = true\n",
        "title: x\nday: 2026-11-23\nat: \"2026-11-23T10:00:00Z\"\npoints[2]{x,y}:\n  1,2.5\n  3,4\ndeep:\n  er:\n    on: true\n",
    );
    encodes("z = 1\na = 2\n", "z: 1\na: 2\n");
    encodes("\u{feff}a = 1\n", "a: 1\n");
}

/// As in YAML.
#[test]
fn infinity_and_nan() {
    refuses(
        "a = 1\nb = [1.5, -inf]\n",
        str![[r#"
error: -inf cannot be represented in JSON or TOON
 --> <stdin>:2:11
  |
2 | b = [1.5, -inf]
  |           ^
  = help: read it as null with `toon encode --non-finite null`, or quote it

"#]],
    );
    refuses(
        "a = nan\n",
        str![[r#"
error: nan cannot be represented in JSON or TOON
 --> <stdin>:1:5
  |
1 | a = nan
  |     ^
  = help: read it as null with `toon encode --non-finite null`, or quote it

"#]],
    );
    refuses(
        "a = 1e400\n",
        str![[r#"
error: the number 1e400 does not fit into 64 bits
 --> <stdin>:1:5
  |
1 | a = 1e400
  |     ^
  = help: read it as null with `toon encode --non-finite null`, or quote it

"#]],
    );
    toon(&["encode", "--from", "toml", "--non-finite", "null"])
        .stdin("a = [1.5, -inf]\nb = nan\n")
        .assert()
        .success()
        .stdout_eq("a[2]: 1.5,null\nb: null\n");
}

#[test]
fn integers() {
    encodes(
        "a = 18446744073709551615\nb = -9223372036854775808\nc = 0xFF_FF\nd = 0o17\ne = 1_000\n",
        "a: 18446744073709551615\nb: -9223372036854775808\nc: 65535\nd: 15\ne: 1000\n",
    );
    refuses(
        "id = 18446744073709551616\n",
        str![[r#"
error: the integer 18446744073709551616 does not fit into 64 bits
 --> <stdin>:1:6
  |
1 | id = 18446744073709551616
  |      ^
  = help: quote it, to keep its digits as a string

"#]],
    );
}

/// Each kind of mistake has advice of its own.
#[test]
fn mistakes() {
    refuses(
        "a = 1\na = 2\n",
        str![[r#"
error: duplicate key `a`
 --> <stdin>:2:1
  |
2 | a = 2
  | ^
  = help: remove or rename one of the two keys; a table is defined once, and the elements of a list of tables begin with [[name]]

"#]],
    );
    refuses(
        "[t.u]\na = 1\n[t.u]\n",
        str![[r#"
error: `u` is already defined
 --> <stdin>:3:4
  |
3 | [t.u]
  |    ^
  = help: remove or rename one of the two keys; a table is defined once, and the elements of a list of tables begin with [[name]]

"#]],
    );
    refuses(
        "a = hello\n",
        str![[r#"
error: string values must be quoted, expected literal string
 --> <stdin>:1:5
  |
1 | a = hello
  |     ^
  = help: write strings in quotes, as in `key = "text"`; true and false are in lower case, and TOML has no null

"#]],
    );
    refuses(
        "a =\n",
        str![[r#"
error: missing value
 --> <stdin>:1:4
  |
1 | a =
  |    ^
  = help: write a value after `=`, on the same line; TOML has no null

"#]],
    );
    refuses(
        "a = \"x\nb = 1\n",
        str![[r#"
error: invalid basic string, expected `"`
 --> <stdin>:1:7
  |
1 | a = "x
  |       ^
  = help: close the string with the quote that it begins with, on the same line unless there are three of them

"#]],
    );
    refuses(
        "a = \"C:\\dir\"\n",
        str![[r#"
error: missing escaped value, expected `b`, `e`, `f`, `n`, `r`, `\`, `"`, `x`, `u`, `U`
 --> <stdin>:1:9
  |
1 | a = "C:\dir"
  |         ^
  = help: write a backslash as \\, or use single quotes, in which nothing is escaped

"#]],
    );
}

#[test]
fn mistakes_of_structure() {
    refuses(
        "day = 2024-13-45\n",
        str![[r#"
error: invalid date, expected month between 01 and 12
 --> <stdin>:1:7
  |
1 | day = 2024-13-45
  |       ^
  = help: write dates as 2026-11-23 and times as 10:00:00 or 10:00:00Z, or quote the value

"#]],
    );
    refuses(
        "a = [1, 2\nb = 3\n",
        str![[r#"
error: missing comma between array elements, expected `,`
 --> <stdin>:2:1
  |
2 | b = 3
  | ^
  = help: close lists with ] and inline tables with }, and separate their elements with commas

"#]],
    );
    refuses(
        "a: 1\n",
        str![[r#"
error: key with no value, expected `=`
 --> <stdin>:1:4
  |
1 | a: 1
  |    ^
  = help: write `key = value`, with `=` instead of a colon

"#]],
    );
    refuses(
        "a = 1 b = 2\n",
        str![[r#"
error: unexpected key or value, expected newline, `#`
 --> <stdin>:1:9
  |
1 | a = 1 b = 2
  |         ^
  = help: write each `key = value` on a line of its own, and quote strings as a whole

"#]],
    );
    refuses(
        "a = 007\n",
        str![[r#"
error: unexpected leading zero
 --> <stdin>:1:5
  |
1 | a = 007
  |     ^
  = help: write numbers as 1, -0.5, 1e6 or 0xff, without leading zeros, or quote the value

"#]],
    );
    refuses(
        "[a\n",
        str![[r#"
error: unclosed table, expected `]`
 --> <stdin>:1:3
  |
1 | [a
  |   ^
  = help: write the name of a table in brackets, as in `[name]` or `[[name]]`, and nothing else on its line

"#]],
    );
    refuses(
        "größe = 1\n",
        str![[r#"
error: invalid unquoted key, expected letters, numbers, `-`, `_`
 --> <stdin>:1:3
  |
1 | größe = 1
  |   ^
  = help: quote a key with other characters than letters, digits, `-` and `_`

"#]],
    );
}
