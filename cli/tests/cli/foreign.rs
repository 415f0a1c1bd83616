//! Files that are not text, and texts that are no data.

use super::{folder, toon, toon_in};
use snapbox::str;
use std::fs;

const LOG: &str =
    "2026-11-29T07:16:03Z INFO server: started on port 80\n2026-11-29T07:16:05Z WARN db: slow\n";

/// Whatever their names are, in every command that reads text.
#[test]
fn files_that_are_not_text() {
    let folder = folder(&[]);
    for (bytes, found, help) in [
        (&b"%PDF-1.7\n%\xe2\xe3"[..], "a PDF document", "extract its text or tables first"),
        (b"PK\x03\x04\x14\0xl/workbook.xml", "an Excel workbook", "save a sheet as CSV, and convert that"),
        (
            b"PK\x03\x04\x14\0word/document.xml",
            "a Word document",
            "save its text or tables in another format first",
        ),
        (b"PK\x03\x04\x14\0a.txt", "a ZIP archive", "unpack it first, as in `unzip -p FILE NAME | toon`"),
        (
            b"PAR1\x15\x04\x15",
            "a Parquet file",
            "write its rows as CSV or JSON first, for example with DuckDB or pandas",
        ),
        (
            b"SQLite format 3\0",
            "an SQLite database",
            "write a query's rows as JSON, with `sqlite3 -json FILE 'SELECT …' | toon`",
        ),
    ] {
        for name in ["a.json", "a.csv", "a.toon", "a.bin", "a.yaml"] {
            fs::write(folder.path().join(name), bytes).unwrap();
            for command in [&[][..], &["encode"], &["decode"], &["check"], &["fmt"], &["repair"], &["stats"]]
            {
                let args = [command, &[name]].concat();
                toon_in(&folder, &args).assert().code(1).stdout_eq("").stderr_eq(format!(
                    "error: expected text, found {found}\n --> {name}:1:1\n  = help: {help}\n..."
                ));
            }
        }
        toon(&[])
            .stdin(bytes)
            .assert()
            .code(1)
            .stderr_eq(format!("error: expected text, found {found}\n..."));
        let query = toon_in(&folder, &["query", "a.json", "length"]).assert().code(1);
        query.stderr_eq(format!("error: a.json:1:1: expected text, found {found}\n"));
    }
}

#[test]
fn markup() {
    let html = "<!DOCTYPE html>\n<html><body>x: 1</body></html>\n";
    let xml = "<?xml version=\"1.0\"?>\n<a>x: 1</a>\n";
    let folder = folder(&[("a.json", html), ("a", xml), ("a.toon", xml)]);
    let check = |args: &[&str], error| toon_in(&folder, args).assert().code(1).stdout_eq("").stderr_eq(error);
    check(
        &["a.json"],
        "error: a.json looks like HTML, expected JSON; write its data in one of these formats first\n",
    );
    let error =
        "error: a looks like XML, expected JSON or TOON; write its data in one of these formats first\n";
    for args in [&["a"][..], &["encode", "a"], &["stats", "a"]] {
        check(args, error);
    }
    toon(&[])
        .stdin("<item>\n  <name>x: 1</name>\n</item>\n")
        .assert()
        .code(1)
        .stderr_eq(error.replace(" a ", " <stdin> "));
    // Also where a line looks like a field.
    toon(&[]).stdin("<a x=\"b:c\">\n<b/>\n</a>\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> looks like XML, expected JSON or TOON; write its data in one of these formats first

"#]]);
    toon_in(&folder, &["a.toon"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> a.toon:1:1
  |
1 | <?xml version="1.0"?>
  | ^
  = help: the text looks like XML, not TOON

"#]]);
}

/// Unless it is stated that they are TOON.
#[test]
fn log_lines() {
    let folder = folder(&[("app.log", LOG), ("app.json", LOG)]);
    let help = "`jq -R .` writes each line as a JSON string";
    for args in [&["app.log"][..], &["encode", "app.log"], &["stats", "app.log"], &["-e", "app.log"]] {
        let expected = if args[0] == "-e" { "JSON" } else { "JSON or TOON" };
        let error = format!("error: app.log looks like log lines, expected {expected}; {help}\n");
        toon_in(&folder, args).assert().code(1).stdout_eq("").stderr_eq(error);
    }
    toon_in(&folder, &["query", "app.log"])
        .assert()
        .code(1)
        .stderr_eq("error: app.log looks like log lines, expected JSON or TOON\n");
    toon(&[])
        .stdin("[INFO] started: 1\n[ERROR] stopped: 2\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(format!("error: <stdin> looks like log lines, expected JSON or TOON; {help}\n"));
    let stated = "2026-11-29T07:16:03Z a: 1\n2026-11-29T08:16:03Z b: 2\n";
    for args in [&["-d"][..], &["decode"], &["--to", "json"], &["--from", "toon"]] {
        toon(args).stdin(stated).assert().success();
    }
    toon(&["-d"]).stdin(LOG).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: duplicate key "2026-11-29T07"
 --> <stdin>:2:1
  |
2 | 2026-11-29T07:16:05Z WARN db: slow
  | ^
  = help: the text looks like log lines, not TOON

"#]]);
}

/// TOON that resembles them.
#[test]
fn data() {
    for text in [
        "started: 2026-11-29T07:16:03Z\nstopped: 07:16:05\n",
        "[2]: a,b\n",
        "2026-11-29: 1\n2026-11-30: 2\n",
        "INFO: a\nWARN: b\n",
        "12:00:00\t1\n13:00:00\t2\n",
        "<a/>: 1\n<b/>: 2\n",
        "<html>: 1\n<body>: 2\n",
        "<note>: see <a/>\nb: 2\n",
        "<item id=\"1\">x: 1</item>",
    ] {
        toon(&[]).stdin(text).assert().success();
    }
}

/// A string of any text is one line of TOON.
#[test]
fn strings() {
    let folder = folder(&[]);
    for string in [
        "%PDF-1.4",
        "PAR1é",
        "<b>hello</b>",
        "<br/>",
        "<html>",
        "<a b/>",
        "<!doctype html>",
        "<html-ish",
        "<!doctypes are old",
    ] {
        let json = format!("\"{string}\"\n");
        toon_in(&folder, &["encode", "-o", "a.toon"]).stdin(json.as_str()).assert().success();
        for args in [&["a.toon"][..], &["decode", "a.toon"], &["-d", "a.toon"]] {
            toon_in(&folder, args).assert().success().stdout_eq(json.as_str());
        }
        for args in [&["check", "a.toon"][..], &["fmt", "a.toon"], &["encode", "a.toon"]] {
            toon_in(&folder, args).assert().success();
        }
        let text = fs::read_to_string(folder.path().join("a.toon")).unwrap();
        toon(&[]).stdin(text.as_str()).assert().success().stdout_eq(json.as_str());
        toon(&["--from", "toon"]).stdin(text).assert().success();
    }
    for header in ["%PDF-1.4", "PAR1é"] {
        toon(&["--from", "csv"])
            .stdin(format!("{header},b\n1,2\n"))
            .assert()
            .success()
            .stdout_eq(format!("[1]{{\"{header}\",b}}:\n  1,2\n"));
    }
}

#[test]
fn instead_of_lines_of_json() {
    let folder = folder(&[("a.ndjson", LOG), ("b.ndjson", "<html><body>x</body></html>\n")]);
    toon_in(&folder, &["a.ndjson"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: a.ndjson looks like log lines, expected NDJSON; `jq -R .` writes each line as a JSON string

"#]]);
    toon_in(&folder, &["stats", "b.ndjson"]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: b.ndjson looks like HTML, expected NDJSON; write its data in one of these formats first

"#]]);
}

/// The tag that models put around TOON is no XML.
#[test]
fn toon_in_a_tag() {
    toon(&["decode"]).stdin("<toon>\na: 1\n</toon>\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:1:1
  |
1 | <toon>
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data

"#]]);
}

/// Also without line breaks.
#[test]
fn markup_on_one_line() {
    for (text, name) in [
        ("<?xml version=\"1.0\"?><a>1</a>", "XML"),
        ("<!DOCTYPE html><html><body>x</body></html>", "HTML"),
        ("<html><body>hello: x</body></html>\n", "HTML"),
        ("<rss version=\"2.0\"><channel><title>x</title></channel></rss>", "XML"),
    ] {
        for args in [&[][..], &["encode"]] {
            toon(args).stdin(text).assert().code(1).stdout_eq("").stderr_eq(format!(
                "error: <stdin> looks like {name}, expected JSON or TOON; write its data in one of these formats first\n"
            ));
        }
    }
}
