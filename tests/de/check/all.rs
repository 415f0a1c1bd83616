//! Mistakes after the first one.

use toon::{DecodeOptions, ErrorKind};

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mistakes = DecodeOptions::new().check(text);
    assert_eq!(mistakes.iter().map(ToString::to_string).collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn counts() {
    check(
        "a[3]: 1,2\nb[1]:\n  - x\n  - y[0]: 1\nc[2]{k}:\n  1\nd[1:]{k}:\n  x: 1\n  y: 2",
        &[
            "header declares 3 elements, found 2 at line 1 column 2, in a",
            "header declares 1 element, found 2 at line 2 column 2, in b",
            "header declares 0 elements, found 1 at line 4 column 6, in b[1].y",
            "header declares 2 elements, found 1 at line 5 column 2, in c",
            "header declares 1 element, found 2 at line 7 column 2, in d",
        ],
    );
}

#[test]
fn widths() {
    check(
        "t[4]{a,b}:\n  1\n  1,2\n  1,2,3\n  \"\\q\"\nk[2:]{a,b}:\n  x: 1\n  y: 1,2,3",
        &[
            "row has 1 cell, but the header has 2 fields at line 2 column 3, in t[0]",
            "row has 3 cells, but the header has 2 fields at line 4 column 3, in t[2]",
            "row has 1 cell, but the header has 2 fields at line 5 column 3, in t[3]",
            "invalid escape sequence `\\q` at line 5 column 4, in t[3]",
            "row has 1 cell, but the header has 2 fields at line 7 column 3, in k.x",
            "row has 3 cells, but the header has 2 fields at line 8 column 3, in k.y",
        ],
    );
}

#[test]
fn duplicates() {
    check(
        "a: 1\na:\n  b[2]: 1\nb:\n  a: 1\n  a: 2\nk[2:]{x,x}:\n  y: 1,2\n  y: 1,2\nl[1]:\n  - a: 1\n    a: 2",
        &[
            "duplicate key \"a\" at line 2 column 1",
            "header declares 2 elements, found 1 at line 3 column 4, in a.b",
            "duplicate key \"a\" at line 6 column 3, in b",
            "duplicate field \"x\" in a field list at line 7 column 9, in k",
            "duplicate key \"y\" at line 9 column 3, in k",
            "duplicate key \"a\" at line 12 column 5, in l[0]",
        ],
    );
    let many: String = (0..100).map(|n| format!("k{}: 1\n", n % 50)).collect::<Vec<_>>().concat();
    assert_eq!(DecodeOptions::new().check(&many).len(), 50);
}

#[test]
fn escapes() {
    check(
        "\"a\\q\":\n  b: \"\\x\\n\\y\"\n\"c\\q\\z\"[2]: 1\nt[1]{\"a\\q\"}:\n  \"\\q\",\"\\z\"\nk[1:]{a}:\n  \"\\q\": 1,2",
        &[
            "invalid escape sequence `\\q` at line 1 column 3",
            "invalid escape sequence `\\x` at line 2 column 7, in [\"a\\\\q\"].b",
            "invalid escape sequence `\\y` at line 2 column 11, in [\"a\\\\q\"].b",
            "invalid escape sequence `\\q` at line 3 column 3",
            "invalid escape sequence `\\z` at line 3 column 5",
            "header declares 2 elements, found 1 at line 3 column 8, in [\"c\\\\q\\\\z\"]",
            "invalid escape sequence `\\q` at line 4 column 8, in t",
            "invalid escape sequence `\\q` at line 5 column 4, in t[0]",
            "invalid escape sequence `\\z` at line 5 column 9, in t[0]",
            "row has 2 cells, but the header has 1 field at line 7 column 3, in k[\"\\\\q\"]",
            "invalid escape sequence `\\q` at line 7 column 4, in k",
        ],
    );
}

/// Checks that each text has these mistakes in lines, and then an unterminated string.
#[track_caller]
fn goes_on(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        let text = format!("{text}\nend: \"x");
        let mistakes = DecodeOptions::new().check(&text);
        let found: Vec<String> =
            mistakes.iter().map(|mistake| format!("{}: {}", mistake.line(), mistake.kind())).collect();
        let last = format!("{}: unterminated string", text.lines().count());
        let expected: Vec<&str> = expected.iter().copied().chain([last.as_str()]).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn after_a_tab_in_the_indentation() {
    const TAB: &str = "tab in indentation";
    goes_on(&[
        ("a:\n\tb: 1\n  c: 2", &[&format!("2: {TAB}")]),
        ("a:\n  t[3]{x}:\n    1\n\t2\n    3", &[&format!("4: {TAB}")]),
        ("a:\n  t[2]{x}:\n    1\n    2\n\tb:\n    c: 1\n  d: 1", &[&format!("5: {TAB}")]),
        ("a:\n\tb:\n\t\tc: 1\n\td: 1", &[&format!("2: {TAB}")]),
        ("a: 1\n \t \nb: 2", &[&format!("2: {TAB}")]),
    ]);
}

#[test]
fn after_odd_indentation() {
    let odd = |line: usize, spaces: usize| {
        let plural = if spaces == 1 { "" } else { "s" };
        format!("{line}: indentation of {spaces} space{plural} is not a multiple of 2")
    };
    goes_on(&[
        ("t[3]{x}:\n  1\n 2\n  3", &[&odd(3, 1)]),
        ("t[3]{x}:\n  1\n   2\n  3", &[&odd(3, 3)]),
        ("a:\n  t[3]{x}:\n    1\n   2\n    3", &[&odd(4, 3)]),
        ("l[2]:\n  - a: 1\n    b: 1\n   - a: 2\n    b: 2", &[&odd(4, 3)]),
        ("a:\n  b:\n    c: 1\n   d:\n    c: 1", &[&odd(4, 3)]),
    ]);
}

#[test]
fn after_an_unterminated_string() {
    goes_on(&[
        ("a: \"x\nb: 1", &["1: unterminated string"]),
        ("t[2]{x,y}:\n  1,\"a\n  2,b", &["2: unterminated string"]),
        // It ends on another line.
        ("a: \"x\n   more: 1\n end\"\nb: 1", &["1: unterminated string"]),
        ("t[2]{x,y}:\n  1,\"a\nb\"\n  2,b", &["2: unterminated string"]),
    ]);
}

#[test]
fn after_a_missing_colon() {
    const MISSING: &str = "expected `key: value`, found a line without a colon";
    goes_on(&[
        ("a: 1\nb\n  c: 1\nd: 1", &[&format!("2: {MISSING}")]),
        ("a 1\nb: 1", &[&format!("1: {MISSING}")]),
        ("a: several\nlines of\ntext\nb: 1\nc", &[&format!("2: {MISSING}"), &format!("5: {MISSING}")]),
    ]);
}

#[test]
fn after_a_deep_line() {
    const ROW: &str = "expected at most 1 level of indentation, found 2 levels";
    const FIRST: &str = "expected 1 level of indentation, found 2 levels";
    goes_on(&[
        ("t[3]{x}:\n  1\n    2\n  3", &[&format!("3: {ROW}")]),
        ("t[3]{x}:\n  1\n    2\n    3", &[&format!("3: {ROW}")]),
        ("t[3]{x}:\n    1\n  2\n  3", &[&format!("2: {FIRST}")]),
        ("l[2]:\n  - a\n    b: 1\n    c:\n      d: 1\n    e: 1\n  - f", &[&format!("3: {ROW}")]),
        ("a:\n  b: 1\n    c: 1\n    d\n  e: 1", &[&format!("3: {ROW}")]),
        ("a:\n    b: 1\n  c: 1", &[&format!("2: {FIRST}")]),
    ]);
}

#[test]
fn after_a_bad_header() {
    goes_on(&[
        ("t[2{x}:\n  1\n  2,3", &["1: unclosed bracket segment, expected `]`"]),
        ("t[y]:\n  - a\n  - b: 1", &["1: malformed bracket segment `[y]`"]),
        ("t[2|]{x,y}:\n  \"1\"|2", &["1: field list uses delimiter ',', but the brackets declare '|'"]),
        (
            "t[2]{x:\n  1\n  \"\\q\"",
            &["1: unclosed field list, expected `}`", "3: invalid escape sequence `\\q`"],
        ),
        (
            "t[2]{x}\n  1\n  \"\\q\"",
            &["1: expected `:` at the end of a header", "3: invalid escape sequence `\\q`"],
        ),
        ("a: 1\n[2]{x}:\n  1\n  2", &["2: header without a key"]),
    ]);
}

#[test]
fn after_text_behind_a_quote() {
    const TEXT: &str = "unexpected text after a closing quote";
    goes_on(&[
        ("a: \"x\" y\nb: 1", &[&format!("1: {TEXT}")]),
        (
            "t[2]{x,y}:\n  \"1\"2,3\n  4",
            &[&format!("2: {TEXT}"), "3: row has 1 cell, but the header has 2 fields"],
        ),
        ("l[2]:\n  - \"x\" y\n  - \"k\"l: 1", &[&format!("2: {TEXT}"), &format!("3: {TEXT}")]),
    ]);
}

#[test]
fn after_a_blank_line_and_lines_of_another_form() {
    goes_on(&[
        ("t[2]{x}:\n  1\n\n  2", &["3: blank line between rows, items or entries"]),
        ("t[2]{x}:\n  1\n  a: 1\n  b: 2", &["3: expected a row, found a line that looks like `key: value`"]),
        ("l[2]:\n  a\n  b", &["2: expected a list item, found a line that does not begin with `- `"]),
        ("k[2:]{x}:\n  a: 1\n  b", &["3: expected an entry row `key: cells`, found a line without a colon"]),
        // A list as in YAML.
        (
            "u:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4",
            &["3: expected at most 1 level of indentation, found 2 levels"],
        ),
    ]);
}

/// A mistake of the whole text is reported once.
#[test]
fn of_the_whole_text() {
    for text in [
        "a:\n    b: 1\n    c:\n        d: 1\ne:\n    f: 1",
        "```toon\na: 1\nb\n```",
        "{\n  \"a\": [\n    1\n  ]\n}",
        "id,name\n1,Ada\n2,Bob",
    ] {
        assert_eq!(DecodeOptions::new().check(text).len(), 1, "{text}");
    }
}

/// What follows the root array, or is nested too deep, ends it.
#[test]
fn at_the_end() {
    check("[1]: 1\nb\nc", &["unexpected content after the end of the document at line 2 column 1"]);
    let mistakes = DecodeOptions::new().max_depth(2).check("a \nb:\n  c:\n    d: 1\ne");
    assert!(matches!(mistakes.last().unwrap().kind(), ErrorKind::DepthLimit { .. }), "{mistakes:?}");
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
}

/// Tens of thousands of lines that cannot be understood take linear time.
#[test]
fn many_lines() {
    for line in [
        "    \"x\n",
        "   1\n    2\n",
        "\t1\n    2\n",
        "      1\n    2\n",
        "    a: 1\n    2\n",
        "    \"1\"2\n",
    ] {
        let text = format!("a:\n  t[9]{{x}}:\n{}", line.repeat(50_000));
        let started = std::time::Instant::now();
        assert!(DecodeOptions::new().check(&text).len() >= 50_000, "{line:?}");
        assert!(started.elapsed().as_secs() < 20, "{line:?}: {:?}", started.elapsed());
    }
}

/// Tens of thousands of mistakes in a deep text take linear time.
#[test]
fn many_mistakes() {
    let rows = "      1,2\n".repeat(50_000);
    let text = format!("a:\n  b:\n    c[50000]{{x}}:\n{rows}");
    let started = std::time::Instant::now();
    let mistakes = DecodeOptions::new().check(&text);
    assert_eq!(mistakes.len(), 50_000);
    assert_eq!(mistakes[49_999].path(), Some("a.b.c[49999]"));
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// In each row, the escape is found before the width, whose place is in front of it.
#[test]
fn many_mistakes_with_places_in_no_order() {
    let rows = "  \"\\x\",1,2\n".repeat(50_000);
    let started = std::time::Instant::now();
    let mistakes = DecodeOptions::new().check(&format!("[50000]{{a,b}}:\n{rows}"));
    let places: Vec<_> = mistakes.iter().map(|mistake| (mistake.line(), mistake.column())).collect();
    assert_eq!(places.len(), 100_000);
    assert!(
        places
            .iter()
            .enumerate()
            .all(|(index, &(line, column))| line == index / 2 + 2 && (3..=4).contains(&column))
    );
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
