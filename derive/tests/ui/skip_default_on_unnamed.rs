use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(skip_default)]
struct Point(f64, f64);

#[derive(Serialize, Deserialize)]
struct Pair(u8, #[toon(skip_default)] u8);

#[derive(Serialize, Deserialize)]
enum Shape {
    Circle(#[toon(skip_default)] f64),
}

fn main() {}
