//! `--at` and `--head`.

use super::{folder, toon, toon_in};
use snapbox::str;

const ITEMS: &str = r#"{"meta": {"total": 12345678901234567890123, "a/b": 1.50},
 "items": [{"id": 1, "name": "Ada", "tags": [1, 2]}, {"id": 2, "name": "Bob", "tags": []}], "x~y": null}"#;

#[track_caller]
fn selects(pointer: &str, output: &str) {
    toon(&["encode", "--at", pointer]).stdin(ITEMS).assert().success().stdout_eq(output).stderr_eq("");
}

#[track_caller]
fn refuses(args: &[&str], input: &str, message: &str) {
    let error = format!("error: <stdin>: {message}\n");
    toon(args).stdin(input).assert().code(1).stdout_eq("").stderr_eq(error);
}

#[test]
fn a_value() {
    selects("/items/1/name", "Bob\n");
    selects("/items/1", "id: 2\nname: Bob\ntags: []\n");
    selects("/meta", "total: 12345678901234567890123\n\"a/b\": 1.5\n");
    selects("/meta/a~1b", "1.5\n");
    selects("/x~0y", "null\n");
    let all = toon(&["encode"]).stdin(ITEMS).output().unwrap().stdout;
    selects("", std::str::from_utf8(&all).unwrap());
    toon(&["encode", "--at", "/"]).stdin(r#"{"":{"":1}}"#).assert().success().stdout_eq("\"\": 1\n");
    toon(&["encode", "--at", "/a"]).stdin("\u{feff}{\"a\":[1]}").assert().success().stdout_eq("[1]: 1\n");
}

#[test]
fn what_is_not_there() {
    for (pointer, message) in [
        (
            "/item",
            r#"the root has no key "item" (did you mean "items"?); its keys are "meta", "items" and "x~y""#,
        ),
        (
            "/items/0/nmae",
            r#"/items/0 has no key "nmae" (did you mean "name"?); its keys are "id", "name" and "tags""#,
        ),
        ("/zzz", r#"the root has no key "zzz"; its keys are "meta", "items" and "x~y""#),
        ("/items/2", "/items has only 2 elements, with indices from 0 to 1"),
        ("/items/99999999999999999999", "/items has only 2 elements, with indices from 0 to 1"),
        ("/items/1/tags/0", "/items/1/tags has only 0 elements"),
        (
            "/items/-",
            r#"/items is a list, which has no "-"; `-` is the element after the last, which does not exist"#,
        ),
        ("/items/01", r#"/items is a list, which has no "01"; write the index 1 without leading zeros"#),
        ("/items/name", r#"/items is a list, which has no "name"; write an index, as in /items/0/name"#),
        ("/meta/total/x", r#"/meta/total is a number, which has no "x""#),
    ] {
        refuses(&["encode", "--at", pointer], ITEMS, message);
    }
    refuses(&["encode", "--at", "/a"], "{}", r#"the root has no key "a"; it is an empty object"#);
    refuses(
        &["encode", "--at", "/x"],
        r#"{"a1":1,"b1":1,"c1":1,"d1":1,"e1":1,"f1":1,"g1":1,"h1":1}"#,
        r#"the root has no key "x"; its keys are "a1", "b1", "c1", "d1", "e1", "f1" and 2 more"#,
    );
}

#[test]
fn what_is_not_a_pointer() {
    toon(&["encode", "--at", "items[0].name"]).stdin(ITEMS).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'items[0].name' for '--at <POINTER>': a JSON pointer starts with `/`, as in `/items/0/name`

For more information, try '--help'.

"#]]);
    toon(&["decode", "--at", "/a~b"]).stdin("").assert().code(2).stderr_eq(str![[r#"
error: invalid value '/a~b' for '--at <POINTER>': in a JSON pointer, `~` in a key is written as `~0`, and `/` as `~1`

For more information, try '--help'.

"#]]);
}

/// A mistake in another part of the document is found, and has its place.
#[test]
fn mistakes_elsewhere() {
    toon(&["encode", "--at", "/a"])
        .stdin("{\"a\":1,\n \"b\":{\"c\":1,\"c\":2}}")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: duplicate key "c"
 --> <stdin>:2:13
  |
2 |  "b":{"c":1,"c":2}}
  |             ^
  = help: remove or rename one of the two keys "c"

"#]]);
    toon(&["encode", "--head", "1"]).stdin("[1,2").assert().code(1).stdout_eq("");
    toon(&["decode", "--at", "/a", "--to", "json"]).stdin("a: 1\nb[2]: 1").assert().code(1).stdout_eq("");
}

#[test]
fn the_first_elements() {
    let encode = |args: &[&str]| toon(&[&["encode"], args].concat()).stdin(ITEMS).assert();
    let first = "[1]:\n  - id: 1\n    name: Ada\n    tags[2]: 1,2\n";
    encode(&["--at", "/items", "--head", "1"]).success().stdout_eq(first);
    encode(&["--at", "/items", "--head", "0"]).success().stdout_eq("[]\n");
    encode(&["--at", "/items/0/tags", "--head", "9"]).success().stdout_eq("[2]: 1,2\n");
    encode(&["--at", "/items", "--head", "2", "--fields", "id,name"])
        .success()
        .stdout_eq("[2]{id,name}:\n  1,Ada\n  2,Bob\n");
    refuses(
        &["encode", "--head", "1"],
        ITEMS,
        "--head requires a list, but the root is an object; select a list in it with --at, as in --at /items",
    );
    refuses(
        &["encode", "--head", "1", "--at", "/items/0/id"],
        ITEMS,
        "--head requires a list, but /items/0/id is a number",
    );
    toon(&["encode", "--head", "-1"]).stdin("[]").assert().code(2);
}

#[test]
fn lines() {
    let lines = "{\"a\":{\"b\":1}}\n\n{\"a\":{\"b\":2.50}}\n{\"a\":{\"b\":3}}\n";
    let encode =
        |args: &[&str]| toon(&[&["encode", "--from", "ndjson"], args].concat()).stdin(lines).assert();
    encode(&["--head", "2"]).success().stdout_eq("[2]{a{b}}:\n  1\n  2.5\n");
    encode(&["--head", "0"]).success().stdout_eq("[]\n");
    encode(&["--head", "5", "--fields", "a.b"]).success().stdout_eq("[3]{a{b}}:\n  1\n  2.5\n  3\n");
    encode(&["--at", "/1"]).success().stdout_eq("a:\n  b: 2.5\n");
    encode(&["--at", "/2/a/b"]).success().stdout_eq("3\n");
    for (pointer, message) in [
        ("/3", "the root has only 3 elements, with indices from 0 to 2"),
        ("/a", r#"the root is a list, which has no "a"; write an index, as in /0/a"#),
        ("/1/b", r#"/1 has no key "b"; its only key is "a""#),
    ] {
        refuses(&["encode", "--from", "ndjson", "--at", pointer], lines, message);
    }
    // They are recognized by their content.
    refuses(
        &["encode", "--at", "/a"],
        lines,
        r#"the root is a list, which has no "a"; write an index, as in /0/a"#,
    );
    // A mistake has its place, unless it is after the last line that is needed.
    let mistake = format!("{lines}{{");
    let encode =
        |args: &[&str]| toon(&[&["encode", "--from", "ndjson"], args].concat()).stdin(&*mistake).assert();
    encode(&["--at", "/2/a/b"]).success().stdout_eq("3\n");
    encode(&["--head", "3"]).success();
    for args in [["--at", "/3"], ["--head", "4"]] {
        let refused = encode(&args).code(1).stdout_eq("");
        assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("<stdin>:5:2"));
    }
}

/// Input that never ends is read only as far as needed.
#[cfg(unix)]
#[test]
fn endless_lines() {
    let program = snapbox::cmd::cargo_bin!("toon");
    for (args, output) in [("--head 3", "[3]{a}:\n  1\n  1\n  1\n"), ("--at /2/a", "1\n")] {
        let command = format!("yes '{{\"a\":1}}' | \"{}\" encode --from ndjson {args}", program.display());
        snapbox::cmd::Command::new("sh")
            .args(["-c", &command])
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .success()
            .stdout_eq(output);
    }
}

/// The first records of CSV decide the types of the columns.
#[cfg(unix)]
#[test]
fn endless_csv() {
    let program = snapbox::cmd::cargo_bin!("toon");
    for (args, output) in [
        ("--head 2", "[2]{a,b}:\n  1,2\n  1,2\n"),
        ("--head 2 --types exact", "[2]{a,b}:\n  1,2\n  1,2\n"),
        ("--head 1 --types strings", "[1]{a,b}:\n  \"1\",\"2\"\n"),
        ("--head 1 --no-header", "[1]{c1,c2}:\n  a,b\n"),
        ("--head 0", "[]\n"),
    ] {
        let command = format!("(echo a,b; yes 1,2) | \"{}\" encode --from csv {args}", program.display());
        snapbox::cmd::Command::new("sh")
            .args(["-c", &command])
            .timeout(std::time::Duration::from_secs(60))
            .assert()
            .success()
            .stdout_eq(output);
    }
    // What follows is not read, but a quote that is open there is found.
    let csv = |text: &'static str| toon(&["encode", "--from", "csv", "--head", "1"]).stdin(text).assert();
    csv("a\n1\nx,y\n").success().stdout_eq("[1]{a}: 1\n".replace(": 1", ":\n  1"));
    csv("a\n\"1\n2\n").code(1).stdout_eq("");
}

#[test]
fn other_formats() {
    let encode = |from: &str, args: &[&str], input: &str, output: &str| {
        toon(&[&["encode", "--from", from], args].concat())
            .stdin(input)
            .assert()
            .success()
            .stdout_eq(output.to_owned());
    };
    encode("csv", &["--head", "1"], "a,b\n1,2\n3,4\n", "[1]{a,b}:\n  1,2\n");
    encode("csv", &["--at", "/1/b"], "a,b\n1,2\n3,4\n", "4\n");
    encode("yaml", &["--at", "/b"], "a: [1, 2]\nb: {c: 1.0, d: x}", "c: 1\nd: x\n");
    encode("yaml", &["--at", "/a", "--head", "1"], "a: [1, 2]", "[1]: 1\n");
    encode("toml", &["--at", "/a/b"], "[a]\nb = 1.5\n", "1.5\n");
}

#[test]
fn with_other_options() {
    let rows = r#"{"rows": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cy"}]}"#;
    let encode = |args: &[&str]| toon(&[&["encode", "--at", "/rows"], args].concat()).stdin(rows).assert();
    encode(&["--smallest"]).success().stdout_eq("[3]{id,name}:\n  1,Ada\n  2,Bob\n  3,Cy\n");
    encode(&["--stats", "--head", "2"]).success().stderr_eq(str![[r#"
Tokens (o200k_base): 19 (compact JSON) → 18 (TOON), 5.3 % saved

"#]]);
    encode(&["--normal", "--head", "1"]).success().stdout_eq("[1]{id,name}:\n  1,Ada\n");
    let folder = folder(&[("rows.json", rows)]);
    toon_in(&folder, &["encode", "rows.json", "--at", "/rows/0", "-o", "row.toon"]).assert().success();
    assert_eq!(super::read(&folder, "row.toon"), "id: 1\nname: Ada\n");
}

#[test]
fn decoding() {
    let text = "meta: 1\nitems[2]{id,name}:\n  1,Ada\n  2,Bob\n";
    let decode = |args: &[&str]| toon(&[&["decode"], args].concat()).stdin(text).assert();
    decode(&["--at", "/items/1/name", "--to", "json"]).success().stdout_eq("\"Bob\"\n");
    decode(&["--at", "/items/1"]).success().stdout_eq("{\n  \"id\": 2,\n  \"name\": \"Bob\"\n}\n");
    decode(&["--at", "/items", "--to", "ndjson", "--head", "1"])
        .success()
        .stdout_eq("{\"id\":1,\"name\":\"Ada\"}\n");
    decode(&["--at", "/items", "--to", "csv"]).success().stdout_eq("id,name\n1,Ada\n2,Bob\n");
    decode(&["--at", "/items", "--to", "yaml"])
        .success()
        .stdout_eq("- id: 1\n  name: Ada\n- id: 2\n  name: Bob\n");
    refuses(
        &["decode", "--at", "/itms"],
        text,
        r#"the root has no key "itms" (did you mean "items"?); its keys are "meta" and "items""#,
    );
    refuses(
        &["decode", "--at", "/items/0", "--to", "ndjson"],
        text,
        "/items/0 is not an array, which NDJSON requires",
    );
    refuses(
        &["decode", "--head", "1"],
        text,
        "--head requires a list, but the root is an object; select a list in it with --at, as in --at /items",
    );
    let repeated = (0..8).map(|id| {
        format!(
            "{{\"id\":{id},\"u\":{{\"name\":\"Ada Lovelace\",\"url\":\"https://example.org/users/ada\"}}}}"
        )
    });
    let json = format!("[{}]", repeated.collect::<Vec<_>>().join(","));
    let normal = toon(&["encode", "--normal"]).stdin(&*json).output().unwrap().stdout;
    assert!(normal.starts_with(b"_form"));
    toon(&["decode", "--at", "/7/u/name", "--to", "json"])
        .stdin(normal)
        .assert()
        .success()
        .stdout_eq("\"Ada Lovelace\"\n");
}

/// A long array is read only as far as needed.
#[test]
fn decoding_the_first_elements() {
    let rows = (0..10_000).map(|id| format!("\n  {id},x")).collect::<Vec<_>>().concat();
    let long = format!("[10000]{{id,name}}:{rows}\nmistake");
    for (to, output) in [
        ("json", "[{\"id\":0,\"name\":\"x\"},{\"id\":1,\"name\":\"x\"}]\n"),
        ("ndjson", "{\"id\":0,\"name\":\"x\"}\n{\"id\":1,\"name\":\"x\"}\n"),
        ("csv", "id,name\n0,x\n1,x\n"),
        ("yaml", "- id: 0\n  name: x\n- id: 1\n  name: x\n"),
    ] {
        toon(&["decode", "--head", "2", "--to", to]).stdin(&*long).assert().success().stdout_eq(output);
    }
    toon(&["decode", "--head", "0"]).stdin(&*long).assert().success().stdout_eq("[]\n");
    toon(&["decode", "--head", "1", "--to", "json"]).stdin("[2]: 1,2").assert().success().stdout_eq("[1]\n");
    // Only the value is written, and only if there is no mistake elsewhere.
    let at =
        |pointer: &str, text: &str| toon(&["decode", "--to", "json", "--at", pointer]).stdin(text).assert();
    at("/9999/id", &long).code(1).stdout_eq("");
    let valid = long.trim_end_matches("mistake");
    at("/9999/id", valid).success().stdout_eq("9999\n");
    at("/10000", valid)
        .code(1)
        .stderr_eq("error: <stdin>: the root has only 10000 elements, with indices from 0 to 9999\n");
    at("/id", valid).code(1).stdout_eq("");
    at("/7/idd", valid).code(1).stderr_eq(
        "error: <stdin>: /7 has no key \"idd\" (did you mean \"id\"?); its keys are \"id\" and \"name\"\n",
    );
    // Short input is checked as a whole.
    toon(&["decode", "--head", "1"]).stdin("[2]: 1").assert().code(1).stdout_eq("");
}
