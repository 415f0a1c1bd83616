use super::{reads, reads_text, refuses};

#[test]
fn constants() {
    reads(
            "t.each:\n  a: null\n  b: false\n  c:\n  d[2]: x,null\n  e[0]:\n  f: _\n  g: __\n  h: \"[x\"\nt[1]{i}:\n  1"
                .replace("  e[0]:\n", "  e: []\n")
                .as_str(),
            r#"{"t":[{"i":1,"a":null,"b":false,"c":{},"d":["x",null],"e":[],"f":"_","g":"__","h":"[x"}]}"#,
        );
    reads(
        "t.each:\n  a: \"[[1],\\\"_\\\"]\"\n  b: \"_[x\"\n  c: \"{x\"\n  d: \"__[x\"\nt.json: a b c\nt[1]{i}:\n  1",
        r#"{"t":[{"i":1,"a":[[1],"_"],"b":"[x","c":"{x","d":"__[x"}]}"#,
    );
    reads_text("_form: 1 object\nt.each:\nt[1]{i}:\n  1", r#"{"t":[{"i":1}]}"#);
    refuses("t.each: 5\nt[1]{i}:\n  1", 2, 9, "expected an object in `each`");
    refuses("t.each:\n  a[1]{x}:\n    1\nt[1]{i}:\n  1", 3, 3, "only scalars");
    refuses("t.each:\n  i:\n    x: 1\nt[1]{i}:\n  1", 3, 3, "found an object");
    refuses("t.each:\n  g: 1\nt[1]{g{x}}:\n  1", 3, 6, "found a value");
    refuses("t.each:\n  i: 1\nt[1]{i}:\n  1", 3, 6, "expected exactly one `{}`");
    refuses("t.each:\n  a: \"[x\"\nt.json: a\nt[1]{i}:\n  1", 3, 6, "invalid JSON");
}

#[test]
fn templates() {
    reads(
        "t.each:\n  b: \"{a}\"\n  c: \"<{a}>\"\n  d: \"{b}/{c}\"\n  e: \"{x}{a}\"\n  f: \"{a\"\n  g: \"{{a}}\"\nt[6]{a}:\n  x\n  1\n  null\n  _\n  1.5\n  true",
        concat!(
            r#"{"t":[{"a":"x","b":"x","c":"<x>","d":"x/<x>","e":"{x}x","f":"{a","g":"{x}"},"#,
            r#"{"a":1,"b":1,"c":"<1>","d":"1/<1>","e":"{x}1","f":"{a","g":"{1}"},"#,
            r#"{"a":null,"b":null,"c":null,"d":null,"e":null,"f":"{a","g":null},"#,
            r#"{"f":"{a"},"#,
            r#"{"a":1.5,"b":1.5,"f":"{a"},"#,
            r#"{"a":true,"b":true,"f":"{a"}]}"#,
        ),
    );
    // Of several that are null or absent, the leftmost decides.
    reads(
        "t.each:\n  c: \"{a}{b}\"\nt[3]{a,b}:\n  null,_\n  _,null\n  x,null",
        r#"{"t":[{"a":null,"c":null},{"b":null},{"a":"x","b":null,"c":null}]}"#,
    );
    // Keys may have dots, unless their beginning is the key of an object.
    reads(
        "t.each:\n  c: \"{a.b} {g.x}\"\nt[1]{\"a.b\",g{x}}:\n  1,2",
        r#"{"t":[{"a.b":1,"g":{"x":2},"c":"1 2"}]}"#,
    );
    reads(
        "t.each:\n  c: \"{g.x} {g.y} {a.b}\"\nt[1]{\"g.x\",g{x},\"g.y\",\"a.b\",a}:\n  1,2,3,4,5",
        r#"{"t":[{"g.x":1,"g":{"x":2},"g.y":3,"a.b":4,"a":5,"c":"2 {g.y} 4"}]}"#,
    );
    // Chains of any length, in any order.
    let chain: String = (0..5_000).map(|at| format!("  a{at}: \"{{a{}}}\"\n", at + 1)).collect();
    let text = format!("_form: 1 object\nt.each:\n{chain}t[1]{{a5000}}:\n  x");
    assert!(super::to_json(&text).unwrap().ends_with("\"a4999\":\"x\"}]}"));
}

#[test]
fn copies_keep_the_type() {
    reads(
        "t.each:\n  b: \"{a}\"\n  g:\n    c: \"{l}\"\nt.json: a\nt.words: l\nt[2]{a,l}:\n  \"{\\\"x\\\":[1]}\",p q\n  _,null",
        r#"{"t":[{"a":{"x":[1]},"l":["p","q"],"b":{"x":[1]},"g":{"c":["p","q"]}},{"l":null,"g":{"c":null}}]}"#,
    );
}

#[test]
fn affixes() {
    reads(
        "t.each:\n  a: \"ORD-{}\"\n  g:\n    b: \"{}.png\"\n  c: \"{a}/{g.b}\"\nt.order: 1 1 1\nt[4]{a,g{b}}:\n  7,x\n  __,_\n  null,null\n  _,_null",
        concat!(
            r#"{"t":[{"a":"ORD-7","c":"ORD-7/x.png","g":{"b":"x.png"}},"#,
            r#"{"a":"ORD-_"},{"a":null,"c":null,"g":{"b":null}},{"g":null}]}"#
        ),
    );
    reads("t.each:\n  a: \"{}\"\nt[1]{a}:\n  1.5", r#"{"t":[{"a":1.5}]}"#);
    reads("t.each:\n  a: \"_[{}\"\nt.json: a\nt[1]{a}:\n  x", r#"{"t":[{"a":"[x"}]}"#);
    refuses("t.each:\n  a: \"x{}\"\nt[1]{a}:\n  1.5", 5, 3, "expected a string or an integer");
    refuses("t.each:\n  a: \"{}{b}\"\nt[1]{a,b}:\n  1,2", 3, 6, "expected exactly one `{}`");
    refuses("t.each:\n  a: \"{}{}\"\nt[1]{a,b}:\n  1,2", 3, 6, "expected exactly one `{}`");
    refuses("t.each:\n  b: \"x{}\"\nt[1]{a}:\n  1", 3, 6, "no such column");
}

#[test]
fn cycles() {
    refuses("t.each:\n  b: \"{b}\"\nt[1]{a}:\n  1", 3, 6, "recursive template");
    refuses("t.each:\n  b: \"x{c}\"\n  c: \"{d}\"\n  d: \"{b}\"\nt[1]{a}:\n  1", 3, 6, "recursive template");
    reads("t.each:\n  a: \"{}{a}\"\nt[1]{a}:\n  1".replace("{a}\"", "x\"").as_str(), r#"{"t":[{"a":"1x"}]}"#);
}
