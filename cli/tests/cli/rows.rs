//! Options that change rows, and why lists do not become tables.

use super::{folder, read, toon, toon_in};
use snapbox::str;

const LOG: &str =
    r#"[{"id":1,"msg":"a"},{"id":2,"msg":"b","err":"x"},{"id":3,"msg":"c","user":{"name":"n"}}]"#;

/// The same as lines.
const LINES: &str = "{\"id\":1,\"msg\":\"a\"}\n{\"id\":2,\"msg\":\"b\",\"err\":\"x\"}\n{\"id\":3,\"msg\":\"c\",\"user\":{\"name\":\"n\"}}\n";

#[test]
fn fill() {
    toon(&["encode", "--fill"])
        .stdin(LOG)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[3]{id,msg,err,user{name}}:
  1,a,null,null
  2,b,x,null
  3,c,null,n

"#]])
        .stderr_eq(str![[r#"
filled 4 absent fields with null: err, user.name

"#]]);
    toon(&["encode", "--fill", "--from", "ndjson"])
        .stdin(LINES)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[3]{id,msg,err,user{name}}:
  1,a,null,null
  2,b,x,null
  3,c,null,n

"#]])
        .stderr_eq(str![[r#"
filled 4 absent fields with null: err, user.name

"#]]);
    // Nothing to do.
    toon(&["encode", "--fill", "--from", "csv"])
        .stdin("a,b\n1,2\n")
        .assert()
        .success()
        .stdout_eq("[1]{a,b}:\n  1,2\n")
        .stderr_eq("");
}

#[test]
fn fill_other_formats() {
    toon(&["encode", "--fill", "--from", "toml"])
        .stdin("[[pkg]]\nname = \"a\"\n[[pkg]]\nname = \"b\"\noptional = true\n")
        .assert()
        .success()
        .stdout_eq("pkg[2]{name,optional}:\n  a,null\n  b,true\n")
        .stderr_eq("filled 1 absent field with null: optional\n");
    toon(&["encode", "--fill", "--from", "yaml"])
        .stdin("- a: 1\n- a: 2\n  b: 3\n")
        .assert()
        .success()
        .stdout_eq("[2]{a,b}:\n  1,null\n  2,3\n")
        .stderr_eq("filled 1 absent field with null: b\n");
}

#[test]
fn fill_only_what_becomes_a_table() {
    // With a list in a row, it would be larger for nothing.
    toon(&["encode", "--fill", "-v"])
        .stdin(r#"{"x":[{"a":1},{"a":2,"tags":[]}]}"#)
        .assert()
        .success()
        .stdout_eq(str![[r#"
x[2]:
  - a: 1
  - a: 2
    tags: []

"#]])
        .stderr_eq(str![[r#"
x: rows did not become a table: `tags` is a list in row 2

"#]]);
    toon(&["encode", "--fill"])
        .stdin(r#"[{"a":1},{"b":2},{"c":3}]"#)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[3]:
  - a: 1
  - b: 2
  - c: 3

"#]])
        .stderr_eq(str![[r#"
rows were not filled, since too many fields are absent: row 2 has `b`, which row 1 lacks

"#]]);
}

#[test]
fn fill_lines_inside_lines() {
    toon(&["encode", "--fill", "--from", "ndjson"])
        .stdin("{\"items\":[{\"a\":1},{\"a\":2,\"b\":3}]}\n\n{\"items\":[]}\n")
        .assert()
        .success()
        .stdout_eq(str![[r#"
[2]:
  - items[2]{a,b}:
      1,null
      2,3
  - items: []

"#]])
        .stderr_eq("filled 1 absent field with null: b\n");
}

#[test]
fn fill_selected_fields() {
    let rows = r#"[{"id":1,"tags":["x"]},{"id":2,"tags":[],"err":"y"}]"#;
    toon(&["encode", "--fill", "--fields", "err,id"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq("[2]{err,id}:\n  null,1\n  y,2\n")
        .stderr_eq("filled 1 absent field with null: err\n");
    toon(&["encode", "--fill", "--fields", "err,id,nam"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq("[2]{err,id}:\n  null,1\n  y,2\n")
        .stderr_eq("filled 1 absent field with null: err\n<stdin> has no field nam\n");
    toon(&["encode", "--fill", "--fields", "id,err", "--from", "ndjson", "--delimiter", "tab"])
        .stdin("{\"id\":1,\"tags\":[1]}\n{\"id\":2,\"err\":\"y\"}")
        .assert()
        .success()
        .stdout_eq("[2\t]{id\terr}:\n  1\tnull\n  2\ty\n")
        .stderr_eq("filled 1 absent field with null: err\n");
}

/// What TOON saves is counted from the value before it was filled.
#[test]
fn fill_is_measured() {
    toon(&["encode", "--fill", "--stats"])
        .stdin(LOG)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[3]{id,msg,err,user{name}}:
  1,a,null,null
  2,b,x,null
  3,c,null,n

"#]])
        .stderr_eq(str![[r#"
filled 4 absent fields with null: err, user.name
Tokens (o200k_base): 37 (JSON) → 31 (TOON), 16.2 % saved

"#]]);
    toon(&["encode", "--fill", "--stats", "--from", "ndjson"]).stdin(LINES).assert().success().stderr_eq(
        str![[r#"
filled 4 absent fields with null: err, user.name
Tokens (o200k_base): 37 (NDJSON) → 31 (TOON), 16.2 % saved

"#]],
    );
    toon(&["encode", "--fill", "--smallest"])
        .stdin(r#"[{"a":1},{"a":2,"b":3}]"#)
        .assert()
        .success()
        .stdout_eq("[{\"a\":1},{\"a\":2,\"b\":3}]\n")
        .stderr_eq(str![[r#"
JSON: 14 tokens, and 17 as TOON

"#]]);
}

#[test]
fn fill_and_normal() {
    toon(&["encode", "--fill", "--normal"]).stdin(LOG).assert().code(2).stderr_eq(str![[r#"
error: the argument '--fill' cannot be used with '--normal[=<LEVEL>]'

Usage: toon encode --fill [FILE]...

For more information, try '--help'.

"#]]);
    let rows = r#"[{"id":1,"x":null},{"id":2,"x":null}]"#;
    toon(&["encode", "--drop-nulls", "--normal"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq("[2]{id}:\n  1\n  2\n");
}

#[test]
fn drop_nulls_and_empty_values() {
    let value =
        r#"{"a":null,"b":"","c":[],"d":{"e":null},"f":[null,"",{"g":null}],"h":12345678901234567890.50}"#;
    toon(&["encode", "--drop-nulls"])
        .stdin(value)
        .assert()
        .success()
        .stdout_eq(str![[r#"
b: ""
c: []
d:
f[3]:
  - null
  - ""
  -
h: 12345678901234567890.5

"#]])
        .stderr_eq("");
    toon(&["encode", "--drop-empty"])
        .stdin(value)
        .assert()
        .success()
        .stdout_eq(str![[r#"
a: null
d:
  e: null
f[3]:
  - null
  - ""
  - g: null
h: 12345678901234567890.5

"#]])
        .stderr_eq("");
    toon(&["encode", "--drop-nulls", "--drop-empty"]).stdin(value).assert().success().stdout_eq(str![[r#"
f[3]:
  - null
  - ""
  -
h: 12345678901234567890.5

"#]]);
    toon(&["encode", "--drop-nulls", "--from", "ndjson"])
        .stdin("{\"a\":1,\"b\":null}\n{\"b\":null,\"a\":2}\n")
        .assert()
        .success()
        .stdout_eq("[2]{a}:\n  1\n  2\n");
    toon(&["encode", "--drop-empty", "--from", "csv"])
        .stdin("a,b\n1,\n2,\n")
        .assert()
        .success()
        .stdout_eq("[2]{a}:\n  1\n  2\n");
}

/// Groups that are null in some rows are left out first, and then filled.
#[test]
fn drop_before_fill() {
    let rows = r#"[{"id":1,"user":null},{"id":2,"user":{"name":"a","mail":"b"}}]"#;
    toon(&["encode", "--fill", "-v"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[2]:
  - id: 1
    user: null
  - id: 2
    user:
      name: a
      mail: b

"#]])
        .stderr_eq(str![[r#"
rows did not become a table: `user` is null in row 1, but an object in other rows

"#]]);
    toon(&["encode", "--fill", "--drop-nulls"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq("[2]{id,user{name,mail}}:\n  1,null,null\n  2,a,b\n")
        .stderr_eq("filled 2 absent fields with null: user.name, user.mail\n");
    toon(&["encode", "--fill", "--drop-nulls", "--smallest"])
        .stdin(rows)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[{"id":1},{"id":2,"user":{"name":"a","mail":"b"}}]

"#]])
        .stderr_eq(str![[r#"
JSON: 21 tokens, and 21 as TOON

"#]]);
}

#[test]
fn mistakes_have_their_places() {
    for option in ["--fill", "--drop-nulls"] {
        toon(&["encode", option]).stdin("{\"a\":null,\n \"a\":1}").assert().code(1).stdout_eq("").stderr_eq(
            str![[r#"
error: duplicate key "a"
 --> <stdin>:2:2
  |
2 |  "a":1}
  |  ^
  = help: remove or rename one of the two keys "a"

"#]],
        );
        toon(&["encode", option, "--from", "ndjson"])
            .stdin("{\"a\":null}\n{\"a\":null,\"b\":}\n")
            .assert()
            .code(1)
            .stdout_eq("")
            .stderr_eq(str![[r#"
error: invalid JSON: expected a value
 --> <stdin>:2:15
  |
2 | {"a":null,"b":}
  |               ^
  = help: write an object, an array, a string in double quotes, a number, true, false or null

"#]]);
    }
}

#[test]
fn why_there_is_no_table() {
    toon(&["encode", "-v"]).stdin(LOG).assert().success().stderr_eq(str![[r#"
rows did not become a table: row 2 has `err`, which row 1 lacks; `toon encode --fill` would make them one, with 4 nulls

"#]]);
    toon(&["encode", "--verbose", "--from", "ndjson"]).stdin(LINES).assert().success().stderr_eq(str![[r#"
rows did not become a table: row 2 has `err`, which row 1 lacks; `toon encode --fill` would make them one, with 4 nulls

"#]]);
    toon(&["encode", "--stats"]).stdin(LOG).assert().success().stderr_eq(str![[r#"
rows did not become a table: row 2 has `err`, which row 1 lacks; `toon encode --fill` would make them one, with 4 nulls
Tokens (o200k_base): 37 (JSON) → 51 (TOON), 37.8 % more

"#]]);
    toon(&["encode", "-v"]).stdin(r#"[{"a":1},{"a":2}]"#).assert().success().stderr_eq("");
    // Each list with its path, the largest first.
    let value = r#"{
        "items": [{"id":1,"email":"a"},{"id":2,"email":"b"},{"id":3}],
        "posts": [{"id":1,"tags":[1,2,3,4,5,6,7,8]},{"id":2}],
        "orders": [{"lines":[{"a":1},{"a":2,"b":3}]},{"lines":[{"a":1},{"a":2,"b":3},{"a":4}]}],
        "others": [{"a":1},{"b":2}]
    }"#;
    toon(&["encode", "-v"]).stdin(value).assert().success().stderr_eq(str![[r#"
posts: rows did not become a table: `tags` is a list in row 1
orders: rows did not become a table: `lines` is a list in row 1
items: rows did not become a table: row 3 lacks `email`; `toon encode --fill` would make them one, with 1 null
3 more lists did not become tables

"#]]);
    let lists: Vec<String> = (0..20_000).map(|n| format!("\"k{n}\":[{{\"a\":1}},{{\"b\":{n}}}]")).collect();
    toon(&["encode", "-v"]).stdin(format!("{{{}}}", lists.join(","))).assert().success().stderr_eq(str![[r#"
k0: rows did not become a table: row 2 has `b`, which row 1 lacks; `toon encode --fill` would make them one, with 2 nulls
k1: rows [..]
k10: rows [..]
19,997 more lists did not become tables

"#]]);
    toon(&["--verbose"]).stdin(LOG).assert().success().stderr_eq(str![[r#"
rows did not become a table: row 2 has `err`, which row 1 lacks; `toon encode --fill` would make them one, with 4 nulls

"#]]);
    // Without it, nothing is said.
    toon(&["encode"]).stdin(LOG).assert().success().stderr_eq("");
}

#[test]
fn into_a_file() {
    let folder = folder(&[("log.ndjson", LINES)]);
    toon_in(&folder, &["encode", "log.ndjson", "--fill", "-o", "log.toon"]).assert().success().stderr_eq(
        str![[r#"
filled 4 absent fields with null: err, user.name
Encoded log.ndjson to log.toon

"#]],
    );
    assert!(read(&folder, "log.toon").starts_with("[3]{id,msg,err,user{name}}:\n"));
    toon_in(&folder, &["decode", "log.toon", "--to", "ndjson"]).assert().success().stdout_eq(str![[r#"
{"id":1,"msg":"a","err":null,"user":{"name":null}}
{"id":2,"msg":"b","err":"x","user":{"name":null}}
{"id":3,"msg":"c","err":null,"user":{"name":"n"}}

"#]]);
}
