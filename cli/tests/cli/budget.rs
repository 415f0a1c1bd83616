//! `toon encode --max-tokens`.

use super::{folder, read, toon, toon_in};
use snapbox::str;

fn rows(count: usize) -> String {
    let rows: Vec<String> = (0..count).map(|id| format!(r#"{{"id":{id},"name":"user {id}"}}"#)).collect();
    format!("[{}]", rows.join(","))
}

#[track_caller]
fn fits(args: &[&str], json: &str, output: &str, note: &str) {
    let assert = toon(&[&["encode"], args].concat()).stdin(json).assert().success();
    assert.stdout_eq(output.to_owned()).stderr_eq(note.to_owned());
}

#[test]
fn what_fits_is_complete() {
    fits(&["--max-tokens", "25"], &rows(2), "[2]{id,name}:\n  0,user 0\n  1,user 1\n", "");
    fits(&["--max-tokens", "3"], "1", "1\n", "");
}

/// Tokens are counted as for statistics.
#[test]
fn as_many_tokens_as_reported() {
    let json = rows(50);
    let stats = toon(&["encode", "--stats"]).stdin(&*json).assert().success();
    let stats = String::from_utf8_lossy(&stats.get_output().stderr).into_owned();
    let number = |word: &str| word.replace(',', "").parse::<usize>().ok();
    let tokens = stats.split_whitespace().filter_map(number).nth(1).unwrap();
    let text = toon(&["encode"]).stdin(&*json).assert().success();
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    fits(&["--max-tokens", &tokens.to_string()], &json, &text, "");
    let fewer = (tokens - 1).to_string();
    let cut = toon(&["encode", "--max-tokens", &fewer]).stdin(json).assert().success();
    let note = String::from_utf8_lossy(&cut.get_output().stderr).into_owned();
    assert!(note.starts_with("left out 1 of 50 rows"), "{note}");
}

#[test]
fn rows_of_the_largest_table() {
    let json = format!(r#"{{"page": 1, "tags": ["a", "b"], "items": {}, "end": true}}"#, rows(2_000));
    fits(
        &["--max-tokens", "60"],
        &json,
        "page: 1\ntags[2]: a,b\nitems[5]{id,name}:\n  0,user 0\n  1,user 1\n  2,user 2\n  3,user 3\n  4,user 4\nend: true\n",
        "left out 1,995 of 2,000 rows of /items to fit into 60 tokens\n",
    );
    // As many as possible.
    fits(
        &["--max-tokens", "26", "--at", "/items"],
        &json,
        "[2]{id,name}:\n  0,user 0\n  1,user 1\n",
        "left out 1,998 of 2,000 rows to fit into 26 tokens\n",
    );
    fits(
        &["--max-tokens", "26", "--at", "/items", "--head", "3"],
        &json,
        "[2]{id,name}:\n  0,user 0\n  1,user 1\n",
        "left out 1 of 3 rows to fit into 26 tokens\n",
    );
}

#[test]
fn the_next_table() {
    let json = format!(r#"{{"a": {}, "b": {}}}"#, rows(9), rows(20));
    fits(
        &["--max-tokens", "30"],
        &json,
        "a[2]{id,name}:\n  0,user 0\n  1,user 1\nb: []\n",
        "left out all 20 rows of /b and 7 of 9 rows of /a to fit into 30 tokens\n",
    );
    let many: Vec<String> = (0..20).map(|key| format!(r#""k{key}":[1,2,3,4,5]"#)).collect();
    let many =
        toon(&["encode", "--max-tokens", "140"]).stdin(format!("{{{}}}", many.join(","))).assert().success();
    let note = String::from_utf8_lossy(&many.get_output().stderr).into_owned();
    assert!(note.starts_with("left out all 5 elements of /k19, all 5 elements of /k18, "), "{note}");
    assert!(note.ends_with(" more lists to fit into 140 tokens\n"), "{note}");
}

/// The pages are not what there is too much of.
#[test]
fn a_table_in_a_list() {
    let json = format!(r#"[{{"page": {{"rows": {}}}}}]"#, rows(100));
    fits(
        &["--max-tokens", "33"],
        &json,
        "[1]:\n  - page:\n      rows[2]{id,name}:\n        0,user 0\n        1,user 1\n",
        "left out 98 of 100 rows of /0/page/rows to fit into 33 tokens\n",
    );
}

#[test]
fn lists_and_keyed_tables() {
    let uneven = r#"[{"id":1},{"id":2,"x":1},{"id":3},{"id":4}]"#;
    fits(
        &["--max-tokens", "24"],
        uneven,
        "[2]:\n  - id: 1\n  - id: 2\n    x: 1\n",
        "left out 2 of 4 elements to fit into 24 tokens\n",
    );
    fits(
        &["--max-tokens", "10"],
        "[1,2,3,4,5,6,7,8,9]",
        "[3]: 1,2,3\n",
        "left out 6 of 9 elements to fit into 10 tokens\n",
    );
    let keyed: Vec<String> = (0..50).map(|id| format!(r#""k{id}":{{"x":{id},"y":0}}"#)).collect();
    let keyed = format!("{{{}}}", keyed.join(","));
    fits(
        &["--max-tokens", "28"],
        &keyed,
        "[2:]{x,y}:\n  k0: 0,0\n  k1: 1,0\n",
        "left out 48 of 50 rows to fit into 28 tokens\n",
    );
    // With specification 3, they are objects.
    toon(&["encode", "--max-tokens", "24", "--spec", "3"]).stdin(keyed).assert().code(1).stdout_eq("");
}

#[test]
fn what_never_fits() {
    toon(&["encode", "--max-tokens", "5"])
        .stdin(r#"{"text": "one two three four five six", "list": [1, 2, 3]}"#)
        .assert()
        .code(1)
        .stdout_eq("")
        .stderr_eq(str![[r#"
error: <stdin> needs at least 12 tokens, even without the elements of its lists, but --max-tokens is 5; select less with --at or --fields

"#]]);
    let folder = folder(&[("a.json", "{\"a\":1}"), ("a.toon", "old")]);
    toon_in(&folder, &["encode", "a.json", "--max-tokens", "1", "-o", "a.toon"]).assert().code(1);
    assert_eq!(read(&folder, "a.toon"), "old");
}

#[test]
fn other_input() {
    fits(
        &["--max-tokens", "14", "--from", "ndjson"],
        "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n",
        "[2]{a}:\n  1\n  2\n",
        "left out 2 of 4 rows to fit into 14 tokens\n",
    );
    fits(
        &["--max-tokens", "14", "--from", "csv"],
        "a\n1\n2\n3\n4\n",
        "[2]{a}:\n  1\n  2\n",
        "left out 2 of 4 rows to fit into 14 tokens\n",
    );
    fits(
        &["--max-tokens", "10", "--from", "yaml"],
        "[1, 2, 3, 4, 5]",
        "[3]: 1,2,3\n",
        "left out 2 of 5 elements to fit into 10 tokens\n",
    );
    toon(&["encode", "--max-tokens", "9"]).stdin("{\"a\":1,\"a\":2}").assert().code(1).stdout_eq("");
}

#[test]
fn with_other_options() {
    // What is not selected does not count.
    fits(
        &["--max-tokens", "14", "--fields", "id"],
        &rows(50),
        "[2]{id}:\n  0\n  1\n",
        "left out 48 of 50 rows to fit into 14 tokens\n",
    );
    fits(
        &["--max-tokens", "5", "--fields", "id"],
        &rows(2),
        "[]\n",
        "left out all 2 rows to fit into 5 tokens\n",
    );
    fits(
        &["--max-tokens", "30", "--fold", "--delimiter", "|"],
        &format!(r#"{{"a":{{"b":{}}}}}"#, rows(9)),
        "a.b[2|]{id|name}:\n  0|user 0\n  1|user 1\n",
        "left out 7 of 9 rows of /a/b to fit into 30 tokens\n",
    );
    toon(&["encode", "--max-tokens", "30", "--stats"]).stdin(rows(9)).assert().success().stderr_eq(str![[
        r#"
Tokens (o200k_base): 33 (compact JSON) → 27 (TOON), 18.2 % saved
left out 6 of 9 rows to fit into 30 tokens

"#
    ]]);
    // Filled rows are counted.
    fits(
        &["--max-tokens", "20", "--fill"],
        r#"[{"id":1,"x":2},{"id":2},{"id":3,"x":4},{"id":4,"x":5}]"#,
        "[2]{id,x}:\n  1,2\n  2,null\n",
        "filled 1 absent field with null: x\nleft out 2 of 4 rows to fit into 20 tokens\n",
    );
    toon(&["encode", "--max-tokens", "20", "--fill", "--stats"]).stdin("[]").assert().code(2).stderr_eq(
        str![[r#"
error: with both --fill and --max-tokens, --stats has no JSON to compare with: leave out one of the three

"#]],
    );
    for option in ["--smallest", "--normal"] {
        toon(&["encode", "--max-tokens", "9", option]).stdin("[]").assert().code(2).stdout_eq("");
    }
    let folder = folder(&[("rows.json", &rows(9))]);
    toon_in(&folder, &["encode", "rows.json", "--max-tokens", "26", "-o", "rows.toon"])
        .assert()
        .success()
        .stdout_eq("")
        .stderr_eq("Encoded rows.json to rows.toon\nleft out 7 of 9 rows to fit into 26 tokens\n");
    assert_eq!(read(&folder, "rows.toon"), "[2]{id,name}:\n  0,user 0\n  1,user 1\n");
}
