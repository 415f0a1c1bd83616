//! `toon repair`.

use super::{folder, read, toon, toon_in};
use snapbox::str;

const DRAFT: &str = "# the users\nusers[3]{id,name}:\n    1,Ann\n    2,\"Bob\nrole: admin,\n";

#[test]
fn changes_are_listed() {
    let folder = folder(&[("draft.toon", DRAFT)]);
    toon_in(&folder, &["repair", "draft.toon"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
users[2]{id,name}:
  1,Ann
  2,Bob
role: "admin,"

"#]])
        .stderr_eq(str![[r#"
draft.toon:1:1: removed a comment
draft.toon:2:1: changed the count 3 to 2
draft.toon:3:5: changed the indentation from here on
draft.toon:4:7: closed a quoted string at the end of its line
draft.toon:5:12: warning: the delimiter is part of this string; remove the delimiter, or quote the string

"#]]);
    assert_eq!(read(&folder, "draft.toon"), DRAFT);
    toon_in(&folder, &["repair", "draft.toon", "-o", "draft.toon"]).assert().success().stdout_eq("");
    toon_in(&folder, &["check", "draft.toon"]).assert().success();
}

#[test]
fn valid_text_is_made_canonical() {
    toon(&["repair"])
        .stdin("a: 1.50\n\n# c\nb[2|]: x | y\n")
        .assert()
        .success()
        .stdout_eq("a: 1.5\nb[2]: x,y\n")
        .stderr_eq(str![[r#"
<stdin>:3:1: removed the comments
<stdin> needed no repair

"#]]);
}

#[test]
fn documents_in_answers() {
    toon(&["repair", "-"])
        .stdin("Sure:\n\n```\nusers[1]{id,name}:\n1,Ann\n2,Bob\n```\n")
        .assert()
        .success()
        .stdout_eq("users[2]{id,name}:\n  1,Ann\n  2,Bob\n")
        .stderr_eq(str![[r#"
<stdin>:4:1: changed the count 1 to 2
<stdin>:5:1: changed the indentation from here on

"#]]);
    // One that needs no repair is preferred.
    toon(&["repair"])
        .stdin("```toon\na[2]: 1\n```\nor\n```toon\na[1]: 1\n```\n")
        .assert()
        .success()
        .stdout_eq("a[1]: 1\n")
        .stderr_eq(str![[r#"
<stdin> contains 2 documents: read the one at line 6, and not 2
<stdin> needed no repair

"#]]);
    toon(&["repair"])
        .stdin("```json\n{\"a\": [1, 2]}\n```\n")
        .assert()
        .success()
        .stdout_eq("a[2]: 1,2\n")
        .stderr_eq("<stdin>:2:1: wrote JSON as TOON\n");
    toon(&["repair"]).stdin("tags:\n- a\n- b\n").assert().success().stdout_eq("tags[2]: a,b\n");
}

#[test]
fn what_is_ambiguous_is_refused() {
    toon(&["repair"]).stdin("a: 1\nfoo bar\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:1
  |
2 | foo bar
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data

"#]]);
    toon(&["repair"]).stdin("Sure:\n```toon\na: 1\nfoo bar\n```\n").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:4:1
  |
4 | foo bar
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data

"#]],
    );
    for text in ["", "\n", "Sorry, I cannot help with that.\n"] {
        toon(&["repair"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> contains no TOON document; put it between a line ```toon and a line ```

"#]]);
    }
    let folder = folder(&[]);
    toon_in(&folder, &["repair", "none.toon"]).assert().code(1).stdout_eq("");
}

/// JSON with comments or trailing commas is read as such, and never as TOON with strange keys.
#[test]
fn json_with_trailing_commas() {
    for text in ["{\"a\":1,}", "```json\n{\"a\": 1, // one\n}\n```\n"] {
        toon(&["repair", "-"])
            .stdin(text)
            .assert()
            .success()
            .stdout_eq("a: 1\n")
            .stderr_eq("the document in <stdin> is JSON\n");
    }
    toon(&["repair", "-"]).stdin("```json\n{\"a\":1 \"b\"}\n```\n").assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected `,` or `}`
 --> <stdin>:2:8
  |
2 | {"a":1 "b"}
  |        ^
  = help: put a comma between entries, or close the object

"#]]);
}
