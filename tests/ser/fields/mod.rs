//! `EncodeOptions::fields`: which fields are written, and in which order.

mod model;
mod wanted;

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer as _};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use toon::{Delimiter, EncodeOptions, ErrorKind, KeyFolding, SpecVersion};

fn picking<const N: usize>(paths: [&str; N]) -> EncodeOptions {
    EncodeOptions::new().fields(paths)
}

/// `value` with only the fields at `paths`.
#[track_caller]
fn picked<const N: usize>(value: &(impl Serialize + ?Sized), paths: [&str; N]) -> String {
    picking(paths).to_string(value).unwrap()
}

#[track_caller]
fn unknown<const N: usize>(value: &(impl Serialize + ?Sized), paths: [&str; N]) -> Vec<String> {
    picking(paths).unknown_fields(value).unwrap()
}

#[derive(Clone, Serialize)]
struct Project {
    id: u32,
    name: &'static str,
    owner: Option<Owner>,
    tags: Vec<&'static str>,
}

#[derive(Clone, Serialize)]
struct Owner {
    login: &'static str,
    country: &'static str,
}

fn project(id: u32, name: &'static str) -> Project {
    Project { id, name, owner: Some(Owner { login: "ada", country: "UK" }), tags: vec!["x", "y"] }
}

fn projects() -> [Project; 2] {
    [project(1, "engine"), project(2, "loom")]
}

#[derive(Serialize)]
struct Page {
    total: usize,
    projects: [Project; 2],
    next: Option<u32>,
}

fn page() -> Page {
    Page { total: 2, projects: projects(), next: None }
}

// -- where the fields are --

#[test]
fn of_a_root_array_its_elements() {
    assert_eq!(picked(&projects(), ["id", "name"]), "[2]{id,name}:\n  1,engine\n  2,loom");
    assert_eq!(picked(&projects(), ["tags"]), "[2]:\n  - tags[2]: x,y\n  - tags[2]: x,y");
    assert_eq!(
        picked(&[projects(), projects()], ["id"]),
        "[2]:\n  - [2]:\n    - id: 1\n    - id: 2\n  - [2]:\n    - id: 1\n    - id: 2"
    );
}

#[test]
fn of_a_root_object_its_own() {
    assert_eq!(picked(&page(), ["total", "next"]), "total: 2\nnext: null");
    assert_eq!(picked(&project(1, "a"), ["tags"]), "tags[2]: x,y");
}

#[test]
fn deeper_ones_by_path() {
    assert_eq!(picked(&page(), ["projects.name"]), "projects[2]{name}:\n  engine\n  loom");
    assert_eq!(
        picked(&page(), ["total", "projects.owner.country", "projects.id"]),
        "total: 2\nprojects[2]{owner{country},id}:\n  UK,1\n  UK,2"
    );
    assert_eq!(picked(&project(1, "a"), ["owner.country"]), "owner:\n  country: UK");
}

#[test]
fn arrays_on_the_way_need_no_step() {
    let value = json!({"a": [[{"b": [{"c": 1, "d": 2}]}], [], [[{"b": {"c": 3, "d": 4}}]]]});
    assert_eq!(
        picked(&value, ["a.b.c"]),
        toon::to_string(&json!({"a": [[{"b": [{"c": 1}]}], [], [[{"b": {"c": 3}}]]]})).unwrap()
    );
    assert_eq!(picked(&(1, project(2, "a"), "b"), ["id"]), "[3]:\n  - 1\n  - id: 2\n  - b");
}

#[test]
fn a_field_is_written_with_everything_below() {
    assert_eq!(picked(&page(), ["projects"]), toon::to_string(&json!({"projects": projects()})).unwrap());
}

// -- in which order --

#[test]
fn in_the_order_asked_for() {
    assert_eq!(picked(&page(), ["next", "total"]), "next: null\ntotal: 2");
    assert_eq!(
        picked(&projects(), ["tags", "owner.country", "owner.login", "name", "id"]),
        "\
[2]:
  - tags[2]: x,y
    owner:
      country: UK
      login: ada
    name: engine
    id: 1
  - tags[2]: x,y
    owner:
      country: UK
      login: ada
    name: loom
    id: 2"
    );
    // Every level has its own.
    let value = json!({"a": {"b": {"c": 1, "d": [2]}, "e": 3}, "f": 4});
    assert_eq!(
        picked(&value, ["f", "a.e", "a.b.d", "a.b.c"]),
        "f: 4\na:\n  e: 3\n  b:\n    d[1]: 2\n    c: 1"
    );
}

#[test]
fn those_of_one_object_stay_together() {
    assert_eq!(
        picked(&projects(), ["owner.login", "id", "owner.country"]),
        "[2]{owner{login,country},id}:\n  ada,UK,1\n  ada,UK,2"
    );
}

#[test]
fn once_is_enough() {
    assert_eq!(picked(&projects(), ["name", "id", "name"]), "[2]{name,id}:\n  engine,1\n  loom,2");
}

#[test]
fn whole_wins_over_parts_at_the_first_mention() {
    let expected = "owner:\n  login: ada\n  country: UK\nid: 1";
    assert_eq!(picked(&project(1, "a"), ["owner", "id", "owner.country"]), expected);
    assert_eq!(picked(&project(1, "a"), ["owner.country", "id", "owner"]), expected);
}

/// As without the option: an accidentally empty list must not empty the text.
#[test]
fn an_empty_list_is_no_selection() {
    assert_eq!(picked(&projects(), []), toon::to_string(&projects()).unwrap());
    assert_eq!(picking(["id"]).fields(Vec::<String>::new()), EncodeOptions::new());
    assert!(unknown(&projects(), []).is_empty());
}

#[test]
fn the_last_list_counts() {
    assert_eq!(picking(["id"]).fields(vec![String::from("name")]), picking(["name"]));
}

// -- where a path leads nowhere --

/// A table with such a row remains a table.
#[test]
fn what_has_no_fields_is_written() {
    let projects = [project(1, "a"), Project { owner: None, ..project(2, "b") }];
    assert_eq!(
        picked(&projects, ["id", "owner.country"]),
        "[2]:\n  - id: 1\n    owner:\n      country: UK\n  - id: 2\n    owner: null"
    );
    assert_eq!(picked(&projects[1..], ["id", "owner.country"]), "[1]{id,owner}:\n  2,null");
    assert_eq!(picked(&json!([{"a": 1}, {"a": "x"}]), ["a.b"]), "[2]{a}:\n  1\n  x");
    assert_eq!(picked(&7, ["a"]), "7");
    assert_eq!(picked(&"\u{feff}a", ["a"]), "\"\u{feff}a\"");
    assert_eq!(picked(&None::<Project>, ["id"]), "null");
    assert_eq!(picked(&[1, 2], ["id"]), "[2]: 1,2");
    assert_eq!(picked(&Vec::<Project>::new(), ["id"]), "[]");
}

/// What no object has is an error, whatever the type is.
#[test]
fn fields_that_match_nothing() {
    let rows = json!([{"id": 1, "name": "a"}, {"id": 2, "size": 3}]);
    let refused = |value: &Value, fields: &[&str]| {
        let error = EncodeOptions::new().fields(fields.iter().copied()).to_string(value).unwrap_err();
        let mut out = Vec::new();
        let written = EncodeOptions::new().fields(fields.iter().copied()).to_writer(&mut out, value);
        assert_eq!(written.unwrap_err().to_string(), error.to_string());
        (error.to_string(), error.suggestion().unwrap_or_default().into_owned())
    };
    let known = "expected one of `id`, `name`, `size`";
    let (message, advice) = refused(&rows, &["ID"]);
    assert_eq!(message, format!("unknown field \"ID\", {known}"));
    assert_eq!(advice, "did you mean the field \"id\"?");
    assert_eq!(refused(&rows, &[" id"]).0, format!("unknown field \" id\", {known}"));
    assert_eq!(
        refused(&rows, &["nope", "id.x.y", "no.pe"][..1]).0,
        format!("unknown field \"nope\", {known}")
    );
    assert_eq!(refused(&json!({"a": {"b": 1}}), &["a.c"]).0, "unknown field \"a.c\", expected `b`");
    for value in [&rows, &json!([])] {
        assert_eq!(refused(value, &["id", ""]).0, "empty field path");
    }
    // One of them is enough, and so is a value that has no fields.
    assert_eq!(picked(&rows, ["nope", "size"]), "[2]:\n  -\n  - size: 3");
    assert_eq!(picked(&json!({"a": 1}), ["a.c"]), "a: 1");
    assert_eq!(picked(&json!([]), ["nope"]), "[]");
    assert_eq!(picked(&json!([null]), ["nope"]), "[1]: null");
    assert_eq!(picked(&json!({"": 1, "b": 2}), ["\"\""]), "\"\": 1");
}

/// No element is lost.
#[test]
fn objects_without_any_of_them_are_empty() {
    assert_eq!(picked(&json!([{"a": 1}, {"b": 2}, {"a": 3}]), ["a"]), "[3]:\n  - a: 1\n  -\n  - a: 3");
    assert_eq!(picked(&page(), ["projects.no", "total"]), "projects[2]:\n  -\n  -\ntotal: 2");
    assert_eq!(picked(&project(1, "a"), ["id", "owner.no"]), "id: 1\nowner:");
}

#[test]
fn unknown_fields_are_named_as_they_were() {
    assert_eq!(
        unknown(&projects(), ["id", "nmae", "owner.country", "owner.city", "tags.x"]),
        ["nmae", "owner.city", "tags.x"]
    );
    assert_eq!(
        unknown(&page(), ["id", "projects.id", "total.id", "\"a.b\".c"]),
        ["id", "total.id", "\"a.b\".c"]
    );
    assert!(unknown(&projects(), ["tags", "id"]).is_empty());
    assert_eq!(unknown(&7, ["a", "a"]), ["a", "a"]);
    // One object that has it is enough.
    assert!(unknown(&json!([{"a": 1}, {"b": {"c": 2}}, {"b": 3}]), ["a", "b.c"]).is_empty());
}

/// If requested twice, it may exist under one name and not under the other.
#[test]
fn unknown_parts_of_whole_fields() {
    assert_eq!(unknown(&projects(), ["owner", "owner.city", "owner.login"]), ["owner.city"]);
    assert_eq!(unknown(&projects(), ["owner.city", "owner"]), ["owner.city"]);
}

#[test]
fn nothing_is_unknown_of_what_is_not_there() {
    assert!(unknown(&Vec::<Project>::new(), ["id"]).is_empty());
    assert!(unknown(&None::<Project>, ["id", "owner.city"]).is_empty());
    assert!(unknown(&Project { owner: None, ..project(1, "a") }, ["owner.city"]).is_empty());
    assert!(unknown(&json!({"a": [], "b": [[], null]}), ["a.x", "b.x.y"]).is_empty());
    assert_eq!(unknown(&json!({"a": {}, "b": "null"}), ["a.x", "b.x", "c.x"]), ["a.x", "b.x", "c.x"]);
}

// -- what serde makes of types --

#[test]
fn maps_have_their_keys_as_text() {
    let map = BTreeMap::from([(1, "a"), (2, "b"), (10, "c")]);
    assert_eq!(picked(&map, ["10", "1"]), "\"10\": c\n\"1\": a");
    let map = BTreeMap::from([("x", project(1, "a")), ("y", project(2, "b")), ("z", project(3, "c"))]);
    assert_eq!(picked(&map, ["z.id", "x.id"]), "[2:]{id}:\n  z: 3\n  x: 1");
    assert_eq!(picked(&BTreeMap::from([(true, 1), (false, 2)]), ["true"]), "true: 1");
    assert_eq!(unknown(&map, ["z.id", "z.no", "w"]), ["z.no", "w"]);
}

#[derive(Clone, Copy, Serialize)]
enum Shape {
    Point,
    Circle { x: i32, radius: u32 },
    Label(&'static str),
    Line(i32, i32),
    Boxed(Corners),
}

#[derive(Clone, Copy, Serialize)]
struct Corners {
    from: i32,
    to: i32,
}

/// An object with one key, its name; or a string.
#[test]
fn variants_are_objects() {
    let circle = Shape::Circle { x: 1, radius: 2 };
    let shapes = [
        Shape::Point,
        circle,
        Shape::Label("a"),
        Shape::Line(1, 2),
        Shape::Boxed(Corners { from: 3, to: 4 }),
    ];
    assert_eq!(
        picked(&shapes, ["Circle.radius"]),
        "[5]:\n  - Point\n  - Circle:\n      radius: 2\n  -\n  -\n  -"
    );
    assert_eq!(
        picked(&shapes, ["Circle.radius", "Circle.x", "Label", "Line", "Boxed.to"]),
        "\
[5]:
  - Point
  - Circle:
      radius: 2
      x: 1
  - Label: a
  - Line[2]: 1,2
  - Boxed:
      to: 4"
    );
    assert_eq!(picked(&json!({"shape": circle}), ["shape.Circle.x"]), "shape:\n  Circle:\n    x: 1");
    assert_eq!(
        unknown(&shapes, ["Circle.radius", "Circle.r", "Label.a", "Point"]),
        ["Circle.r", "Label.a", "Point"]
    );
}

#[test]
fn variants_with_a_tag() {
    #[derive(Serialize)]
    #[serde(tag = "type")]
    enum Internal {
        A { x: u8, y: u8 },
        B(Corners),
    }
    #[derive(Serialize)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        A { x: u8, y: u8 },
    }
    let internal = [Internal::A { x: 1, y: 2 }, Internal::B(Corners { from: 3, to: 4 })];
    assert_eq!(picked(&internal, ["y", "type", "to"]), "[2]:\n  - y: 2\n    type: A\n  - type: B\n    to: 4");
    assert_eq!(picked(&Adjacent::A { x: 1, y: 2 }, ["c.y", "t"]), "c:\n  y: 2\nt: A");
}

#[test]
fn flattened_fields_are_the_outer_objects() {
    #[derive(Serialize)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        corners: Corners,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u8>,
        last: u8,
    }
    let outer =
        |id| Outer { id, corners: Corners { from: 1, to: 2 }, more: [("a", 3), ("b", 4)].into(), last: 5 };
    assert_eq!(
        picked(&[outer(1), outer(2)], ["last", "b", "to", "id"]),
        "[2]{last,b,to,id}:\n  5,4,2,1\n  5,4,2,2"
    );
    assert_eq!(unknown(&outer(1), ["corners", "more.a", "from"]), ["corners", "more.a"]);
}

#[test]
fn newtypes_and_options_are_what_they_hold() {
    #[derive(Serialize)]
    struct Wrapper<T>(T);
    let value = Wrapper(Some(Box::new(Wrapper([Some(Wrapper(project(1, "a"))), None]))));
    assert_eq!(
        picked(&value, ["id", "owner.login"]),
        "[2]:\n  - id: 1\n    owner:\n      login: ada\n  - null"
    );
}

/// `serde_json` shows its numbers of any length as structs of one field.
#[test]
fn structs_that_mean_something_else() {
    struct Number(&'static str);
    impl Serialize for Number {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let name = "$serde_json::private::Number";
            let mut number = serializer.serialize_struct(name, 1)?;
            number.serialize_field(name, self.0)?;
            number.end()
        }
    }
    let map =
        BTreeMap::from([("a", Number("1.50")), ("b", Number("2")), ("c", Number("12345678901234567890123"))]);
    assert_eq!(picked(&map, ["c", "a.x"]), "c: 12345678901234567890123\na: 1.5");
    assert_eq!(picked(&Number("7"), ["a"]), "7");
    assert_eq!(unknown(&map, ["c", "a.x"]), ["a.x"]);
}

#[cfg(feature = "derive")]
#[test]
fn fields_with_hints() {
    #[derive(toon::Serialize)]
    #[toon(tabular, skip_default)]
    struct Row {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<&'static str>,
        archived: bool,
        kind: &'static str,
    }
    #[derive(toon::Serialize)]
    struct Rows {
        count: usize,
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let rows = || {
        let row = |id, note| Row { id, note, archived: false, kind: "k" };
        vec![row(1, None), row(2, Some("n"))]
    };
    assert_eq!(picked(&rows(), ["kind", "note", "id"]), "[2]{kind,note,id}:\n  k,null,1\n  k,n,2");
    // It would be empty, whether it is requested or not.
    assert_eq!(picked(&rows(), ["id", "archived", "note"]), "[2]{id,note}:\n  1,null\n  2,n");
    assert_eq!(picked(&rows()[0], ["note", "kind", "archived"]), "kind: k");
    let rows = Rows { count: 2, rows: rows() };
    assert_eq!(picked(&rows, ["rows.note", "count"]), "rows[2]{note}:\n  null\n  n\ncount: 2");
    assert_eq!(
        picked(&rows, ["count", "rows.archived", "rows.note"]),
        "count: 2\nrows[2]{note}:\n  null\n  n"
    );
    assert_eq!(unknown(&rows, ["rows.note", "rows.archived", "rows.no"]), ["rows.no"]);
}

#[cfg(feature = "derive")]
#[test]
fn folded_fields() {
    #[derive(toon::Serialize)]
    #[toon(fold)]
    struct Config {
        port: u16,
        server: BTreeMap<&'static str, BTreeMap<&'static str, u8>>,
    }
    let config = Config {
        port: 80,
        server: [("tls", [("version", 3), ("level", 1)].into()), ("x", BTreeMap::new())].into(),
    };
    assert_eq!(picked(&config, ["server.tls.version", "port"]), "server.tls.version: 3\nport: 80");
    assert_eq!(picked(&config, ["port", "server.tls.version"]), "port: 80\nserver.tls.version: 3");
    assert_eq!(picked(&config, ["server.tls"]), "server.tls:\n  level: 1\n  version: 3");
}

// -- keys with dots --

#[test]
fn a_key_with_a_dot_is_quoted() {
    let value = json!({"a.b": {"c.": 1, "d": 2}, "a": {"b": 3}, "": {"\"": 4}, "\n": 5});
    assert_eq!(picked(&value, [r#""a.b"."c.""#]), "a.b:\n  c.: 1");
    assert_eq!(picked(&value, ["a.b"]), "a:\n  b: 3");
    assert_eq!(picked(&value, [r#""a"."b""#, r#""a.b".d"#]), "a:\n  b: 3\na.b:\n  d: 2");
    assert_eq!(picked(&value, [r#""\n""#, r#".""#]), "\"\\n\": 5\n\"\":\n  \"\\\"\": 4");
    assert_eq!(
        unknown(&value, ["a.b", r#""a.b".c"#, r#"a"."b"#, r#""a.b"#]),
        [r#""a.b".c"#, r#"a"."b"#, r#""a.b"#]
    );
}

// -- with other options, and through every way in --

#[test]
fn with_other_options() {
    let options = picking(["name", "id"]).delimiter(Delimiter::Pipe).indent(4);
    assert_eq!(options.to_string(&projects()).unwrap(), "[2|]{name|id}:\n    engine|1\n    loom|2");
    assert!(picking(["id"]).indent(0).to_string(&projects()).is_err());
    assert!(picking(["id"]).indent(0).unknown_fields(&projects()).is_err());
    let options = picking(["owner.country", "id"]).spec(SpecVersion::V3);
    assert_eq!(options.to_string(&project(1, "a")).unwrap(), "owner:\n  country: UK\nid: 1");
    assert_eq!(
        options.to_string(&projects()[..1]).unwrap(),
        "[1]:\n  - owner:\n      country: UK\n    id: 1"
    );
}

/// Chains consist of the selected fields.
#[test]
fn with_folded_keys() {
    let options = picking(["b.c.d", "a"]).key_folding(KeyFolding::Safe);
    let value = json!({"a": {"x": {"y": 1}}, "b": {"a": 0, "c": {"d": [1], "e": 2}}});
    assert_eq!(options.to_string(&value).unwrap(), "b.c.d[1]: 1\na.x.y: 1");
}

#[test]
fn through_every_way_in() {
    let options = picking(["name"]);
    let text = "[2]{name}:\n  engine\n  loom";
    assert_eq!(options.to_vec(&projects()).unwrap(), text.as_bytes());
    let mut bytes = Vec::new();
    options.to_writer(&mut bytes, &projects()).unwrap();
    assert_eq!(bytes, text.as_bytes());
    let mut out = String::from("before\n");
    projects().serialize(&mut options.serializer(&mut out)).unwrap();
    assert_eq!(out, format!("before\n{text}"));
}

#[test]
fn options_are_shared_and_compared() {
    let options = picking(["a", "b.c"]);
    assert_eq!(options.clone(), options);
    assert_ne!(picking(["b.c", "a"]), options);
    assert!(format!("{options:?}").contains("b.c"));
}

// -- limits and mistakes --

/// Selected values are no deeper than before.
#[test]
fn depth_is_limited() {
    fn nested(levels: usize) -> Value {
        (0..levels).fold(json!(1), |value, _| json!({"z": 0, "a": value}))
    }
    // Requested in reverse order, so that every level is deferred.
    let paths = |levels: usize| {
        (0..levels)
            .map(|level| "a.".repeat(level) + "a")
            .chain((0..levels).map(|level| "a.".repeat(level) + "z"))
    };
    let all = |levels| {
        EncodeOptions::new()
            .fields(paths(levels).filter(move |path| path.len() == 2 * levels - 1 || path.ends_with('z')))
    };
    assert_eq!(all(3).to_string(&nested(3)).unwrap(), "a:\n  a:\n    a: 1\n    z: 0\n  z: 0\nz: 0");
    let text = all(128).to_string(&nested(128)).unwrap();
    assert_eq!(text.lines().count(), 256);
    let error = all(129).to_string(&nested(129)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::DepthLimit { limit: 128, .. }), "{error}");
    assert!(all(129).unknown_fields(&nested(129)).is_err());
    // Fields that are not requested are not serialized.
    assert_eq!(picked(&nested(1000), ["z"]), "z: 0");
    // A path may have any length.
    let endless = "a.".repeat(1_000_000);
    assert_eq!(picked(&json!({"a": 1, "b": 2}), [&endless]), "a: 1");
    assert_eq!(unknown(&json!({"a": 1}), [&endless]), [endless.as_str()]);
}

struct Refuses;

impl Serialize for Refuses {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no"))
    }
}

#[test]
fn what_is_not_asked_for_is_not_serialized() {
    #[derive(Serialize)]
    struct Both {
        a: u8,
        b: Refuses,
        c: u8,
    }
    #[derive(Serialize)]
    enum Variants {
        Newtype(Refuses),
        Tuple(u8, Refuses),
        Struct { a: u8, b: Refuses },
    }
    let both = || Both { a: 1, b: Refuses, c: 2 };
    assert_eq!(picked(&[both(), both()], ["c", "a"]), "[2]{c,a}:\n  2,1\n  2,1");
    assert!(unknown(&both(), ["a"]).is_empty());
    assert_eq!(picked(&BTreeMap::from([("a", Some(Refuses)), ("b", None)]), ["b"]), "b: null");
    let variants =
        [Variants::Newtype(Refuses), Variants::Tuple(1, Refuses), Variants::Struct { a: 1, b: Refuses }];
    assert_eq!(picked(&variants, ["Struct.a"]), "[3]:\n  -\n  -\n  - Struct:\n      a: 1");
    assert_eq!(unknown(&variants, ["Tuple", "x"]), ["x"]);
    for paths in [["a", "b"], ["b", "a"], ["c", "b"]] {
        assert_eq!(picking(paths).to_string(&both()).unwrap_err().to_string(), "no");
    }
}

/// A duplicate key is an error, in any order, unless it is not selected.
#[test]
fn duplicate_keys() {
    struct Entries(&'static [(&'static str, u8)]);
    impl Serialize for Entries {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().copied())
        }
    }
    let entries = Entries(&[("a", 1), ("b", 2), ("a", 3), ("c", 4), ("c", 5)]);
    for paths in [["a", "b"], ["b", "a"], ["b", "c"], ["c", "b"], ["x", "a"]] {
        let error = picking(paths).to_string(&entries).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::DuplicateKey { .. }), "{error}");
    }
    assert_eq!(picked(&entries, ["b"]), "b: 2");
}

#[test]
fn entries_that_are_none() {
    struct Keys(bool);
    impl Serialize for Keys {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            if self.0 {
                map.serialize_key("a")?;
                map.serialize_key("b")?;
            } else {
                map.serialize_value(&1)?;
            }
            map.end()
        }
    }
    for paths in [["a", "b"], ["b", "a"], ["x", "y"]] {
        for value in [Keys(true), Keys(false)] {
            let error = picking(paths).to_string(&value).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::IncompleteEntry { .. }), "{error}");
        }
    }
    let key_of_no_text = BTreeMap::from([(vec![1], 1)]);
    assert!(matches!(picking(["a"]).to_string(&key_of_no_text).unwrap_err().kind(), ErrorKind::InvalidKey));
}

#[test]
fn a_second_root() {
    for paths in [["id", "name"], ["name", "id"]] {
        let mut out = String::new();
        let options = picking(paths);
        let mut serializer = options.serializer(&mut out);
        project(1, "a").serialize(&mut serializer).unwrap();
        let error = project(1, "a").serialize(&mut serializer).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::SecondRoot), "{error}");
        assert!(matches!(
            serializer.serialize_u8(1).unwrap_err().kind(),
            ErrorKind::SecondRoot | ErrorKind::AlreadyFailed
        ));
    }
}

/// A `Serialize` implementation that ignores errors produces no text.
#[test]
fn errors_that_are_ignored() {
    struct Deaf;
    impl Serialize for Deaf {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            let _ = map.serialize_entry("b", &Refuses);
            let _ = map.serialize_entry("a", &1);
            map.end()
        }
    }
    for paths in [["a", "b"], ["b", "a"]] {
        let error = picking(paths).to_string(&Deaf).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::AlreadyFailed), "{error}");
    }
    assert_eq!(picked(&Deaf, ["a"]), "a: 1");
}
