//! `#[toon(tabular(unchecked))]`, and `skip_default = false`.
#![allow(clippy::items_after_statements, reason = "each type is next to its test")]

use super::round_trip;
use std::collections::BTreeMap;
use toon::{Deserialize, ErrorKind, Serialize};

/// A type that is not known to be a cell.
#[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug, Clone, Default)]
struct Id(u32);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Group {
    a: u8,
    b: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular(unchecked))]
struct Row<T> {
    id: Id,
    group: Group,
    boxed: Box<Group>,
    maybe: Option<Id>,
    #[toon(nullable_group)]
    other: Option<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<Id>,
    #[toon(skip_default)]
    default: Id,
    generic: T,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Table<T> {
    #[toon(tabular)]
    rows: Vec<T>,
}

fn group() -> Group {
    Group { a: 1, b: "x".into() }
}

fn row<T>(generic: T) -> Row<T> {
    Row {
        id: Id(1),
        group: group(),
        boxed: Box::new(group()),
        maybe: None,
        other: None,
        skipped: None,
        default: Id(0),
        generic,
    }
}

#[test]
fn cells_and_groups() {
    let header = "rows[2]{id,group{a,b},boxed{a,b},maybe,other{a,b},skipped,generic}:";
    let text = format!("{header}\n  1,1,x,1,x,null,null,null,null,7\n  1,1,x,1,x,3,null,null,null,8");
    let rows = vec![row(7), Row { maybe: Some(Id(3)), ..row(8) }];
    assert_eq!(round_trip(&Table { rows }), text);
    assert_eq!(
        round_trip(&row(7)),
        "id: 1\ngroup:\n  a: 1\n  b: x\nboxed:\n  a: 1\n  b: x\nmaybe: null\nother: null\ngeneric: 7"
    );
}

#[test]
fn arrays_and_objects_are_errors() {
    #[derive(Serialize)]
    #[toon(tabular(unchecked))]
    struct Any<T> {
        id: u8,
        value: T,
    }

    fn check<T: serde::Serialize + Clone>(value: T) {
        let row = || Any { id: 1, value: value.clone() };
        assert!(matches!(toon::to_string(&row()).unwrap_err().kind(), ErrorKind::NotACell));
        assert!(matches!(toon::to_string(&[row(), row()]).unwrap_err().kind(), ErrorKind::NotACell));
        let rows = vec![row(), row()];
        assert!(matches!(toon::to_string(&Table { rows }).unwrap_err().kind(), ErrorKind::NotACell));
    }

    check(vec![1]);
    check(BTreeMap::from([(1, 2)]));
    // The compiler does not know what a type parameter is.
    check(group());

    #[derive(Serialize)]
    #[toon(tabular(unchecked))]
    struct Optional {
        #[serde(skip_serializing_if = "Option::is_none")]
        group: Option<Group>,
        #[toon(hoist)]
        hoisted: Group,
    }
    let row = Optional { group: Some(group()), hoisted: group() };
    assert!(matches!(toon::to_string(&row).unwrap_err().kind(), ErrorKind::NotACell));
    let row = Optional { group: None, hoisted: group() };
    assert!(matches!(toon::to_string(&row).unwrap_err().kind(), ErrorKind::NotACell));
}

#[test]
fn flattened() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular(unchecked))]
    struct Known {
        id: Id,
        #[serde(flatten)]
        group: Group,
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular(unchecked))]
    struct Unknown {
        id: Id,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    let rows = || vec![Known { id: Id(1), group: group() }];
    assert_eq!(round_trip(&Table { rows: rows() }), "rows[1]{id,a,b}:\n  1,1,x");
    let rest = |names: &str| names.chars().map(|name| (name.to_string(), 0)).collect();
    let rows = vec![Unknown { id: Id(1), rest: rest("ab") }, Unknown { id: Id(2), rest: rest("ab") }];
    assert_eq!(round_trip(&Table { rows }), "rows[2]{id,a,b}:\n  1,0,0\n  2,0,0");
    let rows = vec![Unknown { id: Id(1), rest: rest("ab") }, Unknown { id: Id(2), rest: rest("c") }];
    round_trip(&Table { rows });
}

#[test]
fn other_formats() {
    #[derive(serde::Serialize)]
    struct Plain {
        id: Id,
        group: Group,
        boxed: Box<Group>,
        maybe: Option<Id>,
        other: Option<Group>,
        #[serde(skip_serializing_if = "Option::is_none")]
        skipped: Option<Id>,
        default: Id,
        generic: u8,
    }

    let plain = Plain {
        id: Id(1),
        group: group(),
        boxed: Box::new(group()),
        maybe: None,
        other: None,
        skipped: None,
        default: Id(0),
        generic: 7,
    };
    assert_eq!(serde_json::to_string(&plain).unwrap(), serde_json::to_string(&row(7)).unwrap());
    assert_eq!(postcard::to_allocvec(&plain).unwrap(), postcard::to_allocvec(&row(7_u8)).unwrap());
}

#[test]
fn opting_out_of_skip_default() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
    #[toon(tabular, skip_default)]
    struct Count {
        #[toon(skip_default = false)]
        id: u8,
        count: u8,
        #[toon(skip_default = false, rename = "all")]
        total: u8,
    }

    assert_eq!(round_trip(&Count::default()), "id: 0\nall: 0");
    let rows = vec![Count::default(), Count::default()];
    assert_eq!(round_trip(&Table { rows }), "rows[2]{id,all}:\n  0,0\n  0,0");
    let error = toon::from_str::<Count>("id: 1").unwrap_err().to_string();
    assert!(error.contains("missing field `all`"), "{error}");
}
