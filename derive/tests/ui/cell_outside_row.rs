use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(cell)]
    title: String,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Opened {
        #[toon(cell)]
        by: String,
    },
}

fn main() {}
