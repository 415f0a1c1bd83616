//! The normal form: `--normal` and documents that carry its mark.

use super::{folder, read, toon, toon_in};
use serde_json::Value;
use snapbox::str;
use std::fmt::Write;
use std::process::Output;

/// Two users as the form states them.
const FORM: &str = "\
_form: 1 list
list.each:
  url: \"https://x.org/u/{login}\"
  admin: false
list[2]{id,login}:
  1,ada
  2,bob
";

const EXPANDED: &str = r#"[{"id":1,"login":"ada","url":"https://x.org/u/ada","admin":false},{"id":2,"login":"bob","url":"https://x.org/u/bob","admin":false}]"#;

const NOTE: &str = "expanded <stdin> from its normal form; use `toon decode --as-is` to keep it\n";

const BROKEN: &str = "_form: 1 object\n_let:\n  repo: \"https://x.org\"\nsee[2]: $repo/1,$rep/2\n";

/// What repeats as in the answers of an API, a line each.
fn lines() -> String {
    let mut lines = String::new();
    for (number, login) in (1..).zip(["ada", "bob", "ada", "cy", "ada", "bob", "cy", "ada"]) {
        let url = format!("https://api.example.org/repos/acme/shop/issues/{number}");
        writeln!(
            lines,
            r#"{{"url":"{url}","comments_url":"{url}/comments","number":{number},"login":"{login}","locked":false,"state":"open","reason":null}}"#
        )
        .unwrap();
    }
    lines
}

fn array() -> String {
    format!("[{}]", lines().trim_end().replace('\n', ","))
}

#[track_caller]
fn text(output: Output) -> (String, String) {
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    (String::from_utf8(output.stdout).unwrap(), stderr)
}

#[track_caller]
fn decoded(form: &str, args: &[&str]) -> String {
    let args = [&["decode", "--to", "json"], args].concat();
    let (json, note) = text(toon(&args).stdin(form.to_owned()).output().unwrap());
    assert_eq!(note, NOTE);
    json.trim_end().to_owned()
}

#[test]
fn there_and_back() {
    let json = array();
    let (plain, _) = text(toon(&["encode"]).stdin(json.clone()).output().unwrap());
    let mut smallest = plain.len();
    for args in [
        &["encode", "--normal"][..],
        &["encode", "--normal=legible", "--key-order", "exact"],
        &["encode", "--normal=dense"],
    ] {
        let (form, note) = text(toon(args).stdin(json.clone()).output().unwrap());
        assert_eq!(note, "", "{args:?}");
        assert!(form.starts_with("_form: 1 list\n"), "{form}");
        assert!(form.len() <= smallest, "{args:?} {form}");
        assert_eq!(decoded(&form, &[]), json);
        smallest = form.len();
    }
}

#[test]
fn rows_in_the_order_of_their_header() {
    let mut swapped = lines();
    swapped.push_str(r#"{"number":9,"login":"ada","locked":false,"state":"open","reason":null,"url":"https://api.example.org/repos/acme/shop/issues/9","comments_url":"https://api.example.org/repos/acme/shop/issues/9/comments"}"#);
    let json = format!("[{}]", swapped.replace('\n', ","));
    let (exact, _) = text(toon(&["encode", "--normal"]).stdin(json.clone()).output().unwrap());
    assert_eq!(decoded(&exact, &[]), json);
    let (header, _) =
        text(toon(&["encode", "--normal", "--key-order", "header"]).stdin(json.clone()).output().unwrap());
    assert!(header.len() < exact.len());
    let back = decoded(&header, &[]);
    assert_ne!(back, json);
    let value = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    assert_eq!(value(&back), value(&json));
}

/// Of lines, too, each keeps its keys in their order.
#[test]
fn from_each_format() {
    let value: Value = serde_json::from_str(&array()).unwrap();
    let folder = folder(&[
        ("a.json", &array()),
        ("a.ndjson", &lines()),
        ("a.yaml", &array()),
        ("a.toml", &format!("rows = {}", array().replace("\":", "\"=").replace("null", "\"\""))),
        (
            "a.csv",
            "id,url\n1,https://example.org/users/1\n2,https://example.org/users/2\n3,https://example.org/users/3\n4,https://example.org/users/4\n",
        ),
    ]);
    for name in ["a.json", "a.ndjson", "a.yaml"] {
        let (form, note) = text(toon_in(&folder, &["encode", "--normal", name]).output().unwrap());
        assert_eq!(note, "", "{name}");
        assert_eq!(decoded(&form, &[]), value.to_string(), "{name}");
    }
    let (form, _) = text(toon_in(&folder, &["encode", "--normal", "a.toml"]).output().unwrap());
    assert!(form.starts_with("_form: 1 object\n"), "{form}");
    assert!(decoded(&form, &[]).starts_with(r#"{"rows":[{"url":"https://api"#));
    let (form, _) = text(toon_in(&folder, &["encode", "--normal=dense", "a.csv"]).output().unwrap());
    let json = decoded(&form, &[]);
    assert!(json.starts_with(r#"[{"id":1,"url":"https://example.org/users/1"},"#), "{json}");
}

#[test]
fn options_of_the_text() {
    let args =
        ["encode", "--normal", "--indent", "4", "--delimiter", "tab", "--fields", "number,url,login,state"];
    let (form, _) = text(toon(&args).stdin(array()).output().unwrap());
    assert!(form.contains("\n    url: ") && form.contains("\n    1\tada\n"), "{form}");
    let json = decoded(&form, &["--indent", "4"]);
    assert!(
        json.starts_with(r#"[{"number":1,"url":"https://api.example.org/repos/acme/shop/issues/1","login":"ada","state":"open"},"#),
        "{json}"
    );
    toon(&["encode", "--normal", "--fields", "number,nam"])
        .stdin("[{\"number\":1}]")
        .assert()
        .success()
        .stdout_eq("[1]{number}:\n  1\n")
        .stderr_eq(
            "wrote TOON: the normal form is not smaller\ncompact JSON takes fewer tokens: 6 instead of 9; use --smallest to write the smallest form\n<stdin> has no field nam\n",
        );
}

#[test]
fn where_toon_is_smaller() {
    toon(&["encode", "--normal"])
        .stdin(r#"{"a":[1,2]}"#)
        .assert()
        .success()
        .stdout_eq("a[2]: 1,2\n")
        .stderr_eq("wrote TOON: the normal form is not smaller\n");
}

#[test]
fn whichever_is_smallest() {
    let (form, note) = text(toon(&["encode", "--normal", "--smallest"]).stdin(array()).output().unwrap());
    assert!(form.starts_with("_form: "), "{form}");
    assert!(note.starts_with("normal form: ") && note.contains(" as TOON and "), "{note}");
    assert!(note.ends_with(" as compact JSON\n"), "{note}");
    toon(&["encode", "--normal", "--smallest"])
        .stdin(r#"{ "a": [[1], [2, [3]]] }"#)
        .assert()
        .success()
        .stdout_eq("{\"a\":[[1],[2,[3]]]}\n")
        .stderr_eq("JSON: 11 tokens, and 29 as TOON; the normal form is not smaller\n");
    toon(&["encode", "--normal", "--smallest"])
        .stdin(r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"},{"id":3,"name":"Cy"}]"#)
        .assert()
        .success()
        .stdout_eq("[3]{id,name}:\n  1,Ada\n  2,Bob\n  3,Cy\n")
        .stderr_eq("TOON: 24 tokens, and 27 as compact JSON; the normal form is not smaller\n");
}

#[test]
fn what_it_saves() {
    let (_, note) = text(toon(&["encode", "--normal", "--stats"]).stdin(array()).output().unwrap());
    assert!(note.starts_with("Tokens (o200k_base): ") && note.contains(" (normal form), "), "{note}");
    assert!(
        note.lines().any(|line| line.starts_with("  constants: ") && line.ends_with(" tokens saved")),
        "{note}"
    );
    toon(&["encode", "--normal", "--stats"])
        .stdin("[1,2,3]")
        .assert()
        .success()
        .stderr_eq("Tokens (o200k_base): 7 (JSON) → 9 (TOON), 28.6 % more\n");
}

#[test]
fn what_does_not_go_with_it() {
    toon(&["encode", "--normal", "--fold"]).stdin("{}").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the argument '--normal[=<LEVEL>]' cannot be used with '--fold'

Usage: toon encode --normal[=<LEVEL>] [FILE]...

For more information, try '--help'.

"#]]);
    toon(&["encode", "--normal", "--spec", "3"])
        .stdin("{}")
        .assert()
        .code(2)
        .stdout_eq("")
        .stderr_eq("error: the normal form requires specification 4: use either --normal or --spec 3\n");
    toon(&["encode", "--normal", "--spec", "4"]).stdin("1").assert().success();
    toon(&["encode", "--key-order", "exact"]).stdin("{}").assert().code(2).stdout_eq("");
    toon(&["encode", "--normal=short"]).stdin("{}").assert().code(2).stderr_eq(str![[r#"
error: invalid value 'short' for '--normal[=<LEVEL>]'
  [possible values: plain, legible, dense]

For more information, try '--help'.

"#]]);
    // The file is no level.
    let folder = folder(&[("dense", "[1]")]);
    toon_in(&folder, &["encode", "--normal", "dense"]).assert().success().stdout_eq("[1]: 1\n");
}

/// Mistakes have the places that they have without it.
#[test]
fn mistakes_of_the_input() {
    for args in [&["encode"][..], &["encode", "--normal"]] {
        toon(args).stdin("{\n  \"a\": tru\n}").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:8
  |
2 |   "a": tru
  |        ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
        let args = [args, &["--from", "ndjson"]].concat();
        toon(&args).stdin("{\"a\":1}\n{\"a\":\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:6
  |
2 | {"a":
  |      ^
  = help: in NDJSON, each value is on a line of its own, as `jq -c .` writes it

"#]]);
    }
}

#[test]
fn decoded_to_each_format() {
    for (to, output) in [
        ("json", format!("{EXPANDED}\n")),
        ("ndjson", format!("{}\n", EXPANDED[1..EXPANDED.len() - 1].replace("},{", "}\n{"))),
        ("csv", "id,login,url,admin\n1,ada,https://x.org/u/ada,false\n2,bob,https://x.org/u/bob,false\n".to_owned()),
        ("yaml", "- id: 1\n  login: ada\n  url: https://x.org/u/ada\n  admin: false\n- id: 2\n  login: bob\n  url: https://x.org/u/bob\n  admin: false\n".to_owned()),
    ] {
        toon(&["decode", "--to", to]).stdin(FORM).assert().success().stdout_eq(output).stderr_eq(NOTE);
    }
    toon(&["decode"])
        .stdin("# A form.\n\n_form: 1 object\na: 1\n")
        .assert()
        .success()
        .stdout_eq("{\n  \"a\": 1\n}\n");
    // Without a known extension, the program inspects the text.
    toon(&[]).stdin("_form: 1 list\nlist: 1\n").assert().success().stdout_eq("1\n").stderr_eq(NOTE);
}

#[test]
fn decoded_to_what_it_is_not() {
    toon(&["decode", "--to", "ndjson"])
        .stdin("_form: 1 object\na: 1")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error: <stdin> is not an array, which NDJSON requires\n");
    toon(&["decode", "--to", "csv"])
        .stdin("_form: 1 list\nlist[2]: a,b")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error: <stdin>: row 1 is not an object, which a CSV record must be\n");
    toon(&["decode", "--to", "yaml"])
        .stdin("_form: 1 list\nlist[1]: 123456789012345678901234567890")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq("error: <stdin>: the number 123456789012345678901234567890 does not fit into 64 bits, so YAML readers would lose digits\n");
}

#[test]
fn as_it_is() {
    toon(&["decode", "--as-is", "--to", "json"])
        .stdin(FORM)
        .assert()
        .success()
        .stdout_eq(concat!(
            r#"{"_form":"1 list","list.each":{"url":"https://x.org/u/{login}","admin":false},"#,
            r#""list":[{"id":1,"login":"ada"},{"id":2,"login":"bob"}]}"#,
            "\n"
        ))
        .stderr_eq("");
    // Not a mark.
    toon(&["decode", "--to", "json"])
        .stdin("_form: letter\nto: Ada")
        .assert()
        .success()
        .stdout_eq("{\"_form\":\"letter\",\"to\":\"Ada\"}\n")
        .stderr_eq("");
}

#[test]
fn to_a_file() {
    let folder = folder(&[("a.toon", FORM)]);
    toon_in(&folder, &["decode", "a.toon", "--to", "json", "-o", "a.json"])
        .assert()
        .success()
        .stdout_eq("")
        .stderr_eq(
            "expanded a.toon from its normal form; use `toon decode --as-is` to keep it\nDecoded a.toon to a.json\n",
        );
    assert_eq!(read(&folder, "a.json"), format!("{EXPANDED}\n"));
}

#[test]
fn data_that_looks_like_a_form() {
    let json = r#"{"_form":"1 list","list":[1,2]}"#;
    let (form, note) = text(toon(&["encode", "--normal"]).stdin(json).output().unwrap());
    let fewer =
        "compact JSON takes fewer tokens: 13 instead of 20; use --smallest to write the smallest form\n";
    assert_eq!(note, fewer);
    assert_eq!(decoded(&form, &[]), json);
    toon(&["encode"]).stdin(json).assert().success().stdout_eq("_form: 1 list\nlist[2]: 1,2\n").stderr_eq(
        "<stdin> looks like a normal form: encode it with --normal, or decode the result with --as-is\n",
    );
}

#[test]
fn broken_forms() {
    toon(&["decode"]).stdin("_form: 2 object\na: 1\n").assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: normal form version 2 is not supported by this version of the library
 --> <stdin>:1:8, in _form
  |
1 | _form: 2 object
  |        ^
  = help: update this program

"#]]);
    toon(&["decode"]).stdin(BROKEN).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid normal form: undefined alias `$rep`
 --> <stdin>:4:17, in see[1]
  |
4 | see[2]: $repo/1,$rep/2
  |                 ^

"#]]);
    for option in ["--no-strict", "--expand-paths"] {
        let output = toon(&["decode", option]).stdin(FORM).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.ends_with("; use `toon decode --as-is` to read it as plain TOON\n"), "{stderr}");
        toon(&["decode", option, "--as-is"]).stdin("_form: 1 object\na: 1").assert().success();
    }
}

/// Each alias is ten of the one in front of it.
#[test]
fn forms_that_expand_to_too_much() {
    let mut bomb = String::from("_form: 1 object\n_let:\n  a: abcdefghij\n");
    for (name, next) in ('a'..'i').zip('b'..) {
        writeln!(bomb, "  {next}: {}", format!("${name} ").repeat(10).trim_end()).unwrap();
    }
    bomb.push_str("x: $i\n");
    toon(&["decode"]).stdin(bomb.clone()).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: the normal form expands to more than 16777216 bytes
  --> <stdin>:10:6, in _let.h
   |
10 |   h: $g $g $g $g $g $g $g $g $g $g
   |      ^
   = help: read it as plain TOON, with `toon decode --as-is`

"#]]);
    toon(&["decode", "--as-is"]).stdin(bomb).assert().success();
}

#[test]
fn checked() {
    let folder = folder(&[("good.toon", FORM), ("broken.toon", BROKEN)]);
    toon_in(&folder, &["check", "--normal", "good.toon"])
        .assert()
        .success()
        .stderr_eq("0 mistakes in 1 file\n");
    toon_in(&folder, &["check", "."]).assert().success().stdout_eq("").stderr_eq(str![[r#"
warning: invalid normal form: undefined alias `$rep`
 --> ./broken.toon:4:17, in see[1]
  |
4 | see[2]: $repo/1,$rep/2
  |                 ^
0 mistakes and 1 warning in 2 files

"#]]);
    toon_in(&folder, &["check", "--normal", "."]).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: invalid normal form: undefined alias `$rep`
 --> ./broken.toon:4:17, in see[1]
  |
4 | see[2]: $repo/1,$rep/2
  |                 ^
1 mistake in 2 files

"#]]);
    toon_in(&folder, &["check", "--format", "json", "."]).assert().success().stdout_eq(str![[r#"
{"file":"./broken.toon","severity":"warning","line":4,"column":17,"path":"see[1]","message":"invalid normal form: undefined alias `$rep`","suggestion":null}

"#]]);
    toon_in(&folder, &["check", "--format", "github", "."]).assert().success().stdout_eq(str![[r#"
::warning file=./broken.toon,line=4,col=17::invalid normal form: undefined alias `$rep`

"#]]);
    // Text that is not TOON is not read as a normal form.
    toon(&["check", "-"]).stdin("_form: 1 list\nlist[3]: 1,2").assert().code(1).stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:2:5, in list
  |
2 | list[3]: 1,2
  |     ^
  = help: write [2] in the header, or add the missing element
1 mistake in 1 file

"#]]);
}

#[test]
fn measured() {
    let output = toon(&["stats", "--json", "-"]).stdin(array()).output().unwrap();
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    let tokens = |form: &str| stats["forms"][form]["tokens"].as_u64().unwrap();
    assert!(tokens("normal_dense") <= tokens("normal") && tokens("normal") < tokens("toon"), "{stats}");
    assert!(["normal", "normal_dense"].map(Value::from).contains(&stats["smallest"]), "{stats}");
    // A form is what it says.
    let (form, _) = text(toon(&["encode", "--normal"]).stdin(array()).output().unwrap());
    let folder = folder(&[("a.toon", &form)]);
    let output = toon_in(&folder, &["stats", "--json", "a.toon"])
        .assert()
        .success()
        .stderr_eq("expanded a.toon from its normal form\n")
        .get_output()
        .stdout
        .clone();
    let again: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(super::stats::sizes(&again), super::stats::sizes(&stats));
    assert_eq!(again["same_as_input"], "normal");
}
