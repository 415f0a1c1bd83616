//! Where the reference implementation departs from the specification: the specification wins.

use serde_json::Value;
use toon::{DecodeOptions, ErrorKind};

struct Departure {
    name: &'static str,
    section: &'static str,
    text: &'static str,
    strict: bool,
    /// What the specification prescribes: a value as JSON text, or an error.
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

/// Whether a document that the reference accepts was rejected by us for one of the reasons above.
pub fn explains(error: &toon::Error) -> bool {
    matches!(error.kind(), ErrorKind::DuplicateKey { key } if key.is_empty())
}
