//! What is meant, for each kind of mistake.

use toon_answer::FixKind::{self, *};

/// Checks the JSON that a text stands for, and what was changed in it.
#[track_caller]
fn check(text: &str, json: &str, kinds: &[FixKind]) {
    // Without its last line feed, a text may have been cut off.
    let text = &format!("{text}\n");
    let repaired = toon_answer::repair(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let found = toon::json::from_toon(&repaired.text, &toon::DecodeOptions::new()).unwrap();
    let fixes: Vec<_> = repaired.fixes.iter().map(ToString::to_string).collect();
    assert_eq!(found, json, "{text}\n{fixes:#?}");
    let found: Vec<_> = repaired.fixes.iter().map(toon_answer::Fix::kind).collect();
    assert_eq!(found, kinds, "{text}\n{fixes:#?}");
    let again = toon_answer::repair(&repaired.text).unwrap();
    assert!(again.fixes.is_empty() && again.text == repaired.text, "{text}");
}

/// Checks that it is not decided what a text means.
#[track_caller]
fn refuse(text: &str, message: &str) {
    let text = &format!("{text}\n");
    match toon_answer::repair(text) {
        Ok(repaired) => panic!("{text}\n{}\n{:#?}", repaired.text, repaired.fixes),
        Err(error) => assert_eq!(error.to_string(), message, "{text}"),
    }
}

const USERS: &str = r#"{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]}"#;

#[test]
fn counts() {
    check("users[3]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Count]);
    check("users[N]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Count]);
    check("users[]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Count]);
    check("users[...]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Count]);
    check("users{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Count]);
    check("tags[2]: a,b,c", r#"{"tags":["a","b","c"]}"#, &[Count]);
    check("tags[N]: a,b", r#"{"tags":["a","b"]}"#, &[Count]);
    check("items[3]:\n  - 1\n  - a: 2", r#"{"items":[1,{"a":2}]}"#, &[Count]);
    check("[5]: 1,2", "[1,2]", &[Count]);
    check("[02]: 1,2", "[1,2]", &[Count]);
    check("m[9:]{x}:\n  a: 1\n  b: 2", r#"{"m":{"a":{"x":1},"b":{"x":2}}}"#, &[Count]);
    check("t[184467440737095516160]: 1", r#"{"t":[1]}"#, &[Count]);
}

#[test]
fn indentation() {
    check("users[2]{id,name}:\n1,Ann\n2,Bob", USERS, &[Indentation]);
    check(
        "users[2]{id,name}:\n1,Ann\n2,Bob\ntotal: 2",
        &USERS.replace("]}", "],\"total\":2}"),
        &[Indentation],
    );
    check("users[2]{id,name}:\n    1,Ann\n    2,Bob", USERS, &[Indentation]);
    check(
        "x[1]{a}:\n    1\nitems[1]:\n  - user:\n      name: x\n    qty: 2",
        r#"{"x":[{"a":1}],"items":[{"user":{"name":"x"},"qty":2}]}"#,
        &[Indentation],
    );
    check("users[2]{id,name}:\n   1,Ann\n  2,Bob", USERS, &[Indentation]);
    check("a:\n    b: 1\n    c:\n      d: 2", r#"{"a":{"b":1,"c":{"d":2}}}"#, &[Indentation]);
    check("  a: 1\n  b: 2", r#"{"a":1,"b":2}"#, &[Indentation]);
    check("\ta: 1\n\tb:\n\t\tc: 2", r#"{"a":1,"b":{"c":2}}"#, &[Indentation]);
    check("a:\n\tb: 1\n\tc: 2", r#"{"a":{"b":1,"c":2}}"#, &[Indentation]);
    check("a:\n b: 1\n  c: 2\nd: 3", r#"{"a":{"b":1,"c":2},"d":3}"#, &[Indentation]);
    check(
        "items[2]:\n- a: 1\n  b: 2\n- a: 3\n  b: 4\nlast: 5",
        r#"{"items":[{"a":1,"b":2},{"a":3,"b":4}],"last":5}"#,
        &[Indentation],
    );
    check("items[1]:\n    -   a: 1\n        b: 2", r#"{"items":[{"a":1,"b":2}]}"#, &[Indentation]);
    refuse("a: 1\n    b: 2", "expected no indentation, found 2 levels at line 2 column 5");
}

#[test]
fn headers() {
    check("users[2]{id,name}\n  1,Ann\n  2,Bob", USERS, &[Header]);
    check("tags[3] a,b,c\nn: 1", r#"{"tags":["a","b","c"],"n":1}"#, &[Header]);
    check("tags[2]\n  - a\n  - b", r#"{"tags":["a","b"]}"#, &[Header]);
    check("users[2,]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Header]);
    check("users[#2]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Header]);
    check("users:\n  [2]{id,name}:\n    1,Ann\n    2,Bob", USERS, &[Header]);
    check("t[3\t]{a{x}\tb}:\n  1\t2", r#"{"t":[{"a":{"x":1},"b":2}]}"#, &[Count]);
    check("users[2] {id, name} :\n  1,Ann\n  2,Bob", USERS, &[Header]);
    check("tags [2]: a,b", r#"{"tags":["a","b"]}"#, &[Header]);
    check("users[2|]{id,name}:\n  1|Ann\n  2|Bob", USERS, &[Delimiter]);
    check("users[2]{id|name}:\n  1|Ann\n  2|Bob", USERS, &[Delimiter, Delimiter]);
    check("users[2]{id,name}:\n  1,Ann\nusers[2]{id,name}:\n  2,Bob", USERS, &[Count, Count, RepeatedHeader]);
    check("users[2]{id,name}:\n  id,name\n  1,Ann\n  2,Bob", USERS, &[RepeatedHeader]);
    check("users{id,name}:\n  id,name\n  1,Ann\n  2,Bob", USERS, &[Count, RepeatedHeader]);
    check("users[2]{id,name}:\n  1,Ann\n  users[2]{id,name}:\n  2,Bob", USERS, &[RepeatedHeader]);
}

/// Brackets in text are no headers, and what stands in them is not lost.
#[test]
fn brackets_in_text() {
    check(
        "n[3]:\n  - see [1] for details\n  - a[0]\n  - [x] done",
        r#"{"n":["see [1] for details","a[0]","[x] done"]}"#,
        &[],
    );
    check(
        "n[4]:\n  - see [1] for details\n  - a[0]\n  - [x] done",
        r#"{"n":["see [1] for details","a[0]","[x] done"]}"#,
        &[Count],
    );
    refuse("scores[Ann]: 5", "malformed bracket segment `[Ann]` at line 1 column 7");
    check("users[ 2 ]{id,name}:\n  1,Ann\n  2,Bob", USERS, &[Header]);
    check("users[2]{id,name,}:\n  1,Ann\n  2,Bob", USERS, &[Delimiter]);
}

#[test]
fn older_versions() {
    check(
        "[1]:\n  - users[2]{id,name}:\n    1,Ann\n    2,Bob\n    ok: true",
        r#"[{"users":[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}],"ok":true}]"#,
        &[Indentation],
    );
    check("items[1]:\n  -\n    a: 1\n    b: 2", r#"{"items":[{"a":1,"b":2}]}"#, &[Header]);
}

#[test]
fn quotes() {
    check("name: \"Ann\nage: 5", r#"{"name":"Ann","age":5}"#, &[Quote]);
    check("name: \"Ann", r#"{"name":"Ann"}"#, &[Quote]);
    check("users[2]{id,name}:\n  1,\"Ann\n  2,\"Bob\"", USERS, &[Quote]);
    check("name: \"Ann\" (admin)", r#"{"name":"\"Ann\" (admin)"}"#, &[Quote]);
    check("text: \"say \"hi\" now\"", r#"{"text":"say \"hi\" now"}"#, &[Quote]);
    check("name: \"Ann\",\nage: 5", r#"{"name":"Ann","age":5}"#, &[Delimiter]);
    check("text: \"one\ntwo\"\nage: 5", r#"{"text":"one\ntwo","age":5}"#, &[Quote]);
    check("text: \"one\n\n  two\"", r#"{"text":"one\n\ntwo"}"#, &[Quote]);
    check(
        "rows[2]{id,text,n}:\n  1,\"one\n\n# two\",3\n  2,\"x\ny\",\"z\"",
        r#"{"rows":[{"id":1,"text":"one\n\n# two","n":3},{"id":2,"text":"x\ny","n":"z"}]}"#,
        &[Quote, Quote],
    );
    // Each line is a row.
    check(
        "rows[2]{id,text}:\n  1,\"one\n  2,\"two\"",
        r#"{"rows":[{"id":1,"text":"one"},{"id":2,"text":"two"}]}"#,
        &[Quote],
    );
    check("name: \"Ann\" # admin\nn: 1", r#"{"name":"Ann","n":1}"#, &[Comment]);
    check("code: \"def f():\n      return 1\"", r#"{"code":"def f():\n    return 1"}"#, &[Quote]);
    // Several values, or a string with quotes in it.
    refuse("tags: \"a\", \"b\"", "unexpected text after a closing quote at line 1 column 10");
    refuse("tags[3]: a,\"b,c", "unterminated string at line 1 column 12, in tags");
    refuse("a: \"one\nb: two\"", "unterminated string at line 1 column 4");
}

#[test]
fn escapes() {
    check(r#"path: "C:\dir\new""#, "{\"path\":\"C:\\\\dir\\\\new\"}", &[Escape]);
    check(r#"path: "C:\Users\name\file""#, r#"{"path":"C:\\Users\\name\\file"}"#, &[Escape]);
    check(r#"text: "it\'s""#, r#"{"text":"it's"}"#, &[Escape]);
    check(r#"url: "https:\/\/a""#, r#"{"url":"https://a"}"#, &[Escape]);
    check(r#"face: "\ud83d\ude00""#, r#"{"face":"😀"}"#, &[Escape]);
    check(r#""a\'b": 1"#, r#"{"a'b":1}"#, &[Escape]);
}

#[test]
fn lists() {
    check("tags:\n  - a\n  - b", r#"{"tags":["a","b"]}"#, &[List]);
    check("tags:\n- a\n- b\nname: x", r#"{"tags":["a","b"],"name":"x"}"#, &[List]);
    check("tags[0]: []\nn[1]: 1,2", r#"{"tags":[],"n":[1,2]}"#, &[Json, Count]);
    check("tags[2]: [\"a\",\"b\"]", r#"{"tags":["a","b"]}"#, &[Json]);
    check("tags[2]:\n  * a\n  * b", r#"{"tags":["a","b"]}"#, &[List]);
    check("- a\n- b", r#"["a","b"]"#, &[List]);
    check("users:\n  - id: 1\n    name: Ann\n  - id: 2\n    name: Bob", USERS, &[List]);
    check("a:\n  - - 1\n    - 2\n  - - 3\nb: 4", r#"{"a":[[1,2],[3]],"b":4}"#, &[List]);
    check("- - a: 1\n    b: 2\n  - c", r#"[[{"a":1,"b":2},"c"]]"#, &[List]);
    refuse(
        "a:\n  - 1\n    - 2",
        "expected at most 1 level of indentation, found 2 levels at line 3 column 5",
    );
    check("tags[2]:\n  a\n  b", r#"{"tags":["a","b"]}"#, &[List]);
    check("tags[2]:\n\n  - a\n\n  - b", r#"{"tags":["a","b"]}"#, &[BlankLine]);
    check("users[2]{id,name}:\n  1,Ann\n\n  2,Bob", USERS, &[BlankLine]);
}

#[test]
fn yaml() {
    check("---\na: 1\n---", r#"{"a":1}"#, &[DocumentMarker, DocumentMarker]);
    check(
        "text: |\n  one\n    two\n\n  three\nb: 2",
        r#"{"text":"one\n  two\n\nthree\n","b":2}"#,
        &[BlockText],
    );
    check("text: |-\n  one\n  two", r#"{"text":"one\ntwo"}"#, &[BlockText]);
    check("text: >\n  one\n  two\n\n  three", r#"{"text":"one two\nthree\n"}"#, &[BlockText]);
    check("text: |+\n  one\n\nb: 2", r#"{"text":"one\n\n","b":2}"#, &[BlockText]);
    check("text: |+\n  one\n", r#"{"text":"one\n"}"#, &[BlockText]);
    check("a:\n  text: |\n    one\n  b: 2", r#"{"a":{"text":"one\n","b":2}}"#, &[BlockText]);
    refuse("a: 1\n---\nb: 2", "expected `key: value`, found a line without a colon at line 2 column 1");
}

#[test]
fn comments() {
    check("# one\na: 1\n  # two\nb: \"x", r#"{"a":1,"b":"x"}"#, &[Comment, Comment, Quote]);
    // These may be rows.
    refuse(
        "issues[2]{id,t}:\n  #12,Fix\n  #13,Docs",
        "header declares 2 elements, found 0 at line 1 column 7, in issues",
    );
    // These are parts of a string.
    check("text: |\n  # Title\n  body\nb: 2", r##"{"text":"# Title\nbody\n","b":2}"##, &[BlockText]);
    check(
        "text: |\n  # one\n  x\n# two\nb: 2 # three",
        r##"{"text":"# one\nx\n","b":"2 # three"}"##,
        &[BlockText, Comment],
    );
    check("text: \"one\n# two\"\n# three\nb: 2", r#"{"text":"one\n# two","b":2}"#, &[Quote, Comment]);
}

#[test]
fn json() {
    check(r#"{"a": [1, {"b": null}], "c": 1.50}"#, r#"{"a":[1,{"b":null}],"c":1.5}"#, &[Json]);
    check("[1, 2]", "[1,2]", &[Json]);
    check(r#"{"a": 1, "a": {"b": 2, "b": 3}}"#, r#"{"a":{"b":3}}"#, &[Json, DuplicateKey, DuplicateKey]);
    check("k: {\n  \"a\": 1, \"a\": 2\n}", r#"{"k":{"a":2}}"#, &[Json, DuplicateKey]);
    check("[\n  {\"a\": 1}\n]", r#"[{"a":1}]"#, &[Json]);
    check(
        "user: {\n  \"id\": 1,\n  \"tags\": [\"a\"]\n}\nlast: 2",
        r#"{"user":{"id":1,"tags":["a"]},"last":2}"#,
        &[Json],
    );
    check("tags: [\n  \"a\"\n],\nn: 1", r#"{"tags":["a"],"n":1}"#, &[Json, Delimiter]);
    check("tags: [\n  \"a\",\n  \"b\"\n]", r#"{"tags":["a","b"]}"#, &[Json]);
}

#[test]
fn tables() {
    check("users[2]{id,name}:\n  1,Ann,\n  2,Bob,", USERS, &[Delimiter]);
    check(
        "n[3]{a,b}:\n  1,2,\n  3,4\n  5,6,",
        r#"{"n":[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":6}]}"#,
        &[Delimiter, Delimiter],
    );
    check("users[2]{id,name}:\n  | 1 | Ann |\n  | 2 | Bob |", USERS, &[MarkdownTable]);
    check("users:\n  | id | name |\n  |----|:-----|\n  | 1 | Ann |\n  | 2 | Bob |", USERS, &[MarkdownTable]);
    check(
        "users[3]{id,name}:\n  1,Ann\n  2,Bob\n  3",
        &USERS.replace("]}", ",{\"id\":3,\"name\":null}]}"),
        &[MissingCell],
    );
    check("t[3\t]{a\tb}:\n  1\t\n  2\tx", r#"{"t":[{"a":1,"b":""},{"a":2,"b":"x"}]}"#, &[Count]);
    check("users[2]{id,name}:\n  1\tAnn\n  2\tBob", USERS, &[Delimiter]);
    // Not a row that was cut off.
    refuse(
        "users[2]{id,name}:\n  1,Ann\n  2,Bob\n  total: 2",
        "expected a row, found a line that looks like `key: value` at line 4 column 8, in users[2]",
    );
    check(
        "[2]{id,name}:\n1,Ann\n2,Bob\n\nHope this helps, bye",
        r#"[{"id":1,"name":"Ann"},{"id":2,"name":"Bob"}]"#,
        &[Prose, Indentation],
    );
    refuse(
        "users[2]{id,name}:\n  1,Smith, Ann\n  2,Bob",
        "row has 3 cells, but the header has 2 fields at line 2 column 3, in users[0]",
    );
    check(
        "users[2]{id,name}:\n  1\n  2,Bob",
        r#"{"users":[{"id":1,"name":null},{"id":2,"name":"Bob"}]}"#,
        &[MissingCell],
    );
}

#[test]
fn keys() {
    check("a: 1\nb: 2\na: 3", r#"{"a":3,"b":2}"#, &[DuplicateKey]);
    refuse("title: x\n- id: 1\n- id: 2", "duplicate key \"- id\" at line 3 column 1");
    check("{\"id\":1}\n{\"id\":2}", r#"[{"id":1},{"id":2}]"#, &[Json]);
    refuse(
        "a: 1\nsome words\nb: 2",
        "expected `key: value`, found a line without a colon at line 2 column 1",
    );
}

#[test]
fn valid_text_is_not_changed() {
    for text in [
        "a: 27\"",
        "a: say \"hi\"",
        "a: 1\nb:\n  A: 2",
        "",
        "a: 1",
        "[2]: 1,2",
        "# comment\na: 1",
        "a: 1.50",
        "\u{feff}a: 1",
        "a:\r\n  b: 1\r\n",
    ] {
        let repaired = toon_answer::repair(text).unwrap();
        assert!(matches!(repaired.text, std::borrow::Cow::Borrowed(same) if same == text), "{text}");
        assert!(repaired.fixes.is_empty() && repaired.warnings.is_empty(), "{text}");
    }
}

#[test]
fn warnings() {
    use toon_answer::WarningKind::*;
    for (text, kind) in [
        ("a: [\"x\",\"y\"]", Json),
        ("a: “x”", Quotes),
        ("a: 'x'", Quotes),
        ("a: x,", Delimiter),
        ("a[1]{id,n}:\n  - 1,x", List),
        ("a[2]: [x,y]", Json),
        ("{'a': 1}", Json),
        ("a: None", Literal),
        ("a[1]: True", Literal),
        ("a[2]: 1,None", Literal),
        ("a: 5 // five", Comment),
        ("a: 1\n\nNote: let me know if you need more.", Prose),
        ("Result: the list\n\na[1]: 1", Prose),
        ("a:\n  - b: 1", List),
        ("a: Ann\"", Quotes),
        ("a: 1\nb: 2\nA: 3", Case),
        ("users[1]{id,name,ID}:\n  1,Ada,2", Case),
        ("[1]:\n  - id: 1\n    Id: 2", Case),
        ("a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\ng: 1\nh: 1\ni: 1\nj: 1\nC: 1", Case),
    ] {
        let repaired = toon_answer::repair(text).unwrap();
        assert_eq!(repaired.text, text);
        let kinds: Vec<_> = repaired.warnings.iter().map(toon_answer::Warning::kind).collect();
        assert_eq!(kinds, [kind], "{text}");
    }
}

#[test]
fn words_among_words() {
    for text in ["a[3]: EMPTY,NULL,OTHER", "a: 1\n\nnote: short", "title: the list\n\na[1]: 1"] {
        assert_eq!(toon_answer::repair(text).unwrap().warnings, [], "{text}");
    }
}

/// They stand for rows, and are not a document marker.
#[test]
fn three_dots() {
    refuse(
        "[3]{a,b}:\n  1,2\n  ...",
        "row has 1 cell, but the header has 2 fields at line 3 column 3, in [1]",
    );
    check("---\na: 1\n...", "{\"a\":1}", &[FixKind::DocumentMarker, FixKind::DocumentMarker]);
}
