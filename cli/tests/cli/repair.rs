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
    toon(&["repair"])
        .stdin("```json\n{\"a\": [1, 2]}\n```\n")
        .assert()
        .success()
        .stdout_eq("a[2]: 1,2\n")
        .stderr_eq("<stdin>:2:1: wrote JSON as TOON\n");
    toon(&["repair"]).stdin("tags:\n- a\n- b\n").assert().success().stdout_eq("tags[2]: a,b\n");
    // Comments are placed in the answer.
    toon(&["repair"])
        .stdin("Sure:\n```toon\na: 1\n# c\n```\n")
        .assert()
        .success()
        .stdout_eq("a: 1\n")
        .stderr_eq(str![[r#"
<stdin>:4:1: removed the comments
<stdin> needed no repair

"#]]);
}

/// The second of two documents has a wrong count.
const TWO: &str = "```toon\na: 1\n```\nor\n```toon\nb[2]: x\n```\n";

#[test]
fn one_of_several_documents() {
    toon(&["repair"]).stdin(TWO).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer contains 2 documents: line 2 `a: 1`, line 6 `b[2]: x`
 --> <stdin>:2:1
  |
2 | a: 1
  | ^
  = help: choose with `--block N`, where N is a number, `last`, or `all` for a list

"#]]);
    for (block, toon_text) in
        [("1", "a: 1\n"), ("2", "b[1]: x\n"), ("last", "b[1]: x\n"), ("all", "[2]:\n  - a: 1\n  - b[1]: x\n")]
    {
        toon(&["repair", "--block", block]).stdin(TWO).assert().success().stdout_eq(toon_text);
    }
    toon(&["repair", "--block", "all"]).stdin(TWO).assert().success().stderr_eq(str![[r#"
<stdin>:6:1: changed the count 2 to 1

"#]]);
    toon(&["repair", "--block", "3"]).stdin(TWO).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: there is no document 3: the answer contains 2 documents
 = help: choose a document from 1 to 2
--> <stdin>

"#]]);
    for block in ["0", "-1", "first", ""] {
        toon(&["repair", &format!("--block={block}")]).stdin(TWO).assert().code(2).stdout_eq("");
    }
    // A document in JSON with comments is chosen like any other.
    toon(&["repair", "--block", "2"])
        .stdin("```json\n[1]\n```\n```json\n{\"a\":1,}\n```\n")
        .assert()
        .success()
        .stdout_eq("a: 1\n");
}

/// It ends within the second of three rows.
const CUT_OFF: &str = "Sure:\n```toon\nusers[3]{id,name}:\n  1,Ann\n  2,B";

#[test]
fn answers_that_were_cut_off() {
    toon(&["repair"]).stdin(CUT_OFF).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 5: 1 of 3 rows are complete
 --> <stdin>:5:1
  |
5 |   2,B
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: the first 41 bytes are complete, and `--allow-cut-off` reads only these
  = help: if the model stopped by itself, use `--complete`

"#]]);
    toon(&["repair", "--allow-cut-off"])
        .stdin(CUT_OFF)
        .assert()
        .code(3)
        .stdout_eq("users[1]{id,name}:\n  1,Ann\n")
        .stderr_eq(str![[r#"
<stdin>:3:1: changed the count 3 to 1
<stdin>:5:1: dropped the last line, at which the answer was cut off

"#]]);
    toon(&["repair", "--complete"])
        .stdin(CUT_OFF)
        .assert()
        .success()
        .stdout_eq("users[2]{id,name}:\n  1,Ann\n  2,B\n")
        .stderr_eq(str![[r#"
<stdin>:3:1: changed the count 3 to 2

"#]]);
    // An open quote is not the end of an answer.
    let quote = CUT_OFF.replace("2,B", "2,\"B");
    toon(&["repair", "--complete"]).stdin(&*quote).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 5
 --> <stdin>:5:1
  |
5 |   2,"B
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: the first 41 bytes are complete, and `--allow-cut-off` reads only these

"#]]);
    toon(&["repair", "--complete", "--allow-cut-off"])
        .stdin(quote)
        .assert()
        .code(3)
        .stdout_eq("users[1]{id,name}:\n  1,Ann\n");
    // Without a complete line, there is nothing to read.
    toon(&["repair"]).stdin("tags[3]: a,b").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 1
 --> <stdin>:1:1
  |
1 | tags[3]: a,b
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: no line is complete
  = help: if the model stopped by itself, use `--complete`

"#]]);
    toon(&["repair", "--allow-cut-off"]).stdin("tags[3]: a,b").assert().code(1).stdout_eq("");
    // JSON and YAML that were cut off are never read as TOON.
    for command in [&["repair"][..], &["decode", "--from-answer"]] {
        for answer in ["```json\n{\"a\":\n", "```yaml\na: 1\nb: [1, 2]\n"] {
            let allow = [command, &["--allow-cut-off"]].concat();
            toon(&allow).stdin(answer).assert().code(1).stdout_eq("");
        }
        let complete = [command, &["--complete"]].concat();
        toon(&complete).stdin("```json\n{\"a\":\n").assert().code(1).stdout_eq("");
        toon(&complete).stdin("```yaml\nb: [1, 2]\n").assert().success();
    }
    // A text that is complete may be read with the option, too.
    toon(&["repair", "--allow-cut-off"]).stdin("a: 1\n").assert().success().stdout_eq("a: 1\n");
    let folder = folder(&[("answer.md", CUT_OFF)]);
    toon_in(&folder, &["repair", "--allow-cut-off", "answer.md", "-o", "users.toon"]).assert().code(3);
    assert_eq!(read(&folder, "users.toon"), "users[1]{id,name}:\n  1,Ann\n");
}

#[test]
fn results_as_json() {
    let repair = |options: &[&str], text: &str| {
        toon(&[&["repair", "--json"], options].concat()).stdin(text).assert().stderr_eq("")
    };
    repair(&[], DRAFT).success().stdout_eq(str![[r#"
{"value":{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}],"role":"admin,"},"fixes":[{"kind":"comment","line":1,"column":1,"message":"removed a comment"},{"kind":"count","line":2,"column":1,"message":"changed the count 3 to 2"},{"kind":"indentation","line":3,"column":5,"message":"changed the indentation from here on"},{"kind":"quote","line":4,"column":7,"message":"closed a quoted string at the end of its line"}],"warnings":[{"kind":"delimiter","line":5,"column":12,"message":"the delimiter is part of this string","suggestion":"remove the delimiter, or quote the string"}]}

"#]]);
    repair(&[], "Sure:\n```toon\na: 1\n```\n").success().stdout_eq(str![[r#"
{"value":{"a":1},"fixes":[{"kind":"fence","line":3,"column":1,"message":"removed the fence or tag around the document, and what is outside of it"}],"warnings":[]}

"#]]);
    // All digits and the order of keys are kept.
    repair(&[], "b: 1.0000000000000000000001\na: 12345678901234567890123\n").success().stdout_eq(str![[r#"
{"value":{"b":1.0000000000000000000001,"a":12345678901234567890123},"fixes":[],"warnings":[]}

"#]]);
    repair(&[], "```json\n{\"a\": 1, // one\n}\n```\n").success().stdout_eq(str![[r#"
{"value":{"a":1},"fixes":[{"kind":"json","line":2,"column":1,"message":"wrote JSON as TOON"}],"warnings":[]}

"#]]);
    repair(&["--block", "all"], TWO).success().stdout_eq(str![[r#"
{"value":[{"a":1},{"b":["x"]}],"fixes":[{"kind":"fence","line":2,"column":1,"message":"made an element of a list of the document"},{"kind":"fence","line":6,"column":1,"message":"made an element of a list of the document"},{"kind":"count","line":6,"column":1,"message":"changed the count 2 to 1"}],"warnings":[]}

"#]]);
    repair(&["--allow-cut-off"], CUT_OFF).code(3).stdout_eq(str![[r#"
{"value":{"users":[{"id":1,"name":"Ann"}]},"fixes":[{"kind":"fence","line":3,"column":1,"message":"removed the fence or tag around the document, and what is outside of it"},{"kind":"count","line":3,"column":1,"message":"changed the count 3 to 1"},{"kind":"cut_off","line":5,"column":1,"message":"dropped the last line, at which the answer was cut off"}],"warnings":[]}

"#]]);
    repair(&[], CUT_OFF).code(1).stdout_eq(str![[r#"
{"error":{"message":"the answer was cut off at line 5: 1 of 3 rows are complete","line":5,"column":1,"help":"send the rest of the answer, or the whole answer again with fewer rows; the first 41 bytes are complete, and `--allow-cut-off` reads only these; if the model stopped by itself, use `--complete`","cut_off":{"bytes":41}}}

"#]]);
    repair(&[], TWO).code(1).stdout_eq(str![[r#"
{"error":{"message":"the answer contains 2 documents: line 2 `a: 1`, line 6 `b[2]: x`","line":2,"column":1,"help":"choose with `--block N`, where N is a number, `last`, or `all` for a list"}}

"#]]);
    repair(&[], "a: 1\nfoo bar\n").code(1).stdout_eq(str![[r#"
{"error":{"message":"expected `key: value`, found a line without a colon","line":2,"column":1,"help":"write the line as `key: value`, or remove it if it is not part of the data"}}

"#]]);
    repair(&[], "```json\n{\"a\":1 \"b\"}\n```\n").code(1).stdout_eq(str![[r#"
{"error":{"message":"invalid JSON: expected `,` or `}`","line":2,"column":8,"help":"put a comma between entries, or close the object"}}

"#]]);
    repair(&[], "```yaml\na: [1\n```\n").code(1).stdout_eq(str![[r#"
{"error":{"message":"the document is not valid YAML","line":2,"column":1,"help":null}}

"#]]);
    repair(&[], "Sorry, no.\n").code(1).stdout_eq(str![[r#"
{"error":{"message":"no TOON or JSON document in the answer, only prose","line":0,"column":0,"help":"send the data as TOON, in a code block: a line ```toon before it and a line ``` after it"}}

"#]]);
    repair(&[], "").code(1).stdout_eq(str![[r#"
{"error":{"message":"the answer is empty","line":0,"column":0,"help":"put the document between a line ```toon and a line ```"}}

"#]]);
    toon(&["repair", "--json", "-o", "x.json"]).stdin("a: 1").assert().code(2);
    let folder = folder(&[]);
    toon_in(&folder, &["repair", "--json", "none.toon"]).assert().code(1).stdout_eq("");
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
    for text in ["", "\n"] {
        toon(&["repair"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer is empty
 = help: put the document between a line ```toon and a line ```
--> <stdin>

"#]]);
    }
    for text in ["Sorry, I cannot help with that.\n", "Sorry: I cannot help with that.\n"] {
        toon(&["repair"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: no TOON or JSON document in the answer, only prose
 = help: send the data as TOON, in a code block: a line ```toon before it and a line ``` after it
--> <stdin>

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

/// Nothing is removed by following the advice.
#[test]
fn several_json_values() {
    let help =
        "  = help: put the values between [ and ], with commas, to make a list of them; `jq -s .` does so\n";
    for text in ["{\"a\":1}{\"a\":2}", "x\n```json\n{\"a\":1}{\"a\":2}\n```\n"] {
        toon(&["repair", "-"])
            .stdin(text)
            .assert()
            .code(1)
            .stdout_eq("")
            .stderr_eq(format!("error: invalid JSON: expected end of input\n...\n{help}"));
    }
}
