//! Answers that are still being written.

use proptest::prelude::*;
use toon::Value;
use toon_answer::PartialAnswer;
use toon_testing::effort;

/// Whether `new` has everything that `old` has, and perhaps more after it.
fn continues(old: &Value, new: &Value) -> bool {
    match (old, new) {
        (Value::Array(old), Value::Array(new)) => {
            old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| continues(old, new))
        }
        (Value::Object(old), Value::Object(new)) => {
            old.len() <= new.len()
                && old.iter().zip(new).all(|(old, new)| old.0 == new.0 && continues(old.1, new.1))
        }
        _ => old == new,
    }
}

/// Feeds an answer in pieces, and returns what was shown last.
#[track_caller]
fn shown(answer: &str, size: usize) -> Option<Value> {
    let mut partial = PartialAnswer::new();
    let mut with_unfinished = PartialAnswer::new().with_unfinished(true);
    let mut last: Option<Value> = None;
    let chars: Vec<char> = answer.chars().collect();
    for piece in chars.chunks(size) {
        let piece: String = piece.iter().collect();
        partial.push(&piece);
        with_unfinished.push(&piece);
        let so_far = partial.text();
        let value = partial.value::<Value>().unwrap_or_else(|error| panic!("{so_far:?}: {error}"));
        if let Some(last) = &last {
            let goes_on = value.as_ref().is_some_and(|value| continues(last, value));
            assert!(goes_on, "{last:?}, then {value:?} for {so_far:?}");
        }
        last = value.or(last);
        partial.progress().unwrap();
        with_unfinished.value::<Value>().unwrap_or_else(|error| panic!("{so_far:?}: {error}"));
    }
    last
}

#[track_caller]
fn shows(answer: &str, text: &str) {
    assert_eq!(shown(answer, 1), Some(toon::from_str(text).unwrap()), "{answer:?}");
}

#[test]
fn the_first_document() {
    shows("Here:\n\n```toon\na: 1\nb: 2\n```\nand\n```toon\nc: 3\n```", "a: 1\nb: 2");
    shows("~~~ toon\n[2]: 1,2\n~~~\n", "[2]: 1,2");
    shows("The data: <toon>\n\n<toon>\n[1]{a}:\n  1\n</toon>", "[1]{a}:\n  1");
    shows("<toon>[2]: 1,2</toon>", "[2]: 1,2");
    shows("<think>```toon\nx: 1\n```</think>\n```toon\na: 1\n```", "a: 1");
    shows("```python\nx: int\ny: int\n```\n```toon\na: 1\n```", "a: 1");
    shows("```\na: 1\nb: 2\n```", "a: 1\nb: 2");
    shows("```text\nusers[1]{id}:\n  1\n```", "users[1]{id}:\n  1");
    shows("```toon\r\na: 1\r\nb: 2\r\n```\r\n", "a: 1\nb: 2");
}

#[test]
fn an_answer_without_a_fence() {
    shows("users[2]{id}:\n  1\n  2\n", "users[2]{id}:\n  1\n  2");
    shows("name: Ann\nage: 31\n", "name: Ann\nage: 31");
    shows("user:\n  name: Ann\n", "user:\n  name: Ann");
    shows("\n# users\nname: Ann\nage: 31\n<|im_end|>\n", "name: Ann\nage: 31");
}

#[test]
fn nothing_before_it() {
    for answer in [
        "Sure! Here are the users:\n\n```toon\n",
        "Note: see below\n\n```toon\n",
        "Result: ok\n\n```toon\n",
        "Result:\n```toon\n",
        "Users:\n[2]{id}:\n  1\n",
        "Of course: here you are\nand now: the data\n```toon\n",
        "I cannot do that.\nSorry.\n",
        "```json\n{\"a\": 1}\n```\n",
        "{\"a\": 1,\n\"b\": 2}\n",
        "```python\nx: int\ny: int\n```\n",
        "```\n{\n  \"a\": 1\n}\n```\n",
        "<think>\na: 1\nb: 2\n",
    ] {
        assert_eq!(shown(answer, 1), None, "{answer:?}");
    }
}

#[test]
fn mistakes_have_places_in_the_answer() {
    let mut answer = PartialAnswer::new();
    answer.push("Here:\n\n```toon\na: 1\na: 2");
    assert!(answer.value::<Value>().is_ok());
    answer.push("\n");
    let error = answer.value::<Value>().unwrap_err();
    assert_eq!((error.line(), error.column()), (5, 1));
    let mut answer = PartialAnswer::new();
    answer.push("<toon>a[2]: 1\n</toon>");
    let error = answer.value::<Value>().unwrap_err();
    assert_eq!((error.line(), error.column()), (1, 8));
}

#[test]
fn types() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct User {
        id: u32,
        name: Option<String>,
    }

    let mut answer = PartialAnswer::new();
    answer.push("```toon\n[2]{id,name}:\n  \"1\",2024\n  2,");
    let users = answer.value::<Vec<User>>().unwrap();
    assert_eq!(users, Some(vec![User { id: 1, name: Some("2024".into()) }]));
    answer.push("Bob\n```");
    let users = answer.value::<Vec<User>>().unwrap().unwrap();
    assert_eq!(users[1], User { id: 2, name: Some("Bob".into()) });
    assert_eq!(answer.finish::<Vec<User>>().unwrap().value, users);
}

proptest! {
    #![proptest_config(effort::cases(400))]

    #[test]
    fn whatever_is_shown_stays(
        value in toon_testing::value(3),
        size in 1..9_usize,
        before in "([A-Z][a-z, ]{0,9}[.:]\n){0,2}",
        fence in prop::sample::select(vec!["```toon\n", "~~~~toon\n", "<toon>\n"]),
        after in "[a-z .\n]{0,9}",
    ) {
        let text = toon::to_string(&value).unwrap();
        let close = fence.replace("toon\n", "").replace("<toon>\n", "</toon>");
        let close = if fence.starts_with('<') { "</toon>" } else { &close };
        // Otherwise, a string may contain a fence.
        prop_assume!(!text.contains("```") && !text.contains("</") && !text.contains("~~~"));
        let answer = format!("{before}{fence}{text}\n{close}\n{after}");
        let last = shown(&answer, size);
        let whole = toon_answer::from_answer::<Value>(&answer);
        if let (Some(last), Ok(whole)) = (last, whole) {
            prop_assert!(continues(&last, &whole.value), "{last:?}, then {:?}", whole.value);
            // What an open key at the end means is only known there.
            prop_assert!(text.ends_with(':') || last == whole.value, "{answer:?}");
        }
    }
}
