//! `toon decode`.

use super::{folder, toon, toon_in};
use snapbox::str;

const ROWS: &str = "[2]{id,name}:\n  1,Ada\n  2,\"Bob, Jr\"\n";

#[test]
fn to_each_format() {
    toon(&["decode"])
        .stdin(ROWS)
        .assert()
        .success()
        .stdout_eq(str![[r#"
[
  {
    "id": 1,
    "name": "Ada"
  },
  {
    "id": 2,
    "name": "Bob, Jr"
  }
]

"#]])
        .stderr_eq("");
    for (to, output) in [
        ("json", "[{\"id\":1,\"name\":\"Ada\"},{\"id\":2,\"name\":\"Bob, Jr\"}]\n"),
        ("ndjson", "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Bob, Jr\"}\n"),
        ("jsonl", "{\"id\":1,\"name\":\"Ada\"}\n{\"id\":2,\"name\":\"Bob, Jr\"}\n"),
        ("csv", "id,name\n1,Ada\n2,\"Bob, Jr\"\n"),
        ("yaml", "- id: 1\n  name: Ada\n- id: 2\n  name: Bob, Jr\n"),
    ] {
        toon(&["decode", "--to", to]).stdin(ROWS).assert().success().stdout_eq(output).stderr_eq("");
    }
}

#[test]
fn what_is_no_array() {
    let text = "a: 1\nb:\n  c[1]: x";
    toon(&["decode", "--to", "json"])
        .stdin(text)
        .assert()
        .success()
        .stdout_eq("{\"a\":1,\"b\":{\"c\":[\"x\"]}}\n");
    toon(&["decode", "--to", "yaml"]).stdin(text).assert().success().stdout_eq(str![[r#"
a: 1
b:
  c:
  - x

"#]]);
    toon(&["decode", "--to", "ndjson"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> is not an array, which NDJSON requires

"#]]);
    toon(&["decode", "--to", "csv"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> is not an array, which CSV requires

"#]]);
    for to in ["csv", "ndjson"] {
        let list =
            toon(&["decode", "--to", to]).stdin("a: 1\nusers[1]{id}:\n  1\n").assert().code(1).stdout_eq("");
        let stderr = String::from_utf8_lossy(&list.get_output().stderr).into_owned();
        assert!(stderr.ends_with("requires; select a list in it with --at, as in --at /users\n"), "{stderr}");
    }
    toon(&["decode", "--to", "csv"]).stdin("a: 1\nb").assert().code(1).stderr_eq(str![[r#"
error: expected `key: value`, found a line without a colon
 --> <stdin>:2:1
  |
2 | b
  | ^
  = help: write the line as `key: value`, or remove it if it is not part of the data

"#]]);
    toon(&["decode", "--to", "json"]).stdin("").assert().success().stdout_eq("{}\n");
}

#[test]
fn empty_arrays() {
    for (to, output) in
        [("json", "[]\n"), ("json-pretty", "[]\n"), ("ndjson", ""), ("csv", ""), ("yaml", "[]\n")]
    {
        toon(&["decode", "--to", to]).stdin("[]").assert().success().stdout_eq(output);
        toon(&["decode", "--to", to]).stdin("# none\n[0]:\n").assert().success().stdout_eq(output);
    }
}

#[test]
fn nested_values_are_indented_in_arrays() {
    let text = "[2]:\n  - a:\n      b[2]: 1,2\n    c: []\n  - x";
    toon(&["decode"]).stdin(text).assert().success().stdout_eq(str![[r#"
[
  {
    "a": {
      "b": [
        1,
        2
      ]
    },
    "c": []
  },
  "x"
]

"#]]);
    toon(&["decode", "--detect-indent", "--indent", "4"]).stdin(text).assert().success().stdout_eq(str![[
        r#"
[
    {
        "a": {
            "b": [
                1,
                2
            ]
        },
        "c": []
    },
    "x"
]

"#
    ]]);
}

#[test]
fn numbers_keep_their_digits() {
    let text = "[4]: 12345678901234567890123,0.10000000000000000001,1e400,007";
    let json = "[12345678901234567890123,0.10000000000000000001,1e+400,\"007\"]\n";
    toon(&["decode", "--to", "json"]).stdin(text).assert().success().stdout_eq(json);
    toon(&["decode", "--to", "json"])
        .stdin(format!("a{text}"))
        .assert()
        .success()
        .stdout_eq(format!("{{\"a\":{}}}\n", json.trim()));
}

/// A wrong number would be worse than no number.
#[test]
fn digits_that_yaml_would_lose() {
    toon(&["decode", "--to", "yaml"])
        .stdin("a: 0.1\nb: 18446744073709551615")
        .assert()
        .success()
        .stdout_eq("a: 0.1\nb: 18446744073709551615\n");
    toon(&["decode", "--to", "yaml"])
        .stdin("a: 123456789012345678901234567890")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin>: the number 123456789012345678901234567890 does not fit into 64 bits, so YAML readers would lose digits

"#]]);
}

/// The line break at the end of the output is none of the last string's own.
#[test]
fn line_breaks_at_the_end_of_yaml() {
    for json in [
        r#"{"k":"a\n\n"}"#,
        r#"{"k":"\n"}"#,
        r#"{"k":{"l":["\n\n"]}}"#,
        r#"["a\n\n\n"]"#,
        r#"["\n"]"#,
        r#""a""#,
        r#""a\n""#,
        r#""a\n\n""#,
        r#""\n""#,
    ] {
        let toon_text = toon(&["encode"]).stdin(json).assert().success();
        let toon_text = std::str::from_utf8(&toon_text.get_output().stdout).unwrap().to_owned();
        let yaml = toon(&["decode", "--to", "yaml"]).stdin(&*toon_text).assert().success();
        let yaml = std::str::from_utf8(&yaml.get_output().stdout).unwrap().to_owned();
        toon(&["encode", "--from", "yaml"]).stdin(yaml).assert().success().stdout_eq(&*toon_text);
    }
    toon(&["decode", "--to", "yaml"])
        .stdin("k: \"a\\n\\n\"\n")
        .assert()
        .success()
        .stdout_eq("k: |+\n  a\n  \n".replace("  \n", "\n"));
}

#[test]
fn csv_of_groups() {
    let groups = "[2]{id,user{login,org{name}}}:\n  1,ada,A\n  2,bob,\"B, C\"\n";
    let csv = "id,user.login,user.org.name\n1,ada,A\n2,bob,\"B, C\"\n";
    toon(&["decode", "--to", "csv"]).stdin(groups).assert().success().stdout_eq(csv);
    // A group that is `null` or empty in some elements has no column of its own.
    let absent =
        "[4]:\n  - id: 1\n    user: null\n    x: null\n  - user:\n      login: a\n  - user:\n  - user: b\n";
    toon(&["decode", "--to", "csv"])
        .stdin(absent)
        .assert()
        .success()
        .stdout_eq("id,user,user.login,x\n1,,,\n,,a,\n,,,\n,b,,\n");
    let only = "[2]:\n  - user: null\n  - user:\n      login: a\n";
    toon(&["decode", "--to", "csv"]).stdin(only).assert().success().stdout_eq("user.login\n\"\"\na\n");
}

#[test]
fn csv_of_absent_fields() {
    let other = "[3]:\n  - a: 1\n    b: null\n  - b: x\n    c: true\n  - c: 1.5\n    a: 2\n";
    let csv = "a,b,c\n1,,\n,x,true\n2,,1.5\n";
    toon(&["decode", "--to", "csv"]).stdin(other).assert().success().stdout_eq(csv);
    // Also for input that is too long to be held in memory, from a pipe and from a file.
    let element =
        |id| format!("  - id: {id}\n{}", if id % 2_000 == 1_999 { "    err: \"x, y\"\n" } else { "" });
    let long = format!("[20000]:\n{}", (0..20_000).map(element).collect::<String>());
    let record = |id| format!("{id},{}\n", if id % 2_000 == 1_999 { "\"x, y\"" } else { "" });
    let csv = format!("id,err\n{}", (0..20_000).map(record).collect::<String>());
    toon(&["decode", "--to", "csv"]).stdin(&*long).assert().success().stdout_eq(&*csv);
    let folder = folder(&[("long.toon", &long)]);
    toon_in(&folder, &["decode", "--to", "csv", "long.toon"]).assert().success().stdout_eq(csv);
    // Nothing is written if a later element does not fit.
    let mistake = long.replace("id: 19999", "id[1]: 1");
    toon(&["decode", "--to", "csv"]).stdin(mistake).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin>: field "id" of row 20000 is a list, which CSV cannot represent; use `toon decode --to csv --lists json` to write it as JSON in a cell, or --to json instead

"#]]);
}

#[test]
fn csv_of_keyed_tables() {
    let keyed = "[2:]{x,y{z}}:\n  a: 1,2\n  \"b, c\": 3,4\n";
    toon(&["decode", "--to", "csv"])
        .stdin(keyed)
        .assert()
        .success()
        .stdout_eq("key,x,y.z\na,1,2\n\"b, c\",3,4\n");
    toon(&["decode", "--to", "csv", "--key-column", "id"])
        .stdin("a:\n  x: 1\nb:\n  y: 2\n")
        .assert()
        .success()
        .stdout_eq("id,x,y\na,1,\nb,,2\n");
    toon(&["decode", "--to", "csv", "--key-column", "x"]).stdin(keyed).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin>: the object "a" has a field "x", which is also the name of the column for the keys; choose another name with --key-column

"#]]);
}

/// The result is converted back to the same value.
#[test]
fn csv_of_groups_and_back() {
    let csv = toon(&["decode", "--to", "csv"]).stdin(ROWS).output().unwrap().stdout;
    toon(&["encode", "--from", "csv"]).stdin(csv).assert().success().stdout_eq(ROWS);
}

#[test]
fn what_csv_has_no_cell_for() {
    let nested = "[1]:\n  - a: 1\n    b[1]: 2";
    toon(&["decode", "--to", "csv"]).stdin(nested).assert().code(1).stderr_eq(str![[r#"
error: <stdin>: field "b" of row 1 is a list, which CSV cannot represent; use `toon decode --to csv --lists json` to write it as JSON in a cell, or --to json instead

"#]]);
    let nested = "[2]:\n  - a: 1\n  - b:\n      c[1]{d}:\n        2";
    toon(&["decode", "--to", "csv"]).stdin(nested).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin>: field "b.c" of row 2 is a list with lists or objects in it, which CSV cannot represent; use `toon decode --to csv --at /1/b/c` for this list alone, or --to json instead

"#]]);
    for (empty, field, row) in [
        ("[2]:\n  - a: 1\n  - a:\n", "a", 2),
        ("[1]:\n  - a:\n      b:\n", "a.b", 1),
        ("[2]:\n  - a:\n  - a: null\n", "a", 1),
        ("x:\n  a: 1\ny:\n  a:\n", "a", 2),
    ] {
        toon(&["decode", "--to", "csv"]).stdin(empty).assert().code(1).stdout_eq("").stderr_eq(format!(
            "error: <stdin>: field \"{field}\" of row {row} is an empty object, which CSV cannot represent; use --to json instead\n"
        ));
    }
    // A row may be empty.
    toon(&["decode", "--to", "csv"])
        .stdin("x:\ny:\n  a: 1\n")
        .assert()
        .success()
        .stdout_eq("key,a\nx,\ny,1\n");
    toon(&["decode", "--to", "csv"]).stdin("[2]: 1,2").assert().code(1).stderr_eq(str![[r#"
error: invalid type: integer `1`, expected an object, which a CSV record must be
 --> <stdin>:1:6, in [0]
  |
1 | [2]: 1,2
  |      ^

"#]]);
    toon(&["decode", "--to", "csv", "--at", "/a"]).stdin("a[2]: 1,2").assert().code(1).stderr_eq(str![[r#"
error: <stdin>: row 1 is not an object, which a CSV record must be

"#]]);
    let clash = "[2]:\n  - a.b: 1\n  - a:\n      b: 2";
    toon(&["decode", "--to", "csv"]).stdin(clash).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin>: two fields would share the column "a.b": one has this name, and one is in a nested object; use --to json instead

"#]]);
    toon(&["decode", "--to", "csv"]).stdin("[2]:\n  -\n  -").assert().code(1).stdout_eq("").stderr_eq(str![
        [r#"
error: <stdin>: all rows are empty objects, so there are no columns; use --to json instead

"#]
    ]);
    // Almost all cells would be empty.
    let wide = (0..20_000).map(|id| format!("  - a{id}: 1\n")).collect::<Vec<_>>().concat();
    toon(&["decode", "--to", "csv"])
        .stdin(format!("[20000]:\n{wide}"))
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin>: almost all cells would be empty, since the 20000 rows have 20000 different fields; use --to json instead

"#]]);
}

/// Item by item, but the same as the whole.
#[test]
fn long_yaml() {
    let element = |id| format!("  - id: {id}\n    text: \"a\\nb: {id}\"\n    tags[2]: x,\"1\"\n    none:\n");
    let long = (0..3_000).map(element).collect::<String>();
    let item =
        |id| format!("- id: {id}\n  text: |-\n    a\n    b: {id}\n  tags:\n  - x\n  - \"1\"\n  none: {{}}\n");
    let yaml = (0..3_000).map(item).collect::<String>();
    toon(&["decode", "--to", "yaml"]).stdin(format!("[3000]:\n{long}")).assert().success().stdout_eq(yaml);
    toon(&["decode", "--to", "yaml"])
        .stdin(format!("[3001]:\n{long}  - 0.1234567890123456789\n"))
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: <stdin>: the number 0.1234567890123456789 does not fit into 64 bits, so YAML readers would lose digits

"#]]);
}

/// Short input is read completely before anything is written; for long input, the elements before a
/// mistake have already been written.
#[test]
fn a_mistake_in_a_row() {
    for to in ["ndjson", "csv", "json", "yaml"] {
        toon(&["decode", "--to", to]).stdin("[1]{a}:\n  1\nb: 2").assert().code(1).stdout_eq("");
    }
    let rows = "\n  1".repeat(50_000);
    let long = toon(&["decode", "--to", "ndjson"]).stdin(format!("[50001]{{a}}:{rows}")).output().unwrap();
    assert_eq!(long.status.code(), Some(1));
    assert!(long.stdout.starts_with(b"{\"a\":1}\n"));
    assert!(String::from_utf8_lossy(&long.stderr).contains("header declares 50001 elements, found 50000"));
    toon(&["decode", "--to", "ndjson"])
        .stdin("[3]{a}:\n  1\n  2\n")
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: header declares 3 elements, found 2
 --> <stdin>:1:1
  |
1 | [3]{a}:
  | ^
  = help: write [2] in the header, or add the missing element

"#]]);
}

#[test]
fn lenient() {
    toon(&["decode", "--no-strict", "--to", "json"])
        .stdin("[5]{a}:\n\t1\n\n\t2\n")
        .assert()
        .success()
        .stdout_eq("[{\"a\":1},{\"a\":2}]\n");
    toon(&["decode", "--no-strict", "--to", "ndjson"])
        .stdin(&b"[1]{a}:\n  \xff"[..])
        .assert()
        .success()
        .stdout_eq("{\"a\":\"\u{fffd}\"}\n");
}
