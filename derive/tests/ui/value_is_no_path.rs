use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(crate = "my toon")]
struct Issue {
    #[toon(with = "my-module")]
    name: String,
    #[toon(skip_default = "|it| it.is_empty()")]
    note: String,
    #[toon(skip_default = "")]
    body: String,
}

fn main() {}
