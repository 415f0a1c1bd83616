//! A server that asks: the user, the model, and for roots. In the protocol with a handshake it
//! sends requests of its own; in the one without sessions its results say which input they want.
//! The tests of the proxy are run with it, and its tools and prompt have the names that the
//! conformance suite looks for.
//!
//! ```sh
//! cargo run -p toon-mcp --example asking_server                   # over stdin and stdout
//! PORT=8080 cargo run -p toon-mcp --example asking_server -- http  # over HTTP
//! ```

// Sampling and roots are deprecated from 2026-07-28 on, and still there.
#![allow(deprecated)]

use axum::Router;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ContentBlock,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequest, InputRequests,
    InputRequiredResult, InputResponses, JsonObject, ListPromptsResult, ListToolsResult,
    PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptMessage, Role, ServerCapabilities,
    ServerConfig, ServerRequest, Tool,
};
use rmcp::service::{RequestContext, RoleServer, ServiceError};
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use std::error::Error;
use std::net::Ipv4Addr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// What a tool's name begins with that asks.
const ASKS: &str = "test_input_required_result_";
/// What each state that it hands out ends in: nobody else has made it.
const SEAL: &str = ".sealed";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            Asking.serve(stdio()).await?.waiting().await?;
        }
        [mode] if mode == "http" => {
            let port: u16 = std::env::var("PORT")?.parse()?;
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
            let bound = listener.local_addr()?;
            let sessions = Arc::new(LocalSessionManager::default());
            let service =
                StreamableHttpService::new(|| Ok(Asking), sessions, StreamableHttpServerConfig::default());
            eprintln!("listening on http://{bound}/mcp");
            axum::serve(listener, Router::new().route_service("/mcp", service)).await?;
        }
        _ => return Err("asking_server [http]".into()),
    }
    Ok(())
}

#[derive(Clone)]
struct Asking;

fn schema(value: &Value) -> Arc<JsonObject> {
    Arc::new(value.as_object().cloned().unwrap_or_default())
}

fn tool(name: &'static str) -> Tool {
    let properties = match name {
        // A client of HTTP repeats it in a header.
        "test_header" => json!({ "region": { "type": "string", "x-mcp-header": "Region" } }),
        _ => json!({}),
    };
    Tool::new(name, "asks, or is asked", schema(&json!({ "type": "object", "properties": properties })))
}

fn tools() -> Vec<Tool> {
    [
        "test_input_required_result_elicitation",
        "test_input_required_result_sampling",
        "test_input_required_result_list_roots",
        "test_input_required_result_request_state",
        "test_input_required_result_multiple_inputs",
        "test_input_required_result_multi_round",
        "test_input_required_result_tampered_state",
        "test_input_required_result_capabilities",
        "test_missing_capability",
        "test_streaming_elicitation",
        "test_logging_tool",
        "test_simple_text",
        "test_error_handling",
        "test_tool_with_progress",
        "test_header",
        "test_long_result",
    ]
    .map(tool)
    .into()
}

fn text(text: impl Into<String>) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

/// A question: its name, and the request that a client is to answer.
fn question(name: &str, request: Value) -> Result<(String, InputRequest), ErrorData> {
    let request = serde_json::from_value(request);
    Ok((name.to_owned(), request.map_err(|error| ErrorData::internal_error(error.to_string(), None))?))
}

fn of_user(name: &str, field: &str, kind: &str) -> Result<(String, InputRequest), ErrorData> {
    let schema = json!({ "type": "object", "properties": { field: { "type": kind } }, "required": [field] });
    let params = json!({ "mode": "form", "message": format!("The {field}?"), "requestedSchema": schema });
    question(name, json!({ "method": "elicitation/create", "params": params }))
}

fn of_model(name: &str) -> Result<(String, InputRequest), ErrorData> {
    let message = json!({ "role": "user", "content": { "type": "text", "text": "The capital of France?" } });
    let params = json!({ "messages": [message], "maxTokens": 100 });
    question(name, json!({ "method": "sampling/createMessage", "params": params }))
}

fn of_roots(name: &str) -> Result<(String, InputRequest), ErrorData> {
    question(name, json!({ "method": "roots/list", "params": {} }))
}

/// What a tool asks in a round, and the state that it will need.
fn questions(
    what: &str,
    round: usize,
    able: &ClientCapabilities,
) -> Result<(InputRequests, Option<String>), ErrorData> {
    let state = |state: &str| Some(format!("{state}{SEAL}"));
    let (questions, state) = match (what, round) {
        ("elicitation", 0) => (vec![of_user("user_name", "name", "string")?], None),
        ("sampling", 0) => (vec![of_model("capital_question")?], None),
        ("list_roots", 0) => (vec![of_roots("client_roots")?], None),
        ("request_state" | "tampered_state", 0) => (vec![of_user("confirm", "ok", "boolean")?], state("1")),
        ("multiple_inputs", 0) => {
            let all = vec![
                of_user("user_name", "name", "string")?,
                of_model("greeting")?,
                of_roots("client_roots")?,
            ];
            (all, state("1"))
        }
        ("multi_round", 0) => (vec![of_user("step1", "name", "string")?], state("1")),
        ("multi_round", 1) => (vec![of_user("step2", "color", "string")?], state("2")),
        ("capabilities", 0) => {
            let mut some = Vec::new();
            if able.elicitation.is_some() {
                some.push(of_user("user_name", "name", "string")?);
            }
            if able.sampling.is_some() {
                some.push(of_model("capital_question")?);
            }
            (some, None)
        }
        ("prompt", 0) => (vec![of_user("user_context", "context", "string")?], None),
        _ => (Vec::new(), None),
    };
    Ok((questions.into_iter().collect(), state))
}

/// Whether the answer is one to the question.
fn fits(question: &InputRequest, answer: &Value) -> bool {
    match question {
        InputRequest::CreateMessage(_) => answer["content"].is_object(),
        InputRequest::Elicitation(_) => answer["action"].is_string(),
        InputRequest::ListRoots(_) => answer["roots"].is_array(),
        _ => false,
    }
}

/// All the answers, or the questions that are left.
enum Asked {
    Answers(InputResponses),
    Questions(InputRequiredResult),
}

/// Asks as the protocol of the client has it.
async fn ask(
    what: &str,
    given: InputResponses,
    state: Option<&str>,
    context: &RequestContext<RoleServer>,
) -> Result<Asked, ErrorData> {
    let able = context.client_capabilities().unwrap_or_default();
    if context.protocol_version().is_none_or(|version| version.has_initialize()) {
        let mut answers = InputResponses::new();
        for round in 0.. {
            let (asked, _) = questions(what, round, &able)?;
            if asked.is_empty() {
                break;
            }
            for (name, request) in asked {
                let answer = put(request, context).await;
                answers.insert(
                    name,
                    answer.map_err(|error| ErrorData::internal_error(error.to_string(), None))?,
                );
            }
        }
        return Ok(Asked::Answers(answers));
    }
    let round = match state.map(|state| state.strip_suffix(SEAL).and_then(|state| state.parse().ok())) {
        None => 0,
        Some(Some(round)) => round,
        Some(None) => return Err(ErrorData::invalid_params("unknown state", None)),
    };
    // What was asked before is answered by what came with the state.
    let (before, _) = questions(what, round.max(1) - 1, &able)?;
    let answered = |name: &String, question| given.get(name).is_some_and(|answer| fits(question, answer));
    let (asked, state) = if before.iter().all(|(name, question)| answered(name, question)) {
        questions(what, round.max(1), &able)?
    } else {
        questions(what, round.max(1) - 1, &able)?
    };
    if asked.is_empty() {
        Ok(Asked::Answers(given))
    } else {
        Ok(Asked::Questions(InputRequiredResult::new(Some(asked), state)))
    }
}

/// Sends the client a request.
async fn put(request: InputRequest, context: &RequestContext<RoleServer>) -> Result<Value, ServiceError> {
    let request = match request {
        InputRequest::CreateMessage(request) => ServerRequest::CreateMessageRequest(request),
        InputRequest::Elicitation(request) => ServerRequest::ElicitRequest(request),
        InputRequest::ListRoots(request) => ServerRequest::ListRootsRequest(request),
        _ => return Err(ServiceError::UnexpectedResponse),
    };
    serde_json::to_value(context.peer.send_request(request).await?)
        .map_err(|_| ServiceError::UnexpectedResponse)
}

impl ServerHandler for Asking {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().enable_prompts().build())
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools().into_iter().find(|tool| tool.name == name)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(what) = request.name.strip_prefix(ASKS) {
            let given = request.input_responses.unwrap_or_default();
            return Ok(match ask(what, given, request.request_state.as_deref(), &context).await? {
                Asked::Answers(answers) => text(format!("state-ok {}", json!(answers))),
                Asked::Questions(questions) => questions.into(),
            });
        }
        match &*request.name {
            "test_missing_capability" => {
                if context.client_capabilities().is_some_and(|able| able.sampling.is_some()) {
                    return Ok(text("it is there"));
                }
                let wanted = ClientCapabilities::builder().enable_sampling().build();
                Err(ErrorData::missing_required_client_capability(wanted))
            }
            "test_streaming_elicitation" => {
                match ask("elicitation", InputResponses::new(), None, &context).await? {
                    Asked::Answers(answers) => Ok(text(json!(answers).to_string())),
                    Asked::Questions(questions) => Ok(questions.into()),
                }
            }
            "test_tool_with_progress" => {
                if let Some(token) = context.meta.get_progress_token() {
                    for progress in [0.0, 50.0, 100.0] {
                        let note = ProgressNotificationParam::new(token.clone(), progress).with_total(100.0);
                        let _ = context.peer.notify_progress(note).await;
                    }
                }
                Ok(text("done"))
            }
            "test_error_handling" => {
                Ok(CallToolResult::error(vec![ContentBlock::text("as it should")]).into())
            }
            "test_long_result" => {
                let rows: Value = (0..900).map(|id| json!({"id": id, "name": format!("row {id}")})).collect();
                Ok(text(rows.to_string()))
            }
            "test_simple_text" => Ok(text("This is a simple text response for testing.")),
            "test_logging_tool" | "test_header" => Ok(text("done")),
            name => Err(ErrorData::invalid_params(format!("unknown tool {name:?}"), None)),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompt = Prompt::new(format!("{ASKS}prompt"), Some("asks"), None);
        Ok(ListPromptsResult::with_all_items(vec![prompt]))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = request.input_responses.unwrap_or_default();
        Ok(match ask("prompt", given, request.request_state.as_deref(), &context).await? {
            Asked::Answers(answers) => {
                let message = PromptMessage::new_text(Role::User, json!(answers).to_string());
                GetPromptResult::new(vec![message]).into()
            }
            Asked::Questions(questions) => questions.into(),
        })
    }
}
