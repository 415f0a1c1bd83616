//! `toon query`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

const ISSUES: &str = r#"[
 {"number": 1, "state": "open", "user": {"login": "ada"}, "size": 12345678901234567890123},
 {"number": 2, "state": "closed", "user": {"login": "bo"}, "size": 1.10},
 {"number": 3, "state": "open", "user": {"login": "ada"}, "size": 1e400}
]"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("issues.json"), ISSUES).unwrap();
    folder
}

/// A query in a folder, which also keeps its files.
fn query(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(snapbox::cmd::cargo_bin!("toon"));
    command
        .arg("query")
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .env("HOME", folder);
    command
}

fn answer(folder: &Path, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = query(folder, arguments).output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(stdout).unwrap()
}

fn error(folder: &Path, arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = query(folder, arguments).output().unwrap();
    assert_eq!((status.code(), stdout.as_slice()), (Some(1), &b""[..]), "{arguments:?}");
    String::from_utf8(stderr).unwrap()
}

#[test]
fn answers() {
    let folder = folder();
    let path = folder.path();
    for (filter, expected) in [
        ("length", "3\n"),
        (".[0].state", "open\n"),
        ("group_by(.state)|map({state:.[0].state,n:length})", "[2]{state,n}:\n  closed,1\n  open,2\n"),
        (".[].number", "[3]: 1,2,3\n"),
        ("empty", "no output\n"),
        // Digits are not lost.
        ("map(.size)", "[3]: 12345678901234567890123,1.1,1e+400\n"),
        ("nan", "null\n"),
    ] {
        let answer = answer(path, &["issues.json", filter]);
        assert!(answer.starts_with(expected), "{filter}: {answer}");
    }
    // What the engine does not bring.
    for (filter, expected) in [
        (".[]|[.number,.state,null,true]|@csv", "1,\"open\",,true"),
        ("[\"a\\tb\\\\\",null,1.10]|@tsv", "a\\tb\\\\\t\t1.10"),
        ("[\"say \\\"hi\\\"\",\"\"]|@csv", "\"say \"\"hi\"\"\",\"\""),
        ("INDEX(.number)|keys|join(\" \")", "1 2 3"),
        ("map(select(.state|IN(\"closed\",\"new\")))|length", "1"),
        ("IN(.[].state;\"open\")", "true"),
        ("1|toarray", "[1]"),
    ] {
        assert_eq!(
            answer(path, &["issues.json", filter, "--raw"]).lines().next(),
            Some(expected),
            "{filter}"
        );
    }
    let lines = answer(path, &["issues.json", ".[]|{state}", "--json"]);
    assert_eq!(lines, "{\"state\":\"open\"}\n{\"state\":\"closed\"}\n{\"state\":\"open\"}\n");
    assert_eq!(answer(path, &["issues.json", ".[1:][].size", "--json"]), "1.10\n1e400\n");
    assert_eq!(answer(path, &["issues.json", ".[0]|.state,.number", "--raw"]), "open\n1\n");
    let outline = answer(path, &["issues.json"]);
    assert!(outline.starts_with("whole: \"issues.json (3 rows, 2"), "{outline}");
    assert!(outline.contains("\n  \".[].user.login\",string,3,ada|bo\n"), "{outline}");
}

#[test]
fn nothing_found() {
    let folder = folder();
    for (filter, hint) in [
        (".[0].user.name", "Nothing found. The last step with an answer is .[0].user (keys here: login)"),
        (
            "[.[].nmber]",
            "Nothing found. The last step with an answer is .[] (keys here: number, state, user, size)",
        ),
        (
            "map(select(.state == \"new\"))",
            "Nothing found. The last step with an answer is . (a list of 3; keys here: number, state, user, size)",
        ),
    ] {
        let answer = answer(folder.path(), &["issues.json", filter]);
        assert_eq!(answer.lines().last().unwrap(), hint, "{filter}");
    }
    // Row by row.
    for (filter, expected) in [
        (
            "select(.state == \"new\")",
            "no output\nNothing found. The last step with an answer is . (in the first row, keys here: number, state, user, size)\n",
        ),
        (
            ".user.name",
            "null, 3 times\nNothing found. The last step with an answer is .user (in the first row, keys here: login)\n",
        ),
    ] {
        assert_eq!(answer(folder.path(), &["issues.json", filter, "--rows"]), expected);
    }
    let error = error(folder.path(), &["issues.json", ".user|.login|.name", "--rows"]);
    assert!(error.starts_with("error: row 1: cannot index \"ada\""), "{error}");
    assert!(error.contains("\nThe last step with an answer is .user|.login:\n"), "{error}");
}

/// Each is an error of one line, possibly with an outline, and soon.
#[test]
fn filters_that_fail() {
    let folder = folder();
    let deep = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
    let bound = format!(".[0]|{}.", ".|".repeat(50_000));
    for (filter, message) in [
        (".[0", "expected closing bracket, found the end at column 4 of the filter"),
        ("nonsense", "filter `nonsense` is not defined at column 1 of the filter"),
        (".[0]|env", "filter `env` is not available at column 6 of the filter"),
        ("$ENV", "variable `$ENV` is not defined at column 1 of the filter"),
        ("input", "filter `input` is not available"),
        ("import \"a\" as a; .", "modules cannot be imported"),
        ("halt(7)", "the filter called `halt`"),
        ("halt", "the filter called `halt`"),
        (".foo", "cannot index ["),
        ("error(\"x\\ny\")", "\"x\\ny\""),
        ("def f: f + 1; f", "the query "),
        ("[range(1e9)]", "the query took "),
        (&deep, "the filter is longer than 65536 bytes"),
        (&deep[49_500..50_400], "the filter is nested more than 100 deep"),
        (&bound, "the filter is longer"),
    ] {
        let started = Instant::now();
        let error = error(folder.path(), &["issues.json", filter]);
        let first = error.lines().next().unwrap();
        assert!(first.starts_with("error: ") && first.contains(message), "{filter:.80}: {first}");
        assert!(first.chars().count() < 300, "{first}");
        assert!(started.elapsed().as_secs() < 60, "{filter:.80}");
    }
    let error = error(folder.path(), &["issues.json", "last(repeat(1))", "--timeout", "1"]);
    assert_eq!(error, "error: the query took longer than 1 seconds\n");
}

#[test]
fn documents_that_fail() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("deep.json", &format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    write("cut.json", "[1, 2");
    write("lines.ndjson", "{\"a\":1}\n{\"a\":");
    for (arguments, message) in [
        (&["deep.json", "."][..], "the document is nested more than 512 deep"),
        (&["deep.json", ".", "--rows"], "row 1: nested more than 512 deep"),
        (&["cut.json", "."], "byte offset"),
        (&["cut.json", ".", "--rows"], "the list does not end"),
        (&["lines.ndjson", ".", "--rows"], "a row does not end"),
        (&["nowhere.json", "."], "cannot read nowhere.json: "),
        (
            &["toon-results/0123456789abcdef.json", "."],
            "toon-results/0123456789abcdef.json is no longer kept; call the tool that returned it again",
        ),
    ] {
        let error = error(folder.path(), arguments);
        assert!(error.starts_with("error: ") && error.contains(message), "{arguments:?}: {error}");
    }
}

#[test]
fn formats() {
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.ndjson", "{\"id\":1}\n{\"id\":2}\n");
    write("a.csv", "id,name\n1,Ada\n2,Bob\n");
    write("a.yaml", "- id: 1\n- id: 2\n");
    write("a.toon", "[2]{id}:\n  1\n  2\n");
    write("a.txt", "_form: 1 list\nlist.each:\n  state: open\nlist[2]{id}:\n  1\n  2");
    write("a", "{\"id\":1}\n{\"id\":2}\n");
    for name in ["a.ndjson", "a.csv", "a.yaml", "a.toon", "a.txt", "a"] {
        assert_eq!(answer(folder.path(), &[name, "map(.id)|add"]), "3\n", "{name}");
        assert_eq!(answer(folder.path(), &[name, ".id", "--rows"]), "[2]: 1,2\n", "{name}");
    }
    let mut child =
        query(folder.path(), &["-", "length"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(ISSUES.as_bytes()).unwrap();
    assert_eq!(child.wait_with_output().unwrap().stdout, b"3\n");
}

/// The answer is a file, with its first rows; the whole can be asked.
#[test]
fn answers_that_do_not_fit() {
    let folder = folder();
    let path = folder.path();
    let filter =
        "[range(3000)|{id:.,state:(if .%2==0 then \"open\" else \"closed\" end),text:\"some text\"}]";
    let shown = answer(path, &["issues.json", filter, "--max-tokens", "1000"]);
    assert!(shown.starts_with("partial: \"the first "), "{shown}");
    let file =
        shown.lines().find_map(|line| line.strip_prefix("whole: \"")?.split(" (complete, 3,000 rows").next());
    let file = file.unwrap().to_owned();
    assert_eq!(answer(path, &[&file, "length"]), "3000\n");
    assert_eq!(answer(path, &[&file, ".id", "--rows", "--json"]).lines().count(), 3000);
    // The same as one output after another.
    let rows = answer(path, &["issues.json", "range(3000)|{id:.}", "--max-tokens", "1000"]);
    assert!(rows.contains("(complete, 3,000 rows"), "{rows}");
    let listed = answer(path, &["--list"]);
    assert!(listed.lines().count() == 2 && listed.contains(&file), "{listed}");
    assert!(answer(path, &["--clear"]).starts_with("removed 2 files from "));
    assert_eq!(answer(path, &["--list"]), "");
    // Below this, a preview may not fit.
    let output = query(path, &["issues.json", ".", "--max-tokens", "999"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// If it cannot be kept, that is an error, and not a preview of nothing.
#[test]
fn nowhere_to_keep_an_answer() {
    let folder = folder();
    fs::write(folder.path().join("cache"), "a file").unwrap();
    let error = error(folder.path(), &["issues.json", "[range(9000)]"]);
    assert!(error.starts_with("error: the answer does not fit and cannot be kept: "), "{error}");
}

/// The texts that a model sees, where there is a shell: see those of `toon-store` for others.
#[test]
fn whole_texts() {
    let folder = folder();
    let path = folder.path();
    let row = |number: u32| {
        format!(
            "{{\"number\":{number},\"state\":\"{}\"}}",
            if number.is_multiple_of(3) { "open" } else { "closed" }
        )
    };
    let rows: Vec<String> = (0..60).map(row).collect();
    fs::write(path.join("rows.json"), format!("[{}]", rows.join(","))).unwrap();
    let programs = std::path::Path::new(snapbox::cmd::cargo_bin!("toon")).parent().unwrap();
    let shown = |arguments: &[&str]| {
        let output = query(path, &[arguments, &["--store", "results"]].concat())
            .env("PATH", programs)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(
        shown(&["rows.json"]),
        "whole: \"rows.json (60 rows, 1,811 bytes)\"\n\
         outline[2]{path,type,n,values}:\n  \".[].number\",number,60,\"0\"\n  \".[].state\",string,60,closed|open\n"
    );
    let long = shown(&["rows.json", ".+.+.+.+.+.+.+.+.+.", "--max-tokens", "1000"]);
    let (first, rest) = long.split_once('\n').unwrap();
    assert!(first.starts_with("partial: the first "), "{long}");
    assert!(first.ends_with(" of 600 rows; do not count or conclude from these rows alone"), "{long}");
    let file = rest
        .strip_prefix("whole: \"")
        .and_then(|rest| rest.split(" (complete, 600 rows, 5,402 tokens)\"\nrows[").next());
    let file = Path::new(file.unwrap());
    assert!(file.is_absolute() && file.parent().unwrap().ends_with("results/toon-results"), "{long}");
    let file = file.display();
    let hints: Vec<&str> = long.lines().rev().take(2).collect();
    assert_eq!(
        hints[1],
        format!(
            "Counts and filters: toon query {file} 'group_by(.state)|map({{state:.[0].state,n:length}})'"
        )
    );
    assert_eq!(
        hints[0],
        format!("Top ten: toon query {file} 'sort_by(-.number)|.[:10]|map({{state,number}})'")
    );
    // As a reader would, from anywhere.
    let command = hints[1].split_once(": ").unwrap().1;
    let output = Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir("/")
        .env("PATH", programs)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "[2]{state,n}:\n  closed,400\n  open,200\n");
    // What is too long again stays beside it.
    let again = shown(&["rows.json", ".+.+.+.+.+.+.+.+.+.+."]);
    let output = query(path, &[&file.to_string(), ".+[1]", "--max-tokens", "1000"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("results/toon-results/") && !again.is_empty(), "{text}");
}

/// No digit is lost in a part, either.
#[test]
fn numbers_in_a_part() {
    let folder = folder();
    let row = "{\"a\":123456789012345678901234567890,\"b\":0.30000000000000000004,\"c\":1e400}";
    fs::write(folder.path().join("rows.json"), format!("[{}]", [row; 900].join(","))).unwrap();
    let text = answer(folder.path(), &["rows.json", ".", "--max-tokens", "1000"]);
    assert!(text.contains("\n  123456789012345678901234567890,0.30000000000000000004,1e+400\n"), "{text}");
}

#[test]
fn notes_on_csv() {
    let folder = super::folder(&[("a.csv", "x,y\n1,a\nNA,b\n")]);
    for args in [
        &["query", "a.csv", "map(.x)", "--json"][..],
        &["query", "a.csv", ".[].x"],
        &["query", "a.csv", ".x", "--rows"],
    ] {
        let output = super::toon_in(&folder, args).output().unwrap();
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            "a.csv: \"NA\" is read as null in the column x\n"
        );
    }
}
