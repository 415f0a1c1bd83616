//! `tabular(header)`: an empty table shows its columns.

use super::round_trip;
use std::collections::BTreeMap;
use toon::{Delimiter, Deserialize, EncodeOptions, Serialize, SpecVersion};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(tag = "type", rename_all = "camelCase")]
#[toon(tabular, skip_default)]
struct Row {
    #[serde(rename = "row id")]
    id: u8,
    owner_group: Owner,
    #[toon(level = "full")]
    note: Option<String>,
    #[toon(level = "full")]
    last: Owner,
    #[serde(skip)]
    unseen: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Owner {
    name: String,
    place: Place,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Place {
    city: String,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(tabular)]
struct Flat {
    #[serde(flatten)]
    place: Place,
    x: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[toon(skip_default)]
struct Page {
    #[toon(tabular(header))]
    rows: Vec<Row>,
    #[toon(tabular(header))]
    option: Option<Vec<Flat>>,
    #[toon(tabular(header))]
    map: BTreeMap<String, Flat>,
    #[toon(tabular(key = "x", header))]
    keyed: Vec<Flat>,
    count: u8,
}

#[test]
fn empty_tables() {
    let page = Page { option: Some(Vec::new()), ..Page::default() };
    assert_eq!(
        round_trip(&page),
        "\
rows[0]{type,\"row id\",ownerGroup{name,place{city}},note,last{name,place{city}}}:
option[0]{city,x}:
map[0:]{city,x}:
keyed[0:]{city}:"
    );
    let none = round_trip(&Page::default());
    assert!(none.contains("\noption: null\n"), "{none}");
}

#[test]
fn tables_with_rows() {
    let flat = |x| Flat { place: Place { city: "c".into() }, x };
    let page = Page {
        rows: vec![Row::default()],
        option: Some(vec![flat(1)]),
        map: BTreeMap::from([("a".into(), flat(1)), ("b".into(), flat(2))]),
        keyed: vec![flat(1), flat(2)],
        count: 1,
    };
    assert_eq!(
        round_trip(&page),
        "\
rows[1]{type}:
  Row
option[1]{city,x}:
  c,1
map[2:]{city,x}:
  a: c,1
  b: c,2
keyed[2:]{city}:
  \"1\": c
  \"2\": c
count: 1"
    );
}

#[test]
fn as_the_options_have_it() {
    let page = Page { option: Some(Vec::new()), ..Page::default() };
    let minimal = EncodeOptions::new().level("minimal").delimiter(Delimiter::Pipe);
    assert_eq!(
        minimal.to_string(&page).unwrap(),
        "\
rows[0|]{type|\"row id\"|ownerGroup{name|place{city}}}:
option[0|]{city|x}:
map[0:|]{city|x}:
keyed[0:|]{city}:"
    );
    // There are no groups and no keyed tables there.
    let old = EncodeOptions::new().spec(SpecVersion::V3).to_string(&page).unwrap();
    assert_eq!(old, "rows: []\noption[0]{city,x}:\nmap:\nkeyed:");
    assert_eq!(toon::from_str::<Page>(&old).unwrap(), page);
    let picked = EncodeOptions::new().fields(["rows", "count"]).to_string(&page).unwrap();
    assert_eq!(picked, "rows: []");
    // Other formats are unaffected.
    assert_eq!(
        serde_json::to_string(&page).unwrap(),
        r#"{"rows":[],"option":[],"map":{},"keyed":[],"count":0}"#
    );
}

/// Columns may have any name.
#[test]
fn names_of_any_kind() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Group {
        #[serde(rename = "\u{1}\u{2}\u{3}\u{4}")]
        control: u8,
        #[serde(rename = "")]
        empty: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    #[toon(tabular)]
    struct Row {
        #[serde(rename = "a\u{1}b")]
        control: u8,
        #[serde(rename = "a,b/c|d")]
        comma: u8,
        #[serde(rename = "\"a\\\"")]
        quote: u8,
        #[serde(rename = "{a}[0]: ")]
        header: u8,
        #[serde(rename = "")]
        empty: u8,
        #[serde(rename = "\u{2}grün\u{3}")]
        #[toon(level = "standard")]
        group: Group,
        #[serde(rename = "\u{4}")]
        #[toon(level = "full")]
        last: u8,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Page {
        #[toon(tabular(header))]
        rows: Vec<Row>,
        #[toon(tabular(key = "a,b/c|d", header))]
        keyed: Vec<Row>,
    }
    let empty = Page { rows: Vec::new(), keyed: Vec::new() };
    let rows = vec![Row::default(), Row { comma: 1, ..Row::default() }];
    let full = Page { rows: rows.clone(), keyed: rows };
    assert_eq!(
        round_trip(&empty).lines().next().unwrap(),
        r#"rows[0]{"a\u0001b","a,b/c|d","\"a\\\"","{a}[0]: ","","\u0002grün\u0003"{"\u0001\u0002\u0003\u0004",""},"\u0004"}:"#
    );
    round_trip(&full);
    for delimiter in [Delimiter::Comma, Delimiter::Pipe, Delimiter::Tab] {
        for level in ["minimal", "standard", "full"] {
            let options = EncodeOptions::new().delimiter(delimiter).level(level);
            let headers = |page: &Page| -> Vec<String> {
                let text = options.to_string(page).unwrap();
                let headers = text.lines().filter(|line| !line.starts_with(' '));
                headers.map(|header| header.replacen("[2", "[0", 1)).collect()
            };
            assert_eq!(headers(&empty), headers(&full));
        }
    }
}

/// The buffers of serde know of no columns, but the table comes through.
#[test]
fn behind_a_buffer() {
    #[derive(Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Of(Inner),
    }
    #[derive(Serialize)]
    enum Inner {
        Page { page: Page, count: u8 },
    }
    let page = Page { option: Some(Vec::new()), ..Page::default() };
    let text = toon::to_string(&Tagged::Of(Inner::Page { page, count: 2 })).unwrap();
    assert_eq!(
        text,
        "kind: Of\nPage:\n  page:\n    rows: []\n    option: []\n    map:\n    keyed:\n  count: 2"
    );
}
