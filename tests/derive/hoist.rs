//! `hoist`: columns that are the same in all rows stand once in front of the table.

use super::round_trip;
use std::collections::BTreeMap;
use toon::{Deserialize, EncodeOptions, Serialize};

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
