//! `tabular(key = "…")`: a list of rows that is written as a table keyed by one of their fields.

use super::round_trip;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;
use toon::{Deserialize, EncodeOptions, ErrorKind, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Project {
    name: String,
    id: u32,
    owner: Owner,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[toon(skip_default)]
    archived: bool,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Owner {
    login: String,
    id: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Page {
    #[toon(tabular(key = "id"))]
    projects: Vec<Project>,
    next: Option<u32>,
}

fn project(id: u32, name: &str, note: Option<&str>) -> Project {
    let owner = Owner { login: "ada".into(), id: 1 };
    Project { name: name.into(), id, owner, note: note.map(Into::into), archived: false }
}

fn page(projects: impl Into<Vec<Project>>) -> Page {
    Page { projects: projects.into(), next: None }
}

/// The rows keep their order, and the hints of their other fields apply as in any table.
#[test]
fn a_list_is_a_table_by_a_field() {
    let mut two = page([project(9, "x", None), project(1, "y, z", Some("n"))]);
    assert_eq!(
        round_trip(&two),
        "\
projects[2:]{name,owner{login,id},note}:
  \"9\": x,ada,1,null
  \"1\": \"y, z\",ada,1,n
next: null"
    );
    two.projects[0].archived = true;
    assert_eq!(
        round_trip(&two),
        "\
projects[2:]{name,owner{login,id},note,archived}:
  \"9\": x,ada,1,null,true
  \"1\": \"y, z\",ada,1,n,false
next: null"
    );
    // In JSON it is a list.
    assert_eq!(
        serde_json::to_string(&page([project(9, "x", None)])).unwrap(),
        r#"{"projects":[{"name":"x","id":9,"owner":{"login":"ada","id":1},"archived":false}],"next":null}"#
    );
}

#[test]
fn fewer_rows_are_objects() {
    assert_eq!(round_trip(&page([])), "projects:\nnext: null");
    assert_eq!(
        round_trip(&page([project(7, "x", None)])),
        "projects:\n  \"7\":\n    name: x\n    owner:\n      login: ada\n      id: 1\nnext: null"
    );
}

/// The writer of the text need not know the hint.
#[test]
fn lists_are_read_too() {
    let expected = Page { projects: vec![project(1, "x", None), project(2, "y", Some("n"))], next: None };
    let text = "\
projects[2]{id,name,owner{login,id},note}:
  1,x,ada,1,null
  2,y,ada,1,n";
    assert_eq!(toon::from_str::<Page>(text).unwrap(), expected);
    let text = "\
projects[2]:
  - id: 1
    name: x
    owner:
      id: 1
      login: ada
  - id: 2
    note: n
    name: y
    owner:
      id: 1
      login: ada";
    assert_eq!(toon::from_str::<Page>(text).unwrap(), expected);
    for empty in ["projects: []", "projects[0]:", "projects:"] {
        assert_eq!(toon::from_str::<Page>(empty).unwrap(), page([]), "{empty}");
    }
}

#[test]
fn errors_of_reading() {
    let error = |text: &str| toon::from_str::<Page>(text).unwrap_err().to_string();
    let table = "projects[2:]{name,owner{login,id}}:\n  1: x,ada,1\n  ";
    assert_eq!(error(&format!("{table}1: y,ada,1")), "duplicate key \"1\" at line 3 column 3, in projects");
    assert_eq!(
        error(&format!("{table}one: y,ada,1")),
        "invalid type: string \"one\", expected u32 at line 3 column 3, in projects.one"
    );
    assert_eq!(
        error(&format!("{table}2: y")),
        "row has 1 cell, but the header has 3 fields at line 3 column 3, in projects.2.owner.login"
    );
    assert_eq!(
        error("projects: none"),
        "invalid type: string \"none\", expected an object of rows keyed by `id`, or a list of rows at line 1 column 11, in projects"
    );
    assert!(error("projects: null").starts_with("invalid type: null"));
    assert_eq!(
        error("projects:\n  1:\n    id: 1\n    name: x"),
        "duplicate key \"id\" at line 3 column 5, in projects.1"
    );
    assert!(error("next: 1").starts_with("missing field `projects`"));
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular)]
struct By<K> {
    n: u8,
    key: K,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct List<K> {
    #[toon(tabular(key = "key"))]
    rows: Vec<By<K>>,
}

fn list<K>(keys: impl IntoIterator<Item = K>) -> List<K> {
    List { rows: keys.into_iter().zip(1..).map(|(key, n)| By { n, key }).collect() }
}

/// The text of rows with these keys, without its header.
fn by<K: serde::Serialize + DeserializeOwned + PartialEq + Debug + Clone>(keys: &[K]) -> String {
    let list = list(keys.iter().cloned());
    let json = serde_json::to_string(&list).unwrap();
    assert_eq!(serde_json::from_str::<List<K>>(&json).unwrap(), list);
    round_trip(&list).replacen(&format!("rows[{}:]{{n}}:\n", keys.len()), "", 1)
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Kind {
    Plain,
    #[serde(rename = "very fancy")]
    Fancy,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Id<T>(T);

#[test]
fn keys_of_all_kinds() {
    assert_eq!(by(&["a", "", "7", "null", "b, \"c\"\n"].map(String::from)).lines().count(), 5);
    assert_eq!(by(&[2, -1_i8]), by(&["2".to_owned(), "-1".to_owned()]));
    by(&[u64::MAX, 0]);
    by(&[i64::MIN, i64::MAX]);
    by(&[i128::MIN, i128::MAX]);
    by(&[u128::MAX, 0]);
    assert_eq!(by(&[true, false]), "  true: 1\n  false: 2");
    assert_eq!(by(&['a', ' ', '3']).lines().count(), 3);
    by(&[0.1, -2.0, 1e300, 5e-324, 123_456_789_012_345_680_000.0]);
    by(&[0.1_f32, 16_777_216.0, f32::MIN_POSITIVE]);
    assert_eq!(by(&[Kind::Fancy, Kind::Plain]), "  \"very fancy\": 1\n  Plain: 2");
    by(&[Id(3_u8), Id(4)]);
    by(&[Some(Id(Some(3_u8))), Some(Id(Some(4)))]);
    by(&[std::net::Ipv4Addr::LOCALHOST, std::net::Ipv4Addr::UNSPECIFIED]);
    by(&[Box::new(Rc::new("x".to_owned())), Box::new(Rc::new("y".to_owned()))]);
}

#[test]
fn keys_that_are_none() {
    let kind = |result: toon::Result<String>| result.unwrap_err();
    for keys in [[Some(1), None], [None, Some(1)]] {
        assert!(matches!(kind(toon::to_string(&list(keys))).kind(), ErrorKind::InvalidKey));
    }
    assert!(matches!(kind(toon::to_string(&list([()]))).kind(), ErrorKind::InvalidKey));
    assert!(matches!(kind(toon::to_string(&list([vec![1]]))).kind(), ErrorKind::InvalidKey));
    assert!(matches!(kind(toon::to_string(&list([f64::NAN]))).kind(), ErrorKind::InvalidKey));
    assert!(matches!(kind(toon::to_string(&list([BTreeMap::from([(1, 2)])]))).kind(), ErrorKind::InvalidKey));
    let twice = kind(toon::to_string(&list(["a b", "c", "a b"])));
    assert!(matches!(twice.kind(), ErrorKind::DuplicateKey { key, .. } if key == "a b"));
    let twice = kind(toon::to_string(&page([project(1, "x", None), project(1, "y", None)])));
    assert_eq!(twice.to_string(), "duplicate key \"1\"");
}

/// A generic row is checked when it is written.
#[test]
fn keys_that_are_missing() {
    #[derive(Serialize)]
    struct Rows<T> {
        #[toon(tabular(key = "name"))]
        rows: Vec<T>,
    }
    let error = |result: toon::Result<String>| result.unwrap_err().to_string();
    assert_eq!(
        error(toon::to_string(&Rows { rows: vec![By { n: 1, key: 2 }] })),
        "row without its key field `name`"
    );
    assert_eq!(error(toon::to_string(&Rows { rows: vec![1] })), "expected each row to be a struct or map");
    assert_eq!(toon::to_string(&Rows::<u8> { rows: vec![] }).unwrap(), "rows:");
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Flat {
    #[serde(flatten)]
    owner: Owner,
    full_name: String,
    #[serde(flatten)]
    more: More,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[toon(tabular, skip_default)]
struct More {
    stars: u8,
    #[serde(rename = "a.b")]
    dotted: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flats {
    #[toon(tabular(key = "fullName"))]
    flats: Vec<Flat>,
}

fn flat(name: &str, stars: u8) -> Flat {
    let owner = Owner { login: "ada".into(), id: 1 };
    Flat { owner, full_name: name.into(), more: More { stars, dotted: String::new() } }
}

#[test]
fn flattened_rows() {
    assert_eq!(
        round_trip(&Flats { flats: vec![flat("b_c", 0), flat("a", 3)] }),
        "flats[2:]{login,id,stars}:\n  b_c: ada,1,0\n  a: ada,1,3"
    );
    assert_eq!(round_trip(&Flats { flats: vec![flat("a", 0)] }), "flats:\n  a:\n    login: ada\n    id: 1");
}

/// It also works through serde's buffers.
#[test]
fn lists_anywhere() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Outer {
        #[serde(flatten)]
        page: Page,
        #[serde(flatten)]
        flats: Flats,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "type")]
    enum Internal {
        Page(Page),
        Flats(Flats),
        Own {
            #[toon(tabular(key = "key"), skip_default)]
            rows: Vec<By<u8>>,
        },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Bools(List<bool>),
        Floats(List<f64>),
        Page(Page),
        Flats(Flats),
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Tuple(#[toon(tabular(key = "id"))] Vec<Project>, u8),
        Alone(#[toon(tabular(key = "id"))] Vec<Project>),
    }
    let pages = || page([project(3, "x", None), project(2, "y", Some("z"))]);
    let flats = || Flats { flats: vec![flat("b", 0), flat("a", 3)] };
    assert_eq!(
        round_trip(&Outer { page: pages(), flats: flats() }),
        "\
projects[2:]{name,owner{login,id},note}:
  \"3\": x,ada,1,null
  \"2\": y,ada,1,z
next: null
flats[2:]{login,id,stars}:
  b: ada,1,0
  a: ada,1,3"
    );
    let rows = list([3, 2]).rows;
    assert_eq!(
        round_trip(&vec![
            Internal::Flats(flats()),
            Internal::Page(page([])),
            Internal::Own { rows: vec![] },
            Internal::Own { rows },
        ]),
        "\
[4]:
  - type: Flats
    flats[2:]{login,id,stars}:
      b: ada,1,0
      a: ada,1,3
  - type: Page
    projects:
    next: null
  - type: Own
  - type: Own
    rows[2:]{n}:
      \"3\": 1
      \"2\": 2"
    );
    round_trip(&vec![Internal::Page(pages())]);
    round_trip(&vec![
        Untagged::Page(pages()),
        Untagged::Flats(flats()),
        Untagged::Bools(list([true, false])),
        Untagged::Floats(list([0.5, 2.0])),
        Untagged::Number(1),
    ]);
    round_trip(&vec![Adjacent::Tuple(pages().projects, 1), Adjacent::Alone(pages().projects)]);
}

#[test]
fn lists_of_other_types() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Lists {
        #[toon(tabular(key = "id"))]
        option: Option<Vec<Owner>>,
        #[toon(tabular(key = "id"))]
        boxed: Box<[Box<Owner>]>,
        #[toon(tabular(key = "login"))]
        deque: VecDeque<Owner>,
        #[toon(tabular(key = "id"))]
        array: [Owner; 2],
        #[toon(tabular(key = "id"), skip_default)]
        cow: Cow<'static, [Owner]>,
    }
    let owner = |id: u8| Owner { login: format!("o{id}"), id };
    let mut lists = Lists {
        option: Some(vec![owner(1), owner(0)]),
        boxed: [owner(3), owner(2)].map(Box::new).into(),
        deque: [owner(5), owner(4)].into(),
        array: [owner(7), owner(6)],
        cow: Cow::Borrowed(&[]),
    };
    let text = round_trip(&lists);
    assert_eq!(
        text,
        "\
option[2:]{login}:
  \"1\": o1
  \"0\": o0
boxed[2:]{login}:
  \"3\": o3
  \"2\": o2
deque[2:]{id}:
  o5: 5
  o4: 4
array[2:]{login}:
  \"7\": o7
  \"6\": o6"
    );
    // serde itself allows an option to be missing.
    lists.option = None;
    let (_, rest) = text.split_once("boxed").unwrap();
    assert_eq!(toon::from_str::<Lists>(&format!("boxed{rest}")).unwrap(), lists);
    assert!(round_trip(&lists).starts_with("option: null\n"));
    lists.option = Some(vec![]);
    assert!(round_trip(&lists).starts_with("option:\n"));
    let error = |text: String| toon::from_str::<Lists>(&text).unwrap_err().to_string();
    let more = text.replace("array[2:]{login}:", "array[3:]{login}:\n  8: o8");
    assert_eq!(error(more), "expected end of sequence, found 1 more element at line 10 column 1, in array");
    let fewer = text.replace("array[2:]{login}:\n  \"7\": o7", "array[1:]{login}:");
    assert!(error(fewer).starts_with("invalid length 1"));
}

/// A keyed list is as deep as a plain one.
#[test]
fn levels() {
    #[derive(Serialize)]
    struct Plain {
        #[toon(tabular)]
        projects: Vec<Project>,
    }
    let projects = vec![project(1, "x", None), project(2, "y", None)];
    for depth in 0..8 {
        let options = EncodeOptions::new().max_depth(depth);
        let plain = options.to_string(&Plain { projects: projects.clone() });
        assert_eq!(options.to_string(&page(projects.clone())).is_ok(), plain.is_ok(), "{depth}");
    }
}

/// A newtype is the row in it, and so is a struct behind a pointer.
#[test]
fn rows_in_newtypes() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows<T> {
        #[toon(tabular(key = "id"))]
        rows: Vec<T>,
    }
    let owners = [Owner { login: "a".into(), id: 1 }, Owner { login: "b".into(), id: 2 }];
    let text = "rows[2:]{login}:\n  \"1\": a\n  \"2\": b";
    assert_eq!(round_trip(&Rows { rows: owners.clone().map(Id).into() }), text);
    assert_eq!(round_trip(&Rows { rows: owners.clone().map(|owner| Box::new(Id(Id(owner)))).into() }), text);
    assert_eq!(toon::to_string(&Rows { rows: owners.iter().map(Some).collect() }).unwrap(), text);
}

#[test]
fn borrowed_rows() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row<'a, const N: usize> {
        key: &'a str,
        #[serde(borrow)]
        value: Cow<'a, str>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows<'a, const N: usize> {
        #[serde(borrow)]
        #[toon(tabular(key = "key"))]
        rows: Vec<Row<'a, N>>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Alone<'a> {
        #[serde(borrow)]
        #[toon(tabular(key = "key"))]
        rows: Vec<Row<'a, 1>>,
    }
    let text = "rows[2:]{value}:\n  a: x\n  \"b c\": y";
    let read = toon::from_str::<Rows<'_, 2>>(text).unwrap();
    assert_eq!(read.rows[1].key, "b c");
    assert!(matches!(&read.rows[0].value, Cow::Borrowed("x")));
    assert_eq!(toon::to_string(&read).unwrap(), text);
    let alone = toon::from_str::<Alone<'_>>(text).unwrap();
    assert_eq!((alone.rows[0].key, toon::to_string(&alone).unwrap()), ("a", text.to_owned()));
    let escaped = toon::from_str::<Alone<'_>>("rows[1:]{value}:\n  \"a\\n\": x").unwrap_err();
    assert!(escaped.to_string().starts_with("invalid type: string \"a\\n\", expected a borrowed string"));
}

/// What is borrowed from the program itself.
#[test]
fn static_rows() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row<'a> {
        key: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<&'static str>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[serde(borrow)]
        #[toon(tabular(key = "key"))]
        rows: Vec<Row<'static>>,
    }
    let read = toon::from_str::<Rows>("rows[2:]{value}:\n  a: x\n  b: null").unwrap();
    assert_eq!(read.rows, [Row { key: "a", value: Some("x") }, Row { key: "b", value: None }]);
}

/// The hints of the key field are not part of the key.
#[test]
fn keys_with_hints() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular, skip_default)]
    struct Row {
        a: u8,
        #[toon(rename = "the key", cell)]
        key: Id<u8>,
        #[serde(skip)]
        skipped: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular(key = "the key"), rename = "r")]
        rows: Vec<Row>,
    }
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Null {
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<u8>,
        n: u8,
    }
    #[derive(Serialize)]
    struct Nulls {
        #[toon(tabular(key = "key"))]
        rows: Vec<Null>,
    }
    let row = |key, a| Row { a, key: Id(key), skipped: 0 };
    assert_eq!(round_trip(&Rows { rows: vec![row(1, 0), row(0, 2)] }), "r[2:]{a}:\n  \"1\": 0\n  \"0\": 2");
    assert_eq!(round_trip(&Rows { rows: vec![row(1, 0), row(0, 0)] }), "r[2:]{a}:\n  \"1\": 0\n  \"0\": 0");
    assert_eq!(round_trip(&Rows { rows: vec![row(0, 0)] }), "r:\n  \"0\":");
    let null = toon::to_string(&Nulls { rows: vec![Null { key: None, n: 1 }] }).unwrap_err();
    assert!(matches!(null.kind(), ErrorKind::InvalidKey));
}

#[test]
fn odd_rows() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "type")]
    #[toon(tabular)]
    struct Tagged {
        #[serde(rename(serialize = "{key}", deserialize = "{key}"))]
        r#type: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Function {
        r#type: char,
        #[serde(flatten, with = "as_map")]
        n: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular(key = "{key}"))]
        tagged: Vec<Tagged>,
        #[toon(tabular(key = "type"))]
        function: Vec<Function>,
    }
    let tagged = vec![Tagged { r#type: 1 }, Tagged { r#type: 2 }];
    let function = vec![Function { r#type: 'a', n: 1 }, Function { r#type: 'b', n: 2 }];
    assert_eq!(
        round_trip(&Rows { tagged, function }),
        "\
tagged[2:]{type}:
  \"1\": Tagged
  \"2\": Tagged
function[2:]{n}:
  a: 1
  b: 2"
    );
}

mod as_map {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub(super) fn serialize<S: Serializer>(n: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([("n", n)])
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        let map = BTreeMap::<String, u8>::deserialize(deserializer)?;
        map.get("n").copied().ok_or_else(|| serde::de::Error::missing_field("n"))
    }
}

/// Each derive works without the other.
#[test]
fn one_direction() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Out<'a> {
        key: &'a str,
        n: u8,
    }
    #[derive(Serialize)]
    struct Written<'a> {
        #[toon(tabular(key = "key"))]
        rows: &'a [Out<'a>],
    }
    #[derive(Deserialize)]
    struct In {
        key: String,
        n: u8,
    }
    #[derive(Deserialize)]
    struct ReadBack {
        #[toon(tabular(key = "key"))]
        rows: Vec<In>,
    }
    let text = toon::to_string(&Written { rows: &[Out { key: "a", n: 1 }, Out { key: "b", n: 2 }] }).unwrap();
    assert_eq!(text, "rows[2:]{n}:\n  a: 1\n  b: 2");
    let ReadBack { rows } = toon::from_str(&text).unwrap();
    assert_eq!((rows[1].key.as_str(), rows[1].n), ("b", 2));
}

/// A table never is part of another one, and one row of it may be folded.
#[test]
fn beside_other_hints() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[toon(fold)]
    struct Folded {
        #[toon(tabular(key = "key"))]
        rows: Vec<By<String>>,
    }
    let folded = |keys: &[&str]| Folded { rows: list(keys.iter().map(ToString::to_string)).rows };
    assert_eq!(round_trip(&folded(&["a"])), "rows.a.n: 1");
    assert_eq!(round_trip(&folded(&["a.b"])), "rows:\n  a.b:\n    n: 1");
    assert_eq!(round_trip(&folded(&["a", "b"])), "rows[2:]{n}:\n  a: 1\n  b: 2");
    assert_eq!(round_trip(&folded(&[])), "rows:");
    let lists = vec![list([1, 2]), list([1, 2])];
    assert_eq!(
        round_trip(&lists),
        "[2]:\n  - rows[2:]{n}:\n      \"1\": 1\n      \"2\": 2\n  - rows[2:]{n}:\n      \"1\": 1\n      \"2\": 2"
    );
}

/// A row without its key cannot be an entry, so levels apply to the other fields. Fields are
/// selected from the map that is written.
#[test]
fn levels_and_picked_fields() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Row {
        #[toon(level = "full")]
        key: u8,
        n: u8,
        #[toon(level = "standard")]
        m: u8,
    }
    #[derive(Serialize)]
    struct Rows {
        #[toon(tabular(key = "key"), level = "standard")]
        rows: Vec<Row>,
    }
    let rows = Rows { rows: vec![Row { key: 3, n: 1, m: 4 }, Row { key: 2, n: 1, m: 5 }] };
    let options = EncodeOptions::new();
    let level = |level| options.clone().level(level).to_string(&rows).unwrap();
    assert_eq!(level("full"), "rows[2:]{n,m}:\n  \"3\": 1,4\n  \"2\": 1,5");
    assert_eq!(level("standard"), level("full"));
    assert_eq!(level("minimal"), "");
    let pick = |path| options.clone().fields([path]).to_string(&rows).unwrap();
    assert_eq!(pick("rows"), level("full"));
    assert_eq!(pick("rows.2"), "rows:\n  \"2\":\n    n: 1\n    m: 5");
    assert_eq!(pick("rows.2.m"), "rows:\n  \"2\":\n    m: 5");
}
