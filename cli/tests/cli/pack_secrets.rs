//! `toon context pack`: files and texts that look secret.

use super::{folder, toon_in};
use std::fmt::Write;
use tempfile::TempDir;

fn token() -> String {
    format!("ghp_{}", "a1B2".repeat(9))
}

fn key() -> String {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDd";
    format!("-----BEGIN RSA PRIVATE KEY-----\n{line}\n{line}\n-----END RSA PRIVATE KEY-----\n")
}

fn pack(folder: &TempDir, args: &[&str], stdin: &str) -> (String, String) {
    let args = [&["context", "pack", "--style", "minimal"], args].concat();
    let output = toon_in(folder, &args).stdin(stdin).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    (String::from_utf8(output.stdout).unwrap(), stderr)
}

#[test]
fn files() {
    let code = format!("token = '{}'\n", token());
    let folder = folder(&[("a.py", "a\n"), ("b.py", &code), (".env", "KEY=abc\n"), ("c.pem", &key())]);
    let (text, notes) = pack(&folder, &[".", "--hidden"], "");
    assert!(!text.contains("ghp_") && !text.contains("KEY") && !text.contains("MII"), "{text}");
    for note in [
        "left out .env, which looks secret: settings of an environment; --include .env brings it back\n",
        "left out b.py, which looks secret: GitHub token in line 1; --include b.py brings it back\n",
        "left out c.pem, which looks secret: private key in line 1; --include c.pem brings it back\n",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    // Patterns are no names.
    assert!(!pack(&folder, &[".", "--include", "*.py", "--include", "*"], "").0.contains("ghp_"));
    let (text, notes) = pack(&folder, &[".", "--include", "b.py", "--include", "./.env"], "");
    assert!(text.contains(&token()) && text.contains("KEY=abc"), "{text}");
    assert!(notes.contains("included b.py, although it looks secret: 1 GitHub token\n"), "{notes}");
    assert!(
        notes.contains("included .env, although it looks secret: settings of an environment\n"),
        "{notes}"
    );
}

/// Paths may begin with the folder, as a shell completes them.
#[test]
fn files_of_a_folder() {
    let folder = folder(&[("src/.env", "KEY=abc\n"), ("src/a.txt", "a\n")]);
    for path in [".env", "src/.env", "./src/.env"] {
        let (text, notes) = pack(&folder, &["src", "--include", path], "");
        assert!(text.contains("KEY=abc"), "{text}");
        assert!(notes.contains("included .env, although it looks secret: "), "{notes}");
    }
}

/// As words for a shell.
#[test]
fn names_in_notes() {
    let folder = folder(&[("a b.py", &*token()), ("it's.py", &token()), ("c.txt", "c\n")]);
    let notes = pack(&folder, &["."], "").1;
    for name in ["'a b.py'", r"'it'\''s.py'"] {
        assert!(notes.contains(&format!("; --include {name} brings it back\n")), "{notes}");
    }
}

/// Where a line of a chat begins, the escape of the line break is no part of a token.
#[test]
fn escapes_in_chats() {
    let words = ["first\n", "\r\n", "\t", "\u{a0}", "\u{1b}[32m", "\u{2028}"]
        .map(|before| format!("{before}{} end", token()));
    let chat: Vec<_> =
        words.iter().map(|text| serde_json::json!({ "role": "user", "content": text })).collect();
    let chat = serde_json::to_string(&chat).unwrap();
    let folder = folder(&[("chat.json", &*chat), ("data/a.json", &chat), ("b.txt", "b\n")]);
    for args in [&["--chat", "chat.json"][..], &["data", "b.txt"]] {
        assert!(!pack(&folder, args, "").0.contains("ghp_"), "{args:?}");
    }
    assert_eq!(pack_messages(&folder).0, chat.replace(&token(), "[GitHub token left out]"));
}

/// A link does not show what its target keeps secret.
#[cfg(unix)]
#[test]
fn links() {
    let folder = folder(&[(".env", "KEY=abc\n"), ("a.txt", "a\n")]);
    std::os::unix::fs::symlink(".env", folder.path().join("b.txt")).unwrap();
    for (args, stdin) in [(&["a.txt", "b.txt"][..], ""), (&["-"], "a.txt\nb.txt\n"), (&["."], "")] {
        assert!(!pack(&folder, args, stdin).0.contains("abc"), "{args:?}");
    }
}

#[test]
fn changes() {
    let mut diff = format!("--- a/b.py\n+++ b/b.py\n@@ -0,0 +1,2 @@\n+token = '{}'\n+end\n", token());
    write!(diff, "--- a/c.txt\n+++ b/c.txt\n@@ -0,0 +1,4 @@\n+{}\n", key().trim_end().replace('\n', "\n+"))
        .unwrap();
    diff.push_str("--- a/.env\n+++ b/.env\n@@ -0,0 +1 @@\n+KEY=abc\n");
    let folder = folder(&[]);
    let (text, notes) = pack(&folder, &["-"], &diff);
    assert_eq!(
        text,
        "--- diff: b.py ---\n@@ -0,0 +1,2 @@\n+token = '[GitHub token left out]'\n+end\n\n\n\
         --- diff: c.txt ---\n@@ -0,0 +1 @@\n+[private key left out]\n"
    );
    for note in [
        "left out of b.py: 1 GitHub token; --include b.py brings it back\n",
        "left out of c.txt: 1 private key; --include c.txt brings it back\n",
        "left out .env, which looks secret: settings of an environment; --include .env brings it back\n",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
    let (text, notes) = pack(&folder, &["-", "--include", "b.py", "--include", ".env"], &diff);
    assert!(text.contains(&token()) && text.contains("KEY=abc") && !text.contains("MII"), "{text}");
    assert!(notes.contains("included b.py, although it looks secret: 1 GitHub token\n"), "{notes}");
}

#[test]
fn chats_and_manifests() {
    let chat = format!(r#"[{{"role":"user","content":"My token is {}."}}]"#, token());
    let manifest = format!(
        r#"{{"blocks": [
            {{"type": "conversation", "role": "user", "content": "My token is {}."}},
            {{"type": "code", "path": "k", "content_file": "c.pem"}},
            {{"type": "code", "path": "e", "content_file": ".env"}},
            {{"type": "code", "path": ".env", "content": "KEY=abc"}},
            {{"type": "document", "title": "l", "content_file": "latin1.md"}}
        ]}}"#,
        token()
    );
    let folder =
        folder(&[("chat.json", &chat), ("m.json", &manifest), ("c.pem", &key()), (".env", "KEY=abc\n")]);
    let latin1 = [b"\xe9 ", token().as_bytes()].concat();
    std::fs::write(folder.path().join("latin1.md"), latin1).unwrap();
    for (args, file) in [(&["--chat", "chat.json"][..], "chat.json"), (&["m.json"], "m.json")] {
        let (text, notes) = pack(&folder, args, "");
        assert!(text.contains("[user] My token is [GitHub token left out]."), "{text}");
        assert!(!text.contains("MII") && !text.contains("abc") && !text.contains("ghp_"), "{text}");
        let note = format!("left out of {file}: 1 GitHub token; --include {file} brings it back\n");
        assert_eq!(notes.matches(&note).count(), 1, "{notes}");
        assert!(pack(&folder, &[args, &["--include", file]].concat(), "").0.contains(&token()));
    }
    let (json, notes) = pack_messages(&folder);
    assert_eq!(json, chat.replace(&token(), "[GitHub token left out]"));
    assert!(notes.contains("left out of chat.json: 1 GitHub token"), "{notes}");
    let (text, notes) = pack(&folder, &["--chat", "-"], &chat);
    assert!(
        !text.contains("ghp_") && notes.contains("left out of <stdin>: 1 GitHub token; --include - "),
        "{notes}"
    );
}

fn pack_messages(folder: &TempDir) -> (String, String) {
    let args = ["context", "pack", "--chat", "chat.json", "--output-format", "messages"];
    let output = toon_in(folder, &args).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}
