use toon::Serialize;

#[derive(Serialize)]
#[toon(crate = "no::such::path")]
struct Issue {
    id: u32,
}

fn main() {}
