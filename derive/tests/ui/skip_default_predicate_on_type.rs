use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(skip_default = "is_even")]
struct Issue {
    number: u8,
}

fn main() {}
