use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Wire {
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[derive(Clone)]
#[serde(into = "Wire", from = "Wire")]
#[toon(tabular, skip_default)]
struct Row {
    id: u32,
}

#[derive(Serialize, Deserialize)]
#[derive(Clone)]
#[serde(into = "Wire", try_from = "Wire")]
struct Issue {
    #[toon(rename = "n")]
    id: u32,
}

impl From<Wire> for Row {
    fn from(wire: Wire) -> Self {
        Row { id: wire.id }
    }
}

impl From<Row> for Wire {
    fn from(row: Row) -> Self {
        Wire { id: row.id }
    }
}

impl From<Wire> for Issue {
    fn from(wire: Wire) -> Self {
        Issue { id: wire.id }
    }
}

impl From<Issue> for Wire {
    fn from(issue: Issue) -> Self {
        Wire { id: issue.id }
    }
}

fn main() {}
