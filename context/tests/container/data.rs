//! Data and tables.

use toon_context::container::Extension;
use toon_context::container::{decode, encode};
use toon_context::{Block, Content, Data, DataFormat, Status, ToolResult};

fn round_trip(block: impl Into<Block>) -> Block {
    let bytes = encode(&[block.into()]).unwrap();
    let mut container = decode(&bytes).unwrap();
    assert_eq!(encode(&container.blocks).unwrap(), bytes);
    container.blocks.remove(0)
}

/// The content of a block that is written as an extension.
fn contains(block: impl Into<Block>, text: &str) -> bool {
    encode(&[block.into()]).unwrap().windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn tables_are_written_as_toon_and_read_again() {
    let rows = [(1, "open"), (2, "closed")].map(|(number, state)| {
        std::collections::BTreeMap::from([("id", number.to_string()), ("state", state.to_owned())])
    });
    for name in ["issues", "open issues: \"urgent\"", ""] {
        let table = Data::new(&rows).named(name).summary("two issues");
        assert_eq!(round_trip(table.clone()), table.into());
    }
    let table = Data::new(&rows).named("issues");
    assert!(contains(table, "issues[2]{id,state}:\n  \"1\",open\n  \"2\",closed"));
    let table = Data::new(&[1, 2, 3]).named("numbers");
    assert!(contains(table.clone(), "numbers[3]: 1,2,3"));
    assert_eq!(round_trip(table.clone()), table.into());
    let table = Data::new(&[0; 0]).named("none");
    assert_eq!(round_trip(table.clone()), table.into());
}

/// Readers see that there are more rows.
#[test]
fn rows_that_are_cut_stay_extensions() {
    let table = Data::new(&[1, 2]).named("numbers").is_cut(true);
    let expected = Extension::new("toon", "table", "numbers[2]: 1,2\nmore_rows_at_least: 1");
    assert_eq!(round_trip(table), expected.into());
}

/// Otherwise, they would change when they are written again.
#[test]
fn extensions_that_are_not_exactly_tables_stay_extensions() {
    for (namespace, type_name, content) in [
        ("toon", "table", "issues[2]: 1, 2"),
        ("toon", "table", "issues[2]: 1,2\n"),
        ("toon", "table", "issues[2]: 1"),
        ("toon", "table", "issues: 1"),
        ("toon", "table", "a[1]: 1\nb[1]: 1"),
        ("toon", "table", "[1]: 1"),
        ("toon", "table", ""),
        ("toon", "tables", "issues[1]: 1"),
        ("tools", "table", "issues[1]: 1"),
    ] {
        let extension = Extension::new(namespace, type_name, content);
        assert_eq!(round_trip(extension.clone()), extension.into());
    }
    let extension = Extension::new("toon", "table", [0xff]);
    assert_eq!(round_trip(extension.clone()), extension.into());
    let table = round_trip(Extension::new("toon", "table", "issues[2]: 1,2"));
    assert!(matches!(table.content(), Content::Data(data) if data.name.as_deref() == Some("issues")));
}

/// So that a small container does not fill the memory.
#[test]
fn tables_with_many_values_stay_extensions() {
    let bytes = encode(&[Data::new(&[1, 2, 3]).named("numbers").into()]).unwrap();
    for (items, is_table) in [(6, true), (5, false)] {
        let limits = toon_context::container::Limits::new().items(items);
        let container = toon_context::container::DecodeOptions::new().limits(limits).decode(&bytes).unwrap();
        assert_eq!(matches!(container.blocks[0].content(), Content::Data(_)), is_table);
        assert_eq!(encode(&container.blocks).unwrap(), bytes);
    }
}

#[test]
fn text_stays_text() {
    for format in DataFormat::ALL {
        let data = Data::text(*format, "{not json").schema("version");
        assert_eq!(round_trip(data.clone()), data.into());
    }
    let result = ToolResult::new("ls", Status::Error).text(r#"{"a":1}"#);
    assert_eq!(round_trip(result.clone()), result.into());
}

#[test]
#[cfg(feature = "json")]
fn values_are_written_as_json() {
    let data = Data::new(&[("version", 1)]);
    assert!(contains(data.clone(), r#"[["version",1]]"#));
    assert_eq!(round_trip(data), Data::json(r#"[["version",1]]"#).into());

    let result = ToolResult::new("ls", Status::Ok).value(&["a", "b"]);
    let expected = ToolResult::new("ls", Status::Ok).json(r#"["a","b"]"#).schema_hint("application/json");
    assert_eq!(round_trip(result), expected.into());
}

#[test]
#[cfg(feature = "json")]
fn json_text_is_not_changed() {
    let text = "{ \"a\": 1.50,\n  \"b\": [12345678901234567890123] }";
    let data = Data::json(text);
    assert!(contains(data.clone(), text));
    assert_eq!(round_trip(data.clone()), data.into());
    let result = ToolResult::new("ls", Status::Ok).json(text);
    assert!(contains(result.clone(), text));
    assert_eq!(round_trip(result.clone()), result.schema_hint("application/json").into());
}

#[test]
fn results_in_toon_are_values() {
    let result = ToolResult::new("ls", Status::Ok).value(&["a", "b"]).schema_hint("text/toon");
    assert!(contains(result.clone(), "[2]: a,b"));
    assert_eq!(round_trip(result.clone()), result.into());
    let result = ToolResult::new("ls", Status::Ok).text("[2]: a, b").schema_hint("text/toon");
    assert_eq!(round_trip(result.clone()), result.into());
}

#[test]
#[cfg(not(feature = "json"))]
fn values_need_a_feature() {
    let message = "the data of block 0 cannot be written: \
        a container has no TOON data, and JSON needs the feature `json` of toon-context";
    assert_eq!(encode(&[Data::new(&[1]).into()]).unwrap_err().to_string(), message);
    let result = ToolResult::new("ls", Status::Ok).value(&["a", "b"]);
    assert!(contains(result.clone(), "[2]: a,b"));
    assert_eq!(round_trip(result.clone()), result.schema_hint("text/toon").into());
}

#[test]
fn values_that_cannot_be_serialized_are_errors() {
    struct Broken;
    impl serde::Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("out of order"))
        }
    }
    let blocks: [Block; 3] = [
        Data::new(&Broken).into(),
        Data::new(&Broken).named("rows").into(),
        ToolResult::new("ls", Status::Ok).value(&Broken).into(),
    ];
    for block in blocks {
        let message = encode(&[block]).unwrap_err().to_string();
        assert!(message.starts_with("the data of block 0 cannot be written: out of order"), "{message}");
    }
}
