//! `toon::Grouped`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a panic is how a test fails")]
#![allow(unreachable_pub, missing_docs, clippy::missing_panics_doc, reason = "shared by the modules")]

#[cfg(feature = "derive")]
mod derived;
mod errors;
mod properties;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use toon::Grouped;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
pub struct Symbol {
    pub id: u32,
    pub module: String,
    pub package: String,
    pub line: Option<u32>,
}

pub fn symbol(id: u32, module: &str, package: &str) -> Symbol {
    Symbol { id, module: module.into(), package: package.into(), line: None }
}

pub fn symbols() -> Vec<Symbol> {
    vec![
        symbol(1, "core", "text"),
        symbol(2, "cli", "bin"),
        symbol(3, "core", "io"),
        symbol(4, "core", "text"),
        symbol(5, "cli", "text"),
    ]
}

/// The rows in the order in which they are written: that of their groups.
pub fn in_order<T: Clone, K: PartialEq>(rows: &[T], keys: impl Fn(&T) -> Vec<K> + Copy) -> Vec<T> {
    let Some(levels) = rows.first().map(|row| keys(row).len()) else { return Vec::new() };
    group(rows, levels, &|row, level| keys(row).swap_remove(level), 0)
}

fn group<T: Clone, K: PartialEq>(
    rows: &[T],
    levels: usize,
    key: &dyn Fn(&T, usize) -> K,
    level: usize,
) -> Vec<T> {
    if level == levels {
        return rows.to_vec();
    }
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for row in rows {
        let name = key(row, level);
        match groups.iter_mut().find(|(other, _)| *other == name) {
            Some((_, rows)) => rows.push(row.clone()),
            None => groups.push((name, vec![row.clone()])),
        }
    }
    groups.iter().flat_map(|(_, rows)| group(rows, levels, key, level + 1)).collect()
}

pub fn json<T: Serialize>(grouped: &Grouped<Vec<T>>) -> String {
    serde_json::to_string(grouped).unwrap()
}
