//! The texts of `cases.txt`.

use serde::Deserialize;

/// A text with a mistake.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it is about.
    pub topic: String,
    pub text: String,
    /// The suggestion for its first mistake.
    pub advice: String,
    /// A text that follows the advice.
    pub fixed: String,
}

/// All of them, in order.
pub fn all() -> Vec<Case> {
    let text = include_str!("cases.txt").replace("\r\n", "\n");
    let blocks = text.split("\n\n").filter(|block| block.lines().any(|line| !line.starts_with('#')));
    blocks.map(|block| toon::from_str(block).unwrap_or_else(|error| panic!("{error}\n{block}"))).collect()
}
