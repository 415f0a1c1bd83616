//! `toon fmt`.

use super::{folder, names, read, toon, toon_in};
use snapbox::str;

const ODD: &str = "a:\n    b:   1.50\n\n    \"c\":  \"text\"\nrows[2|]{ x | y }:\n    1 | 2\n    3 | 4\n";
const FORMATTED: &str = "a:\n  b: 1.5\n  c: text\nrows[2]{x,y}:\n  1,2\n  3,4\n";

#[test]
fn is_printed() {
    let folder = folder(&[("odd.toon", ODD)]);
    toon_in(&folder, &["fmt", "odd.toon"]).assert().success().stdout_eq(FORMATTED).stderr_eq("");
    assert_eq!(read(&folder, "odd.toon"), ODD);
    toon(&["fmt", "-"]).stdin(ODD.replace('\n', "\r\n")).assert().success().stdout_eq(FORMATTED);
    toon(&["fmt", "-"]).stdin(FORMATTED).assert().success().stdout_eq(FORMATTED);
}

/// Without names between them, nobody could tell the results apart.
#[test]
fn several_files_are_not_printed() {
    let folder = folder(&[("odd.toon", ODD), ("x/good.toon", FORMATTED)]);
    for args in [&["fmt", "."][..], &["fmt", "odd.toon", "x"]] {
        toon_in(&folder, args).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: only a single file is printed, and there are 2; use --write to rewrite them, or --check to list those that would change

"#]]);
    }
    toon_in(&folder, &["fmt", "--from-answer", "."]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: only a single file is printed, and there are 2; use --check to list those that would change

"#]]);
    // It is the same file.
    toon_in(&folder, &["fmt", "x", "x/good.toon"]).assert().success().stdout_eq(FORMATTED);
}

#[test]
fn an_empty_file_stays_empty() {
    let folder = folder(&[("empty.toon", "")]);
    toon_in(&folder, &["fmt", "--check", "empty.toon"]).assert().success().stderr_eq("empty.toon is empty\n");
    toon_in(&folder, &["fmt", "--write", "empty.toon"]).assert().success();
    assert_eq!(read(&folder, "empty.toon"), "");
}

#[test]
fn is_written() {
    let folder = folder(&[("odd.toon", ODD), ("x/good.toon", FORMATTED)]);
    toon_in(&folder, &["fmt", "--write", "."]).assert().success().stdout_eq("").stderr_eq("");
    assert_eq!(read(&folder, "odd.toon"), FORMATTED);
    assert_eq!(read(&folder, "x/good.toon"), FORMATTED);
    assert_eq!(names(folder.path()), ["odd.toon", "x"]);
}

/// Files that Git ignores are often generated, and hidden ones belong to other programs.
#[test]
fn hidden_and_ignored_files_stay() {
    let folder = folder(&[(".gitignore", "b.toon"), ("a.toon", ODD), ("b.toon", ODD), (".c/c.toon", ODD)]);
    toon_in(&folder, &["fmt", "--write", "."]).assert().success().stderr_eq("");
    assert_eq!(["a.toon", "b.toon", ".c/c.toon"].map(|name| read(&folder, name)), [FORMATTED, ODD, ODD]);
    toon_in(&folder, &["fmt", "--check", "--no-ignore", "--hidden", "."]).assert().code(1).stderr_eq(str![[
        r#"
would reformat ./.c/c.toon
would reformat ./b.toon

"#
    ]]);
    toon_in(&folder, &["fmt", "--write", "b.toon", ".c"]).assert().success();
    assert_eq!(["b.toon", ".c/c.toon"].map(|name| read(&folder, name)), [FORMATTED, FORMATTED]);
}

#[test]
fn is_checked() {
    let folder = folder(&[("odd.toon", ODD), ("good.toon", FORMATTED), ("end.toon", "a: 1")]);
    toon_in(&folder, &["fmt", "--check", "good.toon"]).assert().success().stdout_eq("").stderr_eq("");
    toon_in(&folder, &["fmt", "--check", "."]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
would reformat ./end.toon
would reformat ./odd.toon

"#]]);
    assert_eq!(read(&folder, "odd.toon"), ODD);
    toon_in(&folder, &["fmt", "--check", "--write", "."]).assert().code(2).stderr_eq(str![[r#"
error: the argument '--check' cannot be used with '--write'

Usage: toon fmt --check <FILE>...

For more information, try '--help'.

"#]]);
}

#[test]
fn comments() {
    let folder = folder(&[("c.toon", "a: 1\n  # deep\nb: \"# no comment\"\n")]);
    toon_in(&folder, &["fmt", "--write", "c.toon"]).assert().code(1).stderr_eq(str![[r#"
error: c.toon:2: formatting would remove a comment; use --strip-comments to allow that

"#]]);
    assert_eq!(read(&folder, "c.toon"), "a: 1\n  # deep\nb: \"# no comment\"\n");
    toon_in(&folder, &["fmt", "--write", "--strip-comments", "c.toon"]).assert().success();
    assert_eq!(read(&folder, "c.toon"), "a: 1\nb: \"# no comment\"\n");
}

#[test]
fn options() {
    toon(&["fmt", "--indent", "4", "--delimiter", "tab", "-"])
        .stdin(FORMATTED)
        .assert()
        .success()
        .stdout_eq("a:\n    b: 1.5\n    c: text\nrows[2\t]{x\ty}:\n    1\t2\n    3\t4\n");
}

/// The other files are still formatted.
#[test]
fn a_file_with_a_mistake() {
    let folder = folder(&[("bad.toon", "a[2]: 1\n"), ("odd.toon", ODD)]);
    toon_in(&folder, &["fmt", "--write", "."]).assert().code(1).stderr_eq(str![[r#"
error: header declares 2 elements, found 1
 --> ./bad.toon:1:2, in a
  |
1 | a[2]: 1
  |  ^
  = help: write [1] in the header, or add the missing element

"#]]);
    assert_eq!(read(&folder, "bad.toon"), "a[2]: 1\n");
    assert_eq!(read(&folder, "odd.toon"), FORMATTED);
}

#[test]
fn numbers_keep_their_digits() {
    toon(&["fmt", "-"])
        .stdin("a: 123456789012345678901234567890.10\nb: 1E400\n")
        .assert()
        .success()
        .stdout_eq("a: 1.234567890123456789012345678901e+29\nb: 1e+400\n");
}
