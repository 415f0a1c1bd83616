use toon::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Point(f64, f64);

#[derive(Serialize, Deserialize)]
#[toon(tabular)]
struct Id(u64);

#[derive(Serialize, Deserialize)]
struct Page {
    #[toon(tabular)]
    points: Vec<Point>,
}

fn main() {}
