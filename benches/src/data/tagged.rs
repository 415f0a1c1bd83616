//! Enums with a tag, and structs with flattened fields: with serde's derive, which buffers them, and
//! with ours, which does not.

use super::{FIRST, WORDS, amount, pick, random, sentence};
use std::collections::BTreeMap;

macro_rules! types {
    ($module:ident, $derive:ident) => {
        /// The types, with one of the derives.
        pub mod $module {
            use super::BTreeMap;
            use $derive::{Deserialize, Serialize};

            /// What an agent does.
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(tag = "type", rename_all = "snake_case")]
            #[allow(missing_docs)]
            pub enum Action {
                Reply { text: String, urgent: bool },
                Search(Query),
                Order { items: Vec<Item>, total: f64, buyer: String },
                Stop,
            }

            /// The content of a variant.
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[allow(missing_docs)]
            pub struct Query {
                pub words: Vec<String>,
                pub limit: u32,
                pub exact: bool,
            }

            /// A row in a variant.
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[allow(missing_docs)]
            pub struct Item {
                pub id: u32,
                pub name: String,
                pub price: f64,
            }

            /// A struct with a flattened struct and a map of all else.
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[allow(missing_docs)]
            pub struct Labelled {
                pub owner: String,
                #[serde(flatten)]
                pub item: Item,
                #[serde(flatten)]
                pub labels: BTreeMap<String, String>,
            }
        }
    };
}

types!(by_serde, serde);
types!(by_toon, toon);

use by_serde::{Action, Item, Labelled, Query};

fn item(random: &mut fastrand::Rng) -> Item {
    Item { id: random.u32(1..10_000), name: sentence(random, 1..3), price: amount(random) }
}

fn reply(random: &mut fastrand::Rng) -> Action {
    Action::Reply { text: sentence(random, 2..8), urgent: random.bool() }
}

/// Actions of all kinds in random order.
pub fn actions(count: usize) -> Vec<Action> {
    let mut random = random(7);
    let action = |_| match random.u8(0..4) {
        0 => reply(&mut random),
        1 => Action::Search(Query {
            words: (0..random.usize(1..5)).map(|_| pick(&mut random, WORDS).to_owned()).collect(),
            limit: random.u32(1..100),
            exact: random.bool(),
        }),
        2 => Action::Order {
            items: (0..random.usize(1..5)).map(|_| item(&mut random)).collect(),
            total: amount(&mut random),
            buyer: pick(&mut random, FIRST).to_owned(),
        },
        _ => Action::Stop,
    };
    (0..count).map(action).collect()
}

/// Actions of one kind, which are a table.
pub fn replies(count: usize) -> Vec<Action> {
    let mut random = random(8);
    (0..count).map(|_| reply(&mut random)).collect()
}

/// Structs with up to five labels, or with five each, which are a table.
pub fn labelled(count: usize, in_table: bool) -> Vec<Labelled> {
    let mut random = random(9);
    let labelled = |_| {
        let labels = if in_table { 5 } else { random.usize(0..6) };
        Labelled {
            owner: pick(&mut random, FIRST).to_owned(),
            item: item(&mut random),
            labels: (0..labels).map(|label| (format!("label{label}"), sentence(&mut random, 1..4))).collect(),
        }
    };
    (0..count).map(labelled).collect()
}
