//! Arguments of tools that HTTP wants in headers, too: those whose schema has an `x-mcp-header`.

use super::headers;
use crate::object::Object;
use axum::http::header::{HeaderMap, HeaderName};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The key in the schema of a property.
const ANNOTATION: &str = "x-mcp-header";
const PREFIX: &str = "mcp-param-";
/// Schemas that nest deeper have none that counts.
const DEEPEST: usize = 32;

/// What the lists of tools have said.
#[derive(Debug, Default)]
pub(super) struct Parameters(Mutex<HashMap<String, Vec<Parameter>>>);

/// Where the argument stands, and in which header.
#[derive(Debug)]
struct Parameter {
    path: Vec<String>,
    header: HeaderName,
}

impl Parameters {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Vec<Parameter>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Learns from a message of the server, if it is a list of tools.
    pub(super) fn learn(&self, text: &str) {
        #[derive(serde::Deserialize)]
        struct Answer {
            result: List,
        }
        #[derive(serde::Deserialize)]
        struct List {
            tools: Vec<Tool>,
        }
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Tool {
            name: String,
            input_schema: Value,
        }
        // Most lists have none, and most messages are no lists.
        if !text.contains(ANNOTATION) {
            return;
        }
        let Ok(Answer { result: List { tools } }) = serde_json::from_str(text) else { return };
        let mut known = self.known();
        for tool in tools {
            let mut parameters = Vec::new();
            find(&tool.input_schema, &mut Vec::new(), &mut parameters);
            known.insert(tool.name, parameters);
        }
    }

    /// Adds the headers of a call.
    pub(super) fn add(&self, headers: &mut HeaderMap, call: &Object<'_>) {
        let Some(params) = call.object("params") else { return };
        let (Some(name), Some(arguments)) = (params.string("name"), params.get("arguments")) else { return };
        let known = self.known();
        let Some(parameters) = known.get(&*name).filter(|parameters| !parameters.is_empty()) else { return };
        let Ok(arguments) = serde_json::from_str::<Value>(arguments.get()) else { return };
        for Parameter { path, header } in parameters {
            let argument = path.iter().try_fold(&arguments, |value, key| value.get(key));
            let text = match argument {
                Some(Value::String(text)) => text.clone(),
                Some(value @ (Value::Bool(_) | Value::Number(_))) => value.to_string(),
                _ => continue,
            };
            headers::insert(headers, header.clone(), &text);
        }
    }
}

/// The annotated properties below a schema.
fn find(schema: &Value, path: &mut Vec<String>, found: &mut Vec<Parameter>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    if path.len() == DEEPEST {
        return;
    }
    for (name, schema) in properties {
        path.push(name.clone());
        let header = schema.get(ANNOTATION).and_then(Value::as_str).filter(|header| !header.is_empty());
        if let Some(Ok(header)) = header.map(|header| format!("{PREFIX}{header}").parse()) {
            found.push(Parameter { path: path.clone(), header });
        }
        find(schema, path, found);
        path.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_as_headers() {
        let parameters = Parameters::default();
        parameters.learn(
            r#"{"id":1,"result":{"tools":[{"name":"find","inputSchema":{"type":"object","properties":{
                "region":{"type":"string","x-mcp-header":"Region"},
                "page":{"type":"object","properties":{"size":{"type":"integer","x-mcp-header":"Size"}}},
                "list":{"type":"array","x-mcp-header":"List"},
                "bad":{"type":"string","x-mcp-header":"a b"}
            }}}]}}"#,
        );
        let headers_of = |call: &str| {
            let mut headers = HeaderMap::new();
            parameters.add(&mut headers, &serde_json::from_str(call).unwrap());
            headers
        };
        let arguments = r#"{"region":"Zürich","page":{"size":20},"list":[1],"bad":"x"}"#;
        let headers = headers_of(&format!(r#"{{"params":{{"name":"find","arguments":{arguments}}}}}"#));
        assert_eq!(headers.len(), 2);
        assert_eq!(headers["mcp-param-region"], "=?base64?WsO8cmljaA==?=");
        assert_eq!(headers["mcp-param-size"], "20");
        assert!(headers_of(r#"{"params":{"name":"other","arguments":{"region":"a"}}}"#).is_empty());
        assert!(headers_of(r#"{"params":{"name":"find"}}"#).is_empty());
    }
}
