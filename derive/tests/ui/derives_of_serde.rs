//! What `toon::attributes` says of this message.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct User {
    id: u32,
    #[toon(rename = "mail")]
    email: String,
}

fn main() {}
