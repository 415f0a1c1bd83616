//! `#[derive(toon::Serialize, toon::Deserialize)]`.
#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]

mod like_serde;
