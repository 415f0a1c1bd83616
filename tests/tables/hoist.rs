//! `hoist`: columns that are the same in all rows are written once before the table.

use super::round_trip;
use serde_json::json;
use std::collections::BTreeMap;
use toon::{Deserialize, EncodeOptions, ErrorKind, KeyFolding, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(rename_all = "camelCase")]
#[toon(tabular)]
struct Server {
    id: u32,
    #[toon(hoist)]
    region_name: String,
    #[toon(hoist)]
    zone: Option<u8>,
    #[serde(skip_serializing_if = "is_zero", default)]
    #[toon(hoist, skip_default)]
    load: f64,
}

#[allow(clippy::float_cmp)]
fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
struct Fleet {
    name: String,
    #[toon(tabular)]
    servers: Vec<Server>,
    total: u8,
}

fn server(id: u32, region: &str, zone: Option<u8>, load: f64) -> Server {
    Server { id, region_name: region.into(), zone, load }
}

fn fleet(servers: &[Server]) -> Fleet {
    Fleet { name: "f".into(), servers: servers.to_vec(), total: 2 }
}

#[test]
fn what_all_rows_have_in_common() {
    let all = fleet(&[server(1, "eu, west", None, 0.5), server(2, "eu, west", None, 0.5)]);
    assert_eq!(
        round_trip(&all),
        "name: f\nservers_regionName: \"eu, west\"\nservers_zone: null\nservers_load: 0.5\nservers[2]{id}:\n  1\n  2\ntotal: 2"
    );
    let some = fleet(&[server(1, "eu", Some(1), 0.0), server(2, "us", Some(1), 0.0)]);
    assert_eq!(
        round_trip(&some),
        "name: f\nservers_zone: 1\nservers[2]{id,regionName}:\n  1,eu\n  2,us\ntotal: 2"
    );
    // A default in one row is a default that differs.
    let none = fleet(&[server(1, "eu", Some(1), 0.0), server(2, "us", None, 1.5)]);
    assert_eq!(
        round_trip(&none),
        "name: f\nservers[2]{id,regionName,zone,load}:\n  1,eu,1,0\n  2,us,null,1.5\ntotal: 2"
    );
}

/// One column always stays, and a single row is not hoisted.
#[test]
fn what_stays_in_the_table() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        #[toon(hoist)]
        a: u8,
        #[toon(hoist)]
        b: u128,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let rows = |rows: &[(u8, u128)]| Rows { rows: rows.iter().map(|&(a, b)| Row { a, b }).collect() };
    assert_eq!(round_trip(&rows(&[(1, 2), (1, 2)])), "rows_b: 2\nrows[2]{a}:\n  1\n  1");
    assert_eq!(round_trip(&rows(&[(1, 2), (1, 3)])), "rows_a: 1\nrows[2]{b}:\n  2\n  3");
    assert_eq!(round_trip(&rows(&[(1, 2)])), "rows[1]{a,b}:\n  1,2");
    assert_eq!(round_trip(&rows(&[])), "rows: []");
    // Values that would not be exact if read before their type is known.
    let most = u128::MAX;
    assert_eq!(
        round_trip(&rows(&[(1, most), (2, most)])),
        format!("rows[2]{{a,b}}:\n  1,{most}\n  2,{most}")
    );
}

/// By one of their fields, in a map, and in an `Option`.
#[test]
fn tables_of_other_kinds() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Others {
        #[toon(tabular(key = "id"))]
        by_id: Vec<Server>,
        #[toon(tabular)]
        map: BTreeMap<String, Server>,
        #[toon(tabular)]
        option: Option<Box<[Server]>>,
    }
    let servers = || vec![server(1, "eu", None, 0.0), server(2, "eu", None, 1.0)];
    let others = Others {
        by_id: servers(),
        map: BTreeMap::from([
            ("x".into(), server(1, "us", None, 2.0)),
            ("y".into(), server(2, "us", None, 3.0)),
        ]),
        option: Some(servers().into()),
    };
    assert_eq!(
        round_trip(&others),
        "\
by_id_regionName: eu
by_id_zone: null
by_id[2:]{load}:
  \"1\": 0
  \"2\": 1
map_regionName: us
map_zone: null
map[2:]{id,load}:
  x: 1,2
  y: 2,3
option_regionName: eu
option_zone: null
option[2]{id,load}:
  1,0
  2,1"
    );
}

/// Columns stay if their hoisted name would not be read, or could change.
#[test]
fn where_nothing_is_hoisted() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Outer {
        #[serde(flatten)]
        fleet: Fleet,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Variant {
        Fleet {
            #[toon(tabular)]
            servers: Vec<Server>,
        },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Generic<T> {
        #[toon(tabular)]
        servers: Vec<T>,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Single(#[toon(tabular)] Vec<Server>);
    let servers = vec![server(1, "eu", None, 0.5), server(2, "eu", None, 1.5)];
    let table = "servers[2]{id,regionName,zone,load}:\n  1,eu,null,0.5\n  2,eu,null,1.5";
    assert_eq!(round_trip(&Outer { fleet: fleet(&servers) }), format!("name: f\n{table}\ntotal: 2"));
    let deeper = format!("Fleet:\n  {}", table.replace('\n', "\n  "));
    assert_eq!(round_trip(&Variant::Fleet { servers: servers.clone() }), deeper);
    assert_eq!(round_trip(&Generic { servers: servers.clone() }), table);
    assert_eq!(round_trip(&Single(servers.clone())), table.strip_prefix("servers").unwrap());
    let folding = EncodeOptions::new().key_folding(KeyFolding::Safe);
    assert_eq!(folding.to_string(&fleet(&servers)).unwrap(), format!("name: f\n{table}\ntotal: 2"));
    let picked =
        EncodeOptions::new().fields(["servers.regionName", "servers.id"]).to_string(&fleet(&servers));
    assert_eq!(picked.unwrap(), "servers[2]{regionName,id}:\n  eu,1\n  eu,2");
}

/// Text written by others can be read: with columns in the table or before it, but not in both
/// places or after it.
#[test]
fn reading() {
    let read = |text: &str| toon::from_str::<Fleet>(text);
    let both = fleet(&[server(1, "eu", None, 0.0), server(2, "eu", None, 0.0)]);
    let list =
        "name: f\nservers_zone: null\nservers_regionName: eu\nservers[2]:\n  - id: 1\n  - id: 2\ntotal: 2";
    assert_eq!(read(list).unwrap(), both);
    let none = "name: f\nservers_zone: null\nservers: []\ntotal: 2";
    assert_eq!(read(none).unwrap(), fleet(&[]));
    let message = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(
        message("name: f\nservers_zone: 1\nservers[1]{id,regionName,zone,load}:\n  1,eu,2,0\ntotal: 2"),
        "duplicate key \"zone\" at line 4 column 3, in servers[0]"
    );
    assert_eq!(
        message("name: f\nservers_zone: 1\nservers[1]{id,zone,regionName}:\n  1,2,eu\ntotal: 2"),
        "duplicate key \"zone\" at line 4 column 3, in servers[0]"
    );
    assert_eq!(
        message("name: f\nservers[1]{id,regionName,load}:\n  1,eu,2\nservers_zone: 1\ntotal: 2"),
        "the column `servers_zone` must come before its table `servers` at line 1 column 1"
    );
    assert_eq!(
        message("name: f\nservers_zone[1]: 1\nservers: []\ntotal: 2"),
        "invalid type: array, expected a scalar that all rows share at line 2 column 1, in servers_zone"
    );
    assert_eq!(
        message("name: f\nservers_regionName: eu\nservers_zone: x\nservers[1]{id}:\n  1\ntotal: 2"),
        "invalid type: string \"x\", expected u8 at line 5 column 3, in servers[0]"
    );
}

/// A tag that is not the struct's own may have the same name: then the column stays.
#[test]
fn a_tag_of_the_same_name() {
    #[derive(Serialize)]
    #[serde(tag = "servers_zone")]
    enum Tagged {
        Fleet(Fleet),
    }
    let fleet = fleet(&[server(1, "eu", None, 0.5), server(2, "eu", None, 1.5)]);
    assert_eq!(
        toon::to_string(&Tagged::Fleet(fleet)).unwrap(),
        "servers_zone: Fleet\nname: f\nservers_regionName: eu\nservers[2]{id,zone,load}:\n  1,null,0.5\n  2,null,1.5\ntotal: 2"
    );
}

/// The tag is still known when its text has left.
#[test]
fn a_tag_of_the_same_name_that_has_left() {
    #[derive(Serialize)]
    #[serde(tag = "servers_zone")]
    enum Tagged {
        Fleets(Fleets),
    }
    #[derive(Serialize)]
    struct Fleets {
        #[toon(tabular)]
        many: Vec<Server>,
        #[toon(tabular)]
        servers: Vec<Server>,
        total: u8,
    }
    let many: Vec<Server> = (0..2_000).map(|id| server(id, "eu", None, 0.5)).collect();
    let servers = many[..2].to_vec();
    let value = vec![Tagged::Fleets(Fleets { many, servers, total: 2 })];
    for value in [&value[..], &[]].map(|rest| (&value, rest)) {
        let mut bytes = Vec::new();
        toon::to_writer(&mut bytes, &value).unwrap();
        let text = toon::to_string(&value).unwrap();
        assert!(bytes == text.as_bytes());
        assert_eq!(text.matches("servers_zone").count(), 1 + value.1.len(), "{}", &text[text.len() - 200..]);
    }
}

/// A declared cell must be a cell in every row.
#[test]
fn cells_that_are_none() {
    #[derive(Serialize)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(cell, hoist)]
        hoisted: serde_json::Value,
        #[toon(cell, skip_default)]
        skipped: serde_json::Value,
    }
    #[derive(Serialize)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let row = |hoisted, skipped| Row { id: 1, hoisted, skipped };
    for odd in [json!([1]), json!([]), json!({}), json!({"a": 1})] {
        for at in 0..3 {
            for is_hoisted in [true, false] {
                let mut rows = Rows { rows: vec![] };
                for index in 0..3 {
                    let value = if index == at { odd.clone() } else { json!(null) };
                    rows.rows.push(if is_hoisted { row(value, json!(null)) } else { row(json!(1), value) });
                }
                let error = toon::to_string(&rows).unwrap_err();
                assert!(matches!(error.kind(), ErrorKind::NotACell), "{odd} {at} {is_hoisted}: {error}");
            }
        }
    }
}

/// A number that changes when converted to `f64` stays in the table.
#[test]
fn floats_are_read_exactly() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[toon(tabular)]
    struct Row {
        id: u8,
        #[toon(hoist)]
        narrow: f32,
        #[toon(hoist)]
        wide: f64,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rows {
        #[toon(tabular)]
        rows: Vec<Row>,
    }
    let row = |id| Row { id, narrow: 7.038_531e-26, wide: 0.1 };
    assert_eq!(
        round_trip(&Rows { rows: vec![row(1), row(2)] }),
        "rows_wide: 0.1\nrows[2]{id,narrow}:\n  1,7.038531e-26\n  2,7.038531e-26"
    );
}
