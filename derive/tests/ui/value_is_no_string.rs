use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(crate = toon)]
struct Issue {
    #[toon(rename = 3)]
    id: u32,
    #[toon(with = length)]
    name: String,
    #[toon(skip_default = true)]
    note: String,
}

fn main() {}
