//! Strings that are slices of the input.

use crate::support::events::{Event, map, seq};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

#[derive(Debug, Deserialize)]
struct Row<'a> {
    id: u8,
    name: &'a str,
    #[serde(borrow)]
    note: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
enum Choice<'a> {
    Name(&'a str),
    Both { first: &'a str, second: Option<&'a str> },
}

/// Whether `part` is a slice of `text`, not an equal copy.
#[track_caller]
fn assert_within(text: &str, part: &str) {
    assert!(text.as_bytes().as_ptr_range().contains(&part.as_ptr()), "{part:?} is a copy");
}

#[test]
fn fields() {
    let text = "id: 1\nname: Ada\nnote: \"a, b: c\"";
    let row: Row<'_> = toon::from_str(text).unwrap();
    assert_eq!((row.id, row.name), (1, "Ada"));
    assert_within(text, row.name);
    assert!(matches!(row.note, Cow::Borrowed("a, b: c")), "{:?}", row.note);
    assert_within(text, &row.note);
}

#[test]
fn cells() {
    let text = "[2]{id,name,note}:\n  1,Ada,\"x,y\"\n  2,Bob Smith , plain";
    let rows: Vec<Row<'_>> = toon::from_str(text).unwrap();
    assert_eq!(rows.iter().map(|row| row.name).collect::<Vec<_>>(), ["Ada", "Bob Smith"]);
    for row in &rows {
        assert_within(text, row.name);
        assert!(matches!(row.note, Cow::Borrowed(_)), "{:?}", row.note);
        assert_within(text, &row.note);
    }
}

#[test]
fn entry_rows_and_their_keys() {
    let text = "[2:|]{id|name|note}:\n  \"a b\": 1|Ada|x\n  b: 2|Bob|y";
    let rows: BTreeMap<&str, Row<'_>> = toon::from_str(text).unwrap();
    assert_eq!(rows.keys().copied().collect::<Vec<_>>(), ["a b", "b"]);
    for (key, row) in &rows {
        assert_within(text, key);
        assert_within(text, row.name);
        assert_within(text, &row.note);
    }
}

#[derive(Deserialize)]
struct Lists<'a> {
    #[serde(borrow)]
    inline: Vec<&'a str>,
    #[serde(borrow)]
    list: Vec<Vec<&'a str>>,
}

#[test]
fn inline_values_list_items_and_keys() {
    let text = "inline[2]: a,\"b c\"\nlist[1]:\n  - [1]: d";
    let lists: HashMap<&str, serde_json::Value> = toon::from_str(text).unwrap();
    for key in lists.keys() {
        assert_within(text, key);
    }
    let lists: Lists<'_> = toon::from_str(text).unwrap();
    lists.inline.iter().chain(&lists.list[0]).for_each(|part| assert_within(text, part));
    let root: &str = toon::from_str("\"a: b\"").unwrap();
    assert_eq!(root, "a: b");
    let text = String::from("hello");
    assert_within(&text, toon::from_str(&text).unwrap());
}

#[test]
fn slices() {
    let text = b"[1]{id,name,note}:\n  1,Ada,x".as_slice();
    let rows: Vec<Row<'_>> = toon::from_slice(text).unwrap();
    assert!(text.as_ptr_range().contains(&rows[0].name.as_ptr()));
}

#[test]
fn variants() {
    let text = "[2]:\n  - Name: Ada\n  - Both:\n      first: a b\n      second: null";
    let choices: Vec<Choice<'_>> = toon::from_str(text).unwrap();
    match &choices[..] {
        [Choice::Name(name), Choice::Both { first, second: None }] => {
            assert_within(text, name);
            assert_within(text, first);
        }
        other => panic!("{other:?}"),
    }
    let text = "[2]{Name}:\n  Ada\n  Bob";
    for choice in toon::from_str::<Vec<Choice<'_>>>(text).unwrap() {
        assert!(
            matches!(choice, Choice::Name(name) if text.as_bytes().as_ptr_range().contains(&name.as_ptr()))
        );
    }
}

/// Through the buffers of `flatten` and untagged enums too, as `serde_json` does.
#[test]
fn through_buffers() {
    #[derive(Deserialize)]
    struct Flat<'a> {
        #[serde(flatten, borrow)]
        row: Row<'a>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Any<'a> {
        Number(u8),
        Text(&'a str),
    }
    let text = "[2]{id,name,note}:\n  1,Ada,x\n  2,Bob,y";
    for Flat { row } in toon::from_str::<Vec<Flat<'_>>>(text).unwrap() {
        assert_within(text, row.name);
        assert_within(text, &row.note);
    }
    let text = "[2]: 1,Ada";
    match &toon::from_str::<Vec<Any<'_>>>(text).unwrap()[..] {
        [Any::Number(1), Any::Text(name)] => assert_within(text, name),
        _ => panic!("not a number and a name"),
    }
}

#[test]
fn escapes_cannot_be_borrowed() {
    for text in ["id: 1\nname: \"a\\nb\"\nnote: x", "id: 1\nname: \"\\u0041\"\nnote: x"] {
        let error = toon::from_str::<Row<'_>>(text).unwrap_err().to_string();
        assert!(error.contains("borrow"), "{error}");
        assert!(error.contains("line 2"), "{error}");
    }
    let error =
        toon::from_str::<Vec<Row<'_>>>("[1]{id,name,note}:\n  1,\"a\\\"b\",x").unwrap_err().to_string();
    assert!(error.contains("borrow"), "{error}");
    let row: Row<'_> = toon::from_str("id: 1\nname: a\nnote: \"a\\tb\"").unwrap();
    assert!(matches!(&row.note, Cow::Owned(note) if note == "a\tb"), "{:?}", row.note);
}

/// The meaning of a key must not depend on its address.
#[test]
fn keys_with_escapes() {
    let text =
        toon::to_string(&seq([map([("a\nb", Event::Int(1))]), map([("a\nb", Event::Int(2))])])).unwrap();
    let rows: Vec<HashMap<Cow<'_, str>, u8>> = toon::from_str(&text).unwrap();
    assert_eq!(rows[1]["a\nb"], 2);
    assert!(toon::from_str::<Vec<HashMap<&str, u8>>>(&text).is_err());
}
