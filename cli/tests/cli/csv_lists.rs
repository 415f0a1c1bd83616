//! Lists in CSV.

use super::{folder, toon, toon_in};
use serde_json::{Value, json};
use snapbox::str;

/// TOON, from JSON.
fn toon_of(value: &Value) -> Vec<u8> {
    toon(&["encode"]).stdin(value.to_string()).output().unwrap().stdout
}

#[test]
fn cells_of_json() {
    for (value, csv) in [
        (
            json!([{"id": 1, "tags": ["a", "b, \"c\"\n"]}, {"id": 2, "tags": []}, {"id": 3, "tags": [1, null, true, 1.5]}]),
            "id,tags\n1,\"[\"\"a\"\",\"\"b, \\\"\"c\\\"\"\\n\"\"]\"\n2,[]\n3,\"[1,null,true,1.5]\"\n",
        ),
        // Other cells of the column stay as they are.
        (
            json!([{"a": [1]}, {"a": "x"}, {"a": null}, {}, {"a": 2}, {"a": {"b": 3}}, {"a": []}]),
            "a,a.b\n[1],\nx,\n,\n,\n2,\n,3\n[],\n",
        ),
        (json!([{"a": {"b": [1]}}]), "a.b\n[1]\n"),
        (json!({"x": {"a": [1, 2]}, "y": {"a": ["é"]}}), "key,a\nx,\"[1,2]\"\ny,\"[\"\"é\"\"]\"\n"),
    ] {
        let args = ["decode", "--to", "csv", "--lists", "json"];
        toon(&args).stdin(toon_of(&value)).assert().success().stdout_eq(csv).stderr_eq("");
    }
}

/// Also if the list is read twice, from a file and from a pipe.
#[test]
fn there_and_back() {
    let strings = ["", " ", "a,b", "\"", "\\", "[1]", "é👋", "line\r\nbreak", "null", "\u{1}"];
    for count in [10, 20_000] {
        let rows: Vec<Value> = (0..count)
            .map(|id| json!({"id": id, "tags": [strings[id % 10], id, null, 1e300, -0.5]}))
            .collect();
        let text = toon_of(&json!(rows));
        let csv = toon(&["decode", "--to", "csv", "--lists", "json"]).stdin(&*text).output().unwrap().stdout;
        let folder = folder(&[("a.toon", &String::from_utf8(text).unwrap())]);
        let of_file =
            toon_in(&folder, &["decode", "--to", "csv", "--lists", "json", "a.toon"]).output().unwrap();
        assert!(of_file.stdout == csv);
        let args = ["encode", "--from", "csv", "--types", "strings", "--types", "id=numbers"];
        let read = toon(&args).stdin(csv).output().unwrap().stdout;
        let read = toon(&["decode", "--to", "json"]).stdin(read).output().unwrap().stdout;
        let mut read: Vec<Value> = serde_json::from_slice(&read).unwrap();
        for row in &mut read {
            row["tags"] = serde_json::from_str(row["tags"].as_str().unwrap()).unwrap();
        }
        assert!(read == rows);
    }
}

/// The advice is a command that works.
#[test]
fn lists_of_objects() {
    let orders = json!({"d": [{"id": 1}, {"id": 2, "x": {"or/ders": [{"n": 1}, {"n": 2}]}}]});
    toon(&["decode", "--to", "csv", "--at", "/d"])
        .stdin(toon_of(&orders))
        .assert()
        .code(1)
        .stderr_eq(str![[r#"
error: <stdin>: field "x.or/ders" of row 2 is a list with lists or objects in it, which CSV cannot represent; use `toon decode --to csv --at '/d/1/x/or~1ders'` for this list alone, or --to json instead

"#]]);
    toon(&["decode", "--to", "csv", "--at", "/d/1/x/or~1ders"])
        .stdin(toon_of(&orders))
        .assert()
        .success()
        .stdout_eq("n\n1\n2\n");
    for (value, pointer) in [
        (json!([{"orders": [{"n": 1}]}]), "/0/orders"),
        (json!({"x": {}, "y": {"orders": [{"n": 1}]}}), "/y/orders"),
        (json!({"it's": {"a b": [{"n": 1}]}}), "'/it'\\''s/a b'"),
        (json!([{"orders": [{"n": [1]}]}]), "/0/orders --lists json"),
    ] {
        for lists in ["error", "json"] {
            let args = ["decode", "--to", "csv", "--lists", lists];
            let stderr = toon(&args).stdin(toon_of(&value)).output().unwrap().stderr;
            let command = format!("use `toon decode --to csv --at {pointer}` for this list alone");
            assert!(
                String::from_utf8_lossy(&stderr).contains(&command),
                "{}",
                String::from_utf8_lossy(&stderr)
            );
        }
    }
    // None of these is a table.
    for list in [json!([[1]]), json!([{}]), json!([1, {"a": 1}]), json!([{"a": [[1]]}]), json!([{"a": {}}])] {
        let args = ["decode", "--to", "csv", "--lists", "json"];
        let value = toon_of(&json!([{"orders": list}]));
        toon(&args).stdin(value).assert().code(1).stdout_eq("").stderr_eq(str![[r#"
error: <stdin>: field "orders" of row 1 is a list with lists or objects in it, which CSV cannot represent; use --to json instead

"#]]);
    }
}
