use toon::{Deserialize, Serialize};

mod half {
    pub fn serialize<S: serde::Serializer>(_: &String, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(with = "nowhere")]
    number: u8,
    #[toon(with = "half")]
    body: String,
}

fn main() {}
