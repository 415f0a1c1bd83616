//! `toon context`.

use super::{folder, names, read, toon, toon_in};
use snapbox::str;
use std::fs;
use tempfile::TempDir;

const MANIFEST: &str = r#"{"blocks": [
  {"type": "code", "path": "src/main.rs", "content": "fn main() {}\n", "summary": "Entry point", "priority": "high"},
  {"type": "conversation", "role": "user", "content": "Fix the timeout."},
  {"type": "tool_result", "name": "search", "content_file": "rows.json"},
  {"type": "document", "title": "Notes", "content": "One.\nTwo.\n", "priority": "low"}
]}"#;

const ROWS: &str =
    r#"[{"line":7,"text":"timeout = 5"},{"line":9,"text":"retries = 3"},{"line":12,"text":"port = 80"}]"#;

fn session() -> TempDir {
    folder(&[("session.json", MANIFEST), ("rows.json", ROWS)])
}

#[test]
fn a_manifest_as_text() {
    toon_in(&session(), &["context", "pack", "session.json", "--style", "minimal"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
--- src/main.rs [rust] ---
fn main() {}


[user] Fix the timeout.

--- search [ok] ---
[3]{line,text}:
  7,timeout = 5
  9,retries = 3
  12,port = 80

--- Notes ---
One.
Two.

"#]])
        .stderr_eq(str![[r#"
66 tokens
largest: tool-result search (39), src/main.rs (12), Notes (7), user turn (6)

"#]]);
}

#[test]
fn a_manifest_in_toml() {
    let toml = "[[blocks]]\ntype = \"conversation\"\nrole = \"user\"\ncontent = \"Hi\"\n";
    let folder = folder(&[("session.toml", toml)]);
    toon_in(&folder, &["context", "pack", "session.toml"]).assert().success().stdout_eq(str![[r#"
<context>
<turn role="user">Hi</turn>
</context>
"#]]);
}

/// Without a name that says it, the text decides what it is.
#[test]
fn a_manifest_on_standard_input() {
    let expected = "[user] Hi";
    for manifest in [
        "[[blocks]]\ntype = 'conversation'\nrole = 'user'\ncontent = 'Hi'\n",
        "# Notes\nblocks = [{type = 'conversation', role = 'user', content = 'Hi'}]",
        "\n{\"blocks\": [{\"type\": \"conversation\", \"role\": \"user\", \"content\": \"Hi\"}]}",
    ] {
        let pack = ["context", "pack", "-", "--style", "minimal"];
        toon(&pack).stdin(manifest).assert().success().stdout_eq(expected);
        toon(&pack).stdin(format!("\u{feff}{manifest}")).assert().success().stdout_eq(expected);
    }
}

/// Standard error says what was shortened or left out.
#[test]
fn a_budget() {
    toon_in(&session(), &["context", "pack", "session.json", "--budget", "60", "--style", "markdown"])
        .assert()
        .success()
        .stdout_eq(str![[r###"
## src/main.rs

```rust
fn main() {}

```

**User**: Fix the timeout.

### Tool: search (ok)

```json
[{"line":7,"text":"timeout = 5"}]
[... 2 more rows]
```
"###]])
        .stderr_eq(str![[r#"
tool-result search: 1 of 3 rows (13 tokens fewer)
document Notes: left out (15 tokens)
54 of 60 tokens
largest: tool-result search (32), src/main.rs (13), user turn (8)

"#]]);
}

/// What is printed is what was counted, to standard output and to a file.
#[test]
fn a_budget_holds_to_the_last_byte() {
    let manifest = r#"{"blocks": [{"type": "conversation", "role": "user", "content": "alpha beta gamma"}]}"#;
    let folder = folder(&[("session.json", manifest)]);
    let pack = ["context", "pack", "session.json", "--style", "minimal", "--budget", "5"];
    for args in [&[][..], &["-o", "out.txt"], &["-o", "-"]] {
        let output = toon_in(&folder, &[&pack, args].concat()).output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "5 of 5 tokens\n");
        let written = if args == ["-o", "out.txt"] {
            fs::read(folder.path().join("out.txt")).unwrap()
        } else {
            output.stdout
        };
        assert_eq!(String::from_utf8(written).unwrap(), "[user] alpha beta gamma");
    }
}

#[test]
fn a_critical_block_that_does_not_fit() {
    let manifest = MANIFEST.replace("\"high\"", "\"critical\"");
    let folder = folder(&[("session.json", &manifest), ("rows.json", ROWS)]);
    toon_in(&folder, &["context", "pack", "session.json", "--budget", "30", "--reserve", "20"])
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: the critical blocks take 24 tokens, 14 more than the budget allows (10)

"#]]);
}

#[test]
fn containers() {
    let folder = session();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"])
        .assert()
        .success()
        .stdout_eq("");
    toon_in(&folder, &["context", "validate", "session.bcp"]).assert().success().stdout_eq("").stderr_eq(
        str![[r#"
session.bcp is valid: 6 blocks

"#]],
    );
    toon_in(&folder, &["context", "inspect", "session.bcp"]).assert().success().stdout_eq(str![[r#"
format: BCP
blocks[6]{index,type,name,bytes,priority,summary}:
  0,code,src/main.rs,48,high,Entry point
  1,annotation,priority annotation,13,normal,null
  2,conversation,user turn,25,normal,null
  3,tool_result,search,134,normal,null
  4,document,Notes,27,low,null
  5,annotation,priority annotation,13,normal,null

"#]]);
    toon_in(&folder, &["context", "inspect", "session.bcp", "--block", "2", "--show-hex", "--show-body"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
format: BCP
blocks[1]{index,type,name,bytes,priority,summary,body,hex}:
  2,conversation,user turn,25,normal,null,"[user] Fix the timeout.",020016010002020110466978207468652074696d656f75742e

"#]]);
    toon_in(&folder, &["context", "stats", "session.bcp"]).assert().success().stdout_eq(str![[r#"
blocks: 6
types[5]{type,blocks,bytes,tokens}:
  code,1,48,19
  annotation,2,26,0
  conversation,1,25,12
  tool_result,1,134,47
  document,1,27,17
styles[4]{style,bytes,tokens}:
  xml,285,100
  markdown,228,83
  minimal,175,66
  toon,298,117

"#]]);
    let text = |args: &[&str]| {
        let args = [&["context", "render", "session.bcp"], args].concat();
        let output = toon_in(&folder, &args).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let packed = toon_in(&folder, &["context", "pack", "session.json"]).output().unwrap().stdout;
    assert_eq!(text(&[]).as_bytes(), packed);
    assert_eq!(text(&["--include", "conversation", "--style", "minimal"]), "[user] Fix the timeout.");
    assert_eq!(
        text(&["--include", "code", "--verbosity", "summary", "--mode", "minimal"]),
        "--- src/main.rs [rust] (summary) ---\nEntry point"
    );
}

/// As many bytes as the container has, apart from its header and its end.
#[test]
fn stats_count_each_byte_once() {
    let folder = session();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    let output = toon_in(&folder, &["context", "stats", "session.bcp"]).output().unwrap();
    let stats: Stats = toon::from_slice(&output.stdout).unwrap();
    let size = fs::metadata(folder.path().join("session.bcp")).unwrap().len();
    assert_eq!(stats.types.iter().map(|row| row.bytes).sum::<u64>() + 8 + 4, size);
    // The whole text has an element around the others, and blank lines between them.
    let [xml, ..] = stats.styles.as_slice() else { panic!("{stats:?}") };
    assert!((xml.tokens - 20..xml.tokens).contains(&stats.types.iter().map(|row| row.tokens).sum()));
}

#[derive(Debug, toon::Deserialize)]
struct Stats {
    types: Vec<Count>,
    styles: Vec<Count>,
}

#[derive(Debug, toon::Deserialize)]
struct Count {
    bytes: u64,
    tokens: u64,
}

/// Repeated blocks are references, to a store if one is given.
#[test]
fn references() {
    let code = r#"{"type": "code", "path": "a.rs", "content": "fn shared() -> u32 { 42 }"}"#;
    let folder = folder(&[("session.json", &format!("{{\"blocks\": [{code}, {code}]}}"))]);
    let pack = ["context", "pack", "session.json", "--dedup", "--store", "store", "-o", "session.bcp"];
    toon_in(&folder, &pack).assert().success();
    assert_eq!(fs::read(folder.path().join("session.bcp")).unwrap().len(), 88);
    toon_in(&folder, &["context", "validate", "session.bcp"]).assert().code(1).stderr_eq(str![[r#"
error: session.bcp: the block is a reference, which cannot be resolved without a content store, at byte 52

"#]]);
    toon_in(&folder, &["context", "validate", "session.bcp", "--store", "store"]).assert().success();
}

/// Commands that read do not create what they cannot find.
#[test]
fn a_store_that_does_not_exist() {
    let folder = session();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    let before = names(folder.path());
    for command in ["render", "inspect", "validate", "stats"] {
        for (store, reason) in [("typo", ""), ("rows.json", "not a directory")] {
            let output =
                toon_in(&folder, &["context", command, "session.bcp", "--store", store]).output().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{stderr}");
            assert!(stderr.starts_with(&format!("error: cannot open {store}: {reason}")), "{stderr}");
            assert_eq!(names(folder.path()), before);
        }
    }
}

#[test]
fn compressed_containers() {
    let manifest = MANIFEST.replace("Two.", &"Two. ".repeat(200));
    let folder = folder(&[("session.json", &manifest), ("rows.json", ROWS)]);
    let size = |args: &[&str]| {
        let args = [&["context", "pack", "session.json", "-o", "session.bcp"], args].concat();
        toon_in(&folder, &args).assert().success();
        toon_in(&folder, &["context", "validate", "session.bcp"]).assert().success();
        fs::metadata(folder.path().join("session.bcp")).unwrap().len()
    };
    let plain = size(&[]);
    assert!(size(&["--compress-blocks"]) < plain / 2);
    assert!(size(&["--compress-payload"]) < plain / 2);
}

#[test]
fn mistakes_in_manifests() {
    let cases = [
        (
            r#"{"blocks": [{"type": "note"}]}"#,
            "session.json: blocks[0]: unknown type `note`; expected code, conversation, ",
        ),
        (r#"{"blocks": ["x"]}"#, "session.json: blocks[0]: expected an object, found a string"),
        (r#"{"blocks": [{"content": "x"}]}"#, "blocks[0]: missing `type`"),
        (
            r#"{"blocks": [{"type": "code", "path": 1}]}"#,
            "blocks[0]: expected a string in `path`, found a number",
        ),
        (r#"{"blocks": [{"type": "conversation", "role": "user"}]}"#, "missing `content` or `content_file`"),
        (r#"{"blocks": [{"type": "conversation", "content": "Hi"}]}"#, "blocks[0]: missing `role`"),
        (
            r#"{"blocks": [{"type": "document", "title": "a", "content": "", "role": "user"}]}"#,
            "has no `role`",
        ),
        (
            r#"{"blocks": [{"type": "conversation", "role": "me", "content": ""}]}"#,
            "unknown role `me`; expected system, ",
        ),
        (r#"{"blocks": [{"type": "document", "title": "a", "content_file": "b"}]}"#, "cannot read "),
        (r#"{"blocks": [}"#, "session.json: "),
    ];
    for (manifest, message) in cases {
        let folder = folder(&[("session.json", manifest)]);
        let output = toon_in(&folder, &["context", "pack", "session.json"]).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{manifest}");
        assert!(stderr.contains(message), "{stderr}");
    }
}

/// Data with other fields is a file like any other.
#[test]
fn data_that_is_no_manifest() {
    for data in [r#"{"blocks": {}}"#, r#"{"blocks": [], "block": 1}"#, "{}", "[]", r#"{"block": [}"#] {
        let folder = folder(&[("data.json", data)]);
        let output = toon_in(&folder, &["context", "pack", "data.json"]).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && stderr.contains("1 file in full"), "{data}: {stderr}");
        let output = toon_in(&folder, &["context", "pack", "-"]).stdin(data).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{data}: {stderr}");
        assert!(stderr.starts_with("error: <stdin>: expected "), "{stderr}");
    }
}

#[test]
fn invalid_containers() {
    let folder = folder(&[("a.bcp", "BCP"), ("b.bcp", "text that is no container")]);
    toon_in(&folder, &["context", "validate", "a.bcp", "b.bcp"]).assert().code(1).stdout_eq("").stderr_eq(
        str![[r#"
error: a.bcp: the container ends within its header, at byte 3
error: b.bcp: not a container: expected it to begin with `BCP\0` or `LCP\0`, found `text`, at byte 0

"#]],
    );
    toon_in(&folder, &["context", "render", "c.bcp"]).assert().code(1);
    toon(&["context", "render", "-", "--include", "letters"]).stdin("").assert().code(2).stderr_eq(str![[r#"
error: unknown type of block `letters`; the types are code, conversation, file_tree, tool_result, document, structured_data, diff, embedding_ref, image, extension, unknown

"#]]);
}

/// A trailing byte is an error, or a warning.
#[test]
fn tolerance() {
    let folder = session();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    let mut bytes = fs::read(folder.path().join("session.bcp")).unwrap();
    bytes.push(b'!');
    fs::write(folder.path().join("session.bcp"), bytes).unwrap();
    toon_in(&folder, &["context", "render", "session.bcp"]).assert().code(1).stdout_eq("");
    toon_in(&folder, &["context", "render", "session.bcp", "--tolerant", "--include", "conversation"])
        .assert()
        .success()
        .stderr_eq(str![[r#"
warning: session.bcp: data follows the end marker, at byte 272

"#]]);
    assert!(read(&folder, "session.json").contains("Fix the timeout."));
}

#[test]
fn options_that_do_not_apply() {
    for (args, message) in [
        (&["session.json", "-o", "a.bcp", "--budget", "9"][..], "a container has no --budget"),
        (&["session.json", "-o", "a.bcp", "--style", "markdown"], "a container has no --style"),
        (&["session.json", "-o", "a.bcp", "--tokenizer", "cl100k"], "a container has no --tokenizer"),
        (&["session.json", "--container", "--style", "xml"], "cannot be used with '--style <STYLE>'"),
        (&["session.json", "--container", "--tokenizer", "none"], "cannot be used with '--tokenizer"),
        (&["session.json", "-o", "a.bcp", "--explain"], "a container has no --explain"),
        (&["session.json", "--output-format", "messages"], "--output-format messages needs --chat"),
        (&["session.json", "--compress-blocks"], "text is not compressed"),
        (&["session.json", "--container", "--dedup"], "--store <DIR>"),
    ] {
        let output = toon_in(&session(), &[&["context", "pack"], args].concat()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(message), "{stderr}");
    }
}

/// Blocks keep their indexes if only some are included.
#[test]
fn blocks_that_are_not_text() {
    let folder = folder(&[(
        "session.json",
        r#"{"blocks": [{"type": "conversation", "role": "user", "content": "Hi"},
            {"type": "code", "path": "a", "content_file": "a.bin"}]}"#,
    )]);
    fs::write(folder.path().join("a.bin"), [b'a', 0xff]).unwrap();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    toon_in(&folder, &["context", "render", "session.bcp", "--include", "code"]).assert().code(1).stderr_eq(
        str![[r#"
error: block 1 is not text: invalid UTF-8 at byte 1

"#]],
    );
    toon_in(&folder, &["context", "stats", "session.bcp"]).assert().code(1).stderr_eq(str![[r#"
error: block 1 is not text: invalid UTF-8 at byte 1

"#]]);
    toon_in(&folder, &["context", "inspect", "session.bcp", "--show-body"]).assert().success().stdout_eq(
        str![[r#"
format: BCP
blocks[2]{index,type,name,bytes,priority,summary,body}:
  0,conversation,user turn,11,normal,null,"[user] Hi"
  1,code,a,16,normal,null,"block 1 is not text: invalid UTF-8 at byte 1"

"#]],
    );
}

/// As the word that a manifest has.
#[test]
fn priorities_of_annotations() {
    let folder = session();
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    toon_in(&folder, &["context", "inspect", "session.bcp", "--show-body", "--block", "1"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
format: BCP
blocks[1]{index,type,name,bytes,priority,summary,body}:
  1,annotation,priority annotation,13,normal,null,"block 0: high"

"#]]);
}

#[test]
fn one_block() {
    let manifest = r#"{"blocks": [{"type": "conversation", "role": "user", "content": "Hi"}]}"#;
    let folder = folder(&[("session.json", manifest)]);
    toon_in(&folder, &["context", "pack", "session.json", "-o", "session.bcp"]).assert().success();
    toon_in(&folder, &["context", "validate", "session.bcp"]).assert().success().stderr_eq(str![[r#"
session.bcp is valid: 1 block

"#]]);
}
