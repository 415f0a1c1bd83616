use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Plain {
    #[serde(getter = "Plain::id")]
    id: u32,
}

#[derive(Serialize, Deserialize)]
struct Hinted {
    #[serde(getter = "Hinted::id")]
    id: u32,
    #[toon(skip_default)]
    more: String,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Opened {
        #[serde(getter = "Event::by")]
        #[toon(rename = "who")]
        by: String,
    },
}

fn main() {}
