//! Enums with externally tagged variants of six kinds.

use super::{FIRST, amount, pick, random, sentence};
use serde::{Deserialize, Serialize};

/// An event.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A unit variant.
    Heartbeat,
    /// A newtype variant with a number.
    Counter(u64),
    /// A newtype variant with a string.
    Message(String),
    /// A tuple variant.
    Moved(i32, i32, f64),
    /// A struct variant.
    Purchase {
        /// The buyer.
        user: String,
        /// The price.
        total: f64,
        /// The goods.
        items: Vec<u32>,
    },
    /// A newtype variant with a struct.
    Login(Session),
}

/// A login.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    user: String,
    attempts: u8,
    remembered: bool,
}

/// Events of all kinds in random order.
pub fn events(count: usize) -> Vec<Event> {
    let mut random = random(6);
    let event = |_| match random.u8(0..6) {
        0 => Event::Heartbeat,
        1 => Event::Counter(random.u64(0..1_000_000)),
        2 => Event::Message(sentence(&mut random, 2..8)),
        3 => Event::Moved(random.i32(-1000..1000), random.i32(-1000..1000), amount(&mut random)),
        4 => Event::Purchase {
            user: pick(&mut random, FIRST).to_owned(),
            total: amount(&mut random),
            items: (0..random.usize(1..5)).map(|_| random.u32(1..10_000)).collect(),
        },
        _ => Event::Login(Session {
            user: pick(&mut random, FIRST).to_owned(),
            attempts: random.u8(1..4),
            remembered: random.bool(),
        }),
    };
    (0..count).map(event).collect()
}
