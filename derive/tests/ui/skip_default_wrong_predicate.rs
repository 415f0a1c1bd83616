use toon::{Deserialize, Serialize};

fn is_even(number: &u8) -> bool {
    number % 2 == 0
}

#[derive(Serialize, Deserialize)]
struct Issue {
    #[toon(skip_default = "is_even")]
    body: String,
}

fn main() {}
