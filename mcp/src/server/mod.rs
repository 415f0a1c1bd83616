//! A server with TOON tools: `toon_encode`, `toon_decode`, `toon_validate`, `toon_stats` and
//! `toon_ping`.
//!
//! With the feature `context` and a folder, there is also `context_pack`.
//!
//! Options can be given next to `json` or `toon`, or together in an object `options`. Texts in
//! results have a format [marker](toon_convert::marker).

mod arguments;
mod bounds;
#[cfg(feature = "context")]
mod context;
mod decode;
mod encode;
mod fault;
mod layout;
mod ping;
mod schema;
mod stats;
pub(crate) mod stdio;
mod validate;
mod verbatim;
mod workers;

use crate::http::Metrics;
use fault::Fault;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, JsonObject,
    ListPromptsResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};
use std::time::Instant;
use tokio::sync::Semaphore;
use toon_convert::__internal::{shorten, shorten_message};
use toon_rmcp::{prompt, prompt_messages};

pub(crate) use bounds::Limits;
#[cfg(feature = "context")]
pub(crate) use context::Root;
pub(crate) use verbatim::keep_text;
use workers::workers;

/// Short, since it takes tokens in every session. The prompt explains the whole format.
const INSTRUCTIONS: &str = "\
TOON (Token-Oriented Object Notation) is a compact notation for JSON data: toon_encode and toon_decode convert, \
toon_validate finds mistakes, toon_stats shows what TOON saves. Nesting is indentation, `key[2]: a,b` is an array, and \
`key[2]{id,name}:` heads a table with one object per line. The prompt toon_format explains the format.";

/// The tools that need no folder, built once.
static TOOLS: LazyLock<Vec<Tool>> =
    LazyLock::new(|| vec![encode::tool(), decode::tool(), validate::tool(), stats::tool(), ping::tool()]);

/// The server with TOON tools, for any transport of `rmcp`.
///
/// It is stateless, so all clones are equivalent.
#[derive(Clone, Debug)]
pub(crate) struct ToonServer {
    limits: Limits,
    tools: Vec<Tool>,
    /// Limits concurrent calls.
    workers: Arc<Semaphore>,
    metrics: Option<Arc<Metrics>>,
    #[cfg(feature = "context")]
    root: Option<Root>,
}

impl Default for ToonServer {
    fn default() -> Self {
        ToonServer::new()
    }
}

impl ToonServer {
    /// Creates a server with the default [`Limits`], without metrics.
    pub(crate) fn new() -> Self {
        ToonServer {
            limits: Limits::new(),
            tools: TOOLS.clone(),
            workers: workers(),
            metrics: None,
            #[cfg(feature = "context")]
            root: None,
        }
    }

    /// Sets the folder of `context_pack`. Without one, there is no such tool.
    #[cfg(feature = "context")]
    #[must_use]
    pub(crate) fn root(mut self, root: Root) -> Self {
        self.tools.push(context::tool());
        self.root = Some(root);
        self
    }

    /// Sets the limits on the size of texts.
    #[must_use]
    pub(crate) fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the metrics that count calls.
    #[must_use]
    pub(crate) fn metrics(mut self, metrics: Arc<Metrics>) -> Self {
        self.metrics = Some(metrics);
        self
    }

    /// The tools, with their schemas.
    #[cfg(test)]
    pub(crate) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Calls the tool `name`.
    ///
    /// As a [`ServerHandler`], the server reports most of these errors as results with `is_error`
    /// to clients that use revision 2025-11-25 or later.
    ///
    /// # Errors
    /// Returns `-32602` (invalid params) if there is no such tool, if an argument is missing,
    /// unknown or out of range, or if a text is invalid JSON, invalid TOON or too large. Where
    /// known, `data` contains the line, the column and a suggestion. Returns `-32603` (internal
    /// error) if valid JSON cannot be written as TOON because it is nested too deeply.
    #[cfg(test)]
    pub(crate) fn call(&self, name: &str, arguments: JsonObject) -> Result<CallToolResult, ErrorData> {
        self.run(name, arguments).map_err(ErrorData::from)
    }

    fn run(&self, name: &str, arguments: JsonObject) -> Result<CallToolResult, Fault> {
        let start = Instant::now();
        let result = match name {
            "toon_encode" => encode::call(arguments, &self.limits),
            "toon_decode" => decode::call(arguments, &self.limits),
            "toon_validate" => validate::call(arguments, &self.limits),
            "toon_stats" => stats::call(arguments, &self.limits),
            "toon_ping" => Ok(ping::call()),
            #[cfg(feature = "context")]
            context::NAME => match &self.root {
                Some(root) => context::call(arguments, root),
                None => return Err(unknown(name)),
            },
            _ => return Err(unknown(name)),
        };
        if let Some(metrics) = &self.metrics {
            metrics.tool_call(name, result.is_ok(), start.elapsed());
        }
        result
    }

    /// What limits concurrent calls of a tool.
    #[cfg_attr(not(feature = "context"), expect(unused_variables, reason = "only a folder has its own"))]
    fn workers(&self, name: &str) -> Arc<Semaphore> {
        #[cfg(feature = "context")]
        if let Some(root) = self.root.as_ref().filter(|_| name == context::NAME) {
            return root.workers.clone();
        }
        self.workers.clone()
    }
}

/// Calls are not counted by this name, since it is untrusted.
fn unknown(name: &str) -> Fault {
    Fault::Protocol(invalid(format!("unknown tool {:?}", shorten(name))))
}

fn invalid(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::invalid_params(message, None)
}

fn internal(message: impl Into<Cow<'static, str>>) -> ErrorData {
    ErrorData::internal_error(message, None)
}

impl ServerHandler for ToonServer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_prompts().build())
            .with_server_info(Implementation::new("toon-mcp", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(vec![prompt()]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = prompt();
        if request.name != prompt.name {
            return Err(invalid(format!("unknown prompt {:?}", shorten(&request.name))));
        }
        let mut result = GetPromptResult::new(prompt_messages());
        result.description = prompt.description;
        Ok(result.into())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let server = self.clone();
        let worker = tokio::select! {
            worker = self.workers(&request.name).acquire_owned() => worker,
            () = context.ct.cancelled() => return Err(internal("the call was cancelled")),
        };
        // A large text takes long enough to block other calls.
        let call = tokio::task::spawn_blocking(move || {
            let _worker = worker;
            server.run(&request.name, request.arguments.unwrap_or_default())
        });
        let result = call.await.map_err(|error| internal(format!("the tool failed: {error}")))?;
        let has_sep_1303 =
            context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2025_11_25);
        let result = match result {
            Err(fault) if has_sep_1303 => fault.into_result(),
            result => result.map_err(ErrorData::from),
        };
        result.map(CallToolResponse::from)
    }

    /// `rmcp` reports invalid parameters of a known method as if the method were unknown.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let wrong = match request.method.as_str() {
            "tools/call" => wrong_params::<CallToolRequestParams>(&request),
            "prompts/get" => wrong_params::<GetPromptRequestParams>(&request),
            _ => None,
        };
        Err(wrong
            .unwrap_or_else(|| ErrorData::new(ErrorCode::METHOD_NOT_FOUND, shorten(&request.method), None)))
    }
}

/// The error in the parameters of `request`, which must have type `P`.
fn wrong_params<P: DeserializeOwned>(request: &CustomRequest) -> Option<ErrorData> {
    let Some(params) = &request.params else {
        return Some(invalid("missing `params`"));
    };
    let error = serde_path_to_error::deserialize::<_, P>(params).err()?;
    let message = shorten_message(&error.inner().to_string());
    // The path is empty if a field of the parameters themselves is missing.
    let place = match error.path().to_string().as_str() {
        "." => "params".to_owned(),
        path => format!("params.{}", shorten(path)),
    };
    Some(invalid(format!("Invalid {place}: {message}")))
}
