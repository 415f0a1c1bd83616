use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Plain {
    #[serde(nme = "o")]
    Opened,
}

#[derive(Serialize, Deserialize)]
enum Hinted {
    #[serde(nme = "o")]
    Opened {
        #[toon(skip_default)]
        by: String,
    },
}

fn main() {}
