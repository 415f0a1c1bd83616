use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Owner {
    name: String,
}

impl Owner {
    fn is_unknown(&self) -> bool {
        self.name.is_empty()
    }
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    #[serde(skip_serializing_if = "Owner::is_unknown")]
    owner: Owner,
}

fn main() {}
