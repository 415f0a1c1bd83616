use super::{reads, reads_text, refuses, refuses_text};

#[test]
fn escapes() {
    reads("a: __", r#"{"a":"_"}"#);
    reads("a: ___", r#"{"a":"__"}"#);
    reads("a: __null", r#"{"a":"_null"}"#);
    reads("a: __empty", r#"{"a":"_empty"}"#);
    reads("a[3]: __,_x,null", r#"{"a":["_","_x",null]}"#);
    reads("t[2]{a}:\n  __\n  __null", r#"{"t":[{"a":"_"},{"a":"_null"}]}"#);
    reads("a: \"[draft]\"\nb: \"_[x\"", r#"{"a":"[draft]","b":"_[x"}"#);
    reads("a: \"__{x\"\na.json: true", r#"{"a":"_{x"}"#);
    reads("a: plain\na.json: true", r#"{"a":"plain"}"#);
}

#[test]
fn absence_outside_of_tables() {
    for word in ["_", "_null", "_empty"] {
        refuses(&format!("a: {word}"), 2, 4, "allowed only in a table");
        refuses(&format!("a[2]: x,{word}"), 2, 9, "allowed only in a table");
    }
    // The rows have several shapes, so this is a list of ordinary objects.
    refuses("t[2]:\n  - a: 1\n  - b: _", 4, 8, "allowed only in a table");
}

#[test]
fn aliases() {
    let with = |rest: &str| format!("_form: 1 object\n_let:\n  a: x\n  b: \"$a y\"\n{rest}");
    for (text, json) in [
        ("t: $a", "x"),
        ("t: $b", "x y"),
        ("t: $a/$a", "x/$a"),
        ("t: $a $a", "x x"),
        ("t: $ab", ""),
        ("t: $$a", "$a"),
        ("t: $$$a", "$$a"),
        ("t: \"$$ab $$\"", "$ab $$"),
        ("t: x$a", "x$a"),
        ("t: \"$ $- $\"", "$ $- $"),
        ("t: \"5$ $a\"", "5$ x"),
        ("t: $aé", "xé"),
    ] {
        if json.is_empty() {
            refuses_text(&with(text), 5, 4, "undefined alias `$ab`");
        } else {
            reads_text(&with(text), &format!("{{\"t\":{}}}", serde_json::to_string(json).unwrap()));
        }
    }
    // Keys are not values.
    reads_text(&with("$a: 1"), r#"{"$a":1}"#);
}

#[test]
fn aliases_in_legends_side_keys_and_json_text() {
    reads_text(
            "_form: 1 object\n_let:\n  a: \"https://x.org\"\n  c: size tags\nt.each:\n  u: $a/{i}\nt.numbers: $c\nt[1]{i,size,tags}:\n  1,2 3,4\nj: \"[ $c2 ]\"\nj.json: true"
                .replace("$c2", "$n")
                .replace("_let:\n", "_let:\n  n: \"7\"\n")
                .as_str(),
            r#"{"t":[{"i":1,"size":[2,3],"tags":[4],"u":"https://x.org/1"}],"j":[7]}"#,
        );
}

#[test]
fn broken_aliases() {
    refuses("_let:\n  a: $b\n  b: x", 3, 6, "undefined alias `$b`");
    refuses("_let:\n  a: $a", 3, 6, "undefined alias `$a`");
    refuses("_let:\n  a: 5", 3, 6, "expected a string");
    refuses("_let:\n  a-b: x", 3, 8, "invalid alias name");
    refuses("_let:\n  a: $b\n  b: $a", 3, 6, "undefined alias `$b`");
    refuses("_let[1]: x", 2, 1, "expected an object");
    refuses("_let:\n  a: x\nt[1]{b}:\n  $c", 5, 3, "undefined alias `$c`");
    refuses("_let:\n  a: x\nx.each:\n  u:\n    v: $c\nx[1]{b}:\n  1", 6, 8, "undefined alias `$c`");
}

#[test]
fn dollars_without_aliases_are_plain() {
    reads("a: $x\nb: $$x", r#"{"a":"$x","b":"$$x"}"#);
}

#[test]
fn times() {
    let text = |value: &str| format!("_form: 1 object time\na: {value}");
    for (short, long) in [
        ("2026-01-02T101112Z", "2026-01-02T10:11:12Z"),
        ("20260102T101112Z", "2026-01-02T10:11:12Z"),
        ("2026-01-02T101112.123456789Z", "2026-01-02T10:11:12.123456789Z"),
        ("2026-0102T101112Z", "2026-0102T101112Z"),
        ("2026-01-02T101112.Z", "2026-01-02T101112.Z"),
        ("2026-01-02T101112", "2026-01-02T101112"),
        ("2026-01-02T10111Z", "2026-01-02T10111Z"),
        ("x2026-01-02T101112Z", "x2026-01-02T101112Z"),
        ("２0260102T101112Z", "２0260102T101112Z"),
    ] {
        reads_text(&text(short), &format!("{{\"a\":\"{long}\"}}"));
    }
    reads("a: 2026-01-02T101112Z", r#"{"a":"2026-01-02T101112Z"}"#);
    reads_text(
        "_form: 1 object time\n_let:\n  d: 2026-01-02T\na: $d\nb: \"$d 101112Z\"\nt[1]{x}:\n  2026-01-02T101112Z",
        r#"{"a":"2026-01-02T","b":"2026-01-02T 101112Z","t":[{"x":"2026-01-02T10:11:12Z"}]}"#,
    );
}
