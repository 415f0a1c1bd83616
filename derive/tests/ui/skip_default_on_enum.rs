use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(skip_default)]
enum Event {
    Opened { by: String },
    Closed,
}

fn main() {}
