//! Schemas of what tools take and give.

use rmcp::model::{JsonObject, ToolAnnotations};
use schemars::JsonSchema;
use serde_json::{Value, json};
use std::sync::Arc;

/// The schema of a tool that needs `main` and has the options `T`: each beside it, or in an object under one of the names
/// `nested`.
pub(super) fn input<T: JsonSchema>(main: (&str, Value), nested: &[&str]) -> Arc<JsonObject> {
    let (name, schema) = main;
    let mut options = of::<T>();
    let mut properties = match options.remove("properties") {
        Some(Value::Object(properties)) => properties,
        _ => JsonObject::new(),
    };
    let mut all = Value::Object(properties.clone());
    // They stand beside it as well, and every model that is given the tools pays for them.
    drop_descriptions(&mut all);
    for nested in nested {
        properties.insert(
            (*nested).to_owned(),
            json!({
                "type": "object",
                "description": "The other options may stand in here instead of beside it. None may stand in both places.",
                "properties": all,
                "additionalProperties": false,
            }),
        );
    }
    properties.insert(name.to_owned(), schema);
    Arc::new(object(json!({
        "type": "object",
        "properties": properties,
        "required": [name],
        "additionalProperties": false,
    })))
}

/// The schema of a tool without arguments.
pub(super) fn nothing() -> Arc<JsonObject> {
    Arc::new(object(json!({ "type": "object", "properties": {} })))
}

/// The schema of a result.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    Arc::new(of::<T>())
}

/// What all tools here are: they change nothing, give the same every time, and talk to nobody.
pub(super) fn annotations(title: &str) -> ToolAnnotations {
    ToolAnnotations::with_title(title).read_only(true).destructive(false).idempotent(true).open_world(false)
}

fn of<T: JsonSchema>() -> JsonObject {
    // Models follow a reference worse than what stands in its place.
    let settings = schemars::generate::SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    simplify(&mut schema);
    let mut schema = object(schema);
    // Names of types here.
    schema.remove("title");
    schema
}

/// Takes out what not every model's schemas allow, or what says nothing: formats of numbers, and `null` where a value may be
/// left out.
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

fn drop_descriptions(properties: &mut Value) {
    let properties = properties.as_object_mut().into_iter().flat_map(|all| all.values_mut());
    for property in properties.filter_map(Value::as_object_mut) {
        property.remove("description");
    }
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}
