//! The explanations for models are right: each example in them is read as it says.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use serde_json::{Value, json};
use toon::prompt::{READING, READING_SHORT, WRITING, WRITING_SHORT};

const TEXTS: [&str; 4] = [READING, READING_SHORT, WRITING, WRITING_SHORT];

/// Each block of JSON, and the block of TOON after it.
fn examples(text: &str) -> Vec<(Value, &str)> {
    let mut blocks = text.split("```").skip(1).step_by(2);
    let mut examples = Vec::new();
    while let (Some(json), Some(toon)) = (blocks.next(), blocks.next()) {
        let json = serde_json::from_str(json.strip_prefix("json\n").unwrap()).unwrap();
        examples.push((json, toon.strip_prefix("toon\n").unwrap().trim_end()));
    }
    examples
}

/// The rules: what comes before the examples.
fn rules(text: &str) -> &str {
    text.split("```").next().unwrap()
}

#[test]
fn the_examples_are_what_is_written() {
    for (text, count) in [(READING, 3), (WRITING, 2)] {
        let examples = examples(text);
        assert_eq!(examples.len(), count);
        for (json, toon) in examples {
            assert_eq!(toon::from_str::<Value>(toon).unwrap(), json);
            assert_eq!(toon::to_string(&json).unwrap(), toon);
        }
    }
}

/// Each piece of TOON in the rules, a document with it, and its value.
fn pieces() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("key: value", "key: value", json!({"key": "value"})),
        ("key[3]: a,b,c", "key[3]: a,b,c", json!({"key": ["a", "b", "c"]})),
        ("key[2]: a,b", "key[2]: a,b", json!({"key": ["a", "b"]})),
        (
            "key[2]{id,name}:",
            "key[2]{id,name}:\n  1,Ada\n  2,Bob",
            json!({"key": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Bob"}]}),
        ),
        ("1,Ada", "key[1]{id,name}:\n  1,Ada", json!({"key": [{"id": 1, "name": "Ada"}]})),
        (
            "owner{name,age}",
            "key[1]{id,owner{name,age}}:\n  1,Ada,36",
            json!({"key": [{"id": 1, "owner": {"name": "Ada", "age": 36}}]}),
        ),
        (
            "key[2:]{age}:",
            "key[2:]{age}:\n  Ada: 36\n  Bob: 41",
            json!({"key": {"Ada": {"age": 36}, "Bob": {"age": 41}}}),
        ),
        ("key:", "key:\nother:\n  a: 1", json!({"key": {}, "other": {"a": 1}})),
        ("key: []", "key: []", json!({"key": []})),
        ("key[2]:", "key[2]:\n  - a: 1\n    b: 2\n  - c", json!({"key": [{"a": 1, "b": 2}, "c"]})),
        ("- ", "key[2]:\n  - a: 1\n    b: 2\n  - c", json!({"key": [{"a": 1, "b": 2}, "c"]})),
        ("key: \"10:30\"", "key: \"10:30\"", json!({"key": "10:30"})),
        ("\\\"", r#"key: "a\"b""#, json!({"key": "a\"b"})),
        ("\\\\", r#"key: "a\\b""#, json!({"key": "a\\b"})),
        ("\\n", r#"key: "a\nb""#, json!({"key": "a\nb"})),
        ("-", "key: \"-a\"", json!({"key": "-a"})),
        ("#", "key: \"#a\"", json!({"key": "#a"})),
    ]
}

#[test]
fn the_rules_show_valid_toon() {
    let pieces = pieces();
    for (piece, document, value) in &pieces {
        assert!(document.contains(piece), "{piece}");
        assert_eq!(&toon::from_str::<Value>(document).unwrap(), value, "{document}");
        assert!(TEXTS.iter().any(|text| rules(text).contains(&format!("`{piece}`"))), "{piece} is not used");
    }
    for text in TEXTS {
        for quoted in rules(text).split('`').skip(1).step_by(2) {
            let is_word = quoted.bytes().all(|byte| byte.is_ascii_alphanumeric());
            assert!(
                is_word || pieces.iter().any(|(piece, ..)| *piece == quoted),
                "`{quoted}` is not checked"
            );
        }
    }
}

/// Every form that is written has an example.
#[test]
fn every_form_has_an_example() {
    let shown = |text| examples(text).iter().map(|(_, toon)| *toon).collect::<Vec<_>>().join("\n");
    for (text, forms) in [
        (READING, &["]: ", "]{", "{name,", ":]{", "- ", "\"", ": []", "null"][..]),
        (WRITING, &["]: ", "]{", ":\n  ", "- ", "\n    ", "\"", ": []", "null", "false"]),
    ] {
        for form in forms {
            assert!(shown(text).contains(form), "{form:?}");
        }
    }
}

/// A model that answers by the rules uses no form that they do not explain.
#[test]
fn what_must_be_quoted_is_said() {
    for (text, rule) in [
        ("", "is empty"),
        ("05", "reads as a number"),
        ("true", "`true`"),
        ("null", "`null`"),
        ("-a", "begins with `-`"),
        ("#a", "`#`"),
        ("a,b", "contains a comma"),
        ("a: b", "colon"),
        ("a\"b", "quote"),
        ("a\\b", "backslash"),
        ("a[b", "bracket"),
        ("a{b", "brace"),
    ] {
        assert_eq!(toon::to_string(&[text, "x"]).unwrap().find('"'), Some(5), "{text}");
        assert!(WRITING.contains(rule), "{rule}");
    }
    for text in ["a b", "a.b", "a/b", "é", "a-b", "a#b", "(a)", "it's"] {
        assert!(!toon::to_string(&[text, "x"]).unwrap().contains('"'), "{text}");
    }
}
