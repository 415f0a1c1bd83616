//! Every cell of every complete row is in the output, or the text is refused.

use super::loss;
use proptest::prelude::*;
use serde_json::{Value, json};
use toon_answer::{FixKind, WarningKind};

/// A word that occurs once.
fn word(number: usize) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 26).unwrap_or_default());
    format!("w{}{}{}", letter(number / 676), letter(number / 26), letter(number))
}

/// A document with words that occur once.
fn document(shapes: &[(u8, usize, usize)]) -> String {
    let mut next = 0;
    let mut word = || {
        next += 1;
        word(next)
    };
    let mut lines = Vec::new();
    for &(shape, width, count) in shapes {
        let mut row = || (0..width).map(|_| word()).collect::<Vec<_>>().join(",");
        let names = row();
        let rows: Vec<_> = (0..count).map(|_| row()).collect();
        let key = word();
        match shape {
            0 => lines.push(format!("{key}: {}", word())),
            1 => lines.push(format!("{key}[{width}]: {names}")),
            2 => {
                lines.push(format!("{key}[{count}]:"));
                lines.extend((0..count).map(|_| format!("  - {}", word())));
            }
            3 => {
                lines.push(format!("{key}[{count}:]{{{names}}}:"));
                lines.extend(rows.iter().map(|row| format!("  {}: {row}", word())));
            }
            4 => lines.push(format!("{key}:\n  {}: {} {}", word(), word(), word())),
            _ => {
                lines.push(format!("{key}[{count}]{{{names}}}:"));
                lines.extend(rows.iter().map(|row| format!("  {row}")));
            }
        }
    }
    lines.join("\n") + "\n"
}

/// A change of a text at a place: what is inserted, and how many characters are removed.
fn change() -> impl Strategy<Value = (usize, &'static str, usize)> {
    let pieces = [
        "",
        ",",
        "\n",
        "\"",
        "'",
        " ",
        "  ",
        "|",
        ":",
        "-",
        "- ",
        "* ",
        "1. ",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "//",
        "#",
        "\\",
        "```\n",
        "  ```\n",
        "\n```toon\n",
        "，",
        "：",
        "“",
        "\t",
        "\u{3000}",
        ";",
        "...\n",
        "---|---\n",
        "Total,3\n",
        "Some words here.\n",
        "\n\n",
        "null",
        "=",
        "`",
    ];
    (any::<usize>(), prop::sample::select(pieces.to_vec()), 0..3_usize)
}

proptest! {
    #[test]
    fn of_changed_documents(
        shapes in prop::collection::vec((0..9_u8, 1..4_usize, 1..4_usize), 1..4),
        changes in prop::collection::vec(change(), 0..4),
        cut in prop::option::of(any::<usize>()),
        around in 0..4_u8,
    ) {
        let mut text: Vec<char> = document(&shapes).chars().collect();
        for (at, insert, remove) in changes {
            let at = at % (text.len() + 1);
            let end = (at + remove).min(text.len());
            text.splice(at..end, insert.chars());
        }
        let text: String = text.into_iter().collect();
        let mut text = match around {
            0 => format!("Here is the data:\n\n```toon\n{text}```\nAnything else?\n"),
            1 => format!("```\n{text}\n```"),
            2 => format!("Here is the data:\n\n{text}\nThat is all of it.\n"),
            _ => text,
        };
        if let Some(cut) = cut {
            let mut end = cut % (text.len() + 1);
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        loss::check(&text);
    }
}

/// The value of `text`, in which the count of `last` is wrong.
fn repaired(text: &str) -> Value {
    let repaired = toon_answer::repair(text).unwrap();
    assert!(repaired.fixes.iter().any(|fix| fix.kind() == FixKind::Count), "{text}");
    toon::from_str(&repaired.text).unwrap()
}

/// A no-break space is a character, not an indentation: a cell can consist of it.
#[test]
fn a_row_of_a_no_break_space() {
    let value = repaired("value[1]{c}:\n  \u{a0}\nlast[2]: 1\nend: 1\n");
    assert_eq!(value, json!({"value": [{"c": "\u{a0}"}], "last": [1], "end": 1}));
    // Where no cell can be, it is a blank line.
    assert_eq!(repaired("name: Ada\n\u{a0}\nlast[2]: 1\n"), json!({"name": "Ada", "last": [1]}));
    assert_eq!(repaired("name: Ada\n  \u{a0}\nlast[2]: 1\n"), json!({"name": "Ada", "last": [1]}));
    let value = repaired("t[2]{a,b}:\n  1,2\n  \u{a0}\n  3,4\nlast[2]: 1\n");
    assert_eq!(value, json!({"t": [{"a": 1, "b": 2}, {"a": 3, "b": 4}], "last": [1]}));
    let value = repaired("t[3:]{a}:\n  x: 1\n  \u{a0}\n  y: 3\n");
    assert_eq!(value, json!({"t": {"x": {"a": 1}, "y": {"a": 3}}}));
}

/// A cell or key can begin with such a space, where the indentation is right without it.
#[test]
fn other_spaces_after_the_indentation() {
    let value = repaired("t[3]{c,d}:\n  \u{3000}x,1\n  \u{a0}- y,2\n  \u{202f} z,3\nlast[2]: 1\n");
    let rows = json!([{"c": "\u{3000}x", "d": 1}, {"c": "\u{a0}- y", "d": 2}, {"c": "\u{202f} z", "d": 3}]);
    assert_eq!(value, json!({"t": rows, "last": [1]}));
    let value = repaired("a:\n   b[1]{c}:\n      \u{a0}x\nlast[2]: 1\n");
    assert_eq!(value, json!({"a": {"b": [{"c": "\u{a0}x"}]}, "last": [1]}));
    let value = repaired("t[1:]{c,d}:\n  \u{3000}k: 1,2\na:\n  \u{a0}b: 1\nlast[2]: 1\n");
    assert_eq!(value, json!({"t": {"\u{3000}k": {"c": 1, "d": 2}}, "a": {"\u{a0}b": 1}, "last": [1]}));
    // Otherwise, they are indentation.
    let value = repaired("a:\n\u{3000}b: 1\nt[1]{c}:\n \u{a0} 1\nlast[2]: 1\n");
    assert_eq!(value, json!({"a": {"b": 1}, "t": [{"c": 1}], "last": [1]}));
}

/// A string is a path only if not all of its backslashes can be escapes.
#[test]
fn escapes_of_strings_like_paths() {
    let text = r#"a[3]: "\\n\td","X:\r\n","C:\temp\new"
"X:\tk": 1
t[2]{c}:
  "\\s\nx"
  "C:\Users\new"
last[2]: 1
"#;
    let value = json!({
        "a": ["\\n\td", "X:\r\n", "C:\temp\new"],
        "X:\tk": 1,
        "t": [{"c": "\\s\nx"}, {"c": "C:\\Users\\new"}],
        "last": [1],
    });
    assert_eq!(repaired(text), value);
    let warnings = toon_answer::repair(text).unwrap().warnings;
    let lines: Vec<_> = warnings.iter().map(|warning| (warning.kind(), warning.line())).collect();
    assert_eq!(lines, [1, 2, 4, 5].map(|line| (WarningKind::Escape, line)));
}

/// A row of a table can look like a fence or tag.
#[test]
fn rows_like_fences() {
    let text = "a: ```\nt[2]{c}:\n  ```\n  ~~~\nu[2]{c,d}:\n  ```toon,1\n  <toon>,2\nk[1:]{c}:\n  ```: 1\n\
                list[1]:\n  - ```\nrows[1]{c}:\n  x\n  ```\n  y\nlast[2]: 1\n";
    let value = json!({
        "a": "```",
        "t": [{"c": "```"}, {"c": "~~~"}],
        "u": [{"c": "```toon", "d": 1}, {"c": "<toon>", "d": 2}],
        "k": {"```": {"c": 1}},
        "list": ["```"],
        "rows": [{"c": "x"}, {"c": "```"}, {"c": "y"}],
        "last": [1],
    });
    assert_eq!(repaired(text), value);
    assert_eq!(repaired(&format!("```toon\n{text}```\n")), value);
    assert_eq!(repaired(&format!("Here:\n\n~~~\n{text}~~~\nThat is all.\n")), value);
    // The last line closes a fence, as does one that is no row.
    let closed = json!({"t": [{"c": 1}]});
    assert_eq!(repaired("```toon\nt[2]{c}:\n  1\n  ```\n"), closed);
    assert_eq!(repaired("  ```toon\n  t[2]{c}:\n    1\n  ```\nThat is all.\n"), closed);
    let two = "```toon\nt[2]{c,d}:\n  1,2\n  ```\nThat is all.\n";
    assert_eq!(repaired(two), json!({"t": [{"c": 1, "d": 2}]}));
}
