//! `join`: lists of scalars as one cell.

use crate::round_trip;
use proptest::prelude::*;
use std::collections::BTreeSet;
use toon::{DecodeOptions, Deserialize, Serialize, Value};

#[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(join)]
    words: Vec<String>,
    #[toon(join = ",")]
    numbers: Option<Vec<f64>>,
}

fn row(words: &[&str], numbers: Option<&[f64]>) -> Row {
    let words = words.iter().map(|&word| word.to_owned()).collect();
    Row { id: 1, words, numbers: numbers.map(<[f64]>::to_vec) }
}

#[test]
fn as_cells() {
    let check = |row: Row, cells: &str| {
        assert_eq!(round_trip(&vec![row]), format!("[1]{{id,words,numbers}}:\n  1,{cells}"));
    };
    check(row(&["a", "b c"], Some(&[1.0, 2.5])), r#"a; b c,"1,2.5""#);
    check(row(&[], None), r#""[]",null"#);
    check(row(&[""], Some(&[])), r#""[\"\"]","[]""#);
    check(row(&["a", ""], Some(&[7.0])), r#""[\"a\",\"\"]",7"#);
    check(row(&["a; b", " "], Some(&[1e300, -0.5])), r#""[\"a; b\",\" \"]","1e+300,-0.5""#);
    // Like other things in a cell.
    check(row(&["5"], None), r#""5",null"#);
    check(row(&["null"], None), r#""null",null"#);
    check(row(&["5 6"], None), r#""[\"5 6\"]",null"#);
    check(row(&["5", "6"], None), "5; 6,null");
    check(row(&["[a", "b]"], None), r#""[\"[a\",\"b]\"]",null"#);
    check(row(&["[a"], None), r#""[a",null"#);
    check(row(&["a;", ";b"], None), "a;; ;b,null");
    check(row(&["a\n", "\"", "\\,\\"], None), r#""[\"a\\n\",\"\\\"\",\"\\\\,\\\\\"]",null"#);
}

#[test]
fn in_objects_and_variants() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Object {
        #[toon(join = " ")]
        tags: BTreeSet<char>,
        #[toon(join)]
        mixed: (bool, Option<u128>, String),
        action: Action,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "type")]
    enum Action {
        Run {
            #[toon(join)]
            args: Vec<String>,
        },
    }
    let value = Object {
        tags: ['x', 'y'].into(),
        mixed: (true, Some(u128::MAX), "a".into()),
        action: Action::Run { args: vec!["-f".into(), "a.txt".into()] },
    };
    let text = "tags: x y\nmixed: \"[true,340282366920938463463374607431768211455,\\\"a\\\"]\"\n\
                action:\n  type: Run\n  args: \"-f; a.txt\"";
    assert_eq!(round_trip(&value), text);
}

#[test]
fn other_formats_and_forms() {
    let rows = vec![row(&["a", "b"], Some(&[1.0]))];
    let json = r#"[{"id":1,"words":["a","b"],"numbers":[1.0]}]"#;
    assert_eq!(serde_json::to_string(&rows).unwrap(), json);
    assert_eq!(serde_json::from_str::<Vec<Row>>(json).unwrap(), rows);
    let read = |text: &str| toon::from_str::<Vec<Row>>(text);
    assert_eq!(read("[1]:\n  - id: 1\n    words[2]: a,b\n    numbers[1]: 1").unwrap(), rows);
    // What a model may write.
    assert_eq!(read("[1]{id,words}:\n  1,\"\"").unwrap(), [row(&[], None)]);
    assert_eq!(read("[1]{id,words}:\n  1,\"[a, b]\"").unwrap(), [row(&["a", "b"], None)]);
    assert_eq!(read("[1]{id,words,numbers}:\n  1,a,\"[1, 2]\"").unwrap(), [row(&["a"], Some(&[1.0, 2.0]))]);
}

#[test]
fn with_other_hints() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct List {
        #[toon(tabular)]
        rows: Vec<Item>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Item {
        id: u8,
        #[toon(join, rename = "tags")]
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        labels: Vec<String>,
        #[toon(join, hoist)]
        sizes: Vec<u64>,
        #[toon(join, skip_default)]
        notes: Option<Vec<String>>,
    }
    let item = |id, labels: &[&str]| Item {
        id,
        labels: labels.iter().map(|&label| label.into()).collect(),
        sizes: vec![1, u64::MAX],
        notes: None,
    };
    let list = List { rows: vec![item(1, &["a", "b"]), item(2, &[])] };
    let text = "rows_sizes: 1 18446744073709551615\nrows[2]{id,tags}:\n  1,a; b\n  2,null";
    assert_eq!(round_trip(&list), text);
}

#[test]
fn errors() {
    #[derive(Serialize, Deserialize, Debug)]
    struct Any {
        #[toon(join)]
        list: Value,
    }
    for toon in ["[1]:\n  - [1]: 1", "a: 1", "a", "[2]:\n  - 1\n  -"] {
        let list: Value = toon::from_str(toon).unwrap();
        let error = toon::to_string(&Any { list }).unwrap_err();
        assert_eq!(error.to_string(), "`join` requires a list of scalars");
    }
    let error = |cell: &str| {
        let text = format!("[1]{{id,numbers,words}}:\n  1,\"1,2\",{cell}");
        let error = toon::from_str::<Vec<Row>>(&text).unwrap_err().to_string();
        error.strip_suffix(" at line 2 column 11, in [0].words").unwrap().to_owned()
    };
    for (cell, expected) in [
        ("a; ; b", "empty element in a list separated by `; `"),
        ("1 2", "invalid type: integer `1`, expected a string"),
        ("7", "invalid type: integer `7`, expected a string"),
        ("true", "invalid type: boolean `true`, expected a string"),
        (r#""[\"a\"b]""#, "list in a cell: unexpected text after a closing quote"),
    ] {
        assert_eq!(error(cell), expected);
    }
    let strict = "[1]{id,words}:\n  1,4";
    assert!(DecodeOptions::new().from_str::<Vec<Row>>(strict).is_err());
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Lists {
    #[toon(join)]
    usual: Vec<String>,
    #[toon(join = ",")]
    comma: Vec<String>,
    #[toon(join = " ")]
    space: Option<Vec<String>>,
    #[toon(join)]
    any: Value,
    #[toon(join = "-")]
    dash: Value,
}

proptest! {
    #[test]
    fn any_list(
        strings in prop::collection::vec(prop::collection::vec("[ab0-9 ;,.\\[\\]\"\\\\-]{0,4}|\\PC{0,3}", 0..4), 2),
        some: bool,
        any in prop::collection::vec(prop_oneof![toon_testing::scalar(), any::<i32>().prop_map(Into::into)], 0..4),
    ) {
        // Whole floats are integers in TOON.
        let any: Value = toon::from_str(&toon::to_string(&any).unwrap()).unwrap();
        let [one, two] = strings.try_into().unwrap();
        let space = some.then(|| one.clone());
        let lists = Lists { usual: one, comma: two, space, dash: any.clone(), any };
        let text = toon::to_string(&[&lists, &lists]).unwrap();
        prop_assert!(text.starts_with("[2]{usual,comma,space,any,dash}:\n"), "{text}");
        prop_assert_eq!(&toon::from_str::<Vec<Lists>>(&text).unwrap()[1], &lists, "{}", text);
    }
}
