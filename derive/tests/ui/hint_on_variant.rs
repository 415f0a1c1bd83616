use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Event {
    #[toon(rename = "open")]
    Opened,
    Closed {
        #[toon(rename = "n")]
        number: u32,
    },
}

fn main() {}
