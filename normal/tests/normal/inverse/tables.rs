use super::{reads, reads_list, refuses};

#[test]
fn what_toon_writes_as_a_table_is_one() {
    // In list form as well, and directly inside a list.
    reads("t[2]:\n  - a: 1\n    b: _\n  - a: _\n    b: 2", r#"{"t":[{"a":1},{"b":2}]}"#);
    reads("t[1]:\n  - [1]:\n    - a: 1\n      b: _", r#"{"t":[[{"a":1}]]}"#);
    reads_list("list[2]{a,b}:\n  _,1\n  2,_", r#"[{"b":1},{"a":2}]"#);
    reads("t[1]{a}:\n  _", r#"{"t":[{}]}"#);
    // Different keys or another order, an empty object or a list: a list of ordinary values.
    reads("t[2]:\n  - a: 1\n    b: 2\n  - b: 3\n    a: 4", r#"{"t":[{"a":1,"b":2},{"b":3,"a":4}]}"#);
    reads("t[1]:\n  - a:\n", r#"{"t":[{"a":{}}]}"#);
    reads("t[1]:\n  - a[1]: 1", r#"{"t":[{"a":[1]}]}"#);
    reads("t[2]:\n  - a: x\n    a.json: true\n    b: 1\n  - c: 1", r#"{"t":[{"a":"x","b":1},{"c":1}]}"#);
    // Tables with keys are objects.
    refuses("t[2:]{a}:\n  x: 1\n  y: _", 4, 6, "allowed only in a table");
}

#[test]
fn groups() {
    reads(
        "t[5]{a,g{x,h{y,z}}}:\n  1,_,_,_\n  2,_,_null,_\n  3,_,_empty,_\n  4,_null,_,_\n  5,_,_,7",
        r#"{"t":[{"a":1},{"a":2,"g":{"h":null}},{"a":3,"g":{"h":{}}},{"a":4,"g":null},{"a":5,"g":{"h":{"z":7}}}]}"#,
    );
    reads(
        "t.each:\n  g:\n    k: 1\n    h:\n      l: 2\n  n:\n    m: 3\nt[4]{a,g{x}}:\n  1,_\n  2,5\n  3,_null\n  4,_empty",
        r#"{"t":[{"a":1,"n":{"m":3}},{"a":2,"g":{"x":5,"k":1,"h":{"l":2}},"n":{"m":3}},{"a":3,"g":null,"n":{"m":3}},{"a":4,"g":{},"n":{"m":3}}]}"#,
    );
}

#[test]
fn broken_groups() {
    refuses("t[1]{a,g{x,y}}:\n  1,_null,2", 3, 11, "has a value in another cell");
    refuses("t[1]{a,g{x,y}}:\n  1,2,_empty", 3, 7, "has a value in another cell");
    refuses("t[1]{a,g{x,y}}:\n  1,_null,_empty", 3, 11, "has a value in another cell");
    refuses("t[1]{g{x,h{y}}}:\n  _null,_null", 3, 9, "has a value in another cell");
    refuses("t[1]{g{x,h{y}}}:\n  _null,1", 3, 9, "has a value in another cell");
    refuses("t[1]{a,b}:\n  1,_null", 3, 5, "only to columns in a group");
}

#[test]
fn tuples() {
    reads(
        "t.tuple: at at.0\nt[2]{at{\"0\"{\"0\",\"1\"},\"1\"}}:\n  1,2,3\n  _,_,_",
        r#"{"t":[{"at":[[1,2],3]},{}]}"#,
    );
    reads(
        "t.tuple: at\nt[3]{i,at{\"0\"}}:\n  1,_null\n  2,_empty\n  3,null",
        r#"{"t":[{"i":1,"at":null},{"i":2,"at":[]},{"i":3,"at":[null]}]}"#,
    );
    refuses("t.tuple: at\nt[1]{at{\"0\",\"2\"}}:\n  1,2", 2, 10, "to be 0, 1, …");
    // In whatever order they are: rows that take the order of the header may have the legend's
    // elements last.
    reads("t.tuple: at\nt[1]{at{\"1\",\"0\"}}:\n  1,2", r#"{"t":[{"at":[2,1]}]}"#);
    refuses("t.tuple: at\nt[1]{at}:\n  1", 2, 10, "unknown group \"at\"");
    refuses("t.tuple: at\nt[1]{at{\"0\",\"1\"}}:\n  _,2", 4, 3, "missing element");
}

#[test]
fn orders() {
    reads(
        "t.each:\n  g:\n    c: 2\n  d: 4\nt.order: 0 1 2 1\nt[1]{a,g{b}}:\n  1,3",
        r#"{"t":[{"g":{"c":2,"b":3},"a":1,"d":4}]}"#,
    );
    reads("t.order: 2\nt[1]{a,b}:\n  1,2", r#"{"t":[{"a":1,"b":2}]}"#);
    for order in ["1", "3", "1 1", "0 2", "99999999999999999999999", "x", "-1", "\"1  1\"", "\"\"", "true"] {
        refuses(&format!("t.order: {order}\nt[1]{{a,b}}:\n  1,2"), 2, 10, "`order`");
    }
    refuses("t.each:\n  c: 1\nt.order: 2\nt[1]{a,b}:\n  1,2", 4, 10, "`order` lists 2 of the 3 columns");
}

#[test]
fn alternative_orders() {
    reads(
        "t.alt[2]: 0 2=1 0,1=0\nt[3]{a,b}:\n  1,2\n  _,3\n  4,5",
        r#"{"t":[{"b":2,"a":1},{"b":3},{"b":5,"a":4}]}"#,
    );
    // After `tuple`, and with the columns that the row does not keep.
    reads(
        "t.map: _key\nt.tuple: p\nt.alt: 0=0 2 1\nt[1]{_key,a,p{\"0\",\"1\"}}:\n  k,1,2,3",
        r#"{"t":{"k":{"p":[2,3],"a":1}}}"#,
    );
    for alt in [
        "0=0",
        "0=0 0",
        "0=1 2",
        "0=0 1 2",
        "0",
        "=1 0",
        "0=",
        "0 0=1 0",
        "1=1 0",
        "x=1 0",
        "0=1 x",
        "5",
        "99999999999999999999=1 0",
    ] {
        refuses(&format!("t.alt: \"{alt}\"\nt[1]{{a,b}}:\n  1,2"), 2, 8, "`alt`");
    }
    refuses("t.alt: 5\nt[1]{a,b}:\n  1,2", 2, 8, "`alt`");
    refuses("t.alt[2]: 0=1 0,0=0 1\nt[1]{a,b}:\n  1,2", 2, 1, "duplicate row 0 in `alt`");
}

#[test]
fn maps() {
    reads("t.map: _key\nt[2]{_key,a}:\n  __,1\n  \"\",2", r#"{"t":{"_":{"a":1},"":{"a":2}}}"#);
    reads("t.each:\n  _key: k\nt.map: _key\nt[1]{a}:\n  1", r#"{"t":{"k":{"a":1}}}"#);
    reads("t.each:\n  _key: \"n-{}\"\nt.map: _key\nt[1]{_key}:\n  1", r#"{"t":{"n-1":{}}}"#);
    refuses("t.map: _key\nt[2]{_key,a}:\n  k,1\n  k,2", 5, 3, "duplicate key \"k\"");
    refuses("t.map: _key\nt[1]{_key,a}:\n  1,1", 4, 3, "expected a string in `_key`");
    refuses("t.map: _key\nt[1]{_key,a}:\n  _,1", 4, 3, "row without a `_key`");
    refuses("t.map: _key\nt[1]{a}:\n  1", 4, 3, "row without a `_key`");
    refuses("t.map: key\nt[1]{key}:\n  a", 2, 8, "expected `_key`");
}

#[test]
fn list_cells() {
    reads(
        "t.words: w\nt.pairs: p\nt.numbers: n\nt.list: l\nt[4]{w,l,p,n}:\n  \"[]\",\"[]\",\"{}\",\"[]\"\n  __,\"_[a\",k=a=b,1e3\n  null,_,\"k=\",\"1.50 -0 1e400\"\n  \"[1]\",a,\"=x\",\"12345678901234567890123 2\"",
        r#"{"t":[{"w":[],"l":[],"p":{},"n":[]},{"w":["_"],"l":["[a"],"p":{"k":"a=b"},"n":[1000]},{"w":null,"p":{"k":""},"n":[1.5,0,1e+400]},{"w":[1],"l":["a"],"p":{"":"x"},"n":[12345678901234567890123,2]}]}"#,
    );
    for (word, cell) in [
        ("words", "\"a  b\""),
        ("words", "\"\""),
        ("words", "5"),
        ("words", "true"),
        ("list", "\"a; \""),
        ("list", "5"),
        ("pairs", "a"),
        ("pairs", "k=1; k=2"),
        ("numbers", "1  2"),
        ("numbers", "1 x"),
        ("numbers", "\"1,2\""),
        ("numbers", "\"\""),
        ("numbers", "1 "),
        ("numbers", "01 2"),
        ("numbers", "true"),
        ("numbers", "[1"),
    ] {
        let cell = if cell.starts_with('[') || cell.ends_with(' ') {
            format!("\"{cell}\"")
        } else {
            cell.to_string()
        };
        refuses(&format!("t.{word}: a\nt[1]{{a}}:\n  {cell}"), 4, 3, "");
    }
    refuses("t.words: b\nt[1]{a}:\n  x", 2, 10, "unknown column \"b\"");
    refuses("t.words: a\nt.list: a\nt[1]{a}:\n  x", 3, 9, "duplicate column");
    refuses("t.words: 5\nt[1]{a}:\n  x", 2, 10, "expected paths");
    refuses("t.each:\n  b: x\nt.words: b\nt[1]{a}:\n  x", 4, 10, "unknown column \"b\"");
}

#[test]
fn paths_in_arrays() {
    reads("t.words[2]: \"a b\",\"c\"\nt[1]{\"a b\",c}:\n  x,y", r#"{"t":[{"a b":["x"],"c":["y"]}]}"#);
    reads("t.json[1]: \"\"\nt[1]{\"\"}:\n  \"[1]\"", r#"{"t":[{"":[1]}]}"#);
}
