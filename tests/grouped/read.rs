//! What is read back.
#![allow(clippy::items_after_statements, reason = "a type next to its use")]

use super::{Symbol, in_order, symbol, symbols};
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::Grouped;

/// Writes the rows as TOON and JSON, and reads them back.
#[track_caller]
fn round_trip<T>(rows: &[T], fields: &[&str], keys: impl Fn(&T) -> Vec<String> + Copy)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
{
    let expected = in_order(rows, keys);
    for hoist in [false, true] {
        let grouped = Grouped::new(rows, fields.to_vec()).hoist_single(hoist);
        let text = toon::to_string(&grouped).unwrap();
        let read: Grouped<Vec<T>> = toon::from_str(&text).unwrap();
        assert_eq!(read.rows(), expected, "{text}");
        assert_eq!(toon::to_string(&read.hoist_single(hoist)).unwrap(), text);
        let json = serde_json::to_string(&grouped).unwrap();
        assert_eq!(serde_json::from_str::<Grouped<Vec<T>>>(&json).unwrap().rows(), expected, "{json}");
        let seed = || Grouped::<Vec<T>>::seed(fields.to_vec());
        let read = seed().deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
        assert_eq!(read.rows(), expected, "{json}");
        let mut deserializer = toon::Deserializer::from_str(&text);
        assert_eq!(seed().deserialize(&mut deserializer).unwrap().rows(), expected, "{text}");
        deserializer.end().unwrap();
    }
}

#[test]
fn rows_have_their_fields_again() {
    let by_module = |symbol: &Symbol| vec![symbol.module.clone()];
    let by_both = |symbol: &Symbol| vec![symbol.module.clone(), symbol.package.clone()];
    let symbols = symbols();
    for rows in [&symbols[..], &symbols[..1], &[symbols[0].clone(), symbols[2].clone()], &[]] {
        round_trip(rows, &["module"], by_module);
        round_trip(rows, &["module", "package"], by_both);
        round_trip(rows, &["id", "module", "package"], |symbol| {
            vec![symbol.id.to_string(), symbol.module.clone(), symbol.package.clone()]
        });
    }
    // Names that are also special keys.
    let odd = [
        symbol(1, "rows", "_by"),
        symbol(2, "_by", "rows"),
        symbol(3, "", "a: b"),
        symbol(4, "rows", "module"),
    ];
    round_trip(&odd, &["module"], by_module);
    round_trip(&odd, &["module", "package"], by_both);
    round_trip(&odd[..1], &["module", "package"], by_both);
    round_trip(&odd[1..2], &["module", "package"], by_both);
}

#[test]
fn another_order_is_read() {
    let by = |symbol: &Symbol| vec![symbol.package.clone(), symbol.module.clone()];
    round_trip(&symbols(), &["package", "module"], by);
    round_trip(&symbols(), &["package", "id", "module"], |symbol| {
        vec![symbol.package.clone(), symbol.id.to_string(), symbol.module.clone()]
    });
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Typed {
    color: Color,
    flag: bool,
    small: i8,
    big: u128,
    ratio: f64,
    letter: char,
    maybe: Option<Name>,
    rest: Vec<u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Color {
    DeepRed,
    #[serde(rename = "7")]
    Seven,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Name(String);

/// A group's text is read as the type of its field.
#[test]
fn fields_of_all_types() {
    let typed = |color, flag, small, letter, name: &str| Typed {
        color,
        flag,
        small,
        big: u128::MAX - 1,
        ratio: f64::from(small) / 4.0,
        letter,
        maybe: Some(Name(name.into())),
        rest: vec![1, 2],
    };
    let rows = [typed(Color::DeepRed, true, -3, '7', "5"), typed(Color::Seven, false, 8, 'x', "null")];
    let text = |row: &Typed, field: &str| match field {
        "big" => row.big.to_string(),
        "ratio" => row.ratio.to_string(),
        _ => row.small.to_string(),
    };
    for field in ["color", "flag", "small", "big", "ratio", "letter", "maybe"] {
        for rows in [&rows[..], &rows[..1]] {
            round_trip(rows, &[field], |row| vec![text(row, field)]);
        }
    }
}

#[test]
fn rows_of_other_types_need_names() {
    let rows = json!([{"kind": "a", "n": 1, "x": [1]}, {"kind": "b", "n": 2}, {"kind": "a", "n": 3}]);
    let text = toon::to_string(&Grouped::new(rows.as_array().unwrap(), ["kind"])).unwrap();
    let error = toon::from_str::<Grouped<Vec<Value>>>(&text).unwrap_err().to_string();
    assert!(error.contains("name the fields with `Grouped::seed`"), "{error}");
    let read =
        Grouped::<Vec<Value>>::seed(["kind"]).deserialize(&mut toon::Deserializer::from_str(&text)).unwrap();
    assert_eq!(read.rows(), [rows[0].clone(), rows[2].clone(), rows[1].clone()]);
    assert_eq!(toon::to_string(&read).unwrap(), text);

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Node {
        Function { name: String, lines: u32 },
        Class { name: String },
    }
    let nodes = [
        Node::Function { name: "f".into(), lines: 3 },
        Node::Class { name: "C".into() },
        Node::Function { name: "g".into(), lines: 5 },
    ];
    let text = toon::to_string(&Grouped::new(&nodes, ["kind"])).unwrap();
    assert_eq!(text, "function[2]{name,lines}:\n  f,3\n  g,5\nclass[1]{name}:\n  C");
    let read: Grouped<Vec<Node>> =
        Grouped::seed(["kind"]).deserialize(&mut toon::Deserializer::from_str(&text)).unwrap();
    assert_eq!(read.rows(), [nodes[0].clone(), nodes[2].clone(), nodes[1].clone()]);

    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        id: u32,
        #[serde(flatten)]
        more: BTreeMap<String, String>,
    }
    let rows =
        [Flat { id: 1, more: BTreeMap::from([("k".into(), "v".into()), ("team".into(), "red".into())]) }];
    for fields in [&["team"][..], &["id", "team"], &["id"]] {
        for hoist in [false, true] {
            let text = toon::to_string(&Grouped::new(&rows, fields.to_vec()).hoist_single(hoist)).unwrap();
            let seed = Grouped::<Vec<Flat>>::seed(fields.to_vec());
            let read = seed.deserialize(&mut toon::Deserializer::from_str(&text)).unwrap();
            assert_eq!(read.rows(), rows, "{text}");
        }
    }
}

/// Other missing fields make it unclear which of them a group stands for.
#[test]
fn missing_fields_need_names() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[serde(default)]
    struct Row {
        #[serde(skip_serializing_if = "String::is_empty")]
        note: String,
        team: String,
        id: u32,
    }
    let rows = [Row { team: "red".into(), id: 1, ..Row::default() }];
    let text = toon::to_string(&Grouped::new(&rows, ["team"])).unwrap();
    let error = toon::from_str::<Grouped<Vec<Row>>>(&text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot tell which fields the groups stand for: there are 1 level of groups, and the rows lack `note`, `team`; name the fields \
         with `Grouped::seed` at line 2 column 3, in red[0]"
    );
    let seed = Grouped::<Vec<Row>>::seed(["team"]);
    assert_eq!(seed.deserialize(&mut toon::Deserializer::from_str(&text)).unwrap().rows(), rows);
    // A stated field is named.
    let text = toon::to_string(&Grouped::new(&rows, ["team"]).hoist_single(true)).unwrap();
    assert_eq!(toon::from_str::<Grouped<Vec<Row>>>(&text).unwrap().rows(), rows);
}

#[test]
fn a_field_of_a_struct_can_be_grouped() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Found {
        total: u32,
        symbols: Grouped<Vec<Symbol>>,
        #[serde(deserialize_with = "by_kind")]
        values: Grouped<Vec<BTreeMap<String, String>>>,
    }
    fn by_kind<'de, D>(deserializer: D) -> Result<Grouped<Vec<BTreeMap<String, String>>>, D::Error>
    where
        D: serde::Deserializer<'de>,
    {
        Grouped::seed(["kind"]).deserialize(deserializer)
    }
    let value = BTreeMap::from([("kind".to_owned(), "a".to_owned()), ("x".to_owned(), "y".to_owned())]);
    for symbols in [symbols(), vec![]] {
        let symbols = in_order(&symbols, |symbol| vec![symbol.module.clone()]);
        let found = Found {
            total: 5,
            symbols: Grouped::new(symbols, ["module"]),
            values: Grouped::new([value.clone()], ["kind"]),
        };
        let text = toon::to_string(&found).unwrap();
        assert_eq!(toon::from_str::<Found>(&text).unwrap(), found, "{text}");
        let json = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Found>(&json).unwrap(), found, "{json}");
        let value = serde_json::to_value(&found).unwrap();
        assert_eq!(Found::deserialize(&value).unwrap(), found);
        assert_eq!(toon::DecodeOptions::new().strict(false).from_str::<Found>(&text).unwrap(), found);
    }
}

/// Rows may have nothing left.
#[test]
fn rows_without_other_fields() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Pair {
        a: u8,
        b: String,
    }
    let pair = |a, b: &str| Pair { a, b: b.into() };
    for rows in [&[pair(1, "x"), pair(2, "y"), pair(1, "x")][..], &[pair(1, "x"), pair(1, "x")]] {
        round_trip(rows, &["a", "b"], |pair| vec![pair.a.to_string(), pair.b.clone()]);
        round_trip(rows, &["b", "a"], |pair| vec![pair.b.clone(), pair.a.to_string()]);
    }
}

#[test]
fn other_formats_and_options() {
    let symbols = in_order(&symbols(), |symbol| vec![symbol.module.clone(), symbol.package.clone()]);
    let grouped = Grouped::new(&symbols, ["module", "package"]);
    let ron = ron::to_string(&grouped).unwrap();
    assert_eq!(ron::from_str::<Grouped<Vec<Symbol>>>(&ron).unwrap().rows(), symbols, "{ron}");
    let folding = toon::EncodeOptions::new().key_folding(toon::KeyFolding::Safe);
    let text = folding.to_string(&Grouped::new(&symbols[..2], ["module", "package"])).unwrap();
    assert_eq!(text, "core.text[2]{id,line}:\n  1,null\n  4,null");
    let expanding = toon::DecodeOptions::new().expand_paths(true);
    assert_eq!(expanding.from_str::<Grouped<Vec<Symbol>>>(&text).unwrap().rows(), &symbols[..2]);
    let tree = toon::to_value(&grouped).unwrap();
    assert_eq!(toon::from_value::<Grouped<Vec<Symbol>>>(&tree).unwrap().rows(), symbols, "{tree}");
}

#[test]
fn strings_are_borrowed() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Row<'a> {
        team: &'a str,
        name: &'a str,
        zone: &'a str,
    }
    let rows = [Row { team: "red", name: "x", zone: "z" }, Row { team: "blue", name: "y", zone: "z" }];
    let text = toon::to_string(&Grouped::new(&rows, ["team", "zone"]).hoist_single(true)).unwrap();
    let read: Grouped<Vec<Row<'_>>> = toon::from_str(&text).unwrap();
    assert_eq!(read.rows(), rows);
}

/// What can be read from an empty document can be written again.
#[test]
fn nothing() {
    let read: Grouped<Vec<Symbol>> = toon::from_str("").unwrap();
    assert_eq!(read.rows(), []);
    assert_eq!(toon::to_string(&read).unwrap(), "");
    assert_eq!(toon::from_str::<Grouped<Vec<Symbol>>>("core:\n  x: []\ncli:").unwrap().rows(), []);
}

/// The nearest `f64` of this number, rounded, is another `f32`.
#[test]
fn floats_that_are_rounded_once() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Sample {
        ratio: f32,
        id: u32,
    }
    let sample = |id, ratio| Sample { ratio, id };
    round_trip(&[sample(1, 7.038_531e-26), sample(2, 7.038_531e-26)], &["ratio"], |row| {
        vec![row.ratio.to_string()]
    });
}
