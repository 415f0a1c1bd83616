use super::{reads, refuses};

#[test]
fn by_count() {
    reads(
        "t[5]{a}:\n  1\n  0\n  null\n  _\n  2\nt.a[3]: x,5,null",
        r#"{"t":[{"a":["x"]},{"a":[]},{"a":null},{},{"a":[5,null]}]}"#,
    );
    reads("t[1]{a}:\n  0\nt.a: []", r#"{"t":[{"a":[]}]}"#);
    reads(
        "t[1]{g{a}}:\n  1\nt.g.a: \"[{\\\"b\\\":{}}]\"\nt.g.a.json: true",
        r#"{"t":[{"g":{"a":[{"b":{}}]}}]}"#,
    );
    reads(
        "t.each:\n  b: \"{a}\"\nt[1]{a}:\n  1\nt.a[1]{x}:\n  1",
        r#"{"t":[{"a":[{"x":1}],"b":[{"x":1}]}]}"#,
    );
    refuses("t[2]{a}:\n  1\n  1\nt.a[1]: x", 4, 3, "not enough child rows in `t.a`: expected 1, found 0");
    refuses("t[2]{a}:\n  1\n  0\nt.a[3]: x,y,z", 5, 11, "child row without a parent row");
    refuses("t[1]{a}:\n  1\nt.a[2]{x}:\n  1\n  2", 6, 3, "child row without a parent row");
    for count in ["x", "1.5", "-1", "true", "99999999999999999999999999"] {
        refuses(&format!("t[1]{{a}}:\n  {count}\nt.a[1]: x"), 3, 3, "");
    }
    refuses("t.each:\n  a: 1\nt[1]{i}:\n  1\nt.a[1]: x", 6, 1, "no column for the number");
    refuses("t.words: a\nt[1]{a}:\n  1\nt.a[1]: x", 5, 1, "no column for the number");
    refuses("t[1]{a}:\n  1\nt.a: x", 4, 6, "expected a list of child rows");
    refuses("t[1]{a}:\n  1\nt.a:\n  b: 1", 4, 1, "expected a list of child rows");
    refuses("t[1]{a}:\n  1\nt.a.map: _key\nt.a[1]{_key}:\n  x", 5, 1, "expected a list of child rows");
    reads("t[1]{\"a.b\"}:\n  1\nt.a.b[1]: x", r#"{"t":[{"a.b":["x"]}]}"#);
    reads("t[1]{\"a.b\",a}:\n  1,2\nt.a.b[1]: x", r#"{"t":[{"a.b":["x"],"a":2}]}"#);
    refuses("t[1]{\"a.b\",a{c}}:\n  1,2\nt.a.b[1]: x", 4, 1, "unknown column \"a.b\"");
}

#[test]
fn by_key() {
    // Types count, and the order of the children is kept.
    reads(
        "t.each:\n  c: []\nt[4]{id}:\n  1\n  \"1\"\n  null\n  true\nt.c.of: id\nt.c[5]{_of,x}:\n  \"1\",a\n  1,b\n  null,c\n  \"1\",d\n  true,e",
        r#"{"t":[{"id":1,"c":[{"x":"b"}]},{"id":"1","c":[{"x":"a"},{"x":"d"}]},{"id":null,"c":[{"x":"c"}]},{"id":true,"c":[{"x":"e"}]}]}"#,
    );
    // All of one parent.
    reads(
        "t.each:\n  c: []\nt[2]{id}:\n  1\n  2\nt.c.of: id\nt.c.each:\n  _of: 2\nt.c[2]{x}:\n  a\n  b",
        r#"{"t":[{"id":1,"c":[]},{"id":2,"c":[{"x":"a"},{"x":"b"}]}]}"#,
    );
    // Of a key with a prefix, and beside plain lists and JSON text.
    reads(
        "t.each:\n  id: \"n{}\"\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[2]:\n  - _of: n1\n    x[1]: 1\n  - _of: n1",
        r#"{"t":[{"id":"n1","c":[{"x":[1]},{}]}]}"#,
    );
    reads(
        "t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c: \"[{\\\"_of\\\":1,\\\"x\\\":[]}]\"\nt.c.json: true",
        r#"{"t":[{"id":1,"c":[{"x":[]}]}]}"#,
    );
    reads("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c: []", r#"{"t":[{"id":1,"c":[]}]}"#);
    // Numbers are equal by value.
    reads(
        "t.each:\n  c: []\nt[1]{id}:\n  10\nt.c.of: id\nt.c[1]{_of,x}:\n  1e1,a",
        r#"{"t":[{"id":10,"c":[{"x":"a"}]}]}"#,
    );
    // Without a key, a row has no children.
    reads(
        "t.each:\n  c: []\nt[2]{id,b}:\n  _,1\n  2,2\nt.c.of: id\nt.c[1]{_of,x}:\n  2,a",
        r#"{"t":[{"b":1,"c":[]},{"id":2,"b":2,"c":[{"x":"a"}]}]}"#,
    );
}

#[test]
fn broken_keys() {
    let with = |rows: &str| {
        format!("t.each:\n  c: []\nt[2]{{id}}:\n{rows}\nt.c.of: id\nt.c[2]{{_of,x}}:\n  1,a\n  3,b")
    };
    refuses(&with("  1\n  2"), 10, 3, "child row without a parent row");
    refuses(&with("  1\n  1"), 6, 3, "two parent rows have the value");
    refuses("t[1]{id,c}:\n  1,1\nt.c.of: id\nt.c[1]{_of}:\n  1", 5, 1, "has no `[]`");
    refuses("t.each:\n  c: 5\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]{_of}:\n  1", 7, 1, "has no `[]`");
    refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: x\nt.c[1]{_of}:\n  1", 6, 9, "unknown column \"x\"");
    refuses(
        "t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: 5\nt.c[1]{_of}:\n  1",
        6,
        9,
        "expected the path of a column",
    );
    refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]{x}:\n  1", 8, 3, "without a `_of`");
    refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: id\nt.c[1]: x", 7, 9, "expected an object");
    refuses("t.each:\n  c: []\nt[1]{id}:\n  1\nt.c.of: c\nt.c[1]{_of}:\n  1", 3, 6, "recursive template");
    // The group that the list is in is absent.
    refuses(
        "t.each:\n  g:\n    c: []\nt[2]{id,g{x}}:\n  1,_\n  2,3\nt.g.c.of: id\nt.g.c[1]{_of}:\n  1",
        10,
        3,
        "child row without a parent row",
    );
}

#[test]
fn of_children() {
    reads(
        "t.each:\n  c: []\nt[2]{id}:\n  1\n  2\nt.c.of: id\nt.c[3]{_of,d}:\n  2,1\n  1,0\n  1,2\nt.c.d.each:\n  e: []\nt.c.d[3]{k}:\n  x\n  y\n  z\nt.c.d.e.of: k\nt.c.d.e[1]{_of,f}:\n  z,1",
        r#"{"t":[{"id":1,"c":[{"d":[]},{"d":[{"k":"y","e":[]},{"k":"z","e":[{"f":1}]}]}]},{"id":2,"c":[{"d":[{"k":"x","e":[]}]}]}]}"#,
    );
    refuses("t[1]{c}:\n  1\nt.c[1]{d}:\n  1\nt.c.d[2]: x,y", 6, 13, "child row without a parent row");
}
