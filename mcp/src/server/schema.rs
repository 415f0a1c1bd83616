//! Schemas of tool arguments.
//!
//! These are as short as possible, since they take tokens in every session.

use rmcp::model::{JsonObject, ToolAnnotations};
use schemars::JsonSchema;
use serde_json::{Value, json};
use std::sync::Arc;

/// The schema of a tool with the required argument `name`, and `options` next to it.
///
/// Allows additional arguments, since options can also be given in an object.
pub(super) fn input(name: &str, schema: Value, options: JsonObject) -> Arc<JsonObject> {
    let mut properties = options;
    properties.insert(name.to_owned(), schema);
    Arc::new(object(json!({ "type": "object", "properties": properties, "required": [name] })))
}

/// The schemas of the fields of `T`.
pub(super) fn options<T: JsonSchema>() -> JsonObject {
    // Models follow references less reliably than inlined schemas.
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    simplify(&mut schema);
    object(schema).remove("properties").map(object).unwrap_or_default()
}

/// The schema of a tool without arguments.
pub(super) fn nothing() -> Arc<JsonObject> {
    Arc::new(object(json!({ "type": "object", "properties": {} })))
}

/// The annotations of all tools: read-only, idempotent, and closed-world.
pub(super) fn annotations() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false)
}

/// Removes what not all models support, or what is redundant: number formats, and `null` as the
/// default of optional values.
fn simplify(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|name, member| {
                !(name == "format" && member.is_string() || name == "default" && member.is_null())
            });
            for (name, member) in members {
                match member {
                    Value::Array(types) if name == "type" => {
                        types.retain(|kind| kind != "null");
                        if let [kind] = types.as_slice() {
                            *member = kind.clone();
                        }
                    }
                    // Descriptions come from comments with several lines.
                    Value::String(text) if name == "description" => *text = text.replace('\n', " "),
                    other => simplify(other),
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(simplify),
        _ => {}
    }
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}
