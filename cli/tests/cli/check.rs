//! `toon check`.

use super::{folder, toon, toon_in};
use snapbox::str;

const MISTAKE: &str = "a[2]: 1";

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
  1 × header with the wrong number of elements
  1 × row with the wrong number of cells
  1 × duplicate key
  1 × invalid escape sequence

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
fn a_mistake_of_structure_does_not_end_the_file() {
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
error: header declares 3 elements, found 1
 --> <stdin>:3:2, in c
  |
3 | c[3]: 1
  |  ^
  = help: write [1] in the header, or add the 2 missing elements
3 mistakes in 1 file
  2 × header with the wrong number of elements
  1 × expected `key: value`, found a line without a colon

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

/// Only the first mistakes are shown, but all are counted.
#[test]
fn many_mistakes() {
    let rows = "  1\n".repeat(1200);
    let text = format!("n: \"\\q\"\nn: 1\nrows[1201]{{a,b}}:\n{rows}");
    let stderr = |args: &[&str]| {
        let output = toon(&[&["check", "-"], args].concat()).stdin(text.as_str()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    let summary = "\
1,203 mistakes in 1 file
  1,200 × row with the wrong number of cells
      1 × invalid escape sequence
      1 × duplicate key
      1 × header with the wrong number of elements
";
    for (args, shown, hidden) in
        [(&[][..], 20, "1,183"), (&["--max-errors", "2"], 2, "1,201"), (&["--max-errors=203"], 203, "1,000")]
    {
        let stderr = stderr(args);
        let more = format!("… {hidden} more in <stdin>; use --max-errors 0 to show all\n");
        assert!(stderr.ends_with(&format!("{more}{summary}")), "{stderr}");
        assert_eq!(stderr.matches("error: ").count(), shown);
    }
    for all in ["0", "1203", "100000"] {
        let stderr = stderr(&["--max-errors", all]);
        assert!(stderr.ends_with(summary) && !stderr.contains("more in"), "{stderr}");
        assert_eq!(stderr.matches("error: ").count(), 1203);
    }
    for format in ["json", "github"] {
        let output = toon(&["check", "--max-errors", "1", "--format", format, "-"]).stdin(text.as_str());
        assert_eq!(output.output().unwrap().stdout.split(|byte| *byte == b'\n').count(), 1204);
    }
}

/// A mistake in a later document of an answer is not hidden by warnings.
#[test]
fn many_warnings() {
    let quoted = (0..30).map(|index| format!("k{index}: 'a'\n")).collect::<Vec<_>>().concat();
    let answer = format!("```toon\n{quoted}```\n\nAnd:\n\n```toon\na[2]: 1\n```\n");
    let output =
        toon(&["check", "--from-answer", "--lint", "--max-errors", "1", "-"]).stdin(answer).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((stderr.matches("error: ").count(), stderr.matches("warning: ").count()), (1, 1), "{stderr}");
    assert!(
        stderr.ends_with(
            "… 29 more in <stdin>; use --max-errors 0 to show all\n1 mistake and 30 warnings in 1 file\n"
        ),
        "{stderr}"
    );
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
fn hidden_and_ignored_files() {
    let folder = folder(&[
        (".gitignore", "/build\n*.tmp.toon\n"),
        ("x/.ignore", "big.toon\n"),
        ("a.toon", MISTAKE),
        ("a.tmp.toon", MISTAKE),
        ("build/a.toon", MISTAKE),
        ("x/big.toon", MISTAKE),
        ("x/.hidden/a.toon", MISTAKE),
    ]);
    let checked = |args: &[&str]| {
        let args = [&["check", "--format", "github"], args].concat();
        let output = String::from_utf8(toon_in(&folder, &args).output().unwrap().stdout).unwrap();
        let names = output.lines().map(|line| line.split([',', '=']).nth(1).unwrap().to_owned());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(checked(&["."]), "./a.toon");
    assert_eq!(checked(&["--hidden", "."]), "./a.toon ./x/.hidden/a.toon");
    assert_eq!(checked(&["--no-ignore", "."]), "./a.tmp.toon ./a.toon ./build/a.toon ./x/big.toon");
    assert_eq!(
        checked(&["--hidden", "--no-ignore", "."]),
        "./a.tmp.toon ./a.toon ./build/a.toon ./x/.hidden/a.toon ./x/big.toon"
    );
    // What is named is checked in any case.
    assert_eq!(checked(&["a.tmp.toon", "build", "x/.hidden"]), "a.tmp.toon build/a.toon x/.hidden/a.toon");
    toon_in(&folder, &["check", "x"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: no .toon files in x; hidden and ignored files are skipped, unless --hidden or --no-ignore is given

"#]]);
}

/// A check of nothing must not succeed.
#[test]
fn folders_without_files() {
    let folder = folder(&[("empty/no.txt", ""), ("x/a.toon", "a: 1")]);
    toon_in(&folder, &["check", "empty", "--hidden", "--no-ignore", "x"]).assert().code(1).stderr_eq(str![[
        r#"
error: no .toon files in empty
0 mistakes in 1 file

"#
    ]]);
    toon_in(&folder, &["fmt", "--check", "empty", "x", "--hidden"]).assert().code(1).stderr_eq(str![[r#"
error: no .toon files in empty; ignored files are skipped, unless --no-ignore is given
would reformat x/a.toon

"#]]);
}

/// The path of one is too long, which fails for every user.
#[cfg(unix)]
#[test]
fn folders_that_cannot_be_read() {
    let folder = folder(&[("a.toon", MISTAKE), ("z.toon", "a: 1")]);
    let name = "n".repeat(250);
    let nest =
        format!("i=0; while [ $i -lt 17 ]; do mkdir {name} && cd -P {name} || exit 1; i=$((i+1)); done");
    let made = std::process::Command::new("sh").args(["-c", &nest]).current_dir(&folder).status().unwrap();
    assert!(made.success());
    let output = toon_in(&folder, &["check", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("\n --> ./a.toon:1:2, in a\n"), "{text}");
    let path = format!("\nerror: cannot read ./{name}/{name}/");
    assert!(text.contains(&path) && text.matches(&path[1..]).count() == 1, "{text}");
    assert!(text.ends_with("\n1 mistake in 2 files; 1 folder could not be read\n"), "{text}");
    let output = toon_in(&folder, &["check", ".", "missing.toon"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.ends_with("2 files; 1 file and 1 folder could not be read\n"), "{text}");
}

#[test]
fn each_file_once() {
    let folder = folder(&[("x/a.toon", "a: 1"), ("b.toon", "b: 1")]);
    toon_in(&folder, &["check", ".", "b.toon", "x/../b.toon", "x", "missing.toon", "missing.toon"])
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: cannot read missing.toon: No such file or directory (os error 2)
0 mistakes in 2 files; 1 file could not be read

"#]]);
    toon(&["check", "-", "-"]).stdin("a: 1").assert().success().stderr_eq("0 mistakes in 1 file\n");
}

#[cfg(unix)]
#[test]
fn links() {
    let folder = folder(&[("x/a.toon", MISTAKE), ("y/b.toon", "a: 1")]);
    std::os::unix::fs::symlink("..", folder.path().join("x/loop.toon")).unwrap();
    std::os::unix::fs::symlink("../y/b.toon", folder.path().join("x/link.toon")).unwrap();
    let output = toon_in(&folder, &["check", "x"]).output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().ends_with("\n1 mistake in 2 files\n"));
}

#[test]
fn indentation() {
    let text = "a:\n    b: 1\n";
    toon(&["check", "-"]).stdin(text).assert().code(1);
    toon(&["check", "--indent", "4", "-"]).stdin(text).assert().success();
    toon(&["check", "--detect-indent", "-"]).stdin(text).assert().success();
}

/// The others are still checked.
#[test]
fn files_that_are_none() {
    let folder = folder(&[("good.toon", "a: 1")]);
    std::fs::write(folder.path().join("bytes.toon"), b"a: 1\nb: \xff").unwrap();
    toon_in(&folder, &["check", "missing.toon", "bytes.toon", "good.toon"]).assert().code(1).stderr_eq(str![
        [r#"
error: cannot read missing.toon: No such file or directory (os error 2)
error: invalid UTF-8; the text is probably Latin-1
 --> bytes.toon:2:4
  |
2 | b: �
  |    ^
  = help: save the text as UTF-8
1 mistake in 2 files; 1 file could not be read

"#]
    ]);
    toon_in(&folder, &["check", "missing.toon"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: cannot read missing.toon: No such file or directory (os error 2)

"#]]);
    toon_in(&folder, &["check"]).assert().code(2).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  <FILE>...

Usage: toon check <FILE>...

For more information, try '--help'.

"#]]);
}

#[test]
fn log_lines() {
    let output =
        toon(&["check", "-"]).stdin("[INFO] a: b\n[WARN] c: d\n").assert().code(1).get_output().clone();
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(notes.contains("<stdin> looks like log lines, not TOON\n"), "{notes}");
    assert!(!notes.contains("JSON"), "{notes}");
}
