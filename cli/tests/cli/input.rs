//! What is read: compressed files, NDJSON by its content, JSON with comments, and nothing at all.

use super::{folder, read, toon, toon_in};
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use snapbox::str;
use std::fs;
use std::io::Write;

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

const LINES: &str = "{\"a\":1}\n{\"a\":2}\n";
const ROWS: &str = "[2]{a}:\n  1\n  2\n";

#[test]
fn compressed_files() {
    let folder = folder(&[]);
    let put = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes).unwrap();
    for compress in [gzip, zstandard] {
        put("a.json.gz", compress("{\"a\":1}"));
        put("a.ndjson.ZST", compress(LINES));
        put("a.csv.gz", compress("a\n1\n2\n"));
        put("a.toon.zst", compress(ROWS));
        put("lines", compress(LINES));
        put("out.toon", compress("old"));
        toon_in(&folder, &["a.json.gz"]).assert().success().stdout_eq("a: 1\n").stderr_eq("");
        toon_in(&folder, &["encode", "a.ndjson.ZST"]).assert().success().stdout_eq(ROWS).stderr_eq("");
        toon_in(&folder, &["encode", "a.csv.gz"]).assert().success().stdout_eq(ROWS);
        toon_in(&folder, &["lines"]).assert().success().stdout_eq(ROWS);
        toon_in(&folder, &["decode", "a.toon.zst", "--to", "json"])
            .assert()
            .success()
            .stdout_eq("[{\"a\":1},{\"a\":2}]\n");
        toon_in(&folder, &["check", "a.toon.zst"]).assert().success();
        toon_in(&folder, &["fmt", "a.toon.zst"]).assert().success().stdout_eq(ROWS);
        toon_in(&folder, &["stats", "--tokenizer", "none", "a.json.gz"]).assert().success();
        // The result is not compressed, whatever it replaces.
        toon_in(&folder, &["lines", "-o", "out.toon"]).assert().success();
        assert_eq!(read(&folder, "out.toon"), ROWS);
        // Standard input can be compressed as well.
        toon(&["encode"]).stdin(compress(LINES)).assert().success().stdout_eq(ROWS);
        toon(&["decode", "--to", "json"]).stdin(compress("a: 1")).assert().success().stdout_eq("{\"a\":1}\n");
    }
}

/// Several archives after each other are one.
#[test]
fn concatenated_archives() {
    let rows = "[4]{a}:\n  1\n  2\n  1\n  2\n";
    for compress in [gzip, zstandard] {
        let folder = folder(&[]);
        let twice = [compress(LINES), compress(""), compress(LINES)].concat();
        fs::write(folder.path().join("lines"), &twice).unwrap();
        toon_in(&folder, &["lines"]).assert().success().stdout_eq(rows);
        toon(&["encode"]).stdin(twice).assert().success().stdout_eq(rows);
    }
    // Zstandard has frames with other data.
    let skipped = [&b"\x50\x2a\x4d\x18\x03\0\0\0abc"[..], &zstandard(LINES)].concat();
    toon(&["encode"]).stdin(skipped).assert().success().stdout_eq(ROWS);
}

/// An input that is longer than the buffers, which is read twice and then partly again for the line
/// of the mistake.
#[test]
fn a_mistake_in_a_long_archive() {
    let folder = folder(&[]);
    let rows = "  1,some text\n".repeat(20_000);
    let text = format!("[20001]{{id,text}}:\n{rows}  2\n");
    let lines = "{\"a\":1}\n".repeat(20_000) + "{\"a\":}\n";
    for compress in [gzip, zstandard] {
        fs::write(folder.path().join("a.toon"), compress(&text)).unwrap();
        toon_in(&folder, &["a.toon", "-o", "out"]).assert().code(1).stderr_eq(str![[r#"
error: row has 1 cell, but the header has 2 fields
     --> a.toon:20002:3, in [20000].text
      |
20002 |   2
      |   ^
      = help: write 2 cells, with null or "" for missing values

"#]]);
        fs::write(folder.path().join("lines"), compress(&lines)).unwrap();
        toon_in(&folder, &["encode", "lines", "-o", "out"]).assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a value
[..]--> lines:20001:6
[..]|
20001 | {"a":}
[..]|[..]^
[..]= help: [..]

"#]]);
    }
}

#[test]
fn broken_archives() {
    let folder = folder(&[]);
    let lines = "{\"id\":1}\n{\"id\":23}\n{\"id\":456}\n".repeat(100);
    for (compress, name) in [(gzip as fn(&str) -> Vec<u8>, "gzip"), (zstandard, "Zstandard")] {
        let archive = compress(&lines);
        for length in [4, 5, archive.len() / 2, archive.len() - 1] {
            fs::write(folder.path().join("a.ndjson"), &archive[..length]).unwrap();
            toon_in(&folder, &["encode", "a.ndjson", "-o", "out"])
                .assert()
                .code(1)
                .stderr_eq(format!("error: cannot read a.ndjson: the {name} data ends too early\n"));
        }
        let mut damaged = archive.clone();
        // A byte of the checksum.
        let last = damaged.len() - if name == "gzip" { 5 } else { 1 };
        damaged[last] ^= 1;
        let behind = [archive, b"not an archive".to_vec()].concat();
        for wrong in [damaged, behind] {
            toon(&["encode", "--from", "ndjson"]).stdin(wrong).assert().code(1).stdout_eq("").stderr_eq(
                format!("error: cannot read <stdin>: the {name} data cannot be decompressed: [..]\n"),
            );
        }
    }
}

#[test]
fn behind_an_archive() {
    let encode = |archive: &[&[u8]]| toon(&["encode"]).stdin(archive.concat()).assert();
    let (archive, padding) = (gzip("{\"a\":1}"), vec![0; 70_000]);
    encode(&[&archive, &padding]).success().stdout_eq("a: 1\n").stderr_eq("");
    encode(&[&gzip("{\"a\":"), &gzip("1}")]).success().stdout_eq("a: 1\n").stderr_eq("");
    for other in [&b"x"[..], b"\0\0\x1f\x8b", b"{}"] {
        encode(&[&archive, other]).code(1).stdout_eq("").stderr_eq(
            "error: cannot read <stdin>: the gzip data cannot be decompressed: other data follows it\n",
        );
    }
}

#[test]
fn compressed_twice() {
    let folder = folder(&[]);
    let archive = folder.path().join("a.json.gz");
    for compress in [gzip, zstandard] {
        let mut again = GzEncoder::new(Vec::new(), Compression::fast());
        again.write_all(&compress("{}")).unwrap();
        fs::write(&archive, again.finish().unwrap()).unwrap();
        for command in ["encode", "decode", "check", "fmt", "stats"] {
            toon_in(&folder, &[command, "a.json.gz"]).assert().code(1).stderr_eq(
                "error: cannot read a.json.gz: it is compressed twice; decompress it once first\n...",
            );
        }
    }
}

/// The output is never compressed.
#[test]
fn output_named_like_an_archive() {
    let folder = folder(&[("a.json", "{\"a\":1}")]);
    for name in ["a.toon.gz", "a.zst"] {
        toon_in(&folder, &["encode", "a.json", "-o", name])
            .assert()
            .success()
            .stderr_eq(format!("wrote {name} uncompressed\nEncoded a.json to {name}\n"));
        assert_eq!(read(&folder, name), "a: 1\n");
    }
}

/// An empty file is valid TOON, but probably a mistake.
#[test]
fn nothing_to_check_or_format() {
    let folder = folder(&[("empty.toon", " \n")]);
    for text in ["", "\u{feff}\n"] {
        for args in [&["check", "-"][..], &["fmt", "-"], &["fmt", "--check", "-"]] {
            toon(args).stdin(text).assert().stdout_eq("").stderr_eq("<stdin> is empty\n...");
        }
    }
    toon(&["check", "-"]).stdin("").assert().success();
    toon(&["fmt", "-"]).stdin("").assert().success();
    toon(&["stats", "-"]).stdin("").assert().code(1).stderr_eq("error: <stdin> is empty, expected JSON\n");
    toon_in(&folder, &["check", "--format", "json", "empty.toon"]).assert().success().stderr_eq("");
}

#[test]
fn compressed_files_are_not_rewritten() {
    let folder = folder(&[]);
    let archive = gzip("a:   1");
    fs::write(folder.path().join("a.toon"), &archive).unwrap();
    toon_in(&folder, &["fmt", "--write", "a.toon"]).assert().code(1).stderr_eq(str![[r#"
error: a.toon is compressed, and --write would not compress it again

"#]]);
    assert_eq!(fs::read(folder.path().join("a.toon")).unwrap(), archive);
    toon_in(&folder, &["fmt", "--check", "a.toon"]).assert().code(1);
}

#[test]
fn ndjson_by_its_content() {
    let folder = folder(&[("lines.json", LINES), ("lines", LINES), ("lines.ndjson", LINES)]);
    for command in [&["encode"][..], &[]] {
        toon(command).stdin(LINES).assert().success().stdout_eq(ROWS).stderr_eq("");
        toon(command).stdin("\u{feff}\n1\r\n\r\n2").assert().success().stdout_eq("[2]: 1,2\n");
        for (name, note) in [
            ("lines", ""),
            ("lines.ndjson", ""),
            ("lines.json", "lines.json contains one JSON value per line, so it is read as NDJSON\n"),
        ] {
            let args = [command, &[name]].concat();
            toon_in(&folder, &args).assert().success().stdout_eq(ROWS).stderr_eq(note);
        }
        // A mistake in a later line does not make it JSON.
        toon(command).stdin("{}\n{\"a\":}\n").assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:6
  |
2 | {"a":}
  |      ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    }
}

#[test]
fn json_is_not_ndjson() {
    for (json, toon_text) in [
        ("{\"a\":1}", "a: 1\n"),
        ("{\"a\":1}\n\n", "a: 1\n"),
        ("[1,\n2]\n", "[2]: 1,2\n"),
        ("{\n\"a\":\n1}\n", "a: 1\n"),
        ("\n\n[1,2]", "[2]: 1,2\n"),
    ] {
        for command in [&["encode"][..], &[]] {
            toon(command).stdin(json).assert().success().stdout_eq(toon_text).stderr_eq("");
        }
    }
}

/// The first line may be longer than what is usually read to detect the format.
#[test]
fn long_lines() {
    let text = "x".repeat(100_000);
    let line = format!("{{\"text\":\"{text}\"}}\n");
    toon(&["encode"])
        .stdin(line.repeat(2))
        .assert()
        .success()
        .stdout_eq(format!("[2]{{text}}:\n  {text}\n  {text}\n"));
    toon(&["encode"]).stdin(line).assert().success().stdout_eq(format!("text: {text}\n"));
}

#[test]
fn nothing_to_read() {
    let folder =
        folder(&[("a.json", ""), ("a.ndjson", "\n"), ("a.toml", ""), ("a.toon", ""), ("unknown", " \n")]);
    for (args, error) in [
        (&["a.json"][..], "error: a.json is empty, expected JSON\n"),
        (&["encode", "a.json"], "error: a.json is empty, expected JSON\n"),
        (&["encode", "unknown"], "error: unknown is empty, expected JSON\n"),
        (&["-e", "unknown"], "error: unknown is empty, expected JSON\n"),
        (&["unknown"], "error: unknown is empty, expected JSON or TOON\n"),
    ] {
        toon_in(&folder, args).assert().code(1).stdout_eq("").stderr_eq(error);
    }
    for text in ["", "\u{feff}", " \r\n"] {
        toon(&["encode"]).stdin(text).assert().code(1).stderr_eq("error: <stdin> is empty, expected JSON\n");
        toon(&[]).stdin(text).assert().code(1).stderr_eq("error: <stdin> is empty, expected JSON or TOON\n");
    }
    for args in [&["ndjson"][..], &["csv"], &["csv", "--no-header"]] {
        for text in ["", "\u{feff}", "\n"] {
            toon(&["encode", "--from"])
                .args(args)
                .stdin(text)
                .assert()
                .success()
                .stdout_eq("[]\n")
                .stderr_eq("<stdin> is empty\n");
        }
    }
    // In these formats, an empty text is a value.
    toon_in(&folder, &["a.ndjson"]).assert().success().stdout_eq("[]\n").stderr_eq("a.ndjson is empty\n");
    toon_in(&folder, &["a.toml"]).assert().success().stdout_eq("\n").stderr_eq("a.toml is empty\n");
    let note = "a.toon is empty, which is an empty object in TOON\n";
    toon_in(&folder, &["a.toon"]).assert().success().stdout_eq("{}\n").stderr_eq(note);
    toon_in(&folder, &["decode", "a.toon"]).assert().success().stdout_eq("{}\n").stderr_eq(note);
}

const COMMENTS: &str = "// settings\n{\n  \"a\": [1, 2,], /* é\n  */ \"url\": \"http://x\", // last\n}\n";

#[test]
fn comments_in_json() {
    let folder = folder(&[("a.jsonc", COMMENTS), ("a.json", COMMENTS), ("b.json", "{\"a\": [1, 2,\n]}")]);
    let text = "a[2]: 1,2\nurl: \"http://x\"\n";
    toon_in(&folder, &["a.jsonc"]).assert().success().stdout_eq(text).stderr_eq("");
    toon_in(&folder, &["encode", "a.jsonc"]).assert().success().stdout_eq(text);
    toon_in(&folder, &["encode", "--jsonc", "a.json"]).assert().success().stdout_eq(text);
    toon(&["encode", "--jsonc", "--from", "json"]).stdin(COMMENTS).assert().success().stdout_eq(text);
    toon_in(&folder, &["a.json"]).assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> a.json:1:1
  |
1 | // settings
  | ^
  = help: JSON has no comments; to accept them, use --jsonc

"#]]);
    toon_in(&folder, &["encode", "b.json"]).assert().code(1).stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> b.json:2:1
  |
2 | ]}
  | ^
  = help: remove the comma before it, or use --jsonc to accept it

"#]]);
}

/// Places are those in the file.
#[test]
fn mistakes_behind_comments() {
    toon(&["encode", "--jsonc"]).stdin("[/* é\n é */ 1, /* ü */ tru]").assert().code(1).stderr_eq(str![[
        r#"
error: invalid JSON: expected a value
 --> <stdin>:2:18
  |
2 |       1,         tru]
  |                  ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#
    ]]);
    toon(&["encode", "--jsonc"]).stdin("[1,\n 2] /* end").assert().code(1).stderr_eq(str![[r#"
error: this comment is not closed
 --> <stdin>:2:5
  = help: write */ at its end

"#]]);
    toon(&["encode", "--jsonc"]).stdin("[,]").assert().code(1);
}
