//! Lines of CSV that are not records: comments, and titles above the header.

use super::toon;
use snapbox::str;

#[track_caller]
fn encodes(args: &[&str], csv: &str, output: &str) {
    let args = [&["encode", "--from", "csv"], args].concat();
    toon(&args).stdin(csv).assert().success().stdout_eq(output).stderr_eq("");
}

const ROWS: &str = "[2]{x,y}:\n  1,2\n  3,4\n";

#[test]
fn comments() {
    let hash = &["--comment", "#"];
    for end in ["\n", "\r\n", "\r"] {
        let lines = |text: &str| text.replace('\n', end);
        encodes(hash, &lines("# one, \"two\n# three\nx,y\n1,2\n#\n3,4\n# end"), ROWS);
        encodes(hash, &lines("\n# one\n\nx,y\n\n1,2\n3,4\n"), ROWS);
    }
    encodes(hash, "\u{feff}#\nx;y\n1;2\n#,,,\n3;4\n", ROWS);
    encodes(&["--comment", "%"], "%\nx\ty\n1\t2\n3\t4\n", ROWS);
    // Only at the beginning of a record.
    encodes(
        hash,
        "x,y\n1,#2\n\"a\n#b\",\"#\"\n\"#c\",4\n",
        "[3]{x,y}:\n  \"1\",\"#2\"\n  \"a\\n#b\",\"#\"\n  \"#c\",\"4\"\n",
    );
    encodes(hash, "# nothing\n", "[]\n");
    for mark in ["", "##", "\"", "é"] {
        toon(&["encode", "--comment", mark]).stdin("").assert().code(2).stdout_eq("");
    }
}

/// Lines are counted with those that are left out.
#[test]
fn mistakes_below_comments() {
    toon(&["encode", "--from", "csv", "--comment", "#", "--skip-lines", "1"])
        .stdin("Title\n# \"\nx,y\n1,2\n# c\n3,\"4\"5\n")
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: the quote that opens this field is closed at column 5, but '5' follows
 --> <stdin>:6:3
  |
6 | 3,"4"5
  |   ^
  = help: close the quote; write a quote within a quoted field twice

"#]]);
}

#[test]
fn skipped_lines() {
    encodes(&["--skip-lines", "3"], "Report, 2026\n\n\"open\nx,y\n1,2\n3,4\n", ROWS);
    encodes(&["--skip-lines", "2"], "a\rb\rx,y\r1,2\r3,4\r", ROWS);
    encodes(&["--skip-lines", "1", "--no-header"], "x,y\n1,2\n", "[1]{c1,c2}:\n  1,2\n");
    let long = format!("{}x,y\n1,2\n3,4\n", "title\n".repeat(30_000));
    encodes(&["--skip-lines", "30000"], &long, ROWS);
    toon(&["encode", "--from", "csv", "--skip-lines", "9"]).stdin("x,y\n1,2\n").assert().code(1).stderr_eq(
        str![[r#"
error: the text has only 2 lines
 --> <stdin>:1:1
  = help: skip fewer lines than 9

"#]],
    );
}

/// Otherwise they would silently make it a single column.
#[test]
fn a_note_on_titles() {
    for (csv, note) in [
        (
            "Report of 2026\nx;y\n1;2\n",
            "<stdin> is read as one column, since its first line has no delimiter, unlike those below; use --skip-lines 1 if that is a title\n",
        ),
        (
            "Report\nof 2026\nby me\nx,y\n1,a\n3,b\n",
            "<stdin> is read as one column, since its first 3 lines have no delimiter, unlike those below; use --skip-lines 3 to leave them out\n",
        ),
        (
            "# one\n# two\nx,y\n1,2\n# three\n3,4\n",
            "<stdin> is read as one column, since its first 2 lines have no delimiter, unlike those below; use --comment '#' to leave out comments\n",
        ),
    ] {
        toon(&["encode", "--from", "csv"]).stdin(csv).assert().success().stderr_eq(note);
    }
    // A column of prose.
    encodes(&[], "text\nHello, world\nbye\n", "[2]{text}:\n  \"Hello, world\"\n  bye\n");
}
