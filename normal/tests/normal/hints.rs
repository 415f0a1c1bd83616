//! The hints of `#[toon(…)]` that apply to the normal form, and those that do not.

use std::collections::BTreeMap;
use std::fmt::Debug;
use toon::{Deserialize, EncodeOptions, Serialize};
use toon_normal::Options;

/// The JSON text of what is written.
fn json<T: serde::Serialize>(value: &T) -> String {
    json_with(EncodeOptions::new(), value)
}

fn json_with<T: serde::Serialize>(options: EncodeOptions, value: &T) -> String {
    toon_normal::to_json(&Options::new().encode(options).to_string(value).unwrap().text).unwrap()
}

#[track_caller]
fn round_trip<T>(value: &T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let text = toon_normal::to_string(value).unwrap();
    assert_eq!(&toon_normal::from_str::<T>(&text).unwrap(), value, "{text}");
    assert_eq!(&toon_normal::from_str::<T>(&toon::to_string(value).unwrap()).unwrap(), value);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[toon(skip_default)]
    count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    group: Group,
    #[toon(hoist)]
    kind: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Group {
    #[toon(skip_default)]
    a: u8,
    b: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Page {
    #[toon(tabular(header))]
    rows: Vec<Row>,
    #[toon(tabular(key = "id"))]
    by_id: Vec<Row>,
    #[toon(fold)]
    deep: BTreeMap<String, BTreeMap<String, u8>>,
}

fn rows() -> Vec<Row> {
    let row = |id, count, note: Option<&str>, group| Row {
        id,
        count,
        note: note.map(Into::into),
        group,
        kind: "k".into(),
    };
    vec![
        row(1, 0, None, Group::default()),
        row(2, 3, None, Group { a: 1, b: 2 }),
        row(3, 0, Some("n"), Group { a: 0, b: 1 }),
    ]
}

/// A row of a table has all its fields there, and here those of an object.
#[test]
fn what_may_be_left_out_is() {
    let expected = concat!(
        r#"[{"id":1,"group":{"b":0},"kind":"k"},"#,
        r#"{"id":2,"count":3,"group":{"a":1,"b":2},"kind":"k"},"#,
        r#"{"id":3,"note":"n","group":{"b":1},"kind":"k"}]"#,
    );
    assert_eq!(json(&rows()), expected);
    round_trip(&rows());
}

#[test]
fn layout_has_no_say() {
    let deep = BTreeMap::from([("a".into(), BTreeMap::from([("b".into(), 1)]))]);
    let page = Page { rows: rows()[..1].to_vec(), by_id: rows()[2..].to_vec(), deep };
    let expected = concat!(
        r#"{"rows":[{"id":1,"group":{"b":0},"kind":"k"}],"#,
        r#""by_id":{"3":{"note":"n","group":{"b":1},"kind":"k"}},"#,
        r#""deep":{"a":{"b":1}}}"#,
    );
    assert_eq!(json(&page), expected);
    round_trip(&page);
    let page = Page { rows: Vec::new(), by_id: Vec::new(), deep: BTreeMap::new() };
    assert_eq!(json(&page), r#"{"rows":[],"by_id":{},"deep":{}}"#);
    round_trip(&page);
}

#[derive(Serialize)]
#[toon(tabular)]
struct Issue {
    number: u32,
    #[toon(level = "standard")]
    title: &'static str,
    #[toon(level = "full", skip_default)]
    body: &'static str,
}

#[test]
fn levels() {
    let issues = [Issue { number: 1, title: "a", body: "" }, Issue { number: 2, title: "b", body: "text" }];
    let at = |level: &str| json_with(EncodeOptions::new().level(level), &issues);
    assert_eq!(at("minimal"), r#"[{"number":1},{"number":2}]"#);
    assert_eq!(at("standard"), r#"[{"number":1,"title":"a"},{"number":2,"title":"b"}]"#);
    assert_eq!(at("full"), r#"[{"number":1,"title":"a"},{"number":2,"title":"b","body":"text"}]"#);
    assert_eq!(at("full"), json(&issues));
    // Fields win over them.
    let options = EncodeOptions::new().level("minimal").fields(["title", "number"]);
    assert_eq!(json_with(options, &issues), r#"[{"title":"a","number":1},{"title":"b","number":2}]"#);

    let unknown = EncodeOptions::new().level("all");
    let error = Options::new().encode(unknown.clone()).to_string(&issues).unwrap_err();
    assert_eq!(error.to_string(), unknown.to_string(&issues).unwrap_err().to_string());
    // There are none to know it.
    assert_eq!(json_with(unknown, &[1]), "[1]");
}
