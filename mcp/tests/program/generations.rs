//! The server with TOON tools, as a client of rmcp sees it, in both generations of the protocol.

use rmcp::model::{
    CallToolRequestParams, CallToolResult, ClientConfig, GetPromptRequestParams, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};
use toon_convert::marker::FORMAT;

pub(crate) type Client = RunningService<RoleClient, ClientConfig>;

pub(crate) fn generations() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions }]
}

pub(crate) fn request(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().cloned().unwrap())
}

/// Lists and calls all tools.
pub(crate) async fn check(client: Client) {
    let tools = client.list_all_tools().await.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["toon_encode", "toon_decode", "toon_validate", "toon_stats", "toon_ping"]);

    let encoded = client.call_tool(request("toon_encode", &json!({ "json": [{ "id": 1 }] }))).await.unwrap();
    assert_eq!(text(&encoded), ("[1]{id}:\n  1", "toon"));
    let decoded = client.call_tool(request("toon_decode", &json!({ "toon": "b: 1\na: 2" }))).await.unwrap();
    assert_eq!(text(&decoded), (r#"{"b":1,"a":2}"#, "json"));
    let validated = client.call_tool(request("toon_validate", &json!({ "toon": "[2]: 1" }))).await.unwrap();
    assert_eq!(validated.structured_content.unwrap()["valid"], false);
    let stats = client.call_tool(request("toon_stats", &json!({ "json": [1, 2] }))).await.unwrap();
    assert_eq!(stats.structured_content.unwrap()["json"]["bytes"], 5);
    let pong = client.call_tool(request("toon_ping", &json!({}))).await.unwrap();
    assert_eq!(text(&pong), ("pong - toon-mcp server is running", "none"));

    let failed = client.call_tool(request("toon_decode", &json!({ "toon": "[2]: 1" }))).await.unwrap();
    assert_eq!(failed.is_error, Some(true));
    assert_eq!(failed.structured_content.as_ref().unwrap()["error"]["found"], 1);
    assert!(text(&failed).0.starts_with("Array length mismatch at line 1, column 1: expected 2, found 1"));
    let unknown = client.call_tool(request("toon_transmogrify", &json!({}))).await.unwrap_err();
    let rmcp::ServiceError::McpError(unknown) = unknown else { panic!("{unknown:?}") };
    assert_eq!(unknown.code.0, -32602);

    let prompts = client.list_all_prompts().await.unwrap();
    assert_eq!((prompts.len(), prompts[0].name.as_str()), (1, "toon_format"));
    let prompt = client.get_prompt(GetPromptRequestParams::new("toon_format")).await.unwrap();
    assert_eq!(prompt.messages[0].content.as_text().unwrap().text, toon_convert::PROMPT);
    assert!(client.get_prompt(GetPromptRequestParams::new("other")).await.is_err());
    client.cancel().await.unwrap();
}

/// The text of the only content block, and its marker.
#[track_caller]
pub(crate) fn text(result: &CallToolResult) -> (&str, &str) {
    let [block] = result.content.as_slice() else { panic!("{result:?}") };
    let block = block.as_text().unwrap();
    let marker = block.meta.as_ref().and_then(|meta| meta.get(FORMAT)).and_then(Value::as_str);
    (&block.text, marker.unwrap_or("none"))
}

/// A client of a process.
pub(crate) async fn of_process(program: &str, arguments: &[&str], generation: ClientLifecycleMode) -> Client {
    let mut command = tokio::process::Command::new(program);
    command.args(arguments);
    let transport = TokioChildProcess::new(command).unwrap();
    ClientConfig::default().serve_with_lifecycle(transport, generation).await.unwrap()
}

/// A client of a server that listens on a port.
pub(crate) async fn of_url(url: &str, generation: ClientLifecycleMode) -> Client {
    let transport = StreamableHttpClientTransport::from_uri(url);
    ClientConfig::default().serve_with_lifecycle(transport, generation).await.unwrap()
}
