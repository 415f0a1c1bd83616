//! Where the reference implementation departs from the specification, which takes precedence.

use crate::node::{Node, Reply, Request};
use serde_json::Value;
use toon::{DecodeOptions, ErrorKind};

struct Departure {
    name: &'static str,
    section: &'static str,
    text: &'static str,
    strict: bool,
    /// The specified result: a value as JSON text, or an error.
    prescribed: Option<&'static str>,
}

const DEPARTURES: &[Departure] = &[
    Departure {
        // JavaScript's "" is false where the reference asks for the name of the duplicate.
        name: "the empty field name twice in one field list is an error in strict mode",
        section: "14.2",
        text: "items[1]{\"\",\"\"}:\n  1,2",
        strict: true,
        prescribed: None,
    },
    Departure {
        name: "the empty field name twice in a nested field group is an error in strict mode",
        section: "14.2",
        text: "items[1]{a{\"\",\"\"}}:\n  1,2",
        strict: true,
        prescribed: None,
    },
];

#[test]
fn the_specification_wins() {
    for Departure { name, section, text, strict, prescribed } in DEPARTURES {
        let value = DecodeOptions::new().strict(*strict).from_str::<Value>(text);
        let decoded = value.as_ref().ok().map(Value::to_string);
        assert_eq!(decoded.as_deref(), *prescribed, "§{section}: {name}");
    }
}

/// A release of the reference that no longer departs is one to compare with in full.
#[test]
fn the_reference_still_departs() {
    let Some(mut node) = Node::start("departures") else { return };
    let requests: Vec<Request> = DEPARTURES
        .iter()
        .map(|departure| Request::Decode {
            text: departure.text.to_owned(),
            strict: departure.strict,
            indent: 2,
        })
        .collect();
    for (departure, reply) in DEPARTURES.iter().zip(node.ask(&requests)) {
        let decoded = match &reply {
            Reply::Ok(json) => Some(json.as_str()),
            Reply::Error(_) => None,
        };
        assert_ne!(decoded, departure.prescribed, "§{}: {}", departure.section, departure.name);
    }
}

/// Whether a document that the reference accepts was rejected by us for one of the reasons above.
pub fn explains(error: &toon::Error) -> bool {
    matches!(error.kind(), ErrorKind::DuplicateKey { key, .. } if key.is_empty())
}
