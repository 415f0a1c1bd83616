//! Schemas of what tools take.
//!
//! Every model that is given the tools pays for their schemas, so these say what is needed and no
//! more.

use rmcp::model::{JsonObject, ToolAnnotations};
use schemars::JsonSchema;
use serde_json::{Value, json};
use std::sync::Arc;

/// The schema of a tool that needs the argument `name` and has `options` beside it.
///
/// It does not say that there are no other arguments, since the options may also stand in an object
/// of their own.
pub(super) fn input(name: &str, schema: Value, options: JsonObject) -> Arc<JsonObject> {
    let mut properties = options;
    properties.insert(name.to_owned(), schema);
    Arc::new(object(json!({ "type": "object", "properties": properties, "required": [name] })))
}

/// The schemas of the fields of `T`.
pub(super) fn options<T: JsonSchema>() -> JsonObject {
    // Models follow a reference worse than what stands in its place.
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

/// What all tools here are: they change nothing, give the same every time, and talk to nobody.
pub(super) fn annotations() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false)
}

/// Takes out what not every model's schemas allow, or what says nothing: formats of numbers, and
/// `null` where a value may be left out.
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
                    // Lines of a comment.
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
