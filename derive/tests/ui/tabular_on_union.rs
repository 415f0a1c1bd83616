use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
union Bits {
    int: u32,
    float: f32,
}

fn main() {}
