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

/// Mistakes after which the following lines cannot be understood.
#[test]
fn structure_ends_it() {
    for (text, last) in [
        ("a[2]: 1\nb\nc[2]: 1", 2),
        ("a[2]: 1\n  b: 1\nc[2]: 1", 2),
        ("a[2]: 1\nb: \"x\nc[2]: 1", 2),
        ("a[2]: 1\nb[x]: 1\nc[2]: 1", 2),
        ("a[2]{x}:\n  1\n\n  2\nc[2]: 1", 3),
        ("[2]{x}:\n  1\nb: 1", 3),
        ("[2]{x}:\n  1,2\n  \"x", 3),
    ] {
        let mistakes = DecodeOptions::new().check(text);
        assert_eq!(mistakes.last().unwrap().line(), last, "{mistakes:?}");
        let ended = !matches!(
            mistakes.last().unwrap().kind(),
            ErrorKind::CountMismatch { .. } | ErrorKind::WidthMismatch { .. }
        );
        assert!(ended && mistakes.len() <= 2, "{mistakes:?}");
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
