//! `toon context pack`: changes, and lists of files on standard input.

use super::{folder, toon, toon_in};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

const DIFF: &str = "\
diff --git a/src/a.rs b/src/a.rs
index 8a0c3f1..3b18e51 100644
--- a/src/a.rs
+++ b/src/a.rs
@@ -7 +7,2 @@ fn main() {
     first();
+    second();
";

fn git(folder: &TempDir, args: &[&str]) {
    let identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    let status = Command::new("git").args(identity).args(args).current_dir(folder.path()).output().unwrap();
    assert!(status.status.success(), "{status:?}");
}

/// A repository with a commit, and changes after it.
fn repository() -> TempDir {
    let folder = folder(&[("src/a.rs", "fn a() {}\n"), ("b.txt", "b\n")]);
    git(&folder, &["init", "-q", "-b", "main"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "Begin"]);
    fs::write(folder.path().join("src/a.rs"), "fn a() {}\nfn changed() {}\n").unwrap();
    fs::write(folder.path().join("b.txt"), "bb\n").unwrap();
    folder
}

fn pack(folder: &TempDir, args: &[&str]) -> String {
    let output =
        toon_in(folder, &[&["context", "pack", "--style", "minimal"], args].concat()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(folder: &TempDir, args: &[&str], code: i32, message: &str) {
    let output = toon_in(folder, &[&["context", "pack"], args].concat()).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.starts_with(message) && stderr.lines().count() == 1, "{stderr}");
}

const CHANGES_OF_A: &str = "@@ -1 +1,2 @@\n fn a() {}\n+fn changed() {}\n";

#[test]
fn changes_alone() {
    let expected =
        format!("--- diff: b.txt ---\n@@ -1 +1 @@\n-b\n+bb\n\n\n--- diff: src/a.rs ---\n{CHANGES_OF_A}");
    for args in [&["--diff"][..], &["--diff", "HEAD"], &["--diff=main"]] {
        assert_eq!(pack(&repository(), args), expected);
    }
}

/// With their paths relative to the folder.
#[test]
fn changes_beside_a_folder() {
    for args in [["src", "--diff"], ["--diff", "src"]] {
        let text = pack(&repository(), &args);
        assert!(text.contains("--- a.rs [rust] ---\nfn a() {}\nfn changed() {}\n"), "{text}");
        assert!(
            text.ends_with(&format!("--- diff: a.rs ---\n{CHANGES_OF_A}")) && !text.contains("b.txt"),
            "{text}"
        );
    }
}

/// The configuration of the user does not change what is read, and nothing that it names is run.
#[test]
fn a_configuration() {
    let folder = repository();
    for (key, value) in [
        ("diff.noprefix", "true"),
        ("diff.mnemonicPrefix", "true"),
        ("color.diff", "always"),
        ("diff.external", "touch ran;"),
        ("core.fsmonitor", "touch ran;"),
        ("core.pager", "touch ran;"),
    ] {
        git(&folder, &["config", key, value]);
    }
    assert!(pack(&folder, &["--diff"]).ends_with(&format!("--- diff: src/a.rs ---\n{CHANGES_OF_A}")));
    assert!(!folder.path().join("ran").exists());
}

#[test]
fn the_output_is_not_among_the_changes() {
    let folder = repository();
    pack(&folder, &["--diff", "-o", "b.txt"]);
    let text = fs::read_to_string(folder.path().join("b.txt")).unwrap();
    assert_eq!(text, format!("--- diff: src/a.rs ---\n{CHANGES_OF_A}"));
}

#[test]
fn excluded_changes() {
    let folder = repository();
    for exclude in ["*.txt", "/b.txt", "./b.txt"] {
        assert!(!pack(&folder, &["--diff", "--exclude", exclude]).contains("b.txt"), "{exclude}");
    }
    for (args, exclude) in
        [(&["--diff"][..], "src/"), (&["src", "--diff"], "src/a.rs"), (&["src", "--diff"], "a.rs")]
    {
        assert!(!pack(&folder, &[args, &["--exclude", exclude]].concat()).contains("a.rs"), "{exclude}");
    }
    let diff =
        "--- a/x/a.rs\n+++ b/x/a.rs\n@@ -1 +1 @@\n-a\n+b\n--- a/b.rs\n+++ b/b.rs\n@@ -1 +1 @@\n-a\n+b\n";
    let args = ["context", "pack", "-", "--exclude", "x", "--style", "minimal"];
    let output = toon_in(&folder, &args).stdin(diff).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "--- diff: b.rs ---\n@@ -1 +1 @@\n-a\n+b\n");
}

/// What git takes for the name of a function may be a line of a key.
#[test]
fn sections() {
    let key = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDd";
    let sum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
    for (section, shown) in [("fn main() {", " fn main() {"), (key, ""), (sum, &format!(" {sum}"))] {
        let diff = format!("--- a/k.txt\n+++ b/k.txt\n@@ -9 +9 @@ {section}\n-a\n+b\n");
        let output = toon(&["context", "pack", "-", "--style", "minimal"]).stdin(diff).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text, format!("--- diff: k.txt ---\n@@ -9 +9 @@{shown}\n-a\n+b\n"));
    }
}

/// A hunk may be a part of a key that cannot be told from other text.
#[test]
fn changes_of_a_key() {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDd\n";
    let key = |middle: &str| {
        let lines = line.repeat(8);
        format!("-----BEGIN PRIVATE KEY-----\n{lines}{middle}\n{lines}-----END PRIVATE KEY-----\n")
    };
    let folder = folder(&[("k.txt", &*key("aB3d")), ("b.txt", "b\n")]);
    git(&folder, &["init", "-q", "-b", "main"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "Begin"]);
    fs::write(folder.path().join("k.txt"), key("eF5h")).unwrap();
    fs::write(folder.path().join("b.txt"), "bb\n").unwrap();
    let output = toon_in(&folder, &["context", "pack", "--diff", "--style", "minimal"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "--- diff: b.txt ---\n@@ -1 +1 @@\n-b\n+bb\n");
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.starts_with("left out k.txt, which looks secret: private key in line 1; "), "{notes}");
    assert!(pack(&folder, &["--diff", "--include", "k.txt"]).contains("+eF5h"));
}

#[test]
fn revisions_that_do_not_exist() {
    let folder = repository();
    let empty = TempDir::new().unwrap();
    git(&empty, &["init", "-q"]);
    let message =
        "error: git: there are no commits yet, so that nothing can have changed since the last one\n";
    fails(&empty, &["--diff"], 1, message);
    fails(&folder, &["--diff", "nope"], 1, "error: git: bad revision 'nope'\n");
    fails(
        &folder,
        &["--diff=--output=x"],
        2,
        "error: expected a revision after --diff, found `--output=x`\n",
    );
    fails(&folder, &["--diff="], 2, "error: expected a revision after --diff, found ``\n");
    assert!(!folder.path().join("x").exists());
}

#[test]
fn no_repository() {
    let folder = folder(&[("a.txt", "a\n")]);
    fails(&folder, &["--diff"], 1, "error: git: not a git repository");
    fails(&folder, &["a.txt", "--diff"], 1, "error: git: not a git repository");
}

#[test]
fn no_git() {
    let folder = folder(&[("a.txt", "a\n")]);
    let toon = |args: &[&str]| toon_in(&folder, &[&["context", "pack", "."], args].concat()).env("PATH", "");
    toon(&["--diff"])
        .assert()
        .code(1)
        .stderr_eq("error: --diff needs the program `git`, which was not found\n");
    toon(&[]).assert().success();
}

#[test]
fn a_diff_on_standard_input() {
    let expected = "--- diff: src/a.rs ---\n@@ -7 +7,2 @@ fn main() {\n     first();\n+    second();\n";
    let coloured =
        DIFF.replace("diff --git", "\u{1b}[1mdiff --git").replace("+    second", "\u{1b}[32m+    second");
    let plain = DIFF.split_once("--- ").unwrap().1;
    for diff in [DIFF, &coloured, &format!("--- {plain}"), &format!("commit 1\n\n    Subject\n\n{DIFF}")] {
        let pack = ["context", "pack", "-", "--style", "minimal"];
        toon(&pack).stdin(diff).assert().success().stdout_eq(expected);
    }
    toon(&["context", "pack", "-"])
        .stdin(DIFF.replace("+    second();\n", ""))
        .assert()
        .code(1)
        .stderr_eq("error: <stdin>: line 7: the hunk ends before the last line that its header announces\n");
}

#[test]
fn a_diff_beside_files() {
    let folder = folder(&[("a.txt", "a\n")]);
    let pack = ["context", "pack", "a.txt", "-", "--style", "minimal", "--request", "Why?"];
    let output = toon_in(&folder, &pack).stdin(DIFF).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("--- a.txt ---\na\n\n\n--- diff: src/a.rs ---\n") && text.ends_with("[user] Why?")
    );
}

/// Only some of the blocks that are shortened or left out are named.
#[test]
fn a_long_diff_within_a_budget() {
    let file = |number: usize| {
        let lines = "+some line with a few words\n".repeat(9);
        format!("--- /dev/null\n+++ b/{number}.txt\n@@ -0,0 +1,9 @@\n{lines}")
    };
    let diff: String = (0..60).map(file).collect();
    let pack = ["context", "pack", "-", "--budget", "800"];
    let notes = |args: &[&str]| {
        let output = toon(&[&pack, args].concat()).stdin(&*diff).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    let short = notes(&[]);
    assert!(short.lines().count() <= 10 + 1 + 10 + 1 + 2, "{short}");
    assert!(short.contains("more blocks (") && short.contains("; --verbose lists them\n"), "{short}");
    assert!(notes(&["-v"]).lines().count() > 40);
}

#[test]
fn a_list_of_files() {
    let folder = folder(&[("a.txt", "a\n"), ("sub/b.txt", "b\n"), ("sub/c.txt", "c\n")]);
    for list in [
        "a.txt\nsub/b.txt\n",
        "./a.txt\r\nsub/b.txt\r\n\r\n",
        "a.txt\0sub/b.txt\0",
        "\u{feff}a.txt\nsub/b.txt",
    ] {
        let output =
            toon_in(&folder, &["context", "pack", "-", "--style", "minimal"]).stdin(list).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains("--- a.txt ---\na\n\n\n--- sub/b.txt ---\nb\n") && !text.contains("c.txt"),
            "{text}"
        );
    }
    let output = toon_in(&folder, &["context", "pack", "-"]).stdin("a.txt\nremoved.txt\n").output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && stderr.contains("skipped 1 file (not found): removed.txt\n"),
        "{stderr}"
    );
}

/// Nobody has named them one by one.
#[cfg(unix)]
#[test]
fn a_list_with_links() {
    let folder = folder(&[("a.txt", "a\n"), ("sub/b.txt", "b\n")]);
    for (target, link) in [("a.txt", "link.txt"), ("sub", "folder")] {
        std::os::unix::fs::symlink(target, folder.path().join(link)).unwrap();
    }
    let args = ["context", "pack", "-", "--style", "minimal"];
    let output = toon_in(&folder, &args).stdin("link.txt\na.txt\nfolder/b.txt\n").output().unwrap();
    let (text, notes) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(text, "--- a.txt ---\na\n");
    for link in ["link.txt", "folder/b.txt"] {
        assert!(notes.contains(&format!("skipped {link}, which is or leads through a link\n")), "{notes}");
    }
}

/// Names may contain anything but zeros.
#[cfg(unix)]
#[test]
fn names_with_spaces_and_line_feeds() {
    let folder =
        folder(&[(" a b.txt", "one\n"), ("c\nd.txt", "two\n"), ("e*.txt", "three\n"), ("ex.txt", "four\n")]);
    let output =
        toon_in(&folder, &["context", "pack", "-"]).stdin(" a b.txt\0c\nd.txt\0e*.txt\0").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("one") && text.contains("two") && text.contains("three") && !text.contains("four"));
    assert!(text.contains("<doc title=\"c&#10;d.txt\""), "{text}");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("c\\nd.txt ("), "{stderr}");
}

#[test]
fn what_is_neither() {
    toon(&["context", "pack", "-"]).stdin("hello\nworld\n").assert().code(1).stderr_eq(
        "error: <stdin>: expected a unified diff, the names of files that exist, or a manifest with `blocks`, \
         found `hello`\n",
    );
    toon(&["context", "pack", "-"])
        .stdin("")
        .assert()
        .success()
        .stdout_eq("")
        .stderr_eq("<stdin> is empty\n0 tokens\n");
}

#[test]
fn a_renamed_file_that_keeps_secrets() {
    let diff = "diff --git a/.env b/cfg.txt\nsimilarity index 90%\nrename from .env\nrename to cfg.txt\n\
                --- a/.env\n+++ b/cfg.txt\n@@ -1 +1 @@\n-PASSWORD=hunter2\n+a\n";
    let output = toon(&["context", "pack", "-"]).stdin(diff).output().unwrap();
    let (text, notes) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!text.contains("hunter2") && notes.contains(".env"), "{text}\n{notes}");
}
