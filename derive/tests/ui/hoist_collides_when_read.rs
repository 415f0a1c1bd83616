//! The names of columns in front of their table are those by which fields are read.

use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Server {
    id: u8,
    #[toon(hoist)]
    region: String,
}

#[derive(Serialize, Deserialize)]
struct Alias {
    #[toon(tabular)]
    servers: Vec<Server>,
    #[serde(alias = "other", alias = "servers_region", default)]
    region: String,
}

#[derive(Serialize, Deserialize)]
struct Renamed {
    #[toon(tabular)]
    servers: Vec<Server>,
    #[serde(rename(deserialize = "servers_region"))]
    region: String,
}

#[derive(Serialize, Deserialize)]
struct Unwritten {
    #[toon(tabular)]
    servers: Vec<Server>,
    #[serde(skip_serializing, default)]
    servers_region: String,
}

fn main() {}
