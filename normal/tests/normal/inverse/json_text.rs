use super::{ErrorKind, reads, refuses, to_json};

#[test]
fn only_where_it_is_declared() {
    reads("a: \"[1]\"", r#"{"a":"[1]"}"#);
    reads("t[1]{a}:\n  \"{}\"", r#"{"t":[{"a":"{}"}]}"#);
    reads(
        "t.json: a g.b \"x.y\"\nt[1]{a,\"x.y\",g{b,c}}:\n  \"[1]\",\"{}\",\"[2]\",\"[3]\""
            .replace(" \"x.y\"\n", " x.y\n")
            .as_str(),
        r#"{"t":[{"a":[1],"x.y":{},"g":{"b":[2],"c":"[3]"}}]}"#,
    );
    // Both of what looks the same.
    reads("t.json: a.b\nt[1]{\"a.b\",a{b}}:\n  \"[1]\",\"[2]\"", r#"{"t":[{"a.b":[1],"a":{"b":[2]}}]}"#);
    reads("t[2]: \"[1]\",x\nt.json: true", r#"{"t":[[1],"x"]}"#);
    reads("t[2]:\n  - [1]: \"[1]\"\n  - a: \"[1]\"\nt.json: true", r#"{"t":[[[1]],{"a":"[1]"}]}"#);
    refuses("t.json: b\nt[1]{a}:\n  1", 2, 9, "unknown column \"b\"");
    refuses("t.json: true\nt[1]{a}:\n  1", 2, 9, "expected paths");
}

#[test]
fn it_is_final() {
    reads(
        "t: \"{\\\"a.\\\":\\\"__\\\",\\\"b\\\":\\\"_\\\",\\\"c\\\":\\\"2026-01-01T000000Z\\\",\\\"n\\\":1.50}\"\nt.json: true",
        r#"{"t":{"a.":"__","b":"_","c":"2026-01-01T000000Z","n":1.5}}"#,
    );
}

#[test]
fn broken() {
    refuses("t: \"[1\"\nt.json: true", 2, 4, "invalid JSON: expected `,` or `]`");
    refuses("a:\n  t[2]: x,\"{}}\"\n  t.json: true", 3, 11, "invalid JSON: expected end of input");
    refuses("t: \"{\\\"a\\\":1,\\\"a\\\":2}\"\nt.json: true", 2, 4, "duplicate key \"a\"");
    refuses("t.json: b\nt[2]{a,b}:\n  1,2\n  1,\"[x\"", 5, 5, "invalid JSON");
}

#[test]
fn depth() {
    let nested = |levels: usize| {
        format!("_form: 1 object\na: \"{}{}\"\na.json: true", "[".repeat(levels), "]".repeat(levels))
    };
    assert!(to_json(&nested(127)).is_ok());
    for levels in [128, 129, 100_000] {
        let error = to_json(&nested(levels)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }), "{error}");
    }
}
