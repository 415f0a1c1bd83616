//! `toon encode`.

use super::{folder, toon, toon_in};
use snapbox::str;

#[test]
fn the_content_decides() {
    toon(&["encode"]).stdin(r#"{"a":[1,2]}"#).assert().success().stdout_eq("a[2]: 1,2\n").stderr_eq("");
    toon(&["encode"]).stdin("a: [1").assert().success().stdout_eq("a: \"[1\"\n").stderr_eq("");
    toon(&["encode"]).stdin("Not Found\n").assert().code(1).stdout_eq("").stderr_eq(
        "error: <stdin> is text, expected JSON or TOON; to encode a string, put it in double quotes\n",
    );
    toon(&["encode"]).stdin("[1,").assert().code(1).stdout_eq("");
}

/// TOON is decoded first.
#[test]
fn toon_is_recognized() {
    let (users, canonical) =
        ("# two\n[2|]{id|name}:\n  1|Ann\n  2|Bob\n", "[2]{id,name}:\n  1,Ann\n  2,Bob\n");
    let folder = folder(&[("users.toon", users)]);
    toon_in(&folder, &["encode", "users.toon"]).assert().success().stdout_eq(canonical).stderr_eq("");
    toon(&["encode"]).stdin(users).assert().success().stdout_eq(canonical).stderr_eq("");
    toon(&["encode"]).stdin("[3]: 1,2\n").assert().code(1).stdout_eq("");
    // Like the reference, which expects JSON.
    toon_in(&folder, &["-e", "users.toon"]).assert().code(1).stdout_eq("");
}

#[test]
fn numbers_keep_their_digits() {
    toon(&["encode"])
        .stdin("[12345678901234567890123, 0.10000000000000000001, 1e400, -0.0, 1.50]")
        .assert()
        .success()
        .stdout_eq("[5]: 12345678901234567890123,0.10000000000000000001,1e+400,0,1.5\n");
}

#[test]
fn some_fields() {
    let issues = r#"[{"number":1,"title":"A","user":{"login":"ada","id":7},"body":"…"},{"number":2,"title":"B","user":{"login":"bob","id":8},"body":"…"}]"#;
    toon(&["encode", "--fields", "title,user.login"])
        .stdin(issues)
        .assert()
        .success()
        .stdout_eq("[2]{title,user{login}}:\n  A,ada\n  B,bob\n");
    toon(&["encode", "--fields", "number", "--from", "ndjson"])
        .stdin("{\"number\":1,\"x\":2}\n{\"x\":1,\"number\":2}")
        .assert()
        .success()
        .stdout_eq("[2]{number}:\n  1\n  2\n");
}

#[test]
fn fields_that_are_not_there() {
    let rows = r#"[{"id":1,"name":"a"}]"#;
    toon(&["encode", "--fields", "id,nam"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq("[1]{id}:\n  1\n")
        .stderr_eq("<stdin> has no field nam (did you mean name?)\n");
    let nested = r#"[{"id":1,"user":{"login":"a"}},{"id":2,"user":null}]"#;
    toon(&["encode", "--fields", "id,user.logn,kind"])
        .stdin(nested)
        .assert()
        .success()
        .stdout_eq("[2]:\n  - id: 1\n    user:\n  - id: 2\n    user: null\n")
        .stderr_eq("<stdin> has no fields user.logn, kind (did you mean user.login, id?)\n");
    toon(&["encode", "--fields", ""]).stdin(rows).assert().success().stdout_eq("[1]{id,name}:\n  1,a\n");
}

#[test]
fn only_fields_that_are_not_there() {
    let items = r#"{"items":[{"id":1,"nme":"x"}]}"#;
    for (json, fields, failure) in [
        (
            items,
            "items.name",
            "has no field items.name (did you mean items.nme?); its fields are \"items\", \"items.id\" and \"items.nme\"",
        ),
        (
            r#"[{"a":{"b":1}}]"#,
            "a.b.c",
            "has no field a.b.c (did you mean a.b?); its fields are \"a\" and \"a.b\"",
        ),
        ("{\"a\":1}\n{\"a\":2}\n", "b.c,d", "has no fields b.c, d; its only field is \"a\""),
    ] {
        toon(&["encode", "--fields", fields])
            .stdin(json)
            .assert()
            .code(1)
            .stdout_eq("")
            .stderr_eq(format!("error: <stdin> {failure}\n"));
    }
    // There are no fields at all.
    toon(&["encode", "--fields", "x"])
        .stdin("[1,2]")
        .assert()
        .success()
        .stdout_eq("[2]: 1,2\n")
        .stderr_eq("<stdin> has no field x\n");
}

/// As with a list, also with a long one.
#[test]
fn fields_that_no_line_has() {
    let rows = "{\"ts\":0,\"level\":\"info\"}\n".repeat(3000);
    let output = toon(&["encode", "--fields", "ts,levle"]).stdin(&rows).output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"[3000]{ts}:\n  0\n"));
    assert_eq!(output.stderr, b"<stdin> has no field levle (did you mean level?)\n");
    // A single element has it.
    toon(&["encode", "--fields", "ts,late"])
        .stdin("{\"ts\":1}\n{\"ts\":2,\"late\":3}\n")
        .assert()
        .success()
        .stderr_eq("");
    toon(&["encode", "--fields", "levle"]).stdin(rows).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> has no field levle (did you mean level?); its fields are "level" and "ts"

"#]]);
    // What is encoded is the list, whatever it contains.
    toon(&["encode", "--from", "ndjson", "--fields", "a"]).stdin("").assert().success().stdout_eq("[]\n");
    toon(&["encode", "--fields", "a,b"]).stdin("{\"a\":1}\n{\"b\":tru}\n").assert().code(1).stdout_eq("");
}

#[test]
fn folded_keys() {
    let deep = r#"{"a":{"b":{"c":{"d":1}}},"x":2}"#;
    toon(&["encode", "--fold"]).stdin(deep).assert().success().stdout_eq("a.b.c.d: 1\nx: 2\n");
    toon(&["encode", "--fold", "--flatten-depth", "2"])
        .stdin(deep)
        .assert()
        .success()
        .stdout_eq("a.b:\n  c:\n    d: 1\nx: 2\n");
    toon(&["encode", "--flatten-depth", "2"]).stdin(deep).assert().code(2).stderr_eq(str![[r#"
error: the following required arguments were not provided:
  --fold

Usage: toon encode --fold --flatten-depth <N> [FILE]...

For more information, try '--help'.

"#]]);
    toon(&["decode", "--expand-paths", "--to", "json"])
        .stdin("a.b.c.d: 1\nx: 2")
        .assert()
        .success()
        .stdout_eq(format!("{deep}\n"));
}

#[test]
fn specification_3() {
    let keyed = r#"{"a":{"x":1},"b":{"x":2}}"#;
    toon(&["encode"]).stdin(keyed).assert().success().stdout_eq("[2:]{x}:\n  a: 1\n  b: 2\n");
    toon(&["encode", "--spec", "3"]).stdin(keyed).assert().success().stdout_eq("a:\n  x: 1\nb:\n  x: 2\n");
    toon(&["encode", "--spec", "2"]).stdin(keyed).assert().code(2).stderr_eq(str![[r#"
error: invalid value '2' for '--spec <VERSION>'
  [possible values: 3, 4]

For more information, try '--help'.

"#]]);
}

#[test]
fn whichever_is_smaller() {
    let table = r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Bob"},{"id":3,"name":"Cy"}]"#;
    toon(&["encode", "--smallest"])
        .stdin(table)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[3]{id,name}:
  1,Ada
  2,Bob
  3,Cy

"#]])
        .stderr_eq(str![[r#"
TOON: 24 tokens, and 27 as compact JSON

"#]]);
    let nested = r#"{ "a": [[1], [2, [3]]] }"#;
    toon(&["encode", "--smallest"])
        .stdin(nested)
        .assert()
        .success()
        .stdout_eq(str![[r#"
{"a":[[1],[2,[3]]]}

"#]])
        .stderr_eq(str![[r#"
JSON: 11 tokens, and 29 as TOON

"#]]);
    // JSON would not have folded keys.
    toon(&["encode", "--smallest", "--fold"])
        .stdin(r#"{"a":{"b":[[[1]]]}}"#)
        .assert()
        .success()
        .stdout_eq("{\"a\":{\"b\":[[[1]]]}}\n");
}

#[test]
fn statistics() {
    toon(&["encode", "--stats"]).stdin("[1,2,3]").assert().success().stdout_eq("[3]: 1,2,3\n").stderr_eq(
        str![[r#"
Tokens (o200k_base): 7 (JSON) → 9 (TOON), 28.6 % more

"#]],
    );
    toon(&["encode", "--stats", "--from", "csv"]).stdin("a\n1\n").assert().success().stderr_eq(str![[r#"
Tokens (o200k_base): 3 (CSV) → 9 (TOON), 200.0 % more
Tokens (o200k_base): 6 (compact JSON) → 9 (TOON), 50.0 % more

"#]]);
}

#[test]
fn formats_by_name_and_by_flag() {
    let folder = folder(&[("data.txt", "a = 1"), ("data.json", "a\n1\n")]);
    toon_in(&folder, &["encode", "data.txt", "--from", "toml"]).assert().success().stdout_eq("a: 1\n");
    toon_in(&folder, &["encode", "data.json", "--from", "csv"])
        .assert()
        .success()
        .stdout_eq("[1]{a}:\n  1\n");
    toon_in(&folder, &["encode", "data.txt", "--from", "xml"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'xml' for '--from <FORMAT>'
  [possible values: json, ndjson, csv, tsv, toml, yaml, toon]

  tip: a similar value exists: 'yaml'

For more information, try '--help'.

"#]]);
}
