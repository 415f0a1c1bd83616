use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(tag = "t")]
struct Plain(u8, u8);

#[derive(Serialize, Deserialize)]
#[serde(tag = "t")]
enum Event {
    Opened {
        #[toon(skip_default)]
        by: String,
    },
    Closed(u8, u8),
}

fn main() {}
