//! Uniform structs: flat, with nested structs, and in a map.

use super::{FIRST, LAST, WORDS, amount, pick, random, timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A user.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    id: u64,
    name: String,
    email: String,
    active: bool,
    score: f64,
    created: String,
}

/// A user whose strings borrow from the text.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct BorrowedRow<'a> {
    id: u64,
    name: &'a str,
    email: &'a str,
    active: bool,
    score: f64,
    created: &'a str,
}

impl Row {
    /// The same user with borrowed strings.
    pub fn borrowed(&self) -> BorrowedRow<'_> {
        let Row { id, name, email, active, score, created } = self;
        BorrowedRow { id: *id, name, email, active: *active, score: *score, created }
    }
}

/// Users.
pub fn rows(count: u64) -> Vec<Row> {
    let mut random = random(1);
    let row = |id| {
        let (first, last) = (pick(&mut random, FIRST), pick(&mut random, LAST));
        Row {
            id: id + 1,
            name: format!("{first} {last}"),
            email: format!("{}.{}{}@example.org", first.to_lowercase(), last.to_lowercase(), random.u8(..)),
            active: random.bool(),
            score: amount(&mut random),
            created: timestamp(&mut random),
        }
    };
    (0..count).map(row).collect()
}

/// A user with an address and a plan.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    name: String,
    age: u8,
    address: Address,
    plan: Plan,
    email: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Address {
    city: String,
    country: String,
    zip: u32,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    name: String,
    price: f64,
}

/// Rows with field groups.
pub fn contacts(count: usize) -> Vec<Contact> {
    let mut random = random(2);
    let contact = |_| {
        let (first, last) = (pick(&mut random, FIRST), pick(&mut random, LAST));
        Contact {
            name: format!("{first} {last}"),
            age: random.u8(18..90),
            address: Address {
                city: pick(&mut random, &["Berlin", "New York", "Oslo", "São Paulo", "Tokyo"]).to_owned(),
                country: pick(&mut random, &["DE", "US", "NO", "BR", "JP"]).to_owned(),
                zip: random.u32(10_000..99_999),
            },
            plan: Plan {
                name: pick(&mut random, &["free", "starter", "pro"]).to_owned(),
                price: amount(&mut random),
            },
            email: format!("{}@example.org", last.to_lowercase()),
        }
    };
    (0..count).map(contact).collect()
}

/// A feature flag.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Flag {
    enabled: bool,
    rollout: u8,
    owner: String,
    updated: String,
}

/// Entries of a keyed table.
pub fn flags(count: usize) -> BTreeMap<String, Flag> {
    let mut random = random(3);
    let flag = |number| {
        let name = format!("flag_{number}_{}", pick(&mut random, WORDS));
        let flag = Flag {
            enabled: random.bool(),
            rollout: random.u8(0..=100),
            owner: pick(&mut random, FIRST).to_owned(),
            updated: timestamp(&mut random)[..10].to_owned(),
        };
        (name, flag)
    };
    (0..count).map(flag).collect()
}
