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
    let all = Value::Object(properties.clone());
    for nested in nested {
        properties.insert(
            (*nested).to_owned(),
            json!({
                "type": "object",
                "description": "The other options may stand in here instead of beside it; none in both places.",
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
    let mut schema = of::<T>();
    schema.insert("type".to_owned(), Value::from("object"));
    Arc::new(schema)
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
    object(settings.into_generator().into_root_schema_for::<T>().to_value())
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}
