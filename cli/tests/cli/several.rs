//! Several files, converted to a folder.

use super::{folder, names, read, toon, toon_in};
use snapbox::str;

#[test]
fn encoded_and_decoded() {
    let folder = folder(&[("a.json", "{\"a\":1}"), ("data/b.csv", "b\n2\n"), ("c", "[3]"), ("d.2024", "{}")]);
    toon_in(&folder, &["encode", "a.json", "data/b.csv", "c", "d.2024", "-O", "out/toon"])
        .assert()
        .success()
        .stdout_eq("")
        .stderr_eq(str![[r#"
Encoded a.json to out/toon/a.toon
Encoded data/b.csv to out/toon/b.toon
Encoded c to out/toon/c.toon
Encoded d.2024 to out/toon/d.2024.toon

"#]]);
    assert_eq!(names(&folder.path().join("out/toon")), ["a.toon", "b.toon", "c.toon", "d.2024.toon"]);
    assert_eq!(read(&folder, "out/toon/b.toon"), "[1]{b}:\n  2\n");
    for (to, extension) in
        [("json", "json"), ("json-pretty", "json"), ("ndjson", "ndjson"), ("csv", "csv"), ("yaml", "yaml")]
    {
        toon_in(&folder, &["decode", "out/toon/b.toon", "--to", to, "--output-dir", to]).assert().success();
        assert_eq!(names(&folder.path().join(to)), [format!("b.{extension}")]);
    }
}

#[test]
fn without_a_command() {
    let folder = folder(&[("a.json", "{\"a\":1}"), ("b.toon", "b: 2"), ("c", "c: 3"), ("d", "{\"d\":4}")]);
    toon_in(&folder, &["a.json", "b.toon", "c", "d", "-O", "out"]).assert().success().stderr_eq(str![[r#"
Encoded a.json to out/a.toon
Decoded b.toon to out/b.json
Decoded c to out/c.json
Encoded d to out/d.toon

"#]]);
    toon_in(&folder, &["-d", "b.toon", "c", "-O", "out/d"]).assert().success();
    assert_eq!(names(&folder.path().join("out/d")), ["b.json", "c.json"]);
}

#[test]
fn names_of_compressed_files() {
    let folder = folder(&[("a.json.gz", "{}"), ("b.ndjson.ZST", "{}"), ("c.gz", "{}")]);
    toon_in(&folder, &["encode", "a.json.gz", "b.ndjson.ZST", "c.gz", "-O", "out"]).assert().success();
    assert_eq!(names(&folder.path().join("out")), ["a.toon", "b.toon", "c.toon"]);
}

#[test]
fn a_failure_does_not_stop_the_others() {
    let folder = folder(&[("a.json", "{"), ("c.json", "3"), ("out/a.toon", "old")]);
    toon_in(&folder, &["encode", "a.json", "b.json", "c.json", "-O", "out"]).assert().code(1).stderr_eq(
        str![[r#"
error: invalid JSON: expected a key in double quotes
 --> a.json:1:2
  |
1 | {
  |  ^
[..]
error: cannot read b.json: No such file or directory (os error 2)
Encoded c.json to out/c.toon
2 of 3 files could not be converted

"#]],
    );
    assert_eq!(read(&folder, "out/a.toon"), "old");
    toon_in(&folder, &["encode", "b.json", "-O", "out"])
        .assert()
        .code(1)
        .stderr_eq("error: cannot read b.json: No such file or directory (os error 2)\n");
    assert_eq!(names(&folder.path().join("out")), ["a.toon", "c.toon"]);
}

#[test]
fn results_of_one_name() {
    let folder = folder(&[("a.json", "1"), ("b/a.csv", "a\n"), ("c.json", "3")]);
    toon_in(&folder, &["encode", "c.json", "a.json", "b/a.csv", "-O", "out"])
        .assert()
        .code(2)
        .stderr_eq("error: a.json and b/a.csv would both be converted to out/a.toon\n");
    toon_in(&folder, &["c.json", "c.json", "-O", "out"])
        .assert()
        .code(2)
        .stderr_eq("error: c.json and c.json would both be converted to out/c.toon\n");
    // Nothing was written.
    assert_eq!(names(folder.path()), ["a.json", "b", "c.json"]);
}

#[test]
fn inputs_are_not_overwritten() {
    let folder = folder(&[("a.json", "{\"a\":1}"), ("a.toon", "a: 2\n"), ("b.toon", "[1]")]);
    // Each would become the other.
    toon_in(&folder, &["a.json", "a.toon", "-O", "."]).assert().code(2).stderr_eq(str![[r#"
error: the result of a.json would overwrite ./a.toon, which is to be converted itself; use another folder

"#]]);
    toon_in(&folder, &["encode", "b.toon", "-O", "."]).assert().code(2);
    assert_eq!(read(&folder, "a.toon"), "a: 2\n");
    assert_eq!(read(&folder, "b.toon"), "[1]");
    // Beside the inputs is fine.
    toon_in(&folder, &["a.json", "-O", "."]).assert().success().stderr_eq("Encoded a.json to ./a.toon\n");
    assert_eq!(read(&folder, "a.toon"), "a: 1\n");
}

#[test]
fn the_way_is_named() {
    let folder = folder(&[("a.json", "1"), ("b.json", "2"), ("out/x", "")]);
    for command in [&[][..], &["encode"], &["decode"]] {
        let run = |args: &[&str]| toon_in(&folder, &[command, args].concat()).stdin("{}").assert().code(2);
        run(&["a.json", "b.json"])
            .stdout_eq("")
            .stderr_eq("error: several files need a folder for the results; use -O DIR\n");
        run(&["a.json", "b.json", "-o", "c"]);
        let no_name =
            "error: -O names results after their files, and standard input has no name; use -o FILE\n";
        run(&["-O", "out"]).stderr_eq(no_name);
        run(&["a.json", "-", "-O", "out"]).stderr_eq(no_name);
        run(&["a.json", "-o", "out"]).stderr_eq("error: out is a folder; to write into it, use -O out\n");
        run(&["a.json", "-o", "new/"]).stderr_eq("error: new/ is a folder; to write into it, use -O new/\n");
        run(&["a.json", "-o", "c", "-O", "out"]);
    }
    assert_eq!(names(&folder.path().join("out")), ["x"]);
    toon(&["-O", "no"]).stdin("{}").assert().code(2);
}

#[test]
fn a_folder_that_cannot_be_created() {
    let folder = folder(&[("a.json", "1"), ("file", "")]);
    toon_in(&folder, &["a.json", "-O", "file"])
        .assert()
        .code(2)
        .stderr_eq("error: file is a file, not a folder\n");
    assert_eq!(read(&folder, "file"), "");
}

/// A file named .toon contains TOON, also with `--smallest`.
#[test]
fn the_smallest_of_several() {
    let folder = folder(&[("a.json", "[[1,2],[3]]"), ("b.json", "[{\"a\":1},{\"a\":2},{\"a\":3}]")]);
    toon_in(&folder, &["encode", "--smallest", "a.json", "b.json", "-O", "out"]).assert().success();
    assert_eq!(read(&folder, "out/a.toon"), "[2]:\n  - [2]: 1,2\n  - [1]: 3\n");
}
