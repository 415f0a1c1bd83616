use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum State {
    Open,
    Closed { at: u64 },
}

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Row {
    id: u32,
    state: State,
}

fn main() {}
