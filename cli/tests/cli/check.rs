//! `toon check`.

use super::{folder, toon, toon_in};
use snapbox::str;

const BAD: &str = "tags[3]: a,b\nrows[2]{x,y}:\n  1,2\n  3\ntags: \"\\q\"\n";

#[test]
fn all_mistakes_of_a_file() {
    let folder = folder(&[("bad.toon", BAD)]);
    toon_in(&folder, &["check", "bad.toon"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> bad.toon:1:5, in tags
  |
1 | tags[3]: a,b
  |     ^
  = help: write [2] in the header, or add the missing element
error: row has 1 cell, but the header has 2 fields
 --> bad.toon:4:3, in rows[1]
  |
4 |   3
  |   ^
  = help: write 2 cells, with null or "" for missing values
error: duplicate key "tags"
 --> bad.toon:5:1
  |
5 | tags: "\q"
  | ^
  = help: remove or rename one of the two keys "tags"
error: invalid escape sequence `\q`
 --> bad.toon:5:8, in tags
  |
5 | tags: "\q"
  |        ^
  = help: use only the escapes \\, \", \n, \r, \t and \uXXXX; write a backslash as \\, and characters above U+FFFF literally
4 mistakes in 1 file

"#]]);
}

#[test]
fn what_is_well() {
    let folder = folder(&[("good.toon", "a: 1\n# c\nb[2]: 1,2\n")]);
    toon_in(&folder, &["check", "good.toon"])
        .assert()
        .success()
        .stdout_eq("")
        .stderr_eq("0 mistakes in 1 file\n");
    toon(&["check", "-"]).stdin("a: 1").assert().success().stderr_eq("0 mistakes in 1 file\n");
}

#[test]
fn a_mistake_of_structure_ends_the_file() {
    toon(&["check", "-"]).stdin("a[2]: 1\nb\nc[3]: 1\n").assert().code(1).stderr_eq(str![[r#"
error: header declares 2 elements, found 1
 --> <stdin>:1:2, in a
  |
1 | a[2]: 1
  |  ^
  = help: write [1] in the header, or add the missing element
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:1
  |
2 | b
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data
2 mistakes in 1 file

"#]]);
}

#[test]
fn as_json() {
    let folder = folder(&[("bad.toon", BAD), ("good.toon", "a: 1")]);
    toon_in(&folder, &["check", "--format", "json", "bad.toon", "good.toon"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
{"file":"bad.toon","severity":"error","line":1,"column":5,"path":"tags","message":"header declares 3 elements, found 2","suggestion":"write [2] in the header, or add the missing element"}
{"file":"bad.toon","severity":"error","line":4,"column":3,"path":"rows[1]","message":"row has 1 cell, but the header has 2 fields","suggestion":"write 2 cells, with null or \"\" for missing values"}
{"file":"bad.toon","severity":"error","line":5,"column":1,"path":null,"message":"duplicate key \"tags\"","suggestion":"remove or rename one of the two keys \"tags\""}
{"file":"bad.toon","severity":"error","line":5,"column":8,"path":"tags","message":"invalid escape sequence `\\q`","suggestion":"use only the escapes \\\\, \\\", \\n, \\r, \\t and \\uXXXX; write a backslash as \\\\, and characters above U+FFFF literally"}

"#]])
        .stderr_eq("");
}

#[test]
fn for_github() {
    let folder = folder(&[("a,b:c.toon", BAD)]);
    toon_in(&folder, &["check", "--format", "github", "a,b:c.toon"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
::error file=a%2Cb%3Ac.toon,line=1,col=5::header declares 3 elements, found 2: write [2] in the header, or add the missing element
::error file=a%2Cb%3Ac.toon,line=4,col=3::row has 1 cell, but the header has 2 fields: write 2 cells, with null or "" for missing values
::error file=a%2Cb%3Ac.toon,line=5,col=1::duplicate key "tags": remove or rename one of the two keys "tags"
::error file=a%2Cb%3Ac.toon,line=5,col=8::invalid escape sequence `\q`: use only the escapes \\, \", \n, \r, \t and \uXXXX; write a backslash as \\, and characters above U+FFFF literally

"#]])
        .stderr_eq("");
}

#[test]
fn folders() {
    let folder =
        folder(&[("b.toon", "b"), ("x/a.toon", "a[2]: 1"), ("x/y/c.TOON", "a: 1"), ("x/no.txt", ":")]);
    toon_in(&folder, &["check", "--format", "json", "."]).assert().code(1).stdout_eq(str![[r#"
{"file":"./x/a.toon","severity":"error","line":1,"column":2,"path":"a","message":"header declares 2 elements, found 1","suggestion":"write [1] in the header, or add the missing element"}

"#]]);
    toon_in(&folder, &["check", "x/y"]).assert().success().stderr_eq("0 mistakes in 1 file\n");
}

#[test]
fn indentation() {
    let text = "a:\n    b: 1\n";
    toon(&["check", "-"]).stdin(text).assert().code(1);
    toon(&["check", "--indent", "4", "-"]).stdin(text).assert().success();
    toon(&["check", "--detect-indent", "-"]).stdin(text).assert().success();
}

/// A file that cannot be read is a mistake, but the others are still checked.
#[test]
fn files_that_are_none() {
    let folder = folder(&[("good.toon", "a: 1")]);
    std::fs::write(folder.path().join("bytes.toon"), b"a: 1\nb: \xff").unwrap();
    toon_in(&folder, &["check", "missing.toon", "bytes.toon", "good.toon"]).assert().code(1).stderr_eq(str![
        [r#"
error: cannot read missing.toon: No such file or directory (os error 2)
error: invalid UTF-8
 --> bytes.toon:2:4
  = help: encode the text as UTF-8
2 mistakes in 3 files

"#]
    ]);
    toon_in(&folder, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <FILE>...

Usage: toon check <FILE>...

For more information, try '--help'.

"#]]);
}
