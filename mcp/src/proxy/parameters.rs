//! Tool arguments that are repeated in HTTP headers: those with an `x-mcp-header` in their schema.

use super::headers;
use axum::http::header::{HeaderMap, HeaderName};
use serde_json::Value;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use toon_convert::__internal::Object;

/// The key in a property's schema.
const ANNOTATION: &str = "x-mcp-header";
const PREFIX: &str = "mcp-param-";
/// The maximum depth at which such properties are looked for.
const MAX_DEPTH: usize = 32;

/// What the lists of tools have declared.
#[derive(Debug, Default)]
pub(super) struct Parameters {
    known: Mutex<HashMap<String, Vec<Parameter>>>,
    /// Whether all tools have been listed since their last change.
    is_listed: AtomicBool,
}

/// An argument's path and its header.
#[derive(Debug)]
struct Parameter {
    path: Vec<String>,
    header: HeaderName,
}

impl Parameters {
    fn known(&self) -> MutexGuard<'_, HashMap<String, Vec<Parameter>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_listed(&self) -> bool {
        self.is_listed.load(Relaxed)
    }

    pub(super) fn set_listed(&self, is_listed: bool) {
        self.is_listed.store(is_listed, Relaxed);
    }

    /// Learns from a message from the server if it is a list of tools.
    pub(super) fn learn(&self, text: &str) {
        #[derive(serde::Deserialize)]
        struct ToolsResponse {
            result: ToolsResult,
        }
        #[derive(serde::Deserialize)]
        struct ToolsResult {
            tools: Vec<Tool>,
        }
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Tool {
            name: String,
            input_schema: Value,
        }
        // Check quickly first: most messages are not lists, and most lists have no such headers. A
        // list without headers may still replace one that had some.
        if !text.contains(ANNOTATION) && (self.known().is_empty() || !text.contains("inputSchema")) {
            return;
        }
        let Ok(ToolsResponse { result: ToolsResult { tools } }) = serde_json::from_str(text) else { return };
        let mut known = self.known();
        for tool in tools {
            let mut parameters = Vec::new();
            find(&tool.input_schema, &mut Vec::new(), &mut parameters);
            if parameters.is_empty() {
                known.remove(&tool.name);
            } else {
                known.insert(tool.name, parameters);
            }
        }
    }

    /// Adds the headers for a call.
    pub(super) fn add(&self, headers: &mut HeaderMap, call: &Object<'_>) {
        let added = self.each(call, |header, value| -> Result<(), Infallible> {
            match value {
                Some(Argument::Text(text)) => headers::insert(headers, header.clone(), text),
                Some(Argument::Number(number)) => headers::insert(headers, header.clone(), &number),
                None => {}
            }
            Ok(())
        });
        let Ok(()) = added;
    }

    /// Checks that a call has the required headers.
    ///
    /// # Errors
    ///
    /// Returns the difference.
    pub(super) fn check(&self, headers: &HeaderMap, call: &Object<'_>) -> Result<(), String> {
        self.each(call, |header, value| match value {
            Some(Argument::Text(text)) => headers::compare_encoded(headers, header, Some(text)),
            Some(Argument::Number(number)) => headers::compare_number(headers, header, &number),
            None => headers::compare_encoded(headers, header, None),
        })
    }

    /// Calls `work` for each known header of the called tool, with the argument that it must
    /// repeat, if present.
    fn each<E>(
        &self,
        call: &Object<'_>,
        mut work: impl FnMut(&HeaderName, Option<Argument<'_>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(params) = call.object("params") else { return Ok(()) };
        let known = self.known();
        let Some(parameters) = params.string("name").and_then(|name| known.get(&*name)) else {
            return Ok(());
        };
        let arguments =
            params.get("arguments").and_then(|arguments| serde_json::from_str(arguments.get()).ok());
        let arguments: Value = arguments.unwrap_or_default();
        for Parameter { path, header } in parameters {
            work(header, Argument::of(path.iter().try_fold(&arguments, |value, key| value.get(key))))?;
        }
        Ok(())
    }
}

/// A value that a header can repeat.
enum Argument<'a> {
    Text(&'a str),
    Number(String),
}

impl<'a> Argument<'a> {
    fn of(value: Option<&'a Value>) -> Option<Self> {
        match value? {
            Value::String(text) => Some(Argument::Text(text)),
            Value::Bool(true) => Some(Argument::Text("true")),
            Value::Bool(false) => Some(Argument::Text("false")),
            Value::Number(number) => Some(Argument::Number(number.to_string())),
            Value::Null | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

/// Finds the annotated properties in a schema.
fn find(schema: &Value, path: &mut Vec<String>, found: &mut Vec<Parameter>) {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
    if path.len() == MAX_DEPTH {
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
        // A new list replaces what has been learned.
        parameters.learn(r#"{"id":2,"result":{"tools":[{"name":"find","inputSchema":{"type":"object"}}]}}"#);
        assert!(headers_of(&format!(r#"{{"params":{{"name":"find","arguments":{arguments}}}}}"#)).is_empty());
    }

    #[test]
    fn headers_against_arguments() {
        let parameters = Parameters::default();
        parameters.learn(
            r#"{"id":1,"result":{"tools":[{"name":"find","inputSchema":{"type":"object","properties":{
                "region":{"type":"string","x-mcp-header":"Region"},
                "size":{"type":"integer","x-mcp-header":"Size"},
                "all":{"type":"boolean","x-mcp-header":"All"}
            }}}]}}"#,
        );
        let check = |arguments: &str, pairs: &[(&'static str, &'static str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(*name, value.parse().unwrap());
            }
            let call = format!(r#"{{"params":{{"name":"find","arguments":{arguments}}}}}"#);
            parameters.check(&headers, &serde_json::from_str(&call).unwrap())
        };
        let (region, size, all) = ("mcp-param-region", "mcp-param-size", "mcp-param-all");
        let arguments = r#"{"region":"Zürich","size":42,"all":true}"#;
        let encoded = "=?base64?WsO8cmljaA==?=";
        assert_eq!(check(arguments, &[(region, encoded), (size, "42"), (all, "true")]), Ok(()));
        assert_eq!(check(arguments, &[(region, encoded), (size, "42.0"), (all, "true")]), Ok(()));
        assert_eq!(check(r#"{"region":null}"#, &[]), Ok(()));
        assert_eq!(check(r#"{"region":"=?base64?x"}"#, &[(region, "=?base64?x")]), Ok(()));
        for (arguments, pairs, reason) in [
            (r#"{"region":"a"}"#, &[][..], "`mcp-param-region` is missing"),
            (r#"{"region":"a"}"#, &[(region, "b")], "`mcp-param-region` is \"b\", but the body has \"a\""),
            (
                r#"{"region":"a"}"#,
                &[(region, "a"), (region, "a")],
                "`mcp-param-region` occurs more than once",
            ),
            (
                r#"{"region":"Hello"}"#,
                &[(region, "=?base64?SGVsbG8?=")],
                "`mcp-param-region` is not valid Base64 of UTF-8 text",
            ),
            (
                r#"{"region":"Hello"}"#,
                &[(region, "=?base64?SGVs!!!bG8=?=")],
                "`mcp-param-region` is not valid Base64 of UTF-8 text",
            ),
            (
                "{}",
                &[(region, "a")],
                "`mcp-param-region` is present, but the value that it repeats is missing",
            ),
            (r#"{"size":42}"#, &[(size, "43")], "`mcp-param-size` is \"43\", but the body has \"42\""),
            (r#"{"all":true}"#, &[(all, "TRUE")], "`mcp-param-all` is \"TRUE\", but the body has \"true\""),
        ] {
            assert_eq!(check(arguments, pairs), Err(reason.to_owned()));
        }
    }
}
