//! What is shown of each construct, and which parts of it are complete.

use toon::{Partial, Value};

/// What is shown of `text`, and the path of what is open.
#[track_caller]
fn shows(text: &str, shown: &str, open: &str) {
    let mut partial = Partial::new();
    partial.push(text);
    let value = partial.value::<Value>().unwrap().unwrap_or_else(|| panic!("{text:?} shows nothing"));
    assert_eq!(value.to_string(), shown, "{text:?}");
    assert_eq!(partial.progress().unwrap().open(), open, "{text:?}");
}

#[track_caller]
fn shows_nothing(text: &str) {
    let mut partial = Partial::new();
    partial.push(text);
    assert_eq!(partial.value::<Value>().unwrap(), None, "{text:?}");
}

#[test]
fn nothing_before_the_first_line_that_says_something() {
    for text in [
        "",
        "a",
        "a: 1",
        "# c\n",
        "\n\n",
        "\u{feff}",
        "\u{feff}# c\n",
        "a:\n",
        "a:\n  b:\n",
        "hello\n",
        "\"a\n",
    ] {
        shows_nothing(text);
    }
}

#[test]
fn a_key_without_a_value_is_absent_until_the_next_line_says_what_it_is() {
    shows("x: 1\na:\n", "x: 1", "");
    shows("x: 1\na:\n\n# c\n", "x: 1", "");
    shows("x: 1\na:\n  b: 2\n", "x: 1\na:\n  b: 2", "a");
    shows("x: 1\na:\ny: 2\n", "x: 1\na:\ny: 2", "");
    // As if `b:` had not come.
    shows("x: 1\na:\nb:\n", "x: 1\na:", "a");
    shows("x: 1\na:\n  b:\n", "x: 1", "");
    shows("x: 1\na:\n  b:\n  c:\n", "x: 1\na:\n  b:", "a.b");
    shows("l[2]:\n  - a:\n", "l: []", "l");
    shows("l[2]:\n  - a:\n      b: 1\n", "l[1]{a{b}}:\n  1", "l[0].a");
}

#[test]
fn rows_and_items() {
    shows("t[3]{a}:\n", "t: []", "t");
    shows("t[3]{a}:\n  1\n  2\n  3", "t[2]{a}:\n  1\n  2", "t");
    shows("t[3:]{a}:\n  x: 1\n  y", "t:\n  x:\n    a: 1", "t");
    shows("l[3]:\n  - a: 1\n  - a: 2\n", "l[2]{a}:\n  1\n  2", "l[1]");
    shows("l[3]:\n  - x\n  -\n", "l[2]:\n  - x\n  -", "l");
    shows("l[3]:\n  - [2]: 1,2\n", "l[1]:\n  - [2]: 1,2", "l");
    shows("l[3]:\n  - [2]:\n    - 1\n", "l[1]:\n  - [1]: 1", "l[0]");
    shows("l[1]:\n  - t[2]{a}:\n      1\n", "l[1]:\n  - t[1]{a}:\n      1", "l[0].t");
    shows("a: 1\r\nt[2]{b}:\r\n  1\r\n  2", "a: 1\nt[1]{b}:\n  1", "t");
    shows("[2]: 1,2\n", "[2]: 1,2", "");
    shows("\"a b\":\n  c: 1\n", "\"a b\":\n  c: 1", "[\"a b\"]");
}

#[test]
fn mistakes_in_complete_lines() {
    for (text, error) in [
        ("a: 1\na: 2\n", "duplicate key \"a\" at line 2 column 1"),
        ("a[2]: 1\n", "header declares 2 elements, found 1 at line 1 column 2, in a"),
        ("t[2]{a}:\n  1\nx: 1\n", "header declares 2 elements, found 1 at line 1 column 2, in t"),
        ("t[2]{a,b}:\n  1\n", "row has 1 cell, but the header has 2 fields at line 2"),
        ("a: 1\n\tb: 2\n", "tab in indentation at line 2 column 1"),
    ] {
        let mut partial = Partial::new();
        partial.push(text);
        let found = partial.value::<Value>().unwrap_err();
        let whole = toon::from_str::<Value>(text).unwrap_err();
        assert_eq!(found.to_string(), whole.to_string());
        assert!(found.to_string().starts_with(error.split(" at ").next().unwrap()), "{found}");
        let error = partial.progress().unwrap_err();
        assert_eq!((error.line(), error.column()), (found.line(), found.column()));
        // Without its line feed, the last line is not complete.
        let mut partial = Partial::new();
        partial.push(text.trim_end());
        assert!(partial.value::<Value>().is_ok(), "{text:?}");
    }
}

#[test]
fn fields_that_have_not_come() {
    #[derive(Debug, Default, PartialEq, serde::Deserialize)]
    #[serde(default)]
    struct Plan {
        title: String,
        steps: Vec<Step>,
        note: Option<String>,
    }

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Step {
        Wait,
        Run { command: Option<String> },
    }

    let mut partial = Partial::new();
    partial.push("title: Build\nsteps[3]:\n  - wait\n  - run:\n");
    let plan = partial.value::<Plan>().unwrap().unwrap();
    assert_eq!(plan, Plan { title: "Build".into(), steps: vec![Step::Wait], note: None });
    partial.push("      command: make\n");
    let plan = partial.value::<Plan>().unwrap().unwrap();
    assert_eq!(plan.steps[1], Step::Run { command: Some("make".into()) });
}
