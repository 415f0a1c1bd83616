use super::{reads, refuses};

#[test]
fn own_keys() {
    reads("a.: 1", r#"{"a":1}"#);
    reads("a..: 1", r#"{"a.":1}"#);
    refuses("\".\": 2\n\"\": 4", 3, 5, "duplicate key \"\"");
}

#[test]
fn strange_keys() {
    reads("\"a..b\": 1\n\"..\": 3\n\"x\": 4", r#"{"a..b":1,".":3,"x":4}"#);
    reads("\"\": 1\n\".a.\": 2", r#"{"":1,".a":2}"#);
    reads("list: 1\nlist.each.: 2", r#"{"list":1,"list.each":2}"#);
    reads("list.each: 2", r#"{"list.each":2}"#);
    reads("_same.: 1\n_let.: 2\n_form.x.: 3", r#"{"_same":1,"_let":2,"_form.x":3}"#);
    reads("a:\n  _form: 1\n  _same: 2", r#"{"a":{"_form":1,"_same":2}}"#);
    reads("a:\n  b: 1\n  b.c.: 2", r#"{"a":{"b":1,"b.c":2}}"#);
    // In rows, only a dot at the end counts.
    reads("t[1]{a,a.b,c..,d.}:\n  1,2,3,4", r#"{"t":[{"a":1,"a.b":2,"c.":3,"d":4}]}"#);
}

#[test]
fn the_longest_part_counts() {
    // `t.a` is the key of a child table and has side keys itself.
    reads(
        "t[2]{a}:\n  1\n  1\nt.a.each:\n  k: 5\nt.a[2]{b}:\n  1\n  0\nt.a.b[1]: x",
        r#"{"t":[{"a":[{"b":["x"],"k":5}]},{"a":[{"b":[],"k":5}]}]}"#,
    );
}

#[test]
fn lists_of_one_object() {
    reads("t.one: true\nt:\n  a: 1\n  b[2]: x,y", r#"{"t":[{"a":1,"b":["x","y"]}]}"#);
    reads(
        "t.one: true\nt:\n  u.words: w\n  u[1]{w}:\n    x y\n  _null: . c",
        r#"{"t":[{"u":[{"w":["x","y"]}],"c":null}]}"#,
    );
    reads(
        "t[1]{a}:\n  7\nt.x.of: a\nt.x.one: true\nt.x:\n  _of: 7\n  b: 1\nt.each:\n  x: []",
        r#"{"t":[{"a":7,"x":[{"b":1}]}]}"#,
    );
    reads("t.by: k\nt: A\nt.A.one: true\nt.A:\n  b: 1", r#"{"t":[{"k":"A","b":1}]}"#);
    assert_eq!(super::to_json("_form: 1 list\nlist.one: true\nlist:\n  a: 1").unwrap(), r#"[{"a":1}]"#);
    refuses("t.one: yes\nt:\n  a: 1", 2, 8, "expected `true` beside an object");
    refuses("t.one: true\nt[1]: x", 2, 8, "`one` does not apply to a value that is not a table");
    refuses("t.one: true\nt.each:\n  b: 1\nt:\n  a: 1", 3, 1, "`each` does not apply to a list of one");
    refuses("t.one: true\nt.one.x: 1\nt:\n  a: 1", 3, 10, "`x` does not apply here");
    refuses("t.one: true\nt.x.of: a\nt:\n  a: 1", 3, 9, "does not apply to a list of one");
}

#[test]
fn keys_that_become_equal() {
    refuses("a: 1\n\"a.\": 2", 3, 7, "duplicate key \"a\"");
    refuses("t[1]{a,\"a.\"}:\n  1,2", 3, 5, "duplicate key \"a\"");
    refuses("t.each:\n  c: 1\n  \"c.\": 2\nt[1]{a}:\n  1", 4, 9, "duplicate key \"c\"");
    refuses("t.each:\n  \"a.\": 2\nt[1]{a}:\n  1", 2, 1, "expected exactly one `{}`");
}

#[test]
fn side_keys_that_do_not_apply() {
    refuses("a: 1\na.b: 2", 3, 6, "`b` does not apply to a value that is not a table");
    refuses("a: 1\na.json: true", 3, 9, "only strings and lists");
    refuses("a: x\na.json: a", 3, 9, "`json` does not apply to a value that is not a table");
    refuses("a: x\na.each:\n  b: 1", 3, 1, "`each` does not apply to a value that is not a table");
    refuses("a[1]: x\na.of: b", 3, 7, "`of` does not apply to a value that is not a table");
    refuses("t[1]{a}:\n  1\nt.json: true", 4, 9, "expected paths");
    refuses("t[1]{a}:\n  1\nt.of: a", 4, 7, "`of` does not apply");
    refuses("t[1]{a}:\n  1\nt.in: a", 4, 7, "`in` does not apply");
    refuses("t[1]{a}:\n  1\nt.key: a", 4, 8, "`key` does not apply");
    refuses("t[1]{a}:\n  1\nt.b[1]: x", 4, 1, "unknown column \"b\"");
    refuses("t[1]{a}:\n  1\nt.order.x: 1", 4, 12, "`order.x` does not apply");
    refuses("t[1]{a}:\n  1\nt.order: 1\nt.order.x: 1", 5, 12, "`x` does not apply");
    refuses("_same.: 1\n_form.x: 1", 3, 10, "`x` does not apply");
    refuses("o:\n  x: 1\no.json: true", 4, 9, "only strings and lists");
}
