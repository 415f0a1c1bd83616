//! What a model wrote: documents in answers, and texts for prompts.

use super::{folder, read, toon, toon_in};
use snapbox::str;

const ANSWER: &str =
    "Here are the users:\n\n```toon\nusers[2]{id,name}:\n  1,Ann\n  2,Bob\n```\n\nAnything else?\n";

/// The first of two documents has a mistake.
const CORRECTED: &str = "```toon\nids[3]: 1,2\n```\nNo, wait:\n```toon\nids[2]: 1,2\n```\n";

const FORMATTED: &str = "users[2]{id,name}:\n  1,Ann\n  2,Bob\n";

#[test]
fn the_document_is_decoded() {
    let decode = |answer: &str, output: &str| {
        toon(&["decode", "--from-answer", "--to", "json"])
            .stdin(answer)
            .assert()
            .success()
            .stdout_eq(output)
            .stderr_eq("");
    };
    decode(ANSWER, "{\"users\":[{\"id\":1,\"name\":\"Ann\"},{\"id\":2,\"name\":\"Bob\"}]}\n");
    decode("<think>a: 0</think>a: 1\nb: 2", "{\"a\":1,\"b\":2}\n");
    decode("[1]{a}:\n  1\n", "[{\"a\":1}]\n");
    decode("The list:\n~~~\n[2]: 1,2\n~~~\n", "[1,2]\n");
    toon(&["decode", "--from-answer", "--to", "csv"])
        .stdin("```toon\n[1]{a,b}:\n  1,x\n```\n")
        .assert()
        .success()
        .stdout_eq("a,b\n1,x\n");
}

#[test]
fn json_in_an_answer() {
    for command in
        [&["decode", "--from-answer", "--to", "json"][..], &["decode", "--no-strict", "--to", "json"]]
    {
        toon(command)
            .stdin("```json\n{\"a\": [1,2]}\n```\n")
            .assert()
            .success()
            .stdout_eq("{\"a\":[1,2]}\n")
            .stderr_eq("the document in <stdin> is JSON\n");
    }
    toon(&["fmt", "--from-answer", "-"])
        .stdin("```json\n{\"a\": [1,2]}\n```\n")
        .assert()
        .success()
        .stdout_eq("a[2]: 1,2\n");
}

/// A block of another format is never read as TOON.
#[test]
fn other_formats_in_an_answer() {
    let decode = |answer: &str| toon(&["decode", "--from-answer", "--to", "json"]).stdin(answer).assert();
    for (block, json, format) in [
        ("json\n{\"a\":1,}", "{\"a\":1}", "JSON"),
        ("json\n[1, // one\n2]", "[1,2]", "JSON"),
        ("json\n{\"a\":1}\n{\"a\":2}", "[{\"a\":1},{\"a\":2}]", "NDJSON"),
        ("yaml\na:\n  - 1\nb: [1, 2]", "{\"a\":[1],\"b\":[1,2]}", "YAML"),
    ] {
        let answer = format!("Here:\n```{block}\n```\n");
        let note = format!("the document in <stdin> is {format}\n");
        decode(&answer).success().stdout_eq(format!("{json}\n")).stderr_eq(note);
    }
    decode("```yaml\na[2]: 1,2\n```\n").success().stdout_eq("{\"a\":[1,2]}\n").stderr_eq("");
    decode("Here:\n```json\n{\"a\":\n```\n").code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:3:6
  |
3 | {"a":
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    decode("Here:\n```json\n{\"a\":\n").code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 3
 --> <stdin>:3:1
  |
3 | {"a":
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: the first 20 bytes are complete
  = help: if the model stopped by itself, use `--complete`

"#]]);
    decode("Here:\n```csv\na,b\n1,2\n```\n").code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:3:1
  |
3 | a,b
  | ^
  = help: the text is CSV: replace its first line with [1]{a,b}: and indent each row by 2 spaces
note: `toon repair` reads this document as it was probably meant

"#]]);
    decode("Here you are.\n```toml\na = 1\n```\n").code(1).stdout_eq("").stderr_eq(str![[r#"
error: no TOON or JSON document in the answer, only a code block in toml
 = help: the block at line 2 is TOML, which `toon encode --from toml` reads
--> <stdin>

"#]]);
    decode("").code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer is empty
 = help: put the document between a line ```toon and a line ```
--> <stdin>

"#]]);
    toon(&["check", "--from-answer", "-"]).stdin("```json\n{\"a\":1}\n```\n").assert().success().stderr_eq(
        str![[r#"
the document at line 2 of <stdin> is JSON
0 mistakes in 1 file

"#]],
    );
}

/// As in a list of Markdown.
#[test]
fn indented_blocks() {
    let answer = "1. One:\n\n   ```toon\n   a:\n     b: 1\n   ```\n";
    toon(&["decode", "--from-answer", "--to", "json"])
        .stdin(answer)
        .assert()
        .success()
        .stdout_eq("{\"a\":{\"b\":1}}\n");
    toon(&["check", "--from-answer", "-"]).stdin(answer).assert().success();
    let wrong = answer.replace("b: 1", "b");
    for command in [&["decode", "--from-answer"][..], &["check", "--from-answer", "-"], &["repair"]] {
        let error = toon(command).stdin(&*wrong).output().unwrap();
        let error = String::from_utf8(error.stderr).unwrap();
        assert!(error.contains("<stdin>:5:6"), "{error}");
    }
}

#[test]
fn prose_that_reads_like_fields() {
    toon(&["decode", "--from-answer", "--to", "json"])
        .stdin("a: 1\n\nNote: let me know if you need more.\n")
        .assert()
        .success()
        .stdout_eq("{\"a\":1,\"Note\":\"let me know if you need more.\"}\n")
        .stderr_eq(str![[r#"
<stdin>:3:1: warning: the paragraph after a blank line was read as data; remove the paragraph, or put the document in a code block

"#]]);
}

#[test]
fn what_looks_wrong() {
    toon(&["decode", "--from-answer", "--to", "json"])
        .stdin("Sure:\n```toon\nrole: admin,\nactive: True\n```\n")
        .assert()
        .success()
        .stdout_eq("{\"role\":\"admin,\",\"active\":\"True\"}\n")
        .stderr_eq(str![[r#"
<stdin>:3:12: warning: the delimiter is part of this string; remove the delimiter, or quote the string
<stdin>:4:9: warning: this is a string, not null, true, false or a number; write null, true or false, or quote the string

"#]]);
}

#[test]
fn one_of_several_documents() {
    let decode = |answer: &str, options: &[&str]| {
        toon(&[&["decode", "--from-answer", "--to", "json"], options].concat()).stdin(answer).assert()
    };
    decode(CORRECTED, &[]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer contains 2 documents: line 2 `ids[3]: 1,2`, line 6 `ids[2]: 1,2`
 --> <stdin>:2:1
  |
2 | ids[3]: 1,2
  | ^
  = help: choose with `--block N`, where N is a number, `last`, or `all` for a list

"#]]);
    decode(CORRECTED, &["--block", "2"]).success().stdout_eq("{\"ids\":[1,2]}\n").stderr_eq("");
    decode(CORRECTED, &["--block", "last"]).success().stdout_eq("{\"ids\":[1,2]}\n").stderr_eq("");
    decode(CORRECTED, &["--block", "1"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:2:4, in ids
  |
2 | ids[3]: 1,2
  |    ^
  = help: write [2] in the header, or add the missing element
note: `toon repair` reads this document as it was probably meant

"#]]);
    decode(CORRECTED, &["--block", "all"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:2:4, in ids
  |
2 | ids[3]: 1,2
  |    ^
  = help: write [2] in the header, or add the missing element
note: `toon repair` reads this document as it was probably meant

"#]]);
    decode(CORRECTED, &["--block", "3"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: there is no document 3: the answer contains 2 documents
 = help: choose a document from 1 to 2
--> <stdin>

"#]]);
    let two = "```json\n{\"n\": 1.50}\n```\n```json\n[1, // one\n]\n```\n";
    decode(two, &["--block", "all"]).success().stdout_eq("[{\"n\":1.5},[1]]\n").stderr_eq(str![[r#"
the document at line 2 of <stdin> is JSON
the document at line 5 of <stdin> is JSON

"#]]);
    let one = "```toon\na: 1\n```\n";
    decode(one, &["--block", "all", "--indent", "4"]).success().stdout_eq("[{\"a\":1}]\n").stderr_eq("");
    decode(&one.repeat(9), &[]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer contains 9 documents: line 2 `a: 1`, line 5 `a: 1`, line 8 `a: 1`, line 11 `a: 1`, line 14 `a: 1`, …
 --> <stdin>:2:1
  |
2 | a: 1
  | ^
  = help: choose with `--block N`, where N is a number, `last`, or `all` for a list

"#]]);
    // Other commands have no option for this.
    toon(&["fmt", "--from-answer", "-"]).stdin(one.repeat(2)).assert().code(1).stderr_eq(str![[r#"
error: the answer contains 2 documents: line 2 `a: 1`, line 5 `a: 1`
 --> <stdin>:2:1
  |
2 | a: 1
  | ^
  = help: choose with `toon repair --block N`, where N is a number, `last`, or `all` for a list

"#]]);
    toon(&["decode", "--no-strict"]).stdin(one.repeat(2)).assert().code(1).stderr_eq(str![[r#"
error: the answer contains 2 documents: line 2 `a: 1`, line 5 `a: 1`
 --> <stdin>:2:1
  |
2 | a: 1
  | ^
  = help: choose with `--from-answer --block N`, where N is a number, `last`, or `all` for a list

"#]]);
}

#[test]
fn answers_that_were_cut_off() {
    const CUT_OFF: &str = "Sure:\n```toon\nusers[3]{id,name}:\n  1,Ann\n  2,B";
    let decode = |answer: &str, options: &[&str]| {
        toon(&[&["decode", "--from-answer", "--to", "json"], options].concat()).stdin(answer).assert()
    };
    decode(CUT_OFF, &[]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 5: 1 of 3 rows are complete
 --> <stdin>:5:1
  |
5 |   2,B
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: the first 41 bytes are complete, and `--allow-cut-off` reads only these
  = help: if the model stopped by itself, use `--complete`

"#]]);
    decode(CUT_OFF, &["--allow-cut-off"])
        .code(3)
        .stdout_eq("{\"users\":[{\"id\":1,\"name\":\"Ann\"}]}\n")
        .stderr_eq(str![[r#"
<stdin>:3:1: changed the count 3 to 1
<stdin>:5:1: dropped the last line, at which the answer was cut off

"#]]);
    // The document is read with the options of the command, below the fence.
    let indented = "1. Sure:\n   ```toon\n   a.b:\n       users[2]:\n           - 1\n           - 2";
    decode(indented, &["--allow-cut-off", "--indent", "4", "--expand-paths"])
        .code(3)
        .stdout_eq("{\"a\":{\"b\":{\"users\":[1]}}}\n");
    // Otherwise, it must be valid.
    let invalid = CUT_OFF.replace("  1,Ann", "1,Ann");
    decode(&invalid, &["--allow-cut-off"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:4:1
  |
4 | 1,Ann
  | ^
  = help: indent the rows below the header by 2 spaces, and write [1] in the header
note: `toon repair` reads this document as it was probably meant

"#]]);
    // What is complete has a wrong count.
    decode(CUT_OFF, &["--complete"]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:3:6, in users
  |
3 | users[3]{id,name}:
  |      ^
  = help: write [2] in the header, or add the missing element
note: `toon repair` reads this document as it was probably meant

"#]]);
    decode("```toon\na: 1", &[]).code(1).stdout_eq("");
    decode("```toon\na: 1", &["--complete"]).success().stdout_eq("{\"a\":1}\n").stderr_eq("");
    decode("tags[3]: a,b", &[]).code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 1
 --> <stdin>:1:1
  |
1 | tags[3]: a,b
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: no line is complete
  = help: if the model stopped by itself, use `--complete`

"#]]);
    toon(&["fmt", "--from-answer", "-"]).stdin(CUT_OFF).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the answer was cut off at line 5: 1 of 3 rows are complete
 --> <stdin>:5:1
  |
5 |   2,B
  | ^
  = help: send the rest of the answer, or the whole answer again with fewer rows
  = help: the first 41 bytes are complete, and `toon repair --allow-cut-off` reads only these
  = help: if the model stopped by itself, use `toon repair --complete`

"#]]);
    // The exit code is the worst of all files.
    let folder = folder(&[("cut.md", CUT_OFF), ("well.md", ANSWER), ("prose.md", "Sorry, no.\n")]);
    let decode = |files: &[&str]| {
        let options = ["decode", "--from-answer", "--allow-cut-off", "-O", "json"];
        toon_in(&folder, &[&options, files].concat()).assert()
    };
    decode(&["cut.md", "well.md"]).code(3);
    decode(&["cut.md", "prose.md"]).code(1);
    decode(&["well.md"]).success();
}

#[test]
fn options_that_require_an_answer() {
    for option in ["--block=1", "--complete", "--allow-cut-off"] {
        toon(&["decode", option]).stdin("a: 1\n").assert().code(2).stdout_eq("");
    }
    toon(&["decode", "--from-answer", "--block", "0"]).stdin("a: 1\n").assert().code(2).stderr_eq(str![[
        r#"
error: invalid value '0' for '--block <N|last|all>': expected a number from 1, `last` or `all`

For more information, try '--help'.

"#
    ]]);
}

/// Lines are counted from the beginning of the answer.
#[test]
fn mistakes_are_placed_in_the_answer() {
    let folder = folder(&[("answer.md", &ANSWER.replace("[2]", "[3]")), ("two.md", CORRECTED)]);
    toon_in(&folder, &["decode", "--from-answer", "answer.md"]).assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: header declares 3 elements, found 2
 --> answer.md:4:6, in users
  |
4 | users[3]{id,name}:
  |      ^
  = help: write [2] in the header, or add the missing element
note: `toon repair` reads this document as it was probably meant

"#]],
    );
    toon_in(&folder, &["fmt", "--from-answer", "answer.md"]).assert().code(1).stdout_eq("").stderr_eq(str![
        [r#"
error: header declares 3 elements, found 2
 --> answer.md:4:6, in users
  |
4 | users[3]{id,name}:
  |      ^
  = help: write [2] in the header, or add the missing element
note: `toon repair` reads this document as it was probably meant

"#]
    ]);
    // All documents are checked.
    toon_in(&folder, &["check", "--from-answer", "two.md", "answer.md"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> two.md:2:4, in ids
  |
2 | ids[3]: 1,2
  |    ^
  = help: write [2] in the header, or add the missing element
error: header declares 3 elements, found 2
 --> answer.md:4:6, in users
  |
4 | users[3]{id,name}:
  |      ^
  = help: write [2] in the header, or add the missing element
2 mistakes in 2 files
  2 × header with the wrong number of elements

"#]]);
    toon_in(&folder, &["check", "--from-answer", "--format", "json", "answer.md"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
{"file":"answer.md","severity":"error","line":4,"column":6,"path":"users","message":"header declares 3 elements, found 2","suggestion":"write [2] in the header, or add the missing element"}

"#]]);
    toon(&["check", "--from-answer", "-"])
        .stdin("<think></think>a[1]: 1,2\nb: \"")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: header declares 1 element, found 2
 --> <stdin>:1:17, in a
  |
1 | <think></think>a[1]: 1,2
  |                 ^
  = help: write [2] in the header, or remove the extra element
error: unterminated string
 --> <stdin>:2:4
  |
2 | b: "
  |    ^
  = help: close the string with " on the same line; write a quote inside it as \"
2 mistakes in 1 file
  1 × header with the wrong number of elements
  1 × unterminated string

"#]]);
}

#[test]
fn answers_without_a_document() {
    toon(&["decode", "--from-answer"]).stdin("Sorry, no.\n").assert().code(1).stdout_eq("").stderr_eq(str![
        [r#"
error: no TOON or JSON document in the answer, only prose
 = help: send the data as TOON, in a code block: a line ```toon before it and a line ``` after it
--> <stdin>

"#]
    ]);
    // It is valid TOON.
    toon(&["decode", "--from-answer"])
        .stdin("Sorry: I cannot do that.\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: no TOON or JSON document in the answer, only prose
 = help: send the data as TOON, in a code block: a line ```toon before it and a line ``` after it
--> <stdin>

"#]]);
    toon(&["decode", "--to", "json"])
        .stdin("Sorry: I cannot do that.\n")
        .assert()
        .success()
        .stdout_eq("{\"Sorry\":\"I cannot do that.\"}\n");
    toon(&["fmt", "--from-answer", "-"]).stdin("Sorry, no.\n").assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: no TOON or JSON document in the answer, only prose
 = help: send the data as TOON, in a code block: a line ```toon before it and a line ``` after it
--> <stdin>

"#]],
    );
    toon(&["check", "--from-answer", "-"]).stdin("Sorry, no.\n").assert().code(1).stderr_eq(str![[r#"
error: no TOON or JSON document in the answer, only prose
 = help: send the data as TOON, in a code block: a line ```toon before it and a line ``` after it
--> <stdin>
1 mistake in 1 file

"#]]);
}

#[test]
fn the_document_is_formatted() {
    let folder =
        folder(&[("answer.md", ANSWER), ("odd.md", &ANSWER.replace("  1", "    1").replace("  2", "    2"))]);
    for name in ["answer.md", "odd.md"] {
        toon_in(&folder, &["fmt", "--from-answer", name])
            .assert()
            .success()
            .stdout_eq(FORMATTED)
            .stderr_eq("");
    }
    toon_in(&folder, &["fmt", "--from-answer", "--check", "answer.md"]).assert().success().stderr_eq("");
    toon_in(&folder, &["fmt", "--from-answer", "--check", "odd.md"])
        .assert()
        .code(1)
        .stderr_eq("would reformat odd.md\n");
    // The text around the document would be lost.
    toon_in(&folder, &["fmt", "--from-answer", "--write", "odd.md"]).assert().code(2);
    assert!(read(&folder, "odd.md").starts_with("Here are"));
}

#[test]
fn no_strict_reads_inside_a_fence() {
    let fenced = "\n```toon\na[3]: 1,2\na: 2\n```\n";
    toon(&["decode", "--no-strict", "--to", "json"])
        .stdin(fenced)
        .assert()
        .success()
        .stdout_eq("{\"a\":2}\n");
    toon(&["--no-strict", "-d"]).stdin(fenced).assert().success().stdout_eq("{\n  \"a\": 2\n}\n");
    // Without a document in the fence, the text is read as before.
    toon(&["decode", "--no-strict"]).stdin("```rust\nfn main() {}\n```\n").assert().code(1);
    // Otherwise, a fence is a mistake.
    toon(&["decode"]).stdin(fenced).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:1
  |
2 | ```toon
  | ^
  = help: remove the Markdown fence and everything outside it
note: <stdin> begins with a Markdown fence; to read what is inside it, use --from-answer

"#]]);
    toon(&["decode", "--no-strict"]).stdin("a: 1\n```\n").assert().code(1);
}

// ---- other formats ----

/// On a single line, JSON is valid TOON with another meaning.
#[test]
fn json_is_noted() {
    toon(&["decode", "--to", "json"])
        .stdin("{\"a\":1}\n")
        .assert()
        .success()
        .stdout_eq("{\"{\\\"a\\\"\":\"1}\"}\n")
        .stderr_eq(str![[r#"
<stdin> looks like JSON; use `toon encode` to convert it to TOON

"#]]);
    toon(&["decode"]).stdin("{\n  \"a\": [1]\n}\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | {
  | ^
  = help: the text is JSON: parse it as JSON, or write it as TOON
note: <stdin> looks like JSON; use `toon encode` to convert it to TOON

"#]]);
    toon(&["decode"]).stdin("{\"a\":1}\n{\"a\":2}\n").assert().code(1).stderr_eq(str![[r#"
error: duplicate key "{\"a\""
 --> <stdin>:2:1
  |
2 | {"a":2}
  | ^
  = help: the text is JSON: parse it as JSON, or write it as TOON
note: <stdin> looks like JSON, one value per line; use `toon encode --from ndjson` to convert it to TOON

"#]]);
    toon(&["check", "-"]).stdin("[1,2]\n").assert().success().stderr_eq(str![[r#"
<stdin> looks like JSON; use `toon encode` to convert it to TOON
0 mistakes in 1 file

"#]]);
    toon(&["fmt", "-"]).stdin("[1,2]\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> is JSON; use `toon encode` to convert it to TOON

"#]]);
    toon(&["check", "-"]).stdin("{\"a\":\n").assert().success().stderr_eq(str![[r#"
<stdin> looks like JSON; use `toon encode` to convert it to TOON
0 mistakes in 1 file

"#]]);
    toon(&["decode"]).stdin("[server]\nport = 1\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | [server]
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data
note: <stdin> looks like TOML; use `toon encode --from toml` to convert it to TOON

"#]]);
    toon(&["decode", "--to", "json"]).stdin("[]\n").assert().success().stderr_eq("");
}

#[test]
fn csv_and_yaml_are_noted() {
    toon(&["decode"]).stdin("id,name\n1,\"Ann, B\"\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | id,name
  | ^
  = help: the text looks like CSV; use `toon encode --from csv` to convert it to TOON

"#]]);
    toon(&["fmt", "-"]).stdin("id\tname\n1\tAnn\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | id    name
  | ^
  = help: the text is CSV: replace its first line with [1]{id,name}:, separate the cells of each row with commas, and indent each row by 2 spaces
note: <stdin> looks like CSV; use `toon encode --from csv` to convert it to TOON

"#]]);
    toon(&["check", "-"]).stdin("tags:\n  - a\n  - b\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:3, in tags
  |
2 |   - a
  |   ^
  = help: write the length of the list after its key: tags[2]:
<stdin> looks like YAML; use `toon encode --from yaml` to convert it to TOON
1 mistake in 1 file

"#]]);
    toon(&["decode"]).stdin("a: 1\n---\nb: 2\n").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:1
  |
2 | ---
  | ^
  = help: the text looks like YAML; use `toon encode --from yaml` to convert it to TOON

"#]]);
}

#[test]
fn toon_with_a_mistake_is_no_other_format() {
    for text in [
        "a[3]: 1,2\n",
        "[2]{a,b}:\n1,2\n3,4\n",
        "a: 1\nb\n",
        "users[1]{id,name}\n  1,Ann\n",
        "a[1]:\n  - x\n  - y\n",
    ] {
        let error = toon(&["decode"]).stdin(text).output().unwrap();
        let error = String::from_utf8(error.stderr).unwrap();
        assert!(!error.contains("looks like"), "{error}");
    }
}

// ---- fences ----

#[test]
fn fences() {
    let users = "[{\"id\":1,\"name\":\"Ann\"},{\"id\":2,\"name\":\"Bob\"}]";
    toon(&["encode", "--fence"]).stdin(users).assert().success().stdout_eq(str![[r#"
Data may be TOON, a compact form of JSON: `key[2]{id,name}:` is a list of 2 objects with these keys, one on each indented line, values separated by commas. Other lines are `key: value`, nested by indentation.
```toon
[2]{id,name}:
  1,Ann
  2,Bob
```

"#]]).stderr_eq("");
    toon(&["encode", "--fence", "--delimiter", "pipe"])
        .stdin(users)
        .assert()
        .success()
        .stdout_eq(str![[r#"
Data may be TOON, a compact form of JSON: `key[2|]{id|name}:` is a list of 2 objects with these keys, one on each indented line, values separated by `|`. Other lines are `key: value`, nested by indentation.
```toon
[2|]{id|name}:
  1|Ann
  2|Bob
```

"#]]);
    toon(&["encode", "--fence", "--smallest"]).stdin("{\"a\":[[],{}]}").assert().success().stdout_eq(str![[
        r#"
```json
{"a":[[],{}]}
```

"#
    ]]);
    toon(&["encode", "--fence", "--fold"])
        .stdin("{\"a\":{\"b\":1}}")
        .assert()
        .success()
        .stdout_eq(str![[r#"
Data may be TOON, a compact form of JSON: `key[2]{id,name}:` is a list of 2 objects with these keys, one on each indented line, values separated by commas. Other lines are `key: value`, nested by indentation. A key `a.b` is the key `b` of an object `a`.
```toon
a.b: 1
```

"#]]);
    let rows = format!(
        "[{}]",
        (0..9)
            .map(|id| format!(
                "{{\"id\":{id},\"url\":\"https://api.example/users/{id}\",\"site_admin\":false}}"
            ))
            .collect::<Vec<_>>()
            .join(",")
    );
    toon(&["encode", "--fence", "--normal"]).stdin(rows).assert().success().stdout_eq(str![[r#"
Data may be TOON, a compact form of JSON: `key[2]{id,name}:` is a list of 2 objects with these keys, one on each indented line, values separated by commas. Other lines are `key: value`, nested by indentation. `list.each` has what all objects of `list` have in common, where `{id}` is the object's own `id`; `_` is an absent value.
```toon
_form: 1 list
list.each:
  url: "https://api.example/users/{id}"
  site_admin: false
list[9]{id}:
  0
  1
  2
  3
  4
  5
  6
  7
  8
```

"#]]);
}

/// A fence is longer than any in the text, and can be read back.
#[test]
fn fences_around_fences() {
    let json = "{\"text\":\"a\\n````\\nb\",\"mark\":\"```\"}\n";
    let fenced = toon(&["encode", "--fence"]).stdin(json).output().unwrap();
    assert!(String::from_utf8_lossy(&fenced.stdout).ends_with("\n`````\n"));
    toon(&["decode", "--from-answer", "--to", "json"])
        .stdin(fenced.stdout)
        .assert()
        .success()
        .stdout_eq(json);
}

#[test]
fn fences_in_files() {
    let folder = folder(&[("log.ndjson", "{\"a\":1}\n{\"a\":2}\n")]);
    toon_in(&folder, &["encode", "log.ndjson", "--fence", "-o", "prompt.md"]).assert().success();
    assert!(read(&folder, "prompt.md").ends_with("\n```toon\n[2]{a}:\n  1\n  2\n```\n"));
    toon_in(&folder, &["decode", "--from-answer", "prompt.md", "--to", "ndjson"])
        .assert()
        .success()
        .stdout_eq("{\"a\":1}\n{\"a\":2}\n");
    toon_in(&folder, &["--decode", "--fence", "prompt.md"]).assert().code(2);
}

/// The explanation counts, too.
#[test]
fn fences_within_a_number_of_tokens() {
    let rows = format!("[{}]", vec!["{\"id\":1,\"name\":\"Ann\"}"; 40].join(","));
    toon(&["encode", "--fence", "--max-tokens", "110"])
        .stdin(&*rows)
        .assert()
        .success()
        .stdout_eq(str![[r#"
Data may be TOON, a compact form of JSON: `key[2]{id,name}:` is a list of 2 objects with these keys, one on each indented line, values separated by commas. Other lines are `key: value`, nested by indentation.
```toon
[7]{id,name}:
  1,Ann
  1,Ann
  1,Ann
  1,Ann
  1,Ann
  1,Ann
  1,Ann
```

"#]])
        .stderr_eq(str![[r#"
left out 33 of 40 rows to fit into 110 tokens

"#]]);
    toon(&["encode", "--fence", "--max-tokens", "50"]).stdin(rows).assert().code(1).stderr_eq(str![[r#"
error: <stdin> needs at least 63 tokens, even without the elements of its lists, but --max-tokens is 50; select less with --at or --fields

"#]]);
}
