#[derive(toon::Serialize, toon::Deserialize)]
struct Standard {
    #[toon(level = "medium")]
    field: u8,
    #[toon(level)]
    other: u8,
}

#[derive(toon::Serialize)]
#[toon(levels("brief", "long", "brief"))]
struct Own {
    #[toon(level = "minimal")]
    field: u8,
}

#[derive(toon::Serialize)]
#[toon(levels = "brief")]
struct NoList {
    field: u8,
}

#[derive(toon::Serialize)]
#[toon(levels("", "c"))]
struct Empty(#[toon(level = "c")] u8);

fn main() {}
