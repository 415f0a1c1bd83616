//! Input that is not UTF-8.

use super::{folder, toon, toon_in};
use snapbox::str;
use std::fs;

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn utf16be(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

/// As PowerShell writes it, and without a byte-order mark.
#[test]
fn utf16() {
    for (from, text, toon_text) in [
        ("json", "{\"a\": \"é😀\"}\r\n", "a: é😀\n"),
        ("ndjson", "{\"a\":1}\r\n{\"a\":2}\r\n", "[2]{a}:\n  1\n  2\n"),
        ("csv", "a;b\r\n1;é\r\n", "[1]{a,b}:\n  1,é\n"),
        ("yaml", "a: é\n", "a: é\n"),
        ("toml", "a = 'é'\n", "a: é\n"),
    ] {
        let marked = format!("\u{feff}{text}");
        for bytes in [utf16le(&marked), utf16be(&marked), utf16le(text), utf16be(text), marked.clone().into()]
        {
            let run = toon(&["encode", "--from", from]).stdin(bytes).assert();
            run.success().stdout_eq(toon_text).stderr_eq("");
        }
        toon(&["encode", "--from", from, "--encoding", "utf-16be"])
            .stdin(utf16be(text))
            .assert()
            .success()
            .stdout_eq(toon_text);
    }
}

#[test]
fn utf16_without_a_command() {
    toon(&[]).stdin(utf16le("\u{feff}[1,2]")).assert().success().stdout_eq("[2]: 1,2\n");
    toon(&["decode"]).stdin(utf16le("\u{feff}a: é")).assert().success().stdout_eq("{\n  \"a\": \"é\"\n}\n");
    toon(&["decode", "--to", "json", "--encoding", "latin-1"])
        .stdin(&b"a: \xe9"[..])
        .assert()
        .success()
        .stdout_eq("{\"a\":\"é\"}\n");
}

/// A document must be UTF-8.
#[test]
fn documents() {
    let folder = folder(&[]);
    fs::write(folder.path().join("a.toon"), utf16le("\u{feff}a: 1\n")).unwrap();
    toon_in(&folder, &["check", "a.toon"]).assert().code(1).stderr_eq(str![[r#"
error: expected UTF-8, found UTF-16LE
 --> a.toon:1:1
  = help: save the text as UTF-8
1 mistake in 1 file

"#]]);
    toon_in(&folder, &["fmt", "a.toon"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected UTF-8, found UTF-16LE
 --> a.toon:1:1
  = help: save the text as UTF-8

"#]]);
}

#[test]
fn mistakes() {
    let mut bytes = utf16le("\u{feff}{\n\"a\": \"");
    bytes.extend([0x00, 0xd8, b'x', 0]);
    toon(&["encode"]).stdin(bytes).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: cannot read <stdin>: invalid UTF-16LE at line 2, column 7

"#]]);
    toon(&["encode"]).stdin(&b"{\n\"a\": \"caf\xe9\"}"[..]).assert().code(1).stderr_eq(str![[r#"
error: invalid UTF-8; the text is probably Latin-1
 --> <stdin>:2:10
  |
2 | "a": "caf�"}
  |          ^
  = help: use --encoding latin-1, or save the text as UTF-8

"#]]);
    toon(&["encode", "--from", "ndjson"])
        .stdin(&b"{\"a\":1}\n{\"a\":\"\xfc\"}\n"[..])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: invalid UTF-8
 --> <stdin>:2:7
  |
2 | {"a":"�"}
  |       ^
  = help: save the text as UTF-8, or use --encoding latin-1 if it is Latin-1

"#]]);
    // Not detected, but stated.
    toon(&["encode", "--encoding", "utf-8"]).stdin(utf16le("[1]")).assert().code(1).stdout_eq("");
}
