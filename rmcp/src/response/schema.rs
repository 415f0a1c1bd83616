//! JSON schemas of the parameters, written by hand to be short and free of references.

use super::sort::MAX_KEYS;
use super::{ResponseParams, page};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;

/// The name of a field, optionally prefixed with a direction.
const SORT_KEY: &str = "^[+-]?[^+-].*$";

impl JsonSchema for ResponseParams {
    fn schema_name() -> Cow<'static, str> {
        "ResponseParams".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "responseFormat": {
                    "description": "Format of the answer. toon: compact tables. legible: what repeats is stated once and explained; the fewest tokens for long lists. plain: the same, with less abbreviated. json: one line. json_pretty: indented. formatted: text for humans.",
                    "type": "string",
                    "enum": ["toon", "legible", "plain", "json", "json_pretty", "formatted"],
                    "default": "toon",
                },
                "verbosity": {
                    "description": "How many fields to include per item. Ignored if `fields` is given.",
                    "type": "string",
                    "enum": ["minimal", "standard", "full"],
                    "default": "standard",
                },
                "fields": {
                    "description": "Only these fields of each item, in this order, e.g. [\"id\", \"owner.name\"]. Dots select fields of nested objects. Overrides `verbosity`; unknown names are ignored with a warning.",
                    "type": "array",
                    "items": { "type": "string", "minLength": 1 },
                    "default": [],
                },
                "sortBy": {
                    "description": "Field to sort by, or a list of fields, the most important one first. \"name\" or \"+name\" sorts in ascending order, \"-name\" in descending order; null sorts before all other values.",
                    "anyOf": [
                        { "type": "string", "pattern": SORT_KEY },
                        { "type": "array", "items": { "type": "string", "pattern": SORT_KEY }, "maxItems": MAX_KEYS },
                    ],
                },
                "page": {
                    "description": "Page of the sorted items, starting at 1.",
                    "type": "integer",
                    "minimum": page::FIRST,
                    "default": page::FIRST,
                },
                "limit": {
                    "description": "Items per page.",
                    "type": "integer",
                    "minimum": 1,
                    "maximum": page::MAX_LIMIT,
                    "default": page::DEFAULT_LIMIT,
                },
            },
        })
    }
}
