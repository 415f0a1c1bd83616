use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular = "yes")]
struct Row {
    #[toon(skip = "always")]
    id: u32,
    #[toon(cell(number))]
    name: String,
}

fn main() {}
