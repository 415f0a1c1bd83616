//! `toon check --lint`.

use super::{folder, toon, toon_in};
use snapbox::str;

const DOUBTFUL: &str = "role: admin,\nID: 1\nid: 2\nname: “Ann”\nnote: Bob\"\nnone: None\ntags: [\"a\"]\nport: 80 # http\n- a: 1\n";

#[test]
fn warnings() {
    let folder = folder(&[("doubtful.toon", DOUBTFUL)]);
    toon_in(&folder, &["check", "doubtful.toon"]).assert().success().stderr_eq("0 mistakes in 1 file\n");
    toon_in(&folder, &["check", "--lint", "doubtful.toon"]).assert().success().stdout_eq("").stderr_eq(str![
        [r#"
warning: the delimiter is part of this string
 --> doubtful.toon:1:12
  |
1 | role: admin,
  |            ^
  = help: remove the delimiter, or quote the string
warning: this key differs from another one only in upper and lower case
 --> doubtful.toon:3:1
  |
3 | id: 2
  | ^
  = help: use the same key everywhere, or rename one of the two
warning: the quotes are part of this string
 --> doubtful.toon:4:7
  |
4 | name: “Ann”
  |       ^
  = help: write the string in straight double quotes, or without quotes
warning: the quote is part of this string
 --> doubtful.toon:5:10
  |
5 | note: Bob"
  |          ^
  = help: write the string in straight double quotes, or without quotes
warning: this is a string, not null, true, false or a number
 --> doubtful.toon:6:7
  |
6 | none: None
  |       ^
  = help: write null, true or false, or quote the string
warning: this is a string that looks like JSON
 --> doubtful.toon:7:7
  |
7 | tags: ["a"]
  |       ^
  = help: write it as TOON, or quote the string
warning: what looks like a comment is part of this string
 --> doubtful.toon:8:7
  |
8 | port: 80 # http
  |       ^
  = help: write the comment on a line of its own, or quote the string
warning: this is a key that begins with a hyphen, not a list item
 --> doubtful.toon:9:1
  |
9 | - a: 1
  | ^
  = help: write a list below its length, as in `key[2]:`, with `- ` in front of each item
0 mistakes and 8 warnings in 1 file

"#]
    ]);
    toon_in(&folder, &["check", "--lint", "--deny-warnings", "doubtful.toon"]).assert().code(1);
}

#[test]
fn formats() {
    toon(&["check", "--lint", "--format", "json", "-"])
        .stdin("role: admin,\n")
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"file":"<stdin>","severity":"warning","line":1,"column":12,"path":null,"message":"the delimiter is part of this string","suggestion":"remove the delimiter, or quote the string"}

"#]])
        .stderr_eq("");
    toon(&["check", "--lint", "--format", "github", "-"])
        .stdin("a: None\n")
        .assert()
        .success()
        .stdout_eq(str![[r#"
::warning file=<stdin>,line=1,col=4::this is a string, not null, true, false or a number: write null, true or false, or quote the string

"#]]);
}

#[test]
fn what_is_well() {
    for text in [
        "a: 1\nb: \"None\"\n",
        "size: 27\"\n",
        "url: https://example.org/#a\n",
        "users[2]{id,name}:\n  1,Ann\n  2,Bob\n",
        "a:\n  id: 1\nb:\n  ID: 1\n",
        "c: say \"hi\"\n",
        "d: \"x,\"\n",
        "a:\n    b: 1\n",
    ] {
        toon(&["check", "--lint", "--deny-warnings", "--detect-indent", "-"])
            .stdin(text)
            .assert()
            .success()
            .stderr_eq("0 mistakes in 1 file\n");
    }
}

/// What is invalid is to be corrected first.
#[test]
fn mistakes_come_first() {
    toon(&["check", "--lint", "-"]).stdin("a[2]: None\n").assert().code(1).stderr_eq(str![[r#"
error: header declares 2 elements, found 1
 --> <stdin>:1:2, in a
  |
1 | a[2]: None
  |  ^
  = help: write [1] in the header, or add the missing element
1 mistake in 1 file

"#]]);
}

#[test]
fn json_on_one_line() {
    toon(&["check", "--lint", "-"]).stdin("{\"a\":1}\n").assert().success().stderr_eq(str![[r#"
warning: this has a different meaning in TOON than in JSON
 --> <stdin>:1:1
  |
1 | {"a":1}
  | ^
  = help: write it as TOON, with `toon encode`
0 mistakes and 1 warning in 1 file

"#]]);
}

/// Valid TOON is checked as it is, whether a model would be refused or not.
#[test]
fn prose() {
    for text in ["Sorry, no.\n", "Sorry: I cannot do that.\n"] {
        for options in [&["--lint"][..], &[]] {
            toon(&[&["check", "-"], options].concat())
                .stdin(text)
                .assert()
                .success()
                .stderr_eq("0 mistakes in 1 file\n");
        }
    }
}

#[test]
fn documents_in_answers() {
    toon(&["check", "--lint", "--from-answer", "-"])
        .stdin("Sure:\n```toon\na: 'x'\n```\n```toon\nb: True\n```\n")
        .assert()
        .success()
        .stderr_eq(str![[r#"
warning: the quotes are part of this string
 --> <stdin>:3:4
  |
3 | a: 'x'
  |    ^
  = help: write the string in straight double quotes, or without quotes
warning: this is a string, not null, true, false or a number
 --> <stdin>:6:4
  |
6 | b: True
  |    ^
  = help: write null, true or false, or quote the string
0 mistakes and 2 warnings in 1 file

"#]]);
}
