//! `toon decode`.

use super::toon;
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
error: <stdin> is not an array, as NDJSON requires

"#]]);
    toon(&["decode", "--to", "csv"]).stdin(text).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin> is not an array, as CSV requires

"#]]);
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
error: <stdin>: a number does not fit into 64 bits, so YAML readers would lose digits

"#]]);
}

#[test]
fn what_csv_has_no_cell_for() {
    let nested = "[1]:\n  - a: 1\n    b[1]: 2";
    toon(&["decode", "--to", "csv"]).stdin(nested).assert().code(1).stderr_eq(str![[r#"
error: <stdin>: field "b" of element 0 is a list or an object, which CSV cannot represent; use --to ndjson instead

"#]]);
    let other = "[2]:\n  - a: 1\n  - b: 2";
    toon(&["decode", "--to", "csv"]).stdin(other).assert().code(1).stderr_eq(str![[r#"
error: <stdin>: element 1 has a field "b" that is missing in the first element, which defines the fields of the CSV; use --to ndjson instead

"#]]);
    toon(&["decode", "--to", "csv"]).stdin("[2]: 1,2").assert().code(1).stderr_eq(str![[r#"
error: invalid type: integer `1`, expected an object, as a CSV record requires
 --> <stdin>:1:6, in [0]
  |
1 | [2]: 1,2
  |      ^

"#]]);
    // Fewer fields than in the first element are fine.
    let fewer = "[2]:\n  - a: 1\n    b: null\n  - b: x";
    toon(&["decode", "--to", "csv"]).stdin(fewer).assert().success().stdout_eq("a,b\n1,\n,x\n");
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
