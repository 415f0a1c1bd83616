//! Both generations of the protocol, over both transports: the handshake, and requests that stand for themselves.

use super::program::{PROGRAM, Program};
use super::text;
use rmcp::model::{CallToolRequestParams, ClientConfig, GetPromptRequestParams, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Value, json};

fn generations() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions }]
}

fn request(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    CallToolRequestParams::new(tool).with_arguments(arguments.as_object().cloned().unwrap())
}

async fn check(client: RunningService<RoleClient, ClientConfig>) {
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

    let error = client.call_tool(request("toon_decode", &json!({ "toon": "[2]: 1" }))).await.unwrap_err();
    let rmcp::ServiceError::McpError(error) = error else { panic!("{error:?}") };
    assert_eq!((error.code.0, error.data.unwrap()["found"].as_u64()), (-32602, Some(1)));

    let prompts = client.list_all_prompts().await.unwrap();
    assert_eq!((prompts.len(), prompts[0].name.as_str()), (1, "toon_format"));
    let prompt = client.get_prompt(GetPromptRequestParams::new("toon_format")).await.unwrap();
    assert_eq!(prompt.messages[0].content.as_text().unwrap().text, toon_mcp::PROMPT);
    assert!(client.get_prompt(GetPromptRequestParams::new("other")).await.is_err());
    client.cancel().await.unwrap();
}

#[tokio::test]
async fn over_standard_input_and_output() {
    for generation in generations() {
        let mut command = tokio::process::Command::new(PROGRAM);
        command.arg("serve");
        let transport = TokioChildProcess::new(command).unwrap();
        let client = ClientConfig::default().serve_with_lifecycle(transport, generation).await.unwrap();
        check(client).await;
    }
}

#[tokio::test]
async fn over_http() {
    let program = Program::start(&[], &[]);
    for generation in generations() {
        let transport = StreamableHttpClientTransport::from_uri(program.url.as_str());
        let client = ClientConfig::default().serve_with_lifecycle(transport, generation).await.unwrap();
        check(client).await;
    }
}

#[tokio::test]
async fn the_server_says_who_it_is() {
    let program = Program::start(&[], &[]);
    for generation in generations() {
        let transport = StreamableHttpClientTransport::from_uri(program.url.as_str());
        let client = ClientConfig::default().serve_with_lifecycle(transport, generation).await.unwrap();
        let info = client.peer_info().unwrap();
        let server = info.server_info.as_ref().unwrap();
        assert_eq!((server.name.as_str(), server.version.as_str()), ("toon-mcp", env!("CARGO_PKG_VERSION")));
        assert!(info.instructions.as_ref().unwrap().contains("toon_encode"));
        client.cancel().await.unwrap();
    }
}
