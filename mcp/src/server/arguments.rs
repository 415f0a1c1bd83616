//! Arguments of a call, and options among them.

use super::fault::Fault;
use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toon_convert::__internal::{shorten, shorten_message};

/// Takes the required argument `name`.
pub(super) fn required(arguments: &mut JsonObject, name: &str) -> Result<Value, Fault> {
    arguments.remove(name).ok_or_else(|| Fault::arguments(format!("missing argument `{name}`")))
}

/// Takes the argument `name`, which must be a string.
pub(super) fn text(arguments: &mut JsonObject, name: &str) -> Result<String, Fault> {
    match required(arguments, name)? {
        Value::String(text) => Ok(text),
        _ => Err(Fault::arguments(format!("argument `{name}` must be a string"))),
    }
}

/// The options: the remaining arguments, and the members of the objects named in `nested`.
///
/// It is an error to give an option twice, since the values might conflict. `null` counts as
/// missing, since models write it for missing values.
pub(super) fn options<T: DeserializeOwned>(mut arguments: JsonObject, nested: &[&str]) -> Result<T, Fault> {
    let mut all = JsonObject::new();
    for name in nested {
        match arguments.remove(*name) {
            None | Some(Value::Null) => {}
            Some(Value::Object(options)) => add(&mut all, options)?,
            Some(_) => return Err(Fault::arguments(format!("argument `{name}` must be an object"))),
        }
    }
    add(&mut all, arguments)?;
    serde_path_to_error::deserialize(Value::Object(all)).map_err(|error| {
        let name = shorten(&error.path().to_string());
        Fault::arguments(format!(
            "Invalid arguments: {name}: {}",
            shorten_message(&error.inner().to_string())
        ))
    })
}

fn add(all: &mut JsonObject, options: JsonObject) -> Result<(), Fault> {
    for (name, value) in options {
        if value.is_null() {
            continue;
        }
        if all.contains_key(&name) {
            return Err(Fault::arguments(format!("duplicate option `{}`", shorten(&name))));
        }
        all.insert(name, value);
    }
    Ok(())
}
