//! `tabular`: rows that stay a table if single values are missing, and the fields that contain
//! them.

use super::round_trip;
use std::collections::{BTreeMap, HashMap};
use toon::{Deserialize, ErrorKind, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular, skip_default)]
struct Project {
    id: u32,
    full_name: String,
    owner: Owner,
    archived: bool,
    note: Option<String>,
    kind: Kind,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Owner {
    name: String,
    id: Id,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy, Default)]
struct Id(u64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy, Default)]
enum Kind {
    #[default]
    Plain,
    Fancy,
}

fn project(id: u32, archived: bool, note: Option<&str>) -> Project {
    let owner = Owner { name: "ada".into(), id: Id(1) };
    let full_name = format!("p, {id}");
    Project { id, full_name, owner, archived, note: note.map(Into::into), kind: Kind::Plain }
}

/// A column is omitted if every row has its default; a default among other values stays.
#[test]
fn columns_with_defaults_alone_are_cut() {
    let none = [project(1, false, None), project(2, false, None)];
    assert_eq!(
        round_trip(&none.to_vec()),
        "[2]{id,fullName,owner{name,id}}:\n  1,\"p, 1\",ada,1\n  2,\"p, 2\",ada,1"
    );
    let one = [project(1, false, None), project(2, true, Some("x"))];
    assert_eq!(
        round_trip(&one.to_vec()),
        "[2]{id,fullName,owner{name,id},archived,note}:\n  1,\"p, 1\",ada,1,false,null\n  2,\"p, 2\",ada,1,true,x"
    );
    // JSON contains everything.
    assert_eq!(
        serde_json::to_string(&none[0]).unwrap(),
        r#"{"id":1,"fullName":"p, 1","owner":{"name":"ada","id":1},"archived":false,"note":null,"kind":"Plain"}"#
    );
}

/// A group is omitted completely, and only if all rows have the field's own default.
#[test]
fn groups_are_cut_whole() {
    let owned =
        |name: &str, id| Project { owner: Owner { name: name.into(), id: Id(id) }, ..Project::default() };
    let projects = vec![Project { id: 1, ..owned("", 0) }, Project { id: 2, ..owned("", 0) }];
    assert_eq!(round_trip(&projects), "[2]{id}:\n  1\n  2");
    let projects = vec![Project { id: 1, ..owned("", 0) }, Project { id: 2, ..owned("", 3) }];
    assert_eq!(round_trip(&projects), "[2]{id,owner{name,id}}:\n  1,\"\",0\n  2,\"\",3");
}

/// Every row has a cell.
#[test]
fn one_column_stays() {
    assert_eq!(round_trip(&vec![Project::default(); 3]), "[3]{id}:\n  0\n  0\n  0");
    assert_eq!(round_trip(&Vec::<Project>::new()), "[]");
}

/// Outside of a table, fields with their default are left out one by one.
#[test]
fn an_object_leaves_out_fields() {
    assert_eq!(
        round_trip(&project(7, false, None)),
        "id: 7\nfullName: \"p, 7\"\nowner:\n  name: ada\n  id: 1"
    );
    assert_eq!(round_trip(&Project::default()), "");
    assert_eq!(
        round_trip(&vec![vec![Project { id: 4, ..Project::default() }], vec![Project::default()]]),
        "[2]:\n  - [1]:\n    - id: 4\n  - [1]:\n    -"
    );
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct Issue {
    id: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty", default)]
    label: String,
    #[serde(skip_serializing_if = "is_ten", default = "ten", with = "as_text")]
    votes: u32,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(votes: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{votes} votes"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_suffix(" votes").and_then(|digits| digits.parse().ok());
        digits.ok_or_else(|| serde::de::Error::custom("no votes"))
    }
}

fn ten() -> u32 {
    10
}

fn is_ten(votes: &u32) -> bool {
    *votes == 10
}

fn issue(id: u32, body: Option<&str>, label: &str, votes: u32) -> Issue {
    Issue { id, body: body.map(Into::into), label: label.into(), votes }
}

/// What serde would leave out is `null` in a row, and reads as the field's default.
#[test]
fn what_serde_leaves_out_is_null_in_rows() {
    let issues = vec![issue(1, None, "bug", 10), issue(2, Some("b"), "", 3)];
    assert_eq!(round_trip(&issues), "[2]{id,body,label,votes}:\n  1,null,bug,null\n  2,b,null,3 votes");
    assert_eq!(round_trip(&issues[0]), "id: 1\nlabel: bug");
    assert_eq!(serde_json::to_string(&issues[1]).unwrap(), r#"{"id":2,"body":"b","votes":"3 votes"}"#);
    // The column stays, even if it is empty in all rows.
    assert_eq!(round_trip(&vec![issue(1, None, "", 10)]), "[1]{id,body,label,votes}:\n  1,null,null,null");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
struct Page {
    #[toon(tabular)]
    issues: Vec<Issue>,
    #[toon(tabular)]
    by_name: BTreeMap<String, Project>,
    #[toon(tabular)]
    more: Option<Box<[Project]>>,
    next: Option<u32>,
}

#[test]
fn fields_that_are_tables() {
    let mut page = Page::default();
    assert_eq!(round_trip(&page), "issues: []\nby_name:\nmore: null\nnext: null");
    page.issues = vec![issue(1, None, "a", 1), issue(2, None, "b", 2)];
    page.by_name = ["x", "y"].map(|name| (name.to_owned(), project(3, true, None))).into();
    page.more = Some([project(4, false, None)].into());
    assert_eq!(
        round_trip(&page),
        "\
issues[2]{id,body,label,votes}:
  1,null,a,1 votes
  2,null,b,2 votes
by_name[2:]{id,fullName,owner{name,id},archived}:
  x: 3,\"p, 3\",ada,1,true
  y: 3,\"p, 3\",ada,1,true
more[1]{id,fullName,owner{name,id}}:
  4,\"p, 4\",ada,1
next: null"
    );
}

#[test]
fn an_empty_table_is_left_out() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct List {
        #[toon(tabular, skip_default)]
        owners: Vec<Owner>,
    }
    assert_eq!(round_trip(&List { owners: Vec::new() }), "");
    let owners = vec![Owner { name: "ada".into(), id: Id(1) }];
    assert_eq!(round_trip(&List { owners }), "owners[1]{name,id}:\n  ada,1");
}

/// A map of rows is always a separate table, never a group of columns of an outer one.
#[test]
fn a_table_in_a_field_ends_tables_around_it() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Group {
        #[toon(tabular)]
        members: BTreeMap<String, Owner>,
    }
    let owner = |id| Owner { name: "n".into(), id: Id(id) };
    let group = |a, b| Group { members: [("a".into(), owner(a)), ("b".into(), owner(b))].into() };
    assert_eq!(
        round_trip(&vec![group(1, 2), group(3, 4)]),
        "\
[2]:
  - members[2:]{name,id}:
      a: n,1
      b: n,2
  - members[2:]{name,id}:
      a: n,3
      b: n,4"
    );
    assert_eq!(round_trip(&group(1, 2)), "members[2:]{name,id}:\n  a: n,1\n  b: n,2");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Either {
    Issue(Issue),
    Project(Box<Project>),
    Number(u8),
}

/// Rows of several kinds do not form a table. Omitted columns of the first rows are then left out,
/// as in any object.
#[test]
fn where_a_table_falls_apart() {
    let kinds = [
        Either::Issue(issue(1, None, "", 1)),
        Either::Issue(issue(2, None, "l", 10)),
        Either::Project(Box::new(project(3, false, None))),
        Either::Number(4),
    ];
    assert_eq!(
        toon::to_string(&kinds[..3]).unwrap(),
        "\
[3]:
  - id: 1
    votes: 1 votes
  - id: 2
    label: l
  - id: 3
    fullName: \"p, 3\"
    owner:
      name: ada
      id: 1"
    );
    let groups = [kinds[2].clone(), Either::Project(Box::default()), kinds[3].clone()];
    assert_eq!(
        toon::to_string(&groups).unwrap(),
        "\
[3]:
  - id: 3
    fullName: \"p, 3\"
    owner:
      name: ada
      id: 1
  -
  - 4"
    );
    let named = |value: &Either| (format!("{value:?}").len().to_string(), value.clone());
    let map: BTreeMap<String, Either> = kinds.iter().map(named).collect();
    assert!(toon::to_string(&map).unwrap().contains("id: 3\n  fullName"));
}

/// Columns of a `HashMap`'s rows may come in any order.
/// A row that falls apart in a group which is left out may become a keyed table of the others.
#[test]
fn where_a_table_falls_apart_in_a_default() {
    #[derive(Serialize, Default, PartialEq, Clone)]
    #[toon(tabular)]
    struct One {
        x: u8,
    }
    #[derive(Serialize, Default, PartialEq)]
    #[toon(tabular)]
    struct Two {
        x: u8,
        y: u8,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Left {
        first: One,
        #[toon(skip_default)]
        second: Two,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Right {
        #[toon(skip_default)]
        zero: One,
        first: One,
        #[toon(skip_default)]
        second: One,
        third: One,
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Row {
        Left(Left),
        Right(Right),
    }
    let one = |x| One { x };
    let rows = |x| {
        let left = Row::Left(Left { first: one(1), second: Two { x, y: 0 } });
        let right = Row::Right(Right { zero: one(0), first: one(1), second: one(x), third: one(5) });
        BTreeMap::from([("a", left), ("b", right)])
    };
    assert_eq!(
        toon::to_string(&rows(0)).unwrap(),
        "a:\n  first:\n    x: 1\nb[2:]{x}:\n  first: 1\n  third: 5"
    );
    assert_eq!(
        toon::to_string(&rows(2)).unwrap(),
        "a:\n  first:\n    x: 1\n  second:\n    x: 2\n    y: 0\nb[3:]{x}:\n  first: 1\n  second: 2\n  third: 5"
    );
}

/// A declared cell is none, and its row, which no longer stands in a table, one entry of several.
#[test]
fn a_cell_that_is_an_entry() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Row {
        first: One,
        #[toon(cell)]
        cell: serde_json::Value,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct One {
        x: u8,
    }
    let row = |cell| Row { first: One { x: 1 }, cell };
    let rows = |cells: [serde_json::Value; 2]| BTreeMap::from([0, 1].map(|n| (n, row(cells[n].clone()))));
    let object = serde_json::json!({"x": 1});
    for cells in [[1.into(), object.clone()], [object.clone(), 1.into()], [object.clone(), object]] {
        let error = toon::to_string(&rows(cells)).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotACell), "{error}");
    }
}

#[test]
fn rows_in_an_order_of_their_own() {
    #[derive(Serialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Flat {
        #[serde(flatten)]
        owner: Owner,
        #[toon(skip_default)]
        n: u8,
    }
    let flat = Flat { owner: Owner { name: "a".into(), id: Id(2) }, n: 0 };
    assert_eq!(toon::to_string(&vec![flat.clone(); 2]).unwrap(), "[2]{name,id}:\n  a,2\n  a,2");
    assert_eq!(toon::to_string(&flat).unwrap(), "name: a\nid: 2");
    let map: HashMap<u8, Flat> = [(1, flat.clone()), (2, flat)].into();
    assert!(toon::to_string(&map).unwrap().starts_with("[2:]{name,id}:\n"));
}

/// Rows in a different order, with cells that would be omitted, in a table that falls back to a
/// list after them.
#[test]
fn rows_in_an_order_of_their_own_that_are_none() {
    type Entry = (&'static str, u8);
    fn as_map<S: serde::Serializer>(entries: &[Entry], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(entries.iter().copied())
    }
    #[derive(Serialize, Clone)]
    #[toon(tabular)]
    struct Row {
        #[toon(skip_default)]
        n: u8,
        #[serde(flatten, serialize_with = "as_map")]
        rest: Vec<Entry>,
        #[toon(skip_default)]
        last: u8,
    }
    #[derive(Serialize, Clone)]
    #[serde(untagged)]
    enum Any {
        Row(Row),
        Other { z: u8, list: Vec<u8> },
    }
    let row = |n, rest: &[Entry], last| Any::Row(Row { n, rest: rest.to_vec(), last });
    let rows = [row(0, &[("a", 1), ("b", 2)], 0), row(3, &[("b", 3), ("a", 4)], 0)];
    assert_eq!(toon::to_string(&rows).unwrap(), "[2]{n,a,b}:\n  0,1,2\n  3,4,3");
    for (other, item) in [
        (Any::Other { z: 1, list: vec![2] }, "  - z: 1\n    list[1]: 2"),
        (row(6, &[("b", 7)], 0), "  - n: 6\n    b: 7"),
        (row(6, &[("b", 7), ("a", 8), ("c", 9)], 0), "  - n: 6\n    b: 7\n    a: 8\n    c: 9"),
    ] {
        let rows = [&rows[..], &[other]].concat();
        let items = "[3]:\n  - a: 1\n    b: 2\n  - n: 3\n    b: 3\n    a: 4\n";
        assert_eq!(toon::to_string(&rows).unwrap(), format!("{items}{item}"));
        let map: BTreeMap<_, _> = ["p", "q", "r"].into_iter().zip(rows).collect();
        let fields =
            format!("p:\n  a: 1\n  b: 2\nq:\n  n: 3\n  b: 3\n  a: 4\nr:\n{}", item.replace("  - ", "  "));
        assert_eq!(toon::to_string(&map).unwrap(), fields.replace("\n    ", "\n  "));
    }
}

#[test]
fn generic_rows() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row<'a, T, const N: usize> {
        key: T,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        text: Option<&'a str>,
        #[toon(skip_default)]
        other: Option<T>,
    }
    let rows = vec![
        Row::<'_, u8, 3> { key: 1, text: None, other: None },
        Row { key: 2, text: Some("t"), other: None },
    ];
    let text = toon::to_string(&rows).unwrap();
    assert_eq!(text, "[2]{key,text}:\n  1,null\n  2,t");
    assert_eq!(toon::from_str::<Vec<Row<'_, u8, 3>>>(&text).unwrap(), rows);
}

/// A type that is not known to be a cell can be declared as one; its values must then be scalars,
/// in rows and elsewhere.
#[test]
fn foreign_types_in_cells() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Event {
        id: u8,
        #[toon(cell)]
        what: serde_json::Value,
        #[toon(cell, skip_default)]
        option: Option<serde_json::Value>,
    }
    let event = |what: serde_json::Value, option| Event { id: 1, what, option };
    let text = round_trip(&vec![event("a, b".into(), None), event(2.into(), Some("x".into()))]);
    assert_eq!(text, "[2]{id,what,option}:\n  1,\"a, b\",null\n  1,2,x");
    assert_eq!(round_trip(&event("a, b".into(), None)), "id: 1\nwhat: \"a, b\"");
    let others = [
        serde_json::json!([]),
        serde_json::json!([1]),
        serde_json::json!({}),
        serde_json::json!({"a": {"b": 1}}),
    ];
    for other in others {
        let fails = |result: toon::Result<String>| matches!(result.unwrap_err().kind(), ErrorKind::NotACell);
        assert!(fails(toon::to_string(&event(other.clone(), None))), "{other}");
        assert!(fails(toon::to_string(&event(1.into(), Some(other.clone())))), "{other}");
        assert!(fails(toon::to_string(&[event(1.into(), None), event(other.clone(), None)])), "{other}");
        assert!(fails(toon::to_string(&[vec![event(other.clone(), None)]])), "{other}");
        assert!(serde_json::to_string(&event(other, None)).is_ok());
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular, skip_default)]
struct Pair {
    a: u32,
    b: u32,
}

/// A group without a default keeps a column, even if all of its columns have theirs.
#[test]
fn groups_keep_a_column() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Holder {
        id: u32,
        pair: Pair,
    }
    let holders = vec![Holder { id: 1, pair: Pair::default() }, Holder { id: 2, pair: Pair::default() }];
    assert_eq!(round_trip(&holders), "[2]{id,pair{a}}:\n  1,0\n  2,0");
    assert_eq!(round_trip(&vec![Holder { id: 1, pair: Pair { a: 0, b: 2 } }]), "[1]{id,pair{b}}:\n  1,2");
}

/// The default of a group may differ from the defaults of its columns.
#[test]
fn groups_with_a_default_of_their_own() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(default)]
    #[toon(tabular, skip_default)]
    struct Holder {
        id: u32,
        pair: Pair,
        z: u32,
    }
    impl Default for Holder {
        fn default() -> Self {
            Holder { id: 1, pair: Pair { a: 5, b: 0 }, z: 0 }
        }
    }
    let holder = |id, a| Holder { id, pair: Pair { a, b: 0 }, z: 0 };
    assert_eq!(round_trip(&vec![holder(3, 0), holder(4, 0)]), "[2]{id,pair{a}}:\n  3,0\n  4,0");
    assert_eq!(round_trip(&vec![holder(3, 5), holder(4, 5)]), "[2]{id}:\n  3\n  4");
    assert_eq!(round_trip(&vec![holder(1, 5)]), "[1]{id}:\n  1");
    assert_eq!(round_trip(&vec![holder(3, 5), holder(4, 0)]), "[2]{id,pair{a,b}}:\n  3,5,0\n  4,0,0");
}

/// The same for nested groups, and for those that serde creates.
#[test]
fn groups_in_groups_and_adjacent_tags() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Outer {
        inner: Inner,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Inner {
        #[toon(skip_default)]
        pair: Pair,
        #[toon(skip_default)]
        n: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        A(Pair),
    }

    let outer = |a, n| Outer { inner: Inner { pair: Pair { a, b: 0 }, n } };
    assert_eq!(round_trip(&vec![outer(0, 0)]), "[1]{inner{n}}:\n  0");
    assert_eq!(round_trip(&vec![outer(1, 0), outer(0, 0)]), "[2]{inner{pair{a,b}}}:\n  1,0\n  0,0");

    assert_eq!(round_trip(&vec![Adjacent::A(Pair::default())]), "[1]{t,c{a}}:\n  A,0");
}

/// A newtype of a group is a group.
#[test]
fn newtypes_of_groups() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
    #[toon(tabular, skip_default)]
    struct Group {
        x: u8,
        y: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
    struct Newtype(Group);
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default, Clone)]
    #[serde(transparent)]
    struct Transparent {
        group: Newtype,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        group: Transparent,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular(header))]
        rows: Vec<Row>,
    }
    let row = |id, y| Row { id, group: Transparent { group: Newtype(Group { x: 0, y }) } };
    assert_eq!(round_trip(&Rows { rows: vec![] }), "rows[0]{id,group{x,y}}:");
    let rows = Rows { rows: vec![row(1, 0), row(2, 3)] };
    assert_eq!(round_trip(&rows), "rows[2]{id,group{y}}:\n  1,0\n  2,3");
}

/// Nothing is known about rows that may differ.
#[test]
fn rows_that_may_differ() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[serde(flatten, with = "rest")]
        rest: BTreeMap<String, u8>,
    }
    mod rest {
        use std::collections::BTreeMap;
        pub(super) fn serialize<S: serde::Serializer>(
            map: &BTreeMap<String, u8>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serde::Serialize::serialize(map, serializer)
        }
        pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<BTreeMap<String, u8>, D::Error> {
            serde::Deserialize::deserialize(deserializer)
        }
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Newtype(Row);
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(tabular)]
    struct Outer {
        id: u8,
        newtype: Newtype,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular(header))]
        rows: Vec<Row>,
        #[toon(tabular(header))]
        outer: Vec<Outer>,
    }
    let row = |key: &str| Row { id: 1, rest: BTreeMap::from([(key.into(), 1)]) };
    let outer = |key| Outer { id: 1, newtype: Newtype(row(key)) };
    let rows = Rows { rows: vec![row("a"), row("b")], outer: vec![outer("a"), outer("b")] };
    assert_eq!(
        round_trip(&rows),
        "\
rows[2]:
  - id: 1
    a: 1
  - id: 1
    b: 1
outer[2]:
  - id: 1
    newtype:
      id: 1
      a: 1
  - id: 1
    newtype:
      id: 1
      b: 1"
    );
    assert_eq!(round_trip(&Rows { rows: vec![], outer: vec![] }), "rows: []\nouter: []");
}

/// The same if serde leaves out everything that is flattened.
#[test]
fn columns_that_may_be_missing() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Inner {
        x: u8,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Sometimes {
        id: u8,
        #[serde(flatten, skip_serializing_if = "is_zero")]
        inner: Inner,
    }
    fn is_zero(inner: &Inner) -> bool {
        inner.x == 0
    }
    #[derive(Serialize)]
    struct Table {
        #[toon(tabular)]
        rows: Vec<Sometimes>,
    }
    let row = |x| Sometimes { id: 1, inner: Inner { x } };
    let text = toon::to_string(&Table { rows: vec![row(0), row(1)] }).unwrap();
    assert_eq!(text, "rows[2]:\n  - id: 1\n  - id: 1\n    x: 1");
}

/// Two lifetimes, one of which outlives the other only because of the fields.
#[test]
fn lifetimes() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Row<'a, 'b> {
        id: u8,
        text: &'a &'b str,
    }
    #[derive(Serialize)]
    struct Rows<'a, 'b, 'c> {
        #[toon(tabular)]
        rows: &'c [Row<'a, 'b>],
    }
    let rows = [Row { id: 1, text: &"x" }];
    assert_eq!(toon::to_string(&Rows { rows: &rows }).unwrap(), "rows[1]{id,text}:\n  1,x");
}

/// A value may change between the survey and the writing: the writer must not rely on it.
#[test]
fn rows_that_change() {
    #[derive(Default, PartialEq)]
    struct Group(std::cell::Cell<u8>);
    impl serde::Serialize for Group {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap;
            let mut map = serializer.serialize_map(None)?;
            if self.0.replace(1) == 0 {
                map.serialize_entry("x", &[1])?;
            } else {
                map.serialize_entry("x", &1)?;
                map.serialize_entry("y", &2)?;
            }
            map.end()
        }
    }
    #[derive(Serialize, Default)]
    #[toon(tabular, skip_default)]
    struct Row {
        #[toon(cell)]
        g: Group,
    }
    #[derive(Serialize)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let error = toon::to_string(&Rows { rows: vec![Row::default()] }).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotACell), "{error}");
}
