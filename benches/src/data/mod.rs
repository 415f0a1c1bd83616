//! Data for the benchmarks. It is the same in every run.

pub mod config;
pub mod declared;
pub mod enums;
pub mod files;
pub mod numbers;
pub mod ragged;
pub mod rows;
pub mod strings;
pub mod tagged;

use fastrand::Rng;
use serde::Serialize;
use serde_json::Value;

/// A separate generator for each kind of data, so that changing one kind does not change others.
fn random(seed: u64) -> Rng {
    Rng::with_seed(seed)
}

fn pick<'a>(random: &mut Rng, words: &[&'a str]) -> &'a str {
    random.choice(words).copied().unwrap_or_default()
}

/// Converts `value` to a JSON value.
pub fn value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Equality according to §2: `1.0` equals `1`.
pub fn same_value(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same_value(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| same_value(left, right)))
        }
        _ => left == right,
    }
}

const FIRST: &[&str] = &[
    "Ada",
    "Grace",
    "Alan",
    "Barbara",
    "Edsger",
    "Katherine",
    "Linus",
    "Margaret",
    "Donald",
    "Radia",
    "Ken",
    "Frances",
    "Dennis",
    "Hedy",
    "Tim",
    "Joan",
    "John",
    "Sophie",
    "Niklaus",
    "Shafi",
];

const LAST: &[&str] = &[
    "Lovelace",
    "Hopper",
    "Turing",
    "Liskov",
    "Dijkstra",
    "Johnson",
    "Torvalds",
    "Hamilton",
    "Knuth",
    "Perlman",
    "Thompson",
    "Allen",
    "Ritchie",
    "Lamarr",
    "Berners-Lee",
    "Clarke",
    "McCarthy",
    "Wilson",
    "Wirth",
    "Goldwasser",
];

const WORDS: &[&str] = &[
    "alpha", "build", "cache", "delta", "engine", "filter", "graph", "header", "index", "journal", "kernel",
    "layout", "matrix", "network", "object", "parser", "query", "router", "schema", "token", "update",
    "vector", "window", "yield",
];

fn sentence(random: &mut Rng, words: std::ops::Range<usize>) -> String {
    let count = random.usize(words);
    (0..count).map(|_| pick(random, WORDS)).collect::<Vec<_>>().join(" ")
}

fn timestamp(random: &mut Rng) -> String {
    let mut two = |range| random.u8(range);
    let (month, day, hour, minute, second) = (two(1..13), two(1..29), two(0..24), two(0..60), two(0..60));
    format!("2026-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// An amount with two decimals.
fn amount(random: &mut Rng) -> f64 {
    f64::from(random.u32(0..1_000_000)) / 100.0
}
