//! Requests that the proxy answers itself.

use super::super::headers::META_VERSION;
use super::super::responses::{error, response};
use super::limit::{Partial, RESULTS, mime_type};
use super::scope::Scope;
use rmcp::model::ErrorCode;
use serde_json::json;
use serde_json::value::RawValue;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use toon_convert::__internal::Object;
use toon_store::TOOL;
use toon_store::answer::Answerer;
use toon_store::query::Request;

/// The longest time of a query.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A request of a client about results that were shown in part.
#[derive(Debug)]
pub(crate) struct Question {
    id: Box<str>,
    kind: Kind,
    /// Results say that they are complete, since revision 2026-07-28.
    has_type: bool,
    partial: Arc<Partial>,
    scope: Arc<Scope>,
}

#[derive(Debug)]
enum Kind {
    /// A call of the tool, with its arguments.
    Query(Option<Box<RawValue>>),
    /// A result as a resource, by its id.
    Read(String),
    /// The resources of a server that has none: the key of an empty list.
    List(&'static str),
}

impl Question {
    /// The question that a request is, if the proxy answers it.
    pub(in super::super) fn of(
        message: &Object<'_>,
        partial: &Arc<Partial>,
        scope: &Arc<Scope>,
    ) -> Option<Self> {
        let params = message.object("params");
        let text = |key| params.as_ref().and_then(|params| params.string(key));
        let kind = match &*message.string("method")? {
            "tools/call" if text("name")? == TOOL && partial.definition().is_some() => {
                let arguments = params.as_ref().and_then(|params| params.get("arguments"));
                Kind::Query(arguments.map(ToOwned::to_owned))
            }
            "resources/read" => Kind::Read(text("uri")?.strip_prefix(RESULTS)?.to_owned()),
            "resources/list" if partial.has_added_resources() => Kind::List("resources"),
            "resources/templates/list" if partial.has_added_resources() => Kind::List("resourceTemplates"),
            _ => return None,
        };
        let id = message.get("id")?.get().into();
        let meta = params.as_ref().and_then(|params| params.object("_meta"));
        let has_type = meta.is_some_and(|meta| meta.get(META_VERSION).is_some());
        Some(Question { id, kind, has_type, partial: Arc::clone(partial), scope: Arc::clone(scope) })
    }

    /// The response.
    pub(crate) async fn answer(self) -> String {
        let (id, partial, scope) = (self.id.clone(), Arc::clone(&self.partial), Arc::clone(&self.scope));
        // Queries wait for each other, and nothing else. It is never closed.
        let is_query = matches!(self.kind, Kind::Query(_));
        let turn = if is_query { scope.turn().await } else { None };
        let permit = if is_query { partial.queries.acquire().await.ok() } else { None };
        let answered = tokio::task::spawn_blocking(move || self.answered()).await;
        drop((permit, turn));
        answered.unwrap_or_else(|_| error(&id, ErrorCode::INTERNAL_ERROR, "the query failed"))
    }

    fn answered(self) -> String {
        let Question { id, kind, has_type, partial, scope } = self;
        let response = |mut result: serde_json::Value| {
            if has_type {
                result["resultType"] = json!("complete");
            }
            response(&id, &result)
        };
        match kind {
            Kind::Query(arguments) => {
                let answer = partial.query(&scope, arguments.as_deref());
                let is_error = answer.is_err();
                let (Ok(text) | Err(text)) = answer;
                response(json!({"content": [{"type": "text", "text": text}], "isError": is_error}))
            }
            Kind::Read(result) => match partial.read(&scope, &result) {
                Ok(contents) => response(json!({"contents": [contents]})),
                Err(reason) => error(&id, ErrorCode::RESOURCE_NOT_FOUND, &reason),
            },
            Kind::List(key) => response(json!({key: []})),
        }
    }
}

impl Partial {
    fn query(&self, scope: &Scope, arguments: Option<&RawValue>) -> Result<String, String> {
        let arguments: Object<'_> =
            arguments.and_then(|arguments| serde_json::from_str(arguments.get()).ok()).unwrap_or_default();
        let result = arguments
            .string("result")
            .ok_or("`result` is missing: the id of a result that was shown in part")?;
        let filter = match arguments.get("filter").map(RawValue::get) {
            None | Some("null" | "\"\"") => None,
            Some(_) => Some(arguments.string("filter").ok_or("`filter` must be a string")?.into_owned()),
        };
        // Models also send what else names it.
        let id = result.strip_prefix(RESULTS).unwrap_or(&result);
        let result = id.strip_suffix(".json").or(id.strip_suffix(".txt")).unwrap_or(id);
        let file = self.find(scope, result)?;
        let answerer = Answerer {
            store: self.store.with_key(scope.key()),
            reader: self.reader.clone(),
            budget: self.budget,
        };
        let request = Request::new(Some(file), filter);
        let answer = answerer.answer(&request, &format!("result {result}"), TIMEOUT);
        // The tool has no such option.
        let answer = answer.map_err(|message| message.replace("; --rows takes one row at a time", ""))?;
        if let Some(stored) = answer.stored {
            scope.add(stored.id());
        }
        Ok(answer.text)
    }

    fn read(&self, scope: &Scope, result: &str) -> Result<serde_json::Value, String> {
        let file = self.find(scope, result)?;
        let text = std::fs::read_to_string(&file).map_err(|error| format!("result {result}: {error}"))?;
        let is_json = file.extension().and_then(OsStr::to_str) == Some("json");
        Ok(json!({"uri": format!("{RESULTS}{result}"), "mimeType": mime_type(is_json), "text": text}))
    }

    /// The file of a result.
    fn find(&self, scope: &Scope, result: &str) -> Result<PathBuf, String> {
        if !toon_store::is_id(result) {
            return Err("the id of a result has 16 hexadecimal digits, such as 3f9c21d07a5be814".to_owned());
        }
        if !scope.has(result) {
            return Err(format!(
                "result {result} is not one of this session; call the tool that returned it again"
            ));
        }
        self.store.find(result).ok_or_else(|| {
            format!(
                "result {result} is not, or no longer, kept; call the tool that returned it again, and do not repeat this query"
            )
        })
    }
}
