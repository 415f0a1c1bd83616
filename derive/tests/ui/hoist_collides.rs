//! The names of columns in front of their tables are those of a field, of a tag, and of another
//! table's column.

#[derive(toon::Serialize)]
#[toon(tabular)]
struct Server {
    id: u8,
    #[toon(hoist)]
    region: String,
    #[toon(hoist)]
    old_region: String,
}

#[derive(toon::Serialize)]
#[serde(rename_all = "snake_case", tag = "servers_old_region")]
struct Fleet {
    #[toon(tabular)]
    servers: Vec<Server>,
    servers_region: String,
}

#[derive(toon::Serialize)]
struct Fleets<'a> {
    #[toon(tabular)]
    servers: &'a [Server],
    #[toon(tabular)]
    servers_old: &'a [Server],
}

fn main() {}
