//! Rows of several kinds, rare objects, nulls, and lists as tables.

use super::{reads, refuses};

#[test]
fn rows_of_several_kinds() {
    reads(
        "t.by: k\nt: A B*2 A\nt.A[2]{x}:\n  1\n  2\nt.B[2]{y}:\n  3\n  4",
        r#"{"t":[{"k":"A","x":1},{"k":"B","y":3},{"k":"B","y":4},{"k":"A","x":2}]}"#,
    );
    // The column is in an object of the row, or still in the table.
    reads(
        "t.by: o.k\nt: A B\nt.A[1]{i,o{x}}:\n  1,2\nt.B[1]{o{y,k}}:\n  3,B",
        r#"{"t":[{"i":1,"o":{"k":"A","x":2}},{"o":{"y":3,"k":"B"}}]}"#,
    );
    // It is a reference.
    reads(
        "t.by: u\nt: ada bob\nt.ada[1]{x}:\n  1\nt.bob[1]{y}:\n  2\n_same:\n  u.in: u\n  u.key: n\n  u[2]{n,a}:\n    ada,1\n    bob,2",
        r#"{"t":[{"u":{"n":"ada","a":1},"x":1},{"u":{"n":"bob","a":2},"y":2}]}"#,
    );
    let with = |order: &str| format!("t.by: k\nt: {order}\nt.A[2]{{x}}:\n  1\n  2\nt.B[1]{{y}}:\n  3");
    for order in ["A B*2 A", "A*3 B", "A*0 B", "A*+2 B", "A*02 B", "A*x B", "A*-1 B", "A**2 B"] {
        refuses(&with(order), 3, 4, "of this kind are left");
    }
    refuses(&with("A C"), 3, 4, "unknown kind \"C\"");
    refuses(&with("A*2"), 7, 1, "does not follow in the order");
    refuses("t.by: k\nt: A B\nt.A[1]{k,x}:\n  B,1\nt.B[1]{x}:\n  2", 3, 4, "of another kind");
    refuses("t.by: o.k\nt: A\nt.A[1]{x}:\n  1", 3, 4, "has no object");
    refuses("t.by: 1\nt: A\nt.A[1]{x}:\n  1", 2, 7, "expected the path");
    refuses("t.by: k\nt: A\nt.A: x", 4, 6, "expected a list of rows");
    refuses("t.by: k\nt: A\nt.each:\n  a: 1\nt.A[1]{x}:\n  1", 4, 1, "does not apply");
}

#[test]
fn objects_that_few_rows_have() {
    let with = |rest: &str| format!("t.each:\n  f: []\nt[3]{{i}}:\n  1\n  2\n  3\n{rest}");
    reads(
        &with("t.f.at: _row\nt.f[1]{_row,a}:\n  1,x"),
        r#"{"t":[{"i":1,"f":null},{"i":2,"f":{"a":"x"}},{"i":3,"f":null}]}"#,
    );
    reads(
        &with("t.f.at: _row _\nt.f[1]{_row,a}:\n  2,x"),
        r#"{"t":[{"i":1},{"i":2},{"i":3,"f":{"a":"x"}}]}"#,
    );
    refuses(&with("t.f.at: _row\nt.f[1]{_row,a}:\n  3,x"), 10, 3, "without a parent row");
    refuses(&with("t.f.at: _row\nt.f[2]{_row,a}:\n  1,x\n  1,y"), 11, 3, "duplicate number 1");
    refuses(&with("t.f.at: _row\nt.f[1]{_row,a}:\n  x,x"), 10, 3, "the number of a row");
    refuses(&with("t.f.at: _row\nt.f[1]{a}:\n  x"), 10, 3, "row without a `_row`");
    refuses(&with("t.f.at: row\nt.f[1]{_row,a}:\n  1,x"), 8, 9, "expected `_row`");
    refuses(&with("t.f.at: _row\nt.f.of: i\nt.f[1]{_row,a}:\n  1,x"), 9, 9, "does not apply");
}

#[test]
fn nulls() {
    reads(
        "o:\n  _null: . a b .. c\n  x: 1\n  y: 2\n  z: 3",
        r#"{"o":{"x":1,"a":null,"b":null,"y":2,"z":3,"c":null}}"#,
    );
    reads("o:\n  _null: a", r#"{"o":{"a":null}}"#);
    reads("o:\n  _null.: a", r#"{"o":{"_null":"a"}}"#);
    refuses("o:\n  _null: .. a\n  x: 1", 3, 10, "counts 2 members, but 1 are left");
    refuses("o:\n  _null: a .\n  x: 1", 3, 10, "expected a name");
    refuses("o:\n  _null: a x\n  x: 1", 3, 10, "duplicate key \"x\"");
    refuses("o:\n  _null: a a", 3, 10, "duplicate key \"a\"");
    refuses("o:\n  _null: 1", 3, 10, "expected the names");
    refuses("o:\n  _null: \"a  b\"", 3, 10, "counts 0 members");
}

#[test]
fn lists_as_tables() {
    reads("t.tuple: true\nt[2]{\"0\",\"1\"}:\n  1,a\n  null,b", r#"{"t":[[1,"a"],[null,"b"]]}"#);
    refuses("t.tuple: true\nt[1]{\"0\",\"2\"}:\n  1,a", 4, 3, "to be 0, 1");
    refuses("t.tuple: true\nt.map: _key\nt[1]{_key,\"0\"}:\n  x,a", 2, 10, "cannot be a map");
    reads(
        "t.transposed: v\nt.numbers: v.0\nt.words: v.1\nt[2]{v{\"0\",\"1\"}}:\n  1 2,a b\n  3,c",
        r#"{"t":[{"v":[[1,"a"],[2,"b"]]},{"v":[[3,"c"]]}]}"#,
    );
    refuses(
        "t.transposed: v\nt.numbers: v.0\nt.words: v.1\nt[1]{v{\"0\",\"1\"}}:\n  1 2,a",
        6,
        3,
        "same length",
    );
    refuses("t.transposed: v\nt[1]{v{\"0\",\"1\"}}:\n  1,a", 4, 3, "same length");
    refuses("t.transposed: v\nt.tuple: v\nt[1]{v{\"0\"}}:\n  1", 2, 15, "duplicate group");
    reads("t.one: a\nt[3]{a}:\n  true\n  \"[]\"\n  null", r#"{"t":[{"a":[true]},{"a":[]},{"a":null}]}"#);
    reads("t.map: _key one\nt[1]{_key,a}:\n  x,1", r#"{"t":{"x":[{"a":1}]}}"#);
}
